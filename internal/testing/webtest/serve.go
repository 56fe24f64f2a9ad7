package webtest

import (
	"context"
	"io/fs"
	"sync"
	"testing"
	"time"

	"alfiere/internal/testing/must"

	"alfiere/workbench/api"
	"alfiere/workbench/server"
)

// Serve serves a page, with further methods besides those of every service, until the end of the test,
// and returns its address.
func Serve(t testing.TB, files fs.FS, methods ...api.Method) string {
	t.Helper()
	return Begin(t, "127.0.0.1:0", files, methods...).URL
}

// Server is a server that may be stopped before its test ends.
type Server struct {
	URL string
	end func()
}

// Begin serves at an address of this machine, such as "127.0.0.1:0".
func Begin(t testing.TB, listen string, files fs.FS, methods ...api.Method) *Server {
	t.Helper()
	service := must.Get(api.New(2, 16, methods...))(t)
	var serving *server.Server
	var err error
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		serving, err = server.Listen(server.Settings{Listen: listen, Tell: func(text string) { t.Log(text) }}, service, files)
		if err == nil || time.Now().After(end) { // another program may hold the port for a moment
			break
		}
	}
	must.Do(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- serving.Serve(ctx) }()
	s := &Server{URL: serving.URL(), end: sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})}
	t.Cleanup(s.End)
	return s
}

// End stops the server and all its requests.
func (s *Server) End() { s.end() }
