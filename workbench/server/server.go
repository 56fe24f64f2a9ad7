package server

import (
	"context"
	"crypto/tls"
	"fmt"
	"io/fs"
	"log"
	"net"
	"net/http"
	"time"

	"alfiere/workbench/api"
)

// Settings are the address of a server and the clients that it answers.
type Settings struct {
	Listen   string           // HOST:PORT; port 0 is any that is free
	Password string           // without one it listens on this machine only
	Names    []string         // further names of this machine, besides its addresses and "localhost"
	TLS      *tls.Certificate // nil for plain HTTP
	Tell     func(text string)
	Bounds   bounds // zero fields have defaults
}

// mostFiles is the maximum number of simultaneous requests of more than api.UsualBody bytes.
const mostFiles = 4

// Server serves the workbench at one address.
type Server struct {
	settings Settings
	service  *api.Service
	page     *page
	names    names
	guesses  guesses
	requests counter
	files    counter // requests longer than api.UsualBody, which are held in memory
	listener *bounded
}

// Listen opens the listener; requests are answered by Serve. Without a password it refuses to listen
// beyond this machine. It reads the page's files at once.
func Listen(settings Settings, service *api.Service, files fs.FS) (*Server, error) {
	settings.Bounds = settings.Bounds.usual()
	if settings.Tell == nil {
		settings.Tell = func(string) {}
	}
	read, err := readPage(files)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", settings.Listen)
	if err != nil {
		return nil, err
	}
	near := listener.Addr().(*net.TCPAddr).IP.IsLoopback()
	if !near && settings.Password == "" {
		_ = listener.Close()
		return nil, fmt.Errorf("%s: set a password to listen beyond this machine", settings.Listen)
	}
	b := settings.Bounds
	return &Server{settings: settings, service: service, page: read,
		names: newNames(near, settings.Names), guesses: newGuesses(b),
		requests: counter{all: b.Requests, each: b.ClientRequests},
		files:    counter{all: mostFiles, each: mostFiles},
		listener: newBounded(listener, b.Connections, b.ClientConnections)}, nil
}

// URL returns the address of the page.
func (s *Server) URL() string {
	scheme := "http"
	if s.settings.TLS != nil {
		scheme = "https"
	}
	address := s.listener.Addr().(*net.TCPAddr)
	if address.IP.IsUnspecified() {
		return fmt.Sprintf("%s://localhost:%d/", scheme, address.Port)
	}
	return scheme + "://" + address.String() + "/"
}

// farewell is how long requests may take to end at shutdown.
const farewell = 2 * time.Second

// Serve answers requests until the context ends, which ends all requests, too.
func (s *Server) Serve(ctx context.Context) error {
	working, end := context.WithCancelCause(context.WithoutCancel(ctx))
	defer end(nil)
	patience := s.settings.Bounds.Patience
	var protocols http.Protocols
	protocols.SetHTTP1(true) // HTTP/2 is not needed, and its streams would need limits of their own
	server := &http.Server{Handler: s, Protocols: &protocols, ReadHeaderTimeout: patience, IdleTimeout: 4 * patience,
		MaxHeaderBytes: 16 << 10, ConnContext: s.listener.withConnection,
		BaseContext: func(net.Listener) context.Context { return working },
		ErrorLog:    log.New(teller(s.settings.Tell), "", 0)}
	server.DisableGeneralOptionsHandler = true // the one for "OPTIONS *" waits for a body without a limit
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		end(api.ErrEnding)
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
		defer cancel()
		if server.Shutdown(late) != nil {
			_ = server.Close()
		}
	})
	var err error
	if s.settings.TLS != nil {
		server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{*s.settings.TLS}, MinVersion: tls.VersionTLS12}
		err = server.ServeTLS(s.listener, "", "")
	} else {
		err = server.Serve(s.listener)
	}
	if stop() { // it has ended by itself
		_ = server.Close()
		return err
	}
	<-ended
	return nil
}

// Close stops listening. It is not needed after Serve.
func (s *Server) Close() error { return s.listener.Close() }

// teller is a writer that passes lines to a function.
type teller func(string)

// Write implements io.Writer.
func (t teller) Write(line []byte) (int, error) {
	t(string(line))
	return len(line), nil
}
