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

// Settings say where a server listens and whom it answers.
type Settings struct {
	Listen   string           // HOST:PORT; port 0 is any that is free
	Password string           // without one it listens to this machine only
	Names    []string         // by which others call this machine, besides its addresses and "localhost"
	TLS      *tls.Certificate // nil for plain HTTP
	Tell     func(text string)
	Bounds   bounds // the zero value stands for usual ones
}

// mostFiles is how many requests of more than api.UsualBody bytes are taken at once.
const mostFiles = 4

// Server serves the workbench at one address.
type Server struct {
	settings Settings
	service  *api.Service
	page     *page
	names    names
	guesses  guesses
	requests counter
	files    counter // requests of more than the usual length, which are held in memory
	listener *bounded
}

// Listen begins to listen; nobody is answered before Serve. It refuses to be heard beyond
// this machine without a password. The page's files are read at once.
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

// URL is where the page is.
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

// farewell is how long requests have to end when the server does.
const farewell = 2 * time.Second

// Serve answers until the context ends, which ends all requests, too.
func (s *Server) Serve(ctx context.Context) error {
	working, end := context.WithCancelCause(context.WithoutCancel(ctx))
	defer end(nil)
	patience := s.settings.Bounds.Patience
	var protocols http.Protocols
	protocols.SetHTTP1(true) // of HTTP/2 we need nothing, and its streams would want bounds of their own
	server := &http.Server{Handler: s, Protocols: &protocols, ReadHeaderTimeout: patience, IdleTimeout: 4 * patience,
		MaxHeaderBytes: 16 << 10, ConnContext: s.listener.withConnection,
		BaseContext: func(net.Listener) context.Context { return working },
		ErrorLog:    log.New(teller(s.settings.Tell), "", 0)}
	server.DisableGeneralOptionsHandler = true // that of "OPTIONS *" waits for a body without end
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
	if stop() { // it ended by itself
		_ = server.Close()
		return err
	}
	<-ended
	return nil
}

// Close stops listening; who serves needs it not.
func (s *Server) Close() error { return s.listener.Close() }

// teller makes a writer of a function that takes lines.
type teller func(string)

// Write implements io.Writer.
func (t teller) Write(line []byte) (int, error) {
	t(string(line))
	return len(line), nil
}
