package server

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/workbench/api"
)

// leavesNothing checks that the test leaves no goroutines behind, and logs how much memory it holds in between.
func leavesNothing(t *testing.T, do func()) {
	t.Helper()
	goroutines, memory := runtime.NumGoroutine(), heap()
	do()
	end := time.Now().Add(2 * time.Minute)
	for runtime.NumGoroutine() > goroutines && time.Now().Before(end) {
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > goroutines {
		stacks := make([]byte, 1<<16)
		t.Errorf("%d goroutines, before %d\n%s", n, goroutines, stacks[:runtime.Stack(stacks, true)])
	}
	if now := heap(); now > memory+4<<20 {
		t.Errorf("%d bytes are held, before %d", now, memory)
	}
}

// heap returns the number of bytes in use.
func heap() uint64 {
	runtime.GC()
	runtime.GC() // the second one frees the pools
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}

// dial opens a connection and sends a text.
func dial(t *testing.T, s *Server, text string) net.Conn {
	t.Helper()
	c := must.Get(net.Dial("tcp", s.listener.Addr().String()))(t)
	must.Get(io.WriteString(c, text))(t)
	return c
}

// post returns the bytes of a request; length may differ from that of the body.
func post(s *Server, name, body string, length int) string {
	return fmt.Sprintf("POST /api/v1/%s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nAccept: text/event-stream\r\nContent-Length: %d\r\n\r\n%s",
		name, s.listener.Addr(), length, body)
}

// Clients that send a byte from time to time, or never read, cannot hold resources.
func TestSlowClientsAreSentAway(t *testing.T) {
	ended := make(chan error, 10)
	const patience = 200 * time.Millisecond
	s := start(t, Settings{Bounds: bounds{Patience: patience}}, methods(ended)...)
	leavesNothing(t, func() {
		var all sync.WaitGroup
		for _, begin := range []string{
			"", // says nothing
			"POST /api/v1/echo HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",                               // a head without end
			post(s, "echo", `{"te`, 1000),                                                             // a body that does not come
			strings.Replace(post(s, "echo", `{"te`, 1000), "HTTP/1.1", "HTTP/1.1\r\nOrigin: null", 1), // a refused one's
			strings.Replace(post(s, "echo", `{"te`, 1000), "/api/v1/echo", "/", 1),                    // a file's
			strings.Replace(post(s, "echo", "5\r\n{\"te", 0), "Content-Length: 0", "Transfer-Encoding: chunked", 1),
			strings.Replace(post(s, "echo", `{"te`, 1000), "POST /api/v1/echo", "OPTIONS *", 1),
			post(s, "echo", "{}", 2), // and then nothing more
		} {
			all.Go(func() {
				c := dial(t, s, begin)
				defer func() { _ = c.Close() }()
				go func() {
					for range 100 {
						if _, err := io.WriteString(c, " "); err != nil {
							return
						}
						time.Sleep(patience / 4)
					}
				}()
				_ = c.SetReadDeadline(time.Now().Add(2 * time.Minute))
				if _, err := io.Copy(io.Discard, c); errors.Is(err, context.DeadlineExceeded) || isTimeout(err) {
					t.Errorf("the connection of %q is still there", begin)
				}
			})
		}
		c := dial(t, s, post(s, "flood", "{}", 2)) // asks for much and reads nothing
		defer func() { _ = c.Close() }()
		select {
		case <-ended:
		case <-time.After(2 * time.Minute):
			t.Error("who does not read keeps the server at work")
		}
		all.Wait()
	})
}

func isTimeout(err error) bool {
	var n net.Error
	return errors.As(err, &n) && n.Timeout()
}

// Two hundred tabs request heavy work at once: each gets its place in the queue, and when they are
// closed nothing of them is left.
func TestTwoHundredTabs(t *testing.T) {
	const tabs = 200
	service, err := api.New(2, tabs, methods(nil)...)
	must.Do(t, err)
	s := startService(t, Settings{}, service)
	leavesNothing(t, func() {
		var connections [tabs]net.Conn
		var all sync.WaitGroup
		for i := range connections {
			connections[i] = dial(t, s, post(s, "hold", "{}", 2))
			all.Go(func() {
				r := bufio.NewReader(connections[i])
				for line := ""; !strings.HasPrefix(line, "event: "); {
					var err error
					if line, err = r.ReadString('\n'); err != nil {
						t.Errorf("tab %d: %v", i, err)
						return
					}
				}
			})
		}
		all.Wait()
		for _, c := range connections {
			_ = c.Close()
		}
	})
	c := dial(t, s, post(s, "hold", "{}", 2))
	defer func() { _ = c.Close() }()
	_ = c.SetReadDeadline(time.Now().Add(2 * time.Minute))
	r := bufio.NewReader(c)
	for line := ""; line != "event: progress\n"; { // it runs at once
		if line, err = r.ReadString('\n'); err != nil || line == "event: waiting\n" {
			t.Fatalf("after the tabs: %q, %v", line, err)
		}
	}
}

func TestTheBoundOfRequestsHolds(t *testing.T) {
	s := start(t, Settings{Bounds: bounds{Requests: 2}}, methods(nil)...)
	leavesNothing(t, func() {
		var held []net.Conn
		for range 2 {
			c := dial(t, s, post(s, "wait", "{}", 2))
			if line, err := bufio.NewReader(c).ReadString('\n'); err != nil || !strings.Contains(line, "200") {
				t.Fatalf("%q %v", line, err)
			}
			held = append(held, c)
		}
		if answer, text := ask(t, "POST", s.URL()+"api/v1/echo", "{}"); answer.StatusCode != http.StatusServiceUnavailable || !strings.Contains(text, "too many requests") {
			t.Errorf("%d %s", answer.StatusCode, text)
		}
		if answer, _ := ask(t, "GET", s.URL(), ""); answer.StatusCode != http.StatusOK {
			t.Errorf("files: %d", answer.StatusCode)
		}
		for _, c := range held {
			_ = c.Close()
		}
	})
	if answer, _ := ask(t, "POST", s.URL()+"api/v1/echo", "{}"); answer.StatusCode != http.StatusOK {
		t.Errorf("afterwards: %d", answer.StatusCode)
	}
}

// Files are held in memory, so the number of simultaneous files is limited.
func TestFewFilesAreTakenAtOnce(t *testing.T) {
	methods := methods(nil)
	for i := range methods {
		methods[i].Body = 8 << 20
	}
	s := start(t, Settings{}, methods...)
	long := `{"text":"` + strings.Repeat("x", api.UsualBody) + `"}`
	var held []net.Conn
	for range mostFiles {
		c := dial(t, s, post(s, "wait", long, len(long)))
		if line, err := bufio.NewReader(c).ReadString('\n'); err != nil || !strings.Contains(line, "200") {
			t.Fatalf("%q %v", line, err)
		}
		held = append(held, c)
	}
	if answer, text := ask(t, "POST", s.URL()+"api/v1/echo", long); answer.StatusCode != http.StatusServiceUnavailable || !strings.Contains(text, "too many files") {
		t.Errorf("one more: %d %.100s", answer.StatusCode, text)
	}
	if answer, _ := ask(t, "POST", s.URL()+"api/v1/echo", "{}"); answer.StatusCode != http.StatusOK {
		t.Errorf("a short one: %d", answer.StatusCode)
	}
	for _, c := range held {
		_ = c.Close()
	}
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if answer, text := ask(t, "POST", s.URL()+"api/v1/echo", long); answer.StatusCode == http.StatusOK {
			break
		} else if time.Now().After(end) {
			t.Fatalf("afterwards: %d %.100s", answer.StatusCode, text)
		}
	}
}

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
	_ = c.SetReadDeadline(time.Now().Add(2 * time.Minute))
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
			c := must.Get(net.Dial("tcp", s.listener.Addr().String()))(t)
			idle = append(idle, c)
		}
		for i, c := range idle {
			_ = c.SetReadDeadline(time.Now().Add(2 * time.Minute))
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
