package server

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/internal/work"
	"alfiere/workbench/api"
)

// question is the body of the test methods.
type question struct {
	Text string `json:"text"`
}

// methods returns a method of each kind: one answers, one reports progress and waits for its end, one
// is refused, one panics.
func methods(ended chan<- error) []api.Method {
	wait := api.Define("wait", func(ctx context.Context, _ *question, emit api.Emit) (any, error) {
		emit(api.Progress, map[string]int{"done": 1})
		<-ctx.Done()
		if ended != nil {
			ended <- context.Cause(ctx)
		}
		return nil, context.Cause(ctx)
	})
	hold := wait
	hold.Name, hold.Heavy = "hold", true
	return []api.Method{wait, hold,
		api.Define("echo", func(_ context.Context, q *question, emit api.Emit) (any, error) {
			emit(api.Partial, q)
			return q, nil
		}),
		api.Appending(api.Define("append", func(_ context.Context, q *question, emit api.Emit) (any, error) {
			emit(api.Partial, q)
			emit(api.Progress, q)
			emit(api.Partial, []int{5})
			return q, nil
		})),
		api.Define("flood", func(ctx context.Context, q *question, emit api.Emit) (any, error) {
			for ctx.Err() == nil {
				emit(api.Partial, strings.Repeat("x", 1<<16))
			}
			if ended != nil {
				ended <- ctx.Err()
			}
			return nil, ctx.Err()
		}),
		api.Define("refuse", func(context.Context, *question, api.Emit) (any, error) {
			return nil, &api.Fault{Code: api.NotFound, Message: "it is not here", Field: "text"}
		}),
		api.Define("fall below", func(context.Context, *question, api.Emit) (any, error) {
			var g work.Group
			g.Go(func() { panic("fallen below") })
			g.Wait()
			return nil, nil
		}),
		api.Define("fall", func(context.Context, *question, api.Emit) (any, error) { panic("fallen") }),
	}
}

// files is a page.
var files = fstest.MapFS{
	"index.html": {Data: []byte("<!doctype html><title>page</title>" + strings.Repeat(" ", 1000))},
	"js/app.js":  {Data: []byte("export {}\n")},
	"a.js":       {Data: []byte("export {}\n")}, // a bundle
	"a.js.map":   {Data: []byte("{}\n")},
}

// start starts a server that ends with the test.
func start(t testing.TB, settings Settings, methods ...api.Method) *Server {
	t.Helper()
	service := must.Get(api.New(2, 4, methods...))(t)
	return startService(t, settings, service)
}

// startService starts a server of a service; it ends with the test.
func startService(t testing.TB, settings Settings, service *api.Service) *Server {
	t.Helper()
	if settings.Listen == "" {
		settings.Listen = "127.0.0.1:0"
	}
	server := must.Get(Listen(settings, service, files))(t)
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	return server
}

// ask sends a request; header is pairs. The client keeps no connections.
func ask(t testing.TB, method, url, body string, header ...string) (*http.Response, string) {
	t.Helper()
	r := must.Get(http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body)))(t)
	r.Close = true
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(header); i += 2 {
		if r.Header.Set(header[i], header[i+1]); header[i] == "Host" {
			r.Host = header[i+1]
		}
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	must.Do(t, err)
	defer func() { _ = answer.Body.Close() }()
	text := must.Get(io.ReadAll(answer.Body))(t)
	return answer, string(text)
}

func TestRequestsAreAnswered(t *testing.T) {
	var reported bytes.Buffer
	s := start(t, Settings{Tell: func(text string) { reported.WriteString(text) }}, methods(nil)...)
	for _, test := range []struct {
		method, path, body string
		header             []string
		status             int
		says               string
	}{
		{"POST", "api/v1/echo", `{"text":"e4"}`, nil, 200, `{"text":"e4"}` + "\n"},
		{"POST", "api/v1/echo", `{"text":"e4"}`, []string{"Accept", "text/event-stream"}, 200,
			"event: partial\ndata: {\"text\":\"e4\"}\n\nevent: result\ndata: {\"text\":\"e4\"}\n\n"},
		{"POST", "api/v1/append", `{"text":"e4"}`, nil, 200, `{"partials":[{"text":"e4"},[5]],"text":"e4"}` + "\n"},
		{"POST", "api/v1/refuse", ``, []string{"Accept", "text/event-stream"}, 200,
			"event: fault\ndata: {\"code\":\"not found\",\"message\":\"it is not here\",\"field\":\"text\"}\n\n"},
		{"POST", "api/v1/refuse", ``, nil, 404, `"field":"text"`},
		{"POST", "api/v1/echo", `{"txt":"e4"}`, nil, 400, `unknown field \"txt\"`},
		{"POST", "api/v1/none", ``, nil, 404, `there is no method`},
		{"POST", "api/v2/echo", ``, nil, 404, `requests go to /api/v1/`},
		{"POST", "api/v1/fall", ``, nil, 500, `internal error`},
		{"POST", "api/v1/fall", ``, []string{"Accept", "text/event-stream"}, 200, `internal error`},
		{"POST", "api/v1/fall%20below", ``, nil, 500, `internal error`},
		{"GET", "api/v1/echo", ``, nil, 405, `use POST`},
		{"POST", "api/v1/echo", `{}`, []string{"Content-Type", "text/plain"}, 415, `application/json`},
		{"POST", "api/v1/echo", strings.Repeat(" ", api.UsualBody+1), nil, 413, `"too long","message":"the request is longer than 1048576 bytes`},
		{"GET", "", "", nil, 200, "<!doctype html>"},
		{"GET", "js/app.js", "", nil, 200, "export {}"},
		{"HEAD", "js/app.js", "", nil, 200, ""},
		{"GET", "js/", "", nil, 404, "no such file"},
		{"GET", "play", "", []string{"Accept", "text/html,*/*"}, 303, `href="/#play"`},
		{"GET", "js/none.js", "", []string{"Accept", "text/html,*/*"}, 404, "no such file"},
		{"GET", "../../protocol/doc.go", "", nil, 404, "no such file"},
		{"GET", "js/%2e%2e/%2e%2e/doc.go", "", nil, 404, "no such file"},
		{"DELETE", "js/app.js", "", nil, 405, "use GET or HEAD"},
	} {
		answer, text := ask(t, test.method, s.URL()+test.path, test.body, test.header...)
		if answer.StatusCode != test.status || !strings.Contains(text, test.says) {
			t.Errorf("%s %s: %d %s", test.method, test.path, answer.StatusCode, text)
		}
		for _, name := range []string{"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Content-Type"} {
			if answer.Header.Get(name) == "" {
				t.Errorf("%s %s: no %s", test.method, test.path, name)
			}
		}
		if strings.HasPrefix(test.path, "api/") && answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s may be kept", test.path)
		}
	}
	if !strings.Contains(reported.String(), "fall: panic: fallen, in") || !strings.Contains(reported.String(), "fall below: panic: fallen below, in") || !strings.Contains(reported.String(), "server_test.go") {
		t.Errorf("of the panic it says %q", reported.String())
	}
}

func TestFilesAreSentAnewOnlyWhenTheyChange(t *testing.T) {
	s := start(t, Settings{})
	for _, accept := range []string{"identity", "gzip, br", "gzip;q=0"} {
		answer, text := ask(t, "GET", s.URL(), "", "Accept-Encoding", accept)
		if answer.Header.Get("Content-Encoding") == "gzip" {
			text = unpack(t, text)
		}
		if text != string(files["index.html"].Data) || (answer.Header.Get("Content-Encoding") == "gzip") != (accept == "gzip, br") {
			t.Errorf("%s: %v %q", accept, answer.Header, text)
		}
		again, text := ask(t, "GET", s.URL(), "", "Accept-Encoding", accept, "If-None-Match", answer.Header.Get("ETag"))
		if again.StatusCode != http.StatusNotModified || text != "" {
			t.Errorf("%s: %d, %d bytes", accept, again.StatusCode, len(text))
		}
	}
}

func TestBundlesNameTheirSourceMaps(t *testing.T) {
	s := start(t, Settings{})
	for name, want := range map[string]string{"a.js": "a.js.map", "js/app.js": "", "a.js.map": ""} {
		if answer, _ := ask(t, "GET", s.URL()+name, ""); answer.Header.Get("SourceMap") != want {
			t.Errorf("%s: %q", name, answer.Header.Get("SourceMap"))
		}
	}
}

func TestStreamsAreCompressedForThoseWhoTakeIt(t *testing.T) {
	s := start(t, Settings{}, methods(nil)...)
	for _, accept := range []string{"gzip, br", "identity"} {
		for _, name := range []string{"echo", "refuse"} {
			answer, text := ask(t, "POST", s.URL()+"api/v1/"+name, `{"text":"e4"}`, "Accept", "text/event-stream", "Accept-Encoding", accept)
			if packed := answer.Header.Get("Content-Encoding") == "gzip"; packed != (accept != "identity") {
				t.Errorf("%s, %s: %v", accept, name, answer.Header)
			} else if packed {
				text = unpack(t, text)
			}
			if _, plain := ask(t, "POST", s.URL()+"api/v1/"+name, `{"text":"e4"}`, "Accept", "text/event-stream"); text != plain || !strings.HasSuffix(text, "\n\n") {
				t.Errorf("%s, %s: %q, not %q", accept, name, text, plain)
			}
		}
	}
}

// unpack reads what gzip has compressed, to its end.
func unpack(t *testing.T, text string) string {
	t.Helper()
	r := must.Get(gzip.NewReader(strings.NewReader(text)))(t)
	unpacked := must.Get(io.ReadAll(r))(t)
	return string(unpacked)
}

func TestWhoClosesAStreamCancels(t *testing.T) {
	ended := make(chan error, 1)
	s := start(t, Settings{}, methods(ended)...)
	for _, accept := range []string{"text/event-stream", "application/json"} {
		ctx, stop := context.WithCancel(t.Context())
		r := must.Get(http.NewRequestWithContext(ctx, "POST", s.URL()+"api/v1/wait", strings.NewReader("{}")))(t)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", accept)
		if accept == "application/json" {
			time.AfterFunc(20*time.Millisecond, stop)
		}
		if answer, err := http.DefaultTransport.RoundTrip(r); err == nil {
			line, err := bufio.NewReader(answer.Body).ReadString('\n')
			if line != "event: progress\n" || err != nil {
				t.Errorf("%q, %v", line, err)
			}
		}
		stop()
		select {
		case err := <-ended:
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: it ended with %v", accept, err)
			}
		case <-time.After(2 * time.Minute):
			t.Fatalf("%s: it still goes on", accept)
		}
	}
}

func TestTheEndOfTheServerEndsRequests(t *testing.T) {
	service := must.Get(api.New(1, 0, methods(nil)...))(t)
	s := must.Get(Listen(Settings{Listen: "127.0.0.1:0"}, service, files))(t)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx) }()
	time.AfterFunc(50*time.Millisecond, stop)
	_, text := ask(t, "POST", s.URL()+"api/v1/wait", "{}", "Accept", "text/event-stream")
	if !strings.Contains(text, `event: fault`) || !strings.Contains(text, `{"code":"ending","message":"the server is shutting down"}`) {
		t.Errorf("the stream is %q", text)
	}
	must.Do(t, <-ended)
}

func TestCommentsAreNotServed(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a.js", "// one\nlet a = 1; // two\n  // three\n", "\nlet a = 1; // two\n\n"},
		{"a.js", "/* one */\n  /**\n   * two **/\t\nlet a = 2;\n/***/", "\n\n\nlet a = 2;\n"},
		{"a.js", "/** @type {A} */ let a = 3; /* b */\n/* c */ a++;\nlet b; /* d\n*/\n", "/** @type {A} */ let a = 3; /* b */\n/* c */ a++;\nlet b; /* d\n*/\n"},
		{"a.js", "const a = \"// b\", c = 'https://d', e = /\\/\\/ /, f = \"/* \";\ng(\" */\", `/* ${h} // */`);\n", "const a = \"// b\", c = 'https://d', e = /\\/\\/ /, f = \"/* \";\ng(\" */\", `/* ${h} // */`);\n"},
		{"a.css", "/* one\n */\na { b: url(//c); } /* two */\n  /* three */\n// four\n", "\n\na { b: url(//c); } /* two */\n\n// four\n"},
		{"a.svg", "/* one */\n", "/* one */\n"},
	} {
		if got := string(Plain(test.name, []byte(test.text))); got != test.want {
			t.Errorf("of %q it leaves %q, not %q", test.text, got, test.want)
		}
	}
}

func TestAFolderWithHashesIsServedAsItIs(t *testing.T) {
	folder := fstest.MapFS{"index.html": {}, "js/a.js": {Data: []byte("// one\n")}}
	for _, want := range []string{"\n", "// one\n"} {
		p, err := readPage(folder)
		if err != nil || string(p.files["/js/a.js"].text) != want {
			t.Errorf("%q, %v; not %q", p.files["/js/a.js"].text, err, want)
		}
		folder[PocketList] = &fstest.MapFile{}
	}
}

// TestOnlyWhatAPageBringsIsAllowedInline checks that the policy of a page has the hashes of its own scripts and style
// sheets, and that other answers allow nothing inline.
func TestOnlyWhatAPageBringsIsAllowedInline(t *testing.T) {
	script, style := "let a = 1;\n", "\nb { color: red; }"
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	p := must.Get(readPage(fstest.MapFS{"js/app.js": {}, "other.html": {},
		"index.html": {Data: []byte("<style>" + style + "</style><body><script>" + script + "</script>")}}))(t)
	for path, want := range map[string]string{
		"/": strings.NewReplacer("style-src 'self'", "style-src 'self'"+hash(style), "script-src 'self'",
			"script-src 'self'"+hash(script)).Replace(policy),
		"/other.html": policy, "/js/app.js": "", // the usual one
	} {
		answer := httptest.NewRecorder()
		p.serve(answer, httptest.NewRequest(http.MethodGet, path, nil))
		if got := answer.Header().Get("Content-Security-Policy"); got != want {
			t.Errorf("%s: the policy is\n%s\nnot\n%s", path, got, want)
		}
	}
}

func TestOtherPagesAndOtherNamesAreRefused(t *testing.T) {
	s := start(t, Settings{}, methods(nil)...)
	host := strings.TrimSuffix(strings.TrimPrefix(s.URL(), "http://"), "/")
	_, port, _ := strings.Cut(host, ":")
	for _, test := range []struct {
		method, path string
		header       []string
		status       int
	}{
		{"POST", "api/v1/echo", []string{"Host", "localhost:" + port}, 200},
		{"POST", "api/v1/echo", []string{"Host", "LOCALHOST"}, 200},
		{"POST", "api/v1/echo", []string{"Host", "[::1]:" + port}, 200},
		{"POST", "api/v1/echo", []string{"Host", "localhost:80", "Origin", "http://localhost:80"}, 200}, // by a tunnel
		{"POST", "api/v1/echo", []string{"Origin", "http://" + host, "Sec-Fetch-Site", "same-origin"}, 200},
		{"POST", "api/v1/echo", []string{"Host", "evil.example:" + port}, 421},
		{"POST", "api/v1/echo", []string{"Host", "127.0.0.1.evil.example"}, 421},
		{"POST", "api/v1/echo", []string{"Host", "192.0.2.1:" + port}, 421},
		{"POST", "api/v1/echo", []string{"Host", "evil.example:" + port, "Origin", "http://evil.example:" + port}, 421},
		{"GET", "", []string{"Host", "evil.example:" + port}, 421},
		{"POST", "api/v1/echo", []string{"Origin", "http://evil.example"}, 403},
		{"POST", "api/v1/echo", []string{"Origin", "null"}, 403},
		{"POST", "api/v1/echo", []string{"Origin", ""}, 403},
		{"POST", "api/v1/echo", []string{"Origin", "http://127.0.0.1:1"}, 403}, // another server of this machine
		{"POST", "api/v1/echo", []string{"Origin", "file://" + host}, 403},
		{"POST", "api/v1/echo", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"POST", "api/v1/echo", []string{"Sec-Fetch-Site", "same-site", "Origin", "http://" + host}, 403},
		{"GET", "js/app.js", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "script"}, 403},
		{"GET", "", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}, 403},
		{"GET", "", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, 200}, // a link
		{"POST", "", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, 403},
		{"GET", "api/v1/echo", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, 403},
		{"POST", "api/v1/echo", []string{"Content-Type", "text/plain"}, 415}, // what forms can send
		{"POST", "api/v1/echo", []string{"Content-Type", "application/x-www-form-urlencoded"}, 415},
		{"OPTIONS", "api/v1/echo", []string{"Origin", "http://evil.example", "Access-Control-Request-Method", "POST"}, 403},
	} {
		answer, text := ask(t, test.method, s.URL()+test.path, "{}", test.header...)
		if answer.StatusCode != test.status {
			t.Errorf("%s %s %q: %d, not %d: %s", test.method, test.path, test.header, answer.StatusCode, test.status, text)
		}
		for name := range answer.Header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s %s allows other pages %s", test.method, test.path, name)
			}
		}
	}
}

// Whatever loopback is called, it is taken; nothing else is, whether the system could listen there or not.
func TestOnlyLoopbackIsServed(t *testing.T) {
	for host, want := range map[string]bool{
		"127.0.0.1": true, "127.8.9.10": true, "::1": true, "::ffff:127.0.0.1": true, "localhost": true, "LocalHost": true,
		"": false, "0.0.0.0": false, "::": false, "192.0.2.1": false, "::ffff:192.0.2.1": false, "fe80::1": false, "128.0.0.1": false,
		"localhost.": false, "localhost.example": false, "127.0.0.1.example": false, "127.1": false, "evil.example": false,
	} {
		if Loopback(host) != want {
			t.Errorf("%q is taken: %v", host, !want)
		}
		if address := net.JoinHostPort(host, "80"); ours(address) != want {
			t.Errorf("the Host %q is taken: %v", address, !want)
		}
	}
	for _, listen := range []string{"0.0.0.0:0", ":0", "[::]:0"} {
		if s, err := Listen(Settings{Listen: listen}, nil, files); err == nil {
			t.Errorf("it listens at %s", s.URL())
			_ = s.Close()
		}
	}
}
