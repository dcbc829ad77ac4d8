package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"
)

// sink is standard output. It remembers the first error, so that output which
// was lost makes the command fail.
type sink struct {
	w   io.Writer
	err error
}

func (s *sink) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.w.Write(p)
	s.err = err
	return n, err
}

// problem is what became of the output. A reader that has seen enough, such as
// head, is no problem.
func (s *sink) problem() error {
	if s.err == nil || errors.Is(s.err, syscall.EPIPE) || errors.Is(s.err, io.ErrClosedPipe) {
		return nil
	}
	return fmt.Errorf("writing the output: %w", s.err)
}

// interruptible reads in so that a read that waits for input ends with the
// context. Nothing is read before the first Read.
func interruptible(ctx context.Context, in io.Reader) io.Reader {
	return &pump{ctx: ctx, in: in}
}

type pump struct {
	ctx    context.Context
	in     io.Reader
	chunks chan chunk
	rest   []byte
	err    error
}

type chunk struct {
	data []byte
	err  error
}

func (p *pump) Read(buf []byte) (int, error) {
	if p.chunks == nil {
		p.chunks = make(chan chunk)
		go p.run()
	}
	for len(p.rest) == 0 {
		if p.err != nil {
			return 0, p.err
		}
		select {
		case c := <-p.chunks:
			p.rest, p.err = c.data, c.err
		case <-p.ctx.Done():
			return 0, p.ctx.Err()
		}
	}
	n := copy(buf, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// run sends what it reads until the input or the context ends.
func (p *pump) run() {
	for {
		buf := make([]byte, 256<<10)
		n, err := p.in.Read(buf)
		select {
		case p.chunks <- chunk{buf[:n], err}:
		case <-p.ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}
