package server

import (
	"context"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// bounds limit what clients may use. Zero fields have their default values.
type bounds struct {
	Connections int           // at once
	Requests    int           // being answered
	Patience    time.Duration // with a client that sends or reads slowly
}

// usual fills in the defaults of zero fields.
func (b bounds) usual() bounds {
	if b.Connections == 0 {
		b.Connections = 256
	}
	if b.Requests == 0 {
		b.Requests = 256
	}
	if b.Patience == 0 {
		b.Patience = 15 * time.Second
	}
	return b
}

// slots are taken by what is in use; the capacity is the limit.
type slots chan struct{}

// take takes a slot if one is free. In that case release must be called.
func (s slots) take() (release func(), ok bool) {
	select {
	case s <- struct{}{}:
		return sync.OnceFunc(func() { <-s }), true
	default:
		return nil, false
	}
}

// bounded is a listener that limits its open connections. If there are too many, it closes the
// oldest idle one. So a client that only holds connections open keeps nobody out.
type bounded struct {
	net.Listener
	limit int

	mu   sync.Mutex
	open []*counted // the oldest first
}

// Accept implements net.Listener.
func (b *bounded) Accept() (net.Conn, error) {
	for {
		connection, err := b.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &counted{Conn: connection, from: b}
		victim, ok := b.take(c)
		if victim != nil {
			_ = victim.Close()
		}
		if ok {
			return c, nil
		}
		_ = connection.Close()
	}
}

// take counts a connection and returns the one that must be closed for it, if any. It is not
// counted if all others are busy.
func (b *bounded) take(c *counted) (victim *counted, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.open) >= b.limit {
		i := slices.IndexFunc(b.open, func(other *counted) bool { return other.answering == 0 })
		if i < 0 {
			return nil, false
		}
		victim = b.open[i]
		b.open = slices.Delete(b.open, i, i+1)
	}
	b.open = append(b.open, c)
	return victim, true
}

// counted is a connection that is counted until it is closed.
type counted struct {
	net.Conn
	from      *bounded
	answering int // requests, protected by from.mu
}

// Close implements net.Conn.
func (c *counted) Close() error {
	c.from.mu.Lock()
	if i := slices.Index(c.from.open, c); i >= 0 {
		c.from.open = slices.Delete(c.from.open, i, i+1)
	}
	c.from.mu.Unlock()
	return c.Conn.Close()
}

// answer adds to the number of requests being answered on the connection.
func (c *counted) answer(by int) {
	c.from.mu.Lock()
	defer c.from.mu.Unlock()
	c.answering += by
}

// connectionKey is the key of a request's connection in its context.
type connectionKey struct{}

// withConnection is the ConnContext of an http.Server.
func (b *bounded) withConnection(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, c)
}

// answering counts the request on its connection, which is not closed for others until done is called.
func answering(r *http.Request) (done func()) {
	c, is := r.Context().Value(connectionKey{}).(*counted)
	if !is {
		return func() {}
	}
	c.answer(1)
	return func() { c.answer(-1) }
}
