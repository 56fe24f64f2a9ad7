package server

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

// guarded are the headers that every answer of ours has, good or bad.
var guarded = map[string]string{
	"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
	"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
}

// say sends bytes and returns the first answer and its body; nil if there is none.
func say(t *testing.T, s *Server, text string) (*http.Response, string) {
	t.Helper()
	c := dial(t, s, text)
	defer func() { _ = c.Close() }()
	_ = c.SetReadDeadline(time.Now().Add(20 * time.Second))
	answer, err := http.ReadResponse(bufio.NewReader(c), &http.Request{Method: strings.Fields(text + " GET")[0]})
	if err != nil {
		return nil, err.Error()
	}
	body, _ := io.ReadAll(answer.Body) // a client that keeps writing after a 431 may not receive all of it
	return answer, string(body)
}

// Requests written by hand: every answer has the headers against framing and sniffing, and only files
// of the page are served.
func TestWhatIsSaidByHand(t *testing.T) {
	s := start(t, Settings{Bounds: bounds{Patience: 2 * time.Second}}, methods(nil)...)
	const good, kind = "Host: localhost\r\n", "Content-Type: application/json\r\n"
	var bomb bytes.Buffer
	w := gzip.NewWriter(&bomb)
	_, _ = w.Write([]byte(`{"text":"` + strings.Repeat("x", 1<<20) + `"}`))
	_ = w.Close()
	for _, test := range []struct {
		text   string
		status int
		theirs bool // answered by net/http before our handler
	}{
		{"GET / HTTP/1.1\r\n" + good + "\r\n", 200, false},
		{"GET / HTTP/1.0\r\n" + good + "\r\n", 200, false},
		{"HEAD / HTTP/1.0\r\n" + good + "\r\n", 200, false},
		{"GET / HTTP/1.0\r\n\r\n", 421, false},
		{"GET / HTTP/1.1\r\n\r\n", 400, true},
		{"GET / HTTP/1.1\r\n" + good + "Host: evil.example\r\n\r\n", 400, true},
		{"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421, false},
		{"GET / HTTP/1.1\r\nHost: localhost@evil.example\r\n\r\n", 400, true},
		{"GET / HTTP/1.1\r\nHost: localhost.\r\n\r\n", 421, false},
		{"GET http://evil.example/ HTTP/1.1\r\n" + good + "\r\n", 421, false},
		{"GET http://evil.example@localhost/ HTTP/1.1\r\n" + good + "\r\n", 200, false}, // whom it names is us
		{"GET file:///etc/passwd HTTP/1.1\r\n" + good + "\r\n", 404, false},
		{"CONNECT evil.example:443 HTTP/1.1\r\n" + good + "\r\n", 421, false},
		{"OPTIONS * HTTP/1.1\r\n" + good + "\r\n", 404, false},
		{"OPTIONS / HTTP/1.1\r\n" + good + "\r\n", 405, false},
		{"PUT /js/app.js HTTP/1.1\r\n" + good + "Content-Length: 1\r\n\r\nx", 405, false},
		{"TRACE / HTTP/1.1\r\n" + good + "\r\n", 405, false},
		{"GET /../../etc/passwd HTTP/1.1\r\n" + good + "\r\n", 404, false},
		{"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + good + "\r\n", 404, false},
		{"GET /..%5c..%5cgo.mod HTTP/1.1\r\n" + good + "\r\n", 404, false},
		{"GET /js/%00 HTTP/1.1\r\n" + good + "\r\n", 404, false},
		{"GET //js/app.js HTTP/1.1\r\n" + good + "\r\n", 404, false},
		{"GET /js/app.js%00.css HTTP/1.1\r\n" + good + "\r\n", 404, false},
		{"GET /js/app.js HTTP/1.1\r\n" + good + "Range: bytes=0-0,1-1,2-2,3-3\r\n\r\n", 200, false}, // the whole
		{"GET / HTTP/1.1\r\n" + good + "Origin: null\r\n\r\n", 403, false},
		{"GET / HTTP/1.1\r\n" + good + "X: " + strings.Repeat("x", 64<<10) + "\r\n\r\n", 431, true},
		{"GET / HTTP/1.1\r\n" + good + strings.Repeat("X: y\r\n", 20_000) + "\r\n", 431, true},
		{"POST /api/v1/echo HTTP/1.1\r\n" + good + kind + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ", 400, true},
		{"POST /api/v1/echo HTTP/1.1\r\n" + good + kind + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 200, false},
		{"POST /api/v1/echo HTTP/1.1\r\n" + good + kind + "Transfer-Encoding: chunked\r\n\r\n" + strings.Repeat("8000\r\n"+strings.Repeat(" ", 0x8000)+"\r\n", 40), 413, false},
		{"POST /api/v1/echo HTTP/1.1\r\n" + good + kind + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}", 408, false},
		{"POST /api/v1/echo HTTP/1.1\r\n" + good + kind + "Transfer-Encoding: gzip\r\n\r\n", 501, true},
		{"POST /api/v1/echo HTTP/1.1\r\n" + good + kind + "Content-Encoding: gzip\r\nContent-Length: " + strconv.Itoa(bomb.Len()) + "\r\n\r\n" + bomb.String(), 415, false},
		{"POST /api/v1/echo HTTP/1.1\r\n" + good + kind + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}", 100, true},
		{"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400, true}, // a TLS client
		{"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 421, false},
	} {
		answer, body := say(t, s, test.text)
		if answer == nil || answer.StatusCode != test.status {
			t.Errorf("%.200q: %+v %.200s", test.text, answer, body)
			continue
		}
		for name, value := range guarded {
			if !test.theirs && answer.Header.Get(name) != value {
				t.Errorf("%.200q: %s is %q", test.text, name, answer.Header.Get(name))
			}
		}
		if kind := answer.Header.Get("Content-Type"); test.theirs && body != "" && !strings.HasPrefix(kind, "text/plain") {
			t.Errorf("%.200q: a body of kind %q", test.text, kind)
		}
		if strings.Contains(body, "root:") || strings.Contains(body, "module alfiere") || answer.Header.Get("Set-Cookie") != "" {
			t.Errorf("%.200q: %v %.200s", test.text, answer.Header, body)
		}
	}
}

// A thousand silent connections are closed and do not keep out later clients.
func TestAThousandIdleConnections(t *testing.T) {
	const patience = 300 * time.Millisecond
	s := start(t, Settings{Bounds: bounds{Patience: patience}}, methods(nil)...)
	leavesNothing(t, func() {
		var idle []net.Conn
		for range 1000 {
			c, err := net.Dial("tcp", s.listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			idle = append(idle, c)
		}
		for i, c := range idle {
			_ = c.SetReadDeadline(time.Now().Add(20 * time.Second))
			if _, err := io.Copy(io.Discard, c); isTimeout(err) {
				t.Fatalf("connection %d is still there", i)
			}
			_ = c.Close()
		}
	})
	if answer, _ := ask(t, "GET", s.URL(), ""); answer.StatusCode != http.StatusOK {
		t.Errorf("afterwards: %d", answer.StatusCode)
	}
}
