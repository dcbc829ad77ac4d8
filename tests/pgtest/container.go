package pgtest

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/modules/postgres"
)

// image is the server that containers run.
const image = "pgvector/pgvector:pg17"

// dockerAnswers says whether containers can be had, without waiting long for an address where nobody answers.
func dockerAnswers(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return docker(ctx) == nil
}

func docker(ctx context.Context) error {
	provider, err := testcontainers.NewDockerProvider()
	if err != nil {
		return err
	}
	defer provider.Close()
	return provider.Health(ctx)
}

// container starts a server for this process alone.
func container(ctx context.Context) (*Instance, error) {
	quick, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	if err := docker(quick); err != nil {
		return nil, err
	}
	started, err := postgres.Run(ctx, image, postgres.WithDatabase("sqlq"), postgres.WithUsername("sqlq"),
		postgres.WithPassword(rand.Text()), postgres.BasicWaitStrategies(),
		testcontainers.WithCmdArgs("-c", "fsync=off", "-c", "max_connections=100"))
	if err != nil {
		testcontainers.TerminateContainer(started)
		return nil, err
	}
	dsn, err := started.ConnectionString(ctx, "sslmode=disable")
	if err != nil {
		testcontainers.TerminateContainer(started)
		return nil, err
	}
	instance, err := given(ctx, dsn)
	if err != nil {
		testcontainers.TerminateContainer(started)
		return nil, err
	}
	instance.Source = "container " + image
	instance.close = func() { testcontainers.TerminateContainer(started) }
	return instance, nil
}
