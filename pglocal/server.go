//go:build unix

package pglocal

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/pglocal/internal/host"
)

// Server is this process's share of a running local server.
type Server struct {
	paths    paths
	socket   string
	launched bool
	share    *os.File
	once     sync.Once
}

// Start starts the server or joins the one that runs. It returns when the server answers; the share lasts until Close or
// the end of the process.
func Start(ctx context.Context, cfg Config) (*Server, error) {
	if !armed.Load() {
		return nil, fmt.Errorf("pglocal.MaybeReap was not called: make it the first call of main or TestMain")
	}
	p, err := cfg.open()
	if err != nil {
		return nil, err
	}
	starting, err := host.Lock(ctx, p.startLock(), host.Exclusive)
	if err != nil {
		return nil, fmt.Errorf("cannot start the local server: %w", err)
	}
	defer starting.Close()
	share, err := host.Lock(ctx, p.usersLock(), host.Shared)
	if err != nil {
		return nil, fmt.Errorf("cannot join the local server: %w", err)
	}
	s := &Server{paths: p, share: share}
	if err := s.up(ctx, cfg); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// up joins or launches; the caller holds start.lock and a share.
func (s *Server) up(ctx context.Context, cfg Config) error {
	major, err := s.paths.major()
	if err != nil {
		return err
	}
	joined, err := s.join(ctx)
	if err == nil && !joined {
		s.launched = true
		err = s.launch(ctx, cfg, major)
	}
	if err != nil {
		return err
	}
	return s.paths.watch()
}

// join waits for a server that runs, starts or stops. It answers false when there is none.
func (s *Server) join(ctx context.Context) (bool, error) {
	var last error
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); {
		m, ok := s.paths.postmaster()
		if !ok {
			return false, nil
		}
		s.socket = m.socket
		if m.ready {
			if last = s.check(ctx); last == nil {
				return true, nil
			}
		}
		select {
		case <-ctx.Done():
			return false, fmt.Errorf("joining the local server: %w", context.Cause(ctx))
		case <-time.After(10 * time.Millisecond):
		}
	}
	return false, fmt.Errorf("the local server runs but does not answer: see %s: %w", s.paths.log(), last)
}

// check connects and makes sure that the answer comes from the server of this folder.
func (s *Server) check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.DSN("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	var dir string
	if err := conn.QueryRow(ctx, "select pg_catalog.current_setting('data_directory')").Scan(&dir); err != nil {
		return err
	}
	have, errHave := os.Stat(dir)
	want, errWant := os.Stat(s.paths.data())
	if dir != s.paths.data() && (errHave != nil || errWant != nil || !os.SameFile(have, want)) {
		return fmt.Errorf("the server behind %s serves %s, not %s: stop it", s.socket, dir, s.paths.data())
	}
	return nil
}

// DSN is the address of one of the server's databases, as a URL.
func (s *Server) DSN(database string) string { return dsn(s.socket, database) }

func dsn(socket, database string) string {
	query := url.Values{"host": {socket}, "port": {"5432"}, "sslmode": {"disable"}}
	address := url.URL{Scheme: "postgres", User: url.User(User), Path: "/" + database, RawQuery: query.Encode()}
	return address.String()
}

// Launched says whether this call started the server, as against having joined it.
func (s *Server) Launched() bool { return s.launched }

// Root is the folder of the cluster.
func (s *Server) Root() string { return s.paths.root }

// Close gives the share back. It can be called more than once.
func (s *Server) Close() error {
	var err error
	s.once.Do(func() { err = s.share.Close() })
	return err
}

// say tells a person what is going on, when somebody listens.
func (c Config) say(format string, args ...any) {
	if c.Log != nil {
		fmt.Fprintf(c.Log, format+"\n", args...)
	}
}
