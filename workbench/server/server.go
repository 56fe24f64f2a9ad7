// Package server serves the workbench over HTTP: requests and streams of events (docs/web-api.md), and the files of the
// page. It decides who may ask, how much, and for how long. Package api answers the requests.
//
// The server must not trust other programs on this machine, nor web pages that the user visits: such a page may send
// requests to 127.0.0.1, also under a name of its own that resolves to 127.0.0.1. So every request must name us as its
// host and come from our own page. It listens on loopback addresses only.
package server

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"log"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"alfiere/workbench/api"
)

// Settings are the address of a server and what its clients may use.
type Settings struct {
	Listen string // HOST:PORT; the host is a loopback address, and port 0 is any that is free
	Tell   func(text string)
	Bounds bounds // zero fields have defaults
}

// mostFiles is the maximum number of simultaneous requests of more than api.UsualBody bytes.
const mostFiles = 4

// Server serves the workbench at one address.
type Server struct {
	settings Settings
	service  *api.Service
	page     *page
	requests chan struct{} // has one for each request that is being answered
	files    chan struct{} // of these, those longer than api.UsualBody, which are held in memory
	listener net.Listener
}

// Listen opens the listener; requests are answered by Serve. It refuses to listen beyond this machine, and reads
// the page's files at once.
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
	if !listener.Addr().(*net.TCPAddr).IP.IsLoopback() {
		_ = listener.Close()
		return nil, fmt.Errorf("%s is not a loopback address", settings.Listen)
	}
	return &Server{settings: settings, service: service, page: read,
		requests: make(chan struct{}, settings.Bounds.Requests), files: make(chan struct{}, mostFiles),
		listener: listener}, nil
}

// URL returns the address of the page.
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() + "/" }

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
		MaxHeaderBytes: 16 << 10,
		BaseContext:    func(net.Listener) context.Context { return working },
		ErrorLog:       log.New(teller(s.settings.Tell), "", 0)}
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
	err := server.Serve(s.listener)
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

// Loopback reports whether a host name or address is this machine's own and can be reached from nowhere else. An
// unknown name that resolves to our address is a sign of an attack by another page (DNS rebinding).
func Loopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && address.IsLoopback() || strings.EqualFold(host, "localhost")
}

// ours reports whether the Host of a request names this server. The port is ignored, since it may be that of a tunnel.
func ours(host string) bool {
	name := host
	if bare, _, err := net.SplitHostPort(host); err == nil {
		name = bare
	}
	return Loopback(strings.TrimSuffix(strings.TrimPrefix(name, "["), "]"))
}

// ownPage reports whether the request comes from our own page or from no browser. Other pages may only link to ours.
func ownPage(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
	default:
		return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" &&
			r.Header.Get("Sec-Fetch-Dest") == "document" && !strings.HasPrefix(r.URL.Path, apiPath)
	}
	origins, has := r.Header["Origin"]
	if !has {
		return true
	}
	origin, err := url.Parse(origins[0])
	return err == nil && len(origins) == 1 && (origin.Scheme == "http" || origin.Scheme == "https") &&
		strings.EqualFold(origin.Host, r.Host)
}

// allowed reports whether the request may be answered. If not, it sends the refusal.
func allowed(w http.ResponseWriter, r *http.Request) bool {
	if !ours(r.Host) {
		refuse(w, http.StatusMisdirectedRequest, "the request names another host than this server")
		return false
	}
	if !ownPage(r) {
		refuse(w, http.StatusForbidden, "requests from other pages are not answered")
		return false
	}
	return true
}

// bounds limit what clients may use. Zero fields have their default values.
type bounds struct {
	Requests int           // being answered
	Patience time.Duration // with a client that sends or reads slowly
}

// usual fills in the defaults of zero fields.
func (b bounds) usual() bounds {
	return bounds{cmp.Or(b.Requests, 256), cmp.Or(b.Patience, 15*time.Second)}
}
