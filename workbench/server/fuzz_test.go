package server

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/workbench/api"
)

// mutator makes requests that no well-meaning client would send.
type mutator struct {
	*rand.Rand
	methods []api.Method
	host    string
}

// texts are values of text fields, good and bad.
var texts = []string{"", " ", "#2", "2", "#32", "#33", "-1", "it", "en", "xx", "svg", "latex", "json", "popeye", "e2e4", "Nf3", "0000",
	"8/8/8/3K4/8/5nP1/5Q1b/5N1k", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1", "KKKK/////",
	"k7/8/8/8/8/8/8/QQQQQQQK b - - 99 9999", "balanced7", "noise3", "random5", "exec:/bin/sh", "program /bin/sh", "/etc/passwd", "../../go.mod",
	"1. e4 e5 2. Nf3 *", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"] 1. e4 (1. d4 (1. c4", "PMTK", "optimistic", "<script>alert(1)</script>",
	"\x00\x01", "\u202e\ufffe", strings.Repeat("9", 400), strings.Repeat("(", 3000), strings.Repeat("é", 5000)}

// value is any value of JSON.
func (m *mutator) value(depth int) any {
	switch n := m.IntN(14); {
	case n < 6:
		return texts[m.IntN(len(texts))]
	case n < 9:
		return []any{0, 1, 2, -1, 3.5, 1e9, -1e300, 64, uint64(1) << 63, m.IntN(100)}[m.IntN(10)]
	case n == 9:
		return m.IntN(2) == 0
	case n == 10:
		return nil
	case depth > 3:
		return []any{}
	case n == 11:
		object := map[string]any{}
		for range m.IntN(4) {
			object[texts[m.IntN(8)]] = m.value(depth + 1)
		}
		return object
	}
	list := make([]any, m.IntN(6))
	for i := range list {
		list[i] = m.value(depth + 1)
	}
	return list
}

// body is a request of the method, often with fields that it has.
func (m *mutator) body(method *api.Method) string {
	object := map[string]any{}
	for _, field := range method.Fields {
		if m.IntN(3) == 0 {
			object[field] = m.value(0)
		}
	}
	if m.IntN(3) == 0 { // a valid position
		for _, field := range method.Fields {
			if field == "position" || field == "text" {
				object[field] = texts[11+m.IntN(2)]
			}
		}
	}
	if m.IntN(20) == 0 {
		object["unknown"] = m.value(0)
	}
	text, err := json.Marshal(object)
	if err != nil {
		return err.Error()
	}
	if m.IntN(10) == 0 && len(text) > 0 { // no longer JSON
		text[m.IntN(len(text))] = byte(m.Uint32())
	}
	return string(text)
}

// raw is a request as bytes.
func (m *mutator) raw() string {
	method := &m.methods[m.IntN(len(m.methods))]
	body := m.body(method)
	if m.IntN(100) == 0 {
		body = strings.Repeat(body+" ", 1+2<<20/(len(body)+1))
	}
	pick := func(usual string, others ...string) string {
		if m.IntN(12) > 0 {
			return usual
		}
		return others[m.IntN(len(others))]
	}
	length := pick(fmt.Sprint(len(body)), "0", "-1", "99999999999999", "1", "x")
	text := pick("POST", "GET", "HEAD", "PUT", "OPTIONS", "", "POST POST") + " " +
		pick("/api/v1/"+method.Name, "/", "/api/v1/", "/api/v1/../../doc.go", "/js/%00", "//", "*", "http://evil.example/", "/"+strings.Repeat("a/", 2000)) + " " +
		pick("HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/9", "") + "\r\n" +
		"Host: " + pick(m.host, "localhost", "evil.example", "", "[::1", "127.0.0.1:99999999") + "\r\n" +
		"Content-Type: " + pick("application/json", "text/plain", "application/json; charset=\"", "") + "\r\n" +
		"Accept: " + pick([]string{"text/event-stream", "application/json"}[m.IntN(2)], "", "*/*") + "\r\n" +
		pick("", "Origin: http://evil.example\r\n", "Origin: null\r\n", "Sec-Fetch-Site: cross-site\r\n", "Authorization: Basic x\r\n",
			"Transfer-Encoding: chunked\r\n", "Expect: 100-continue\r\n", "Upgrade: h2c\r\nConnection: Upgrade\r\n", "X: "+strings.Repeat("x", 20<<10)+"\r\n", ": \r\n") +
		"Connection: close\r\nContent-Length: " + length + "\r\n\r\n" + body
	if m.IntN(20) == 0 {
		text = text[:m.IntN(len(text)+1)]
	}
	return text
}

// send sends a request, reads some of the answer or all, and reports its first line and
// whether the server kept it too long.
func (m *mutator) send(t *testing.T) (line string) {
	c, err := net.Dial("tcp", m.host)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer func() { _ = c.Close() }()
	text := m.raw()
	if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Error(err)
	}
	_, _ = io.WriteString(c, text) // the server may have closed it, rightly
	if m.IntN(20) == 0 {
		return "" // closed before the answer
	}
	answer, err := io.ReadAll(c)
	if isTimeout(err) {
		t.Errorf("no answer in a minute to %.2000q", text)
	}
	line, rest, _ := strings.Cut(string(answer), "\r\n")
	if strings.Contains(rest, "internal error; the") || strings.Contains(rest, `"code":"internal"`) {
		t.Errorf("%.2000q: %.2000s", text, answer)
	}
	if strings.Contains(rest, "root:") {
		t.Errorf("%.2000q tells of files: %.2000s", text, answer)
	}
	return line
}

// Ten thousand requests of a fuzzer, or a sample of them. After each one the server still answers the
// next, and no resources leak.
func TestWhateverIsSentTheServerGoesOn(t *testing.T) {
	requests := effort.Of(10_000, 400, 400)
	service := must.Get(api.New(2, 32))(t)
	service.Longest = 30 * time.Millisecond
	s := startService(t, Settings{Bounds: bounds{Patience: 500 * time.Millisecond}, Tell: func(text string) {
		if strings.Contains(text, "panic") {
			t.Error(text)
		}
	}}, service)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	lines := map[string]int{}
	attack := func(n int) {
		var all sync.WaitGroup
		var mu sync.Mutex
		const clients = 8
		for i := range clients {
			all.Go(func() {
				m := &mutator{rand.New(rand.NewPCG(seed, uint64(i))), service.Methods(), s.listener.Addr().String()}
				for range n / clients {
					line := m.send(t)
					mu.Lock()
					lines[line]++
					mu.Unlock()
				}
			})
		}
		all.Wait()
	}
	attack(requests / 10) // warm up what is built only once
	leavesNothing(t, func() { attack(requests) })
	for line, n := range lines {
		t.Logf("%5d %s", n, line)
	}
	if lines["HTTP/1.1 200 OK"] < requests/20 || lines["HTTP/1.1 400 Bad Request"] < requests/20 {
		t.Errorf("the fuzzer reaches too little: %v", lines)
	}
	if answer, text := ask(t, http.MethodPost, s.URL()+"api/v1/about", "{}"); answer.StatusCode != http.StatusOK {
		t.Errorf("at last: %d %s", answer.StatusCode, text)
	}
}
