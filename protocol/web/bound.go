package web

import (
	"net"
	"net/netip"
	"sync"
)

// clientOf is by what clients are counted: their address, of IPv6 the part that a provider
// gives to one customer.
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

// counter counts what clients have at once.
type counter struct {
	all, each int // the bounds
	mu        sync.Mutex
	sum       int
	of        map[string]int
}

// take counts one more, if the bounds allow it. Then release must be called once.
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

// bounded is a listener that closes connections of which there are too many.
type bounded struct {
	net.Listener
	clients counter
}

// Accept implements net.Listener.
func (b *bounded) Accept() (net.Conn, error) {
	for {
		connection, err := b.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if release, ok := b.clients.take(clientOf(connection.RemoteAddr().String())); ok {
			return &counted{connection, release}, nil
		}
		_ = connection.Close()
	}
}

// counted is a connection that is counted until it is closed.
type counted struct {
	net.Conn
	release func()
}

// Close implements net.Conn.
func (c *counted) Close() error {
	defer c.release()
	return c.Conn.Close()
}
