// Package natsnet implements the transport of a broker with NATS: connections for engines and workers,
// a server for users without one, and a queue of tasks.
package natsnet

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"alfiere/council/broker"
)

// Times of a connection.
const (
	connectTimeout = 3 * time.Second
	reconnectWait  = 100 * time.Millisecond
	pingInterval   = 2 * time.Second // a broker that misses two is lost
	flushTimeout   = time.Second
	maxPending     = 4096 // messages waiting for one subscription
)

// Access describes how a connection, or the server, is protected. All fields may be empty.
type Access struct {
	User, Password string
	Token          string
	Credentials    string // a file of NATS's decentralised accounts; not for the server
	CA             string // a file of certificates that verify the other side
	Cert, Key      string // files of this side's certificate and its key
}

// ErrAbsent is wrapped by the error of Connect if no broker answers.
var ErrAbsent = errors.New("no broker answers")

// Connection is a connection to NATS. It reconnects whenever it breaks; until then nothing can be sent.
type Connection struct {
	nats   *nats.Conn
	js     jetstream.JetStream
	closed chan struct{}
}

// Connect connects to the broker at a URL such as nats://127.0.0.1:4222, as a client of that name, and retries for the
// time wait. It calls tell with a line when the connection breaks and when it is restored. The error is a readable
// explanation.
func Connect(url, name string, access *Access, wait time.Duration, tell func(line string)) (*Connection, error) {
	options, err := access.clientOptions()
	if err != nil {
		return nil, err
	}
	c, err := open(url, append(options, nats.Name(name), nats.Timeout(connectTimeout), nats.PingInterval(pingInterval),
		nats.MaxPingsOutstanding(2), nats.RetryOnFailedConnect(wait > 0),
		nats.MaxReconnects(-1), nats.ReconnectWait(reconnectWait), nats.ReconnectJitter(reconnectWait/2, reconnectWait),
		nats.ReconnectBufSize(-1),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				tell(fmt.Sprintf("the connection to the broker is lost: %v", err))
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { tell("the connection to the broker is restored") }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { tell(err.Error()) }))...)
	if err != nil {
		return nil, explain(url, err)
	}
	connected, end := c.reconnected()
	defer end()
	if !c.nats.IsConnected() {
		select {
		case <-connected:
		case <-c.closed: // the broker rejects the client
		case <-time.After(wait):
		}
	}
	if !c.nats.IsConnected() {
		err = cmp.Or(c.nats.LastError(), nats.ErrNoServers)
		c.nats.Close()
		return nil, explain(url, err)
	}
	return c, nil
}

// open opens a connection, which may still be retrying.
func open(url string, options ...nats.Option) (*Connection, error) {
	c := &Connection{closed: make(chan struct{})}
	var err error
	c.nats, err = nats.Connect(url, append(options, nats.ClosedHandler(func(*nats.Conn) { close(c.closed) }))...)
	if err != nil {
		return nil, err
	}
	c.js, err = jetstream.New(c.nats, jetstream.WithDefaultTimeout(apiTimeout),
		jetstream.WithPublishAsyncTimeout(apiTimeout), jetstream.WithPublishAsyncMaxPending(maxUnsettled))
	return c, err
}

// reconnected returns a channel that reports when the connection is restored, until end is called.
func (c *Connection) reconnected() (restored <-chan nats.Status, end func()) {
	listener := c.nats.StatusChanged(nats.CONNECTED)
	return listener, func() { c.nats.RemoveStatusListener(listener) }
}

// clientOptions returns the options of a client with the access.
func (a *Access) clientOptions() (options []nats.Option, err error) {
	if a.User != "" {
		options = append(options, nats.UserInfo(a.User, a.Password))
		if !strings.ContainsAny(a.User, ".*> \t\r\n") { // a broker can allow each user only its own inbox
			options = append(options, nats.CustomInboxPrefix("_INBOX."+a.User))
		}
	}
	if a.Token != "" {
		options = append(options, nats.Token(a.Token))
	}
	if a.Credentials != "" {
		if _, err := os.Stat(a.Credentials); err != nil {
			return nil, err
		}
		options = append(options, nats.UserCredentials(a.Credentials))
	}
	if a.CA == "" && a.Cert == "" {
		return options, nil
	}
	config, authorities, err := a.tls()
	if err != nil {
		return nil, err
	}
	config.RootCAs = authorities
	return append(options, nats.Secure(config)), nil
}

// tls returns the configuration with this side's certificate, if there is one, and the certificates of the file CA that
// verify the other side. Without such a file they are nil, which means the system's.
func (a *Access) tls() (config *tls.Config, authorities *x509.CertPool, err error) {
	config = &tls.Config{MinVersion: tls.VersionTLS12}
	if a.CA != "" {
		text, err := os.ReadFile(a.CA)
		if err != nil {
			return nil, nil, err
		}
		authorities = x509.NewCertPool()
		if !authorities.AppendCertsFromPEM(text) {
			return nil, nil, fmt.Errorf("%s: the file contains no certificate", a.CA)
		}
	}
	if a.Cert != "" {
		pair, err := tls.LoadX509KeyPair(a.Cert, a.Key)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", a.Cert, err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, authorities, nil
}

// Redact returns a URL without user and password.
func Redact(url string) string {
	scheme, rest, found := strings.Cut(url, "://")
	if i := strings.LastIndexByte(rest, '@'); found && i >= 0 {
		return scheme + "://" + rest[i+1:]
	}
	return url
}

// explain returns a readable error of a connection.
func explain(url string, err error) error {
	url = Redact(url)
	var verification *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var network *net.OpError
	switch {
	case errors.Is(err, nats.ErrNoServers):
		return fmt.Errorf("%s: %w", url, ErrAbsent)
	case errors.Is(err, nats.ErrTimeout), errors.As(err, &network) && network.Timeout(), // also of TLS
		// A server too busy to welcome a client in two seconds sends a PING first, which the client does not expect.
		strings.Contains(err.Error(), "got 'PING'"):
		return fmt.Errorf("%s: %w: %w", url, ErrAbsent, err)
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked):
		return fmt.Errorf("%s: the broker rejects the user, password or token: %w", url, err)
	case errors.Is(err, nats.ErrSecureConnWanted), errors.As(err, &record):
		return fmt.Errorf("%s: the broker does not use TLS: %w", url, err)
	case errors.Is(err, nats.ErrSecureConnRequired), errors.As(err, &verification):
		return fmt.Errorf("%s: TLS: the broker's certificate is not trusted (set --ca to a file of trusted "+
			"certificates): %w", url, err)
	case errors.Is(err, nats.ErrNoInfoReceived), errors.Is(err, nats.ErrJsonParse):
		return fmt.Errorf("%s: the server is not a broker: %w", url, err)
	case errors.Is(err, nats.ErrTLS), errors.As(err, &network) && network.Op == "remote error": // a TLS alert
		return fmt.Errorf("%s: TLS failed; the broker may require a client certificate that it trusts: %w", url, err)
	case errors.As(err, &network):
		return fmt.Errorf("%s: %w: %w", url, ErrAbsent, err)
	}
	return fmt.Errorf("%s: %w", url, err)
}

// Publish implements broker.Transport.
func (c *Connection) Publish(subject, replies string, data []byte) error {
	if replies == "" {
		return c.nats.Publish(subject, data)
	}
	return c.nats.PublishRequest(subject, replies, data)
}

// Subscribe implements broker.Transport.
func (c *Connection) Subscribe(subject string, handle func(broker.Message)) (cancel func(), err error) {
	subscription, err := c.nats.Subscribe(subject, func(m *nats.Msg) {
		handle(broker.Message{Subject: m.Subject, Data: m.Data, Nobody: len(m.Data) == 0 && m.Header.Get("Status") == "503"})
	})
	if err != nil {
		return nil, err
	}
	if err = subscription.SetPendingLimits(maxPending, maxPending*broker.MaxMessage/16); err != nil {
		return nil, err
	}
	return func() { _ = subscription.Unsubscribe() }, c.nats.FlushTimeout(flushTimeout)
}

// Closed returns a channel that is closed when the connection ends for good: by Close, or because the
// broker no longer admits it.
func (c *Connection) Closed() <-chan struct{} { return c.closed }

// Err returns why the connection is closed, or nil if Close closed it.
func (c *Connection) Err() error { return c.nats.LastError() }

// Close sends pending messages and closes the connection.
func (c *Connection) Close() {
	if c.nats.IsConnected() {
		_ = c.nats.FlushTimeout(flushTimeout)
	}
	c.nats.Close()
	<-c.closed
}
