package server

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// bounds limit what clients may use. Zero fields have their default values.
type bounds struct {
	Connections       int           // at once
	ClientConnections int           // at once, per address
	Requests          int           // being answered
	ClientRequests    int           // being answered, per address
	Patience          time.Duration // with a client that sends or reads slowly
	GuessPause        time.Duration // after a wrong password, once an address has sent several
}

// usual fills in the defaults of zero fields.
func (b bounds) usual() bounds {
	for _, field := range []struct {
		value *int
		usual int
	}{{&b.Connections, 1024}, {&b.ClientConnections, 256}, {&b.Requests, 512}, {&b.ClientRequests, 256}} {
		if *field.value == 0 {
			*field.value = field.usual
		}
	}
	if b.Patience == 0 {
		b.Patience = 15 * time.Second
	}
	if b.GuessPause == 0 {
		b.GuessPause = time.Second
	}
	return b
}

// clientOf returns the key by which clients are counted: their address, or for IPv6 the prefix that
// a provider gives to one customer.
func clientOf(address string) string {
	host, err := netip.ParseAddrPort(address)
	if err != nil {
		return address
	}
	ip := host.Addr().Unmap().WithZone("")
	if ip.Is6() {
		if net, err := ip.Prefix(64); err == nil {
			return net.String()
		}
	}
	return ip.String()
}

// counter counts what clients use at once.
type counter struct {
	all, each int // the bounds
	mu        sync.Mutex
	sum       int
	of        map[string]int
}

// take counts one more if the bounds allow it. In that case release must be called once.
func (c *counter) take(client string) (release func(), ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sum >= c.all || c.of[client] >= c.each {
		return nil, false
	}
	if c.of == nil {
		c.of = map[string]int{}
	}
	c.sum++
	c.of[client]++
	return sync.OnceFunc(func() { c.give(client) }), true
}

func (c *counter) give(client string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sum--
	if c.of[client]--; c.of[client] == 0 {
		delete(c.of, client)
	}
}

// bounded is a listener that limits its open connections. If there are too many, it closes the
// oldest idle one: of the same address if that address has too many. So a client that only holds
// connections open keeps nobody out, not even others at its own address.
type bounded struct {
	net.Listener
	all, each int

	mu   sync.Mutex
	open []*counted // the oldest first
}

func newBounded(l net.Listener, all, each int) *bounded {
	return &bounded{Listener: l, all: all, each: each}
}

// Accept implements net.Listener.
func (b *bounded) Accept() (net.Conn, error) {
	for {
		connection, err := b.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &counted{Conn: connection, client: clientOf(connection.RemoteAddr().String()), from: b}
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
	of := 0
	for _, other := range b.open {
		if other.client == c.client {
			of++
		}
	}
	if of >= b.each || len(b.open) >= b.all {
		i := slices.IndexFunc(b.open, func(other *counted) bool {
			return other.answering == 0 && (of < b.each || other.client == c.client)
		})
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
	client    string
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
	if secure, is := c.(*tls.Conn); is {
		c = secure.NetConn()
	}
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
