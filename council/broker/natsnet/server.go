package natsnet

import (
	"cmp"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

const (
	startPatience = 5 * time.Second
	maxPayload    = 8 << 20   // bytes of a message: an analysis of a problem may be long
	maxQueue      = 512 << 20 // bytes of all waiting tasks; a master hands out 16 MiB at a time
	// attempts, one a second, to reach a missing server of the cluster until it is reported again
	routeReports = 60
)

// Server is a NATS server in this process.
type Server struct {
	server *server.Server
	secure bool
}

// Settings are the settings of a server.
type Settings struct {
	Listen string // HOST:PORT; port 0 means any free port
	Access Access

	// Folder is for the files of JetStream, which distributes tasks. They are not needed after the
	// server has ended. "" means no JetStream, or that of Config.
	Folder string

	// Config is a configuration file of NATS for everything not set here; "" for none.
	Config string
}

// errOpen is the error for a server that would be open to anyone.
var errOpen = errors.New("to accept other machines, a broker needs a user and password, a token or clients' " +
	"certificates")

// Listen starts the server. An address other than loopback requires authentication. tell gets the
// server's warnings as lines. The error is a readable explanation.
func Listen(s *Settings, tell func(line string)) (*Server, error) {
	options, err := s.options()
	if err != nil {
		return nil, err
	}
	address := net.JoinHostPort(options.Host, strconv.Itoa(max(options.Port, 0)))
	if !isLoopback(options.Host) && !isProtected(options) {
		return nil, fmt.Errorf("%s: %w", address, errOpen)
	}
	probe, err := net.Listen("tcp", address) // the server itself does not report why this fails
	if err != nil {
		return nil, err
	}
	if err = probe.Close(); err != nil {
		return nil, err
	}
	if s.Folder != "" {
		options.JetStream, options.StoreDir, options.JetStreamMaxMemory = true, s.Folder, maxQueue
	}
	s2, err := server.NewServer(options)
	if err != nil {
		return nil, err
	}
	l := &log{tell: tell}
	s2.SetLoggerV2(l, false, false, false)
	s2.Start()
	if !s2.ReadyForConnections(startPatience) {
		s2.Shutdown()
		return nil, fmt.Errorf("%s: the broker did not start", address)
	}
	return &Server{s2, options.TLSConfig != nil}, nil
}

// options returns the settings in the server's form.
func (s *Settings) options() (*server.Options, error) {
	options := &server.Options{}
	if s.Config != "" {
		read, err := server.ProcessConfigFile(s.Config)
		if err != nil {
			return nil, err
		}
		options = read
	}
	if s.Listen != "" || options.Host == "" {
		if err := setAddress(options, s.Listen); err != nil {
			return nil, err
		}
	}
	options.NoSigs, options.MaxPayload = true, max(options.MaxPayload, maxPayload)
	options.ServerName = cmp.Or(options.ServerName, "alfiere")
	options.ReconnectErrorReports = cmp.Or(options.ReconnectErrorReports, routeReports)
	if options.PingInterval == 0 {
		options.PingInterval, options.MaxPingsOut = pingInterval, 5
	}
	a := &s.Access
	if a.User != "" {
		options.Username, options.Password = a.User, a.Password
	}
	if a.Token != "" {
		options.Authorization = a.Token
	}
	if a.Cert == "" {
		return options, nil
	}
	config, authorities, err := a.tls()
	if err != nil {
		return nil, err
	}
	if config.ClientCAs = authorities; authorities != nil {
		config.ClientAuth = tls.RequireAndVerifyClientCert
	}
	options.TLSConfig, options.TLS, options.TLSVerify, options.TLSTimeout = config, true, authorities != nil, 2
	return options, nil
}

// setAddress sets HOST:PORT; the default is NATS's port on this machine only.
func setAddress(options *server.Options, listen string) error {
	if listen == "" {
		options.Host = "127.0.0.1"
		return nil
	}
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return err
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return fmt.Errorf("%s: the port must be a number up to 65535", listen)
	}
	options.Host, options.Port = cmp.Or(host, "0.0.0.0"), int(number)
	if number == 0 {
		options.Port = server.RANDOM_PORT
	}
	return nil
}

func isLoopback(host string) bool {
	address := net.ParseIP(host)
	return host == "localhost" || address != nil && address.IsLoopback()
}

// isProtected reports whether clients must authenticate.
func isProtected(o *server.Options) bool {
	return o.Username != "" && o.Password != "" || o.Authorization != "" || len(o.Users) > 0 || len(o.Nkeys) > 0 ||
		len(o.TrustedOperators) > 0 || o.AuthCallout != nil || o.TLSVerify
}

// URL returns the address of the server for clients.
func (s *Server) URL() string {
	scheme := "nats"
	if s.secure {
		scheme = "tls"
	}
	return scheme + "://" + s.server.Addr().String()
}

// Close ends the server and waits until it has ended.
func (s *Server) Close() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

// staleAck is the server's message for each task that a worker got before a restart of the server;
// masters send these tasks again.
const staleAck = "past last stream sequence"

// log passes on the messages that users need.
type log struct{ tell func(string) }

func (l *log) Noticef(string, ...any) {}
func (l *log) Debugf(string, ...any)  {}
func (l *log) Tracef(string, ...any)  {}
func (l *log) Warnf(f string, v ...any) {
	if line := fmt.Sprintf(f, v...); !strings.Contains(line, staleAck) {
		l.tell(line)
	}
}

func (l *log) Errorf(f string, v ...any) { l.tell(fmt.Sprintf(f, v...)) }
func (l *log) Fatalf(f string, v ...any) { l.tell(fmt.Sprintf(f, v...)) }
