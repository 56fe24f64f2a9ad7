package server

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

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

func TestBeyondThisMachineOnlyWithAPassword(t *testing.T) {
	if s, err := Listen(Settings{Listen: "0.0.0.0:0"}, nil, files); err == nil {
		t.Errorf("it listens at %s", s.URL())
	}
	s := start(t, Settings{Listen: "0.0.0.0:0", Password: "zwischenzug", Names: []string{"Lab.example"}}, methods(nil)...)
	login := func(password string) string {
		r := http.Request{Header: http.Header{}}
		r.SetBasicAuth("anybody", password)
		return r.Header.Get("Authorization")
	}
	for i, test := range []struct {
		header []string
		status int
	}{
		{nil, 401},
		{[]string{"Authorization", "Bearer zwischenzug"}, 401},
		{[]string{"Authorization", login("zwischenzug")}, 200},
		{[]string{"Authorization", login("zwischenzug"), "Host", "lab.example"}, 200},
		{[]string{"Authorization", login("zwischenzug"), "Host", "192.0.2.7:80"}, 200},
		{[]string{"Authorization", login("zwischenzug"), "Host", "evil.example"}, 421},
		{[]string{"Authorization", login("zwischenzug"), "Origin", "http://evil.example"}, 403},
		{[]string{"Authorization", login("")}, 401},
		{[]string{"Authorization", login("zwischenzu")}, 401},
	} {
		for _, path := range []string{"", "api/v1/about", "js/app.js", "none"} {
			method := map[bool]string{true: "POST", false: "GET"}[strings.HasPrefix(path, "api/")]
			answer, text := ask(t, method, s.URL()+path, "", test.header...)
			if want := test.status; answer.StatusCode != want && !(path == "none" && want == 200 && answer.StatusCode == 404) {
				t.Errorf("%d %s: %d, not %d: %s", i, path, answer.StatusCode, want, text)
			}
		}
	}
}

// Guessing is slowed down. The right password is still accepted, also from the guesser's address, and
// a browser that has sent it before does not wait.
func TestGuessingIsSlowAndTheRightPasswordIsAccepted(t *testing.T) {
	const pause = 300 * time.Millisecond
	s := start(t, Settings{Listen: "0.0.0.0:0", Password: "zwischenzug", Bounds: bounds{GuessPause: pause}}, methods(nil)...)
	get := func(password, cookie string) *http.Response {
		r := http.Request{Header: http.Header{}}
		r.SetBasicAuth("anybody", password)
		answer, _ := ask(t, "GET", s.URL(), "", "Authorization", r.Header.Get("Authorization"), "Cookie", cookie)
		return answer
	}
	known := get("zwischenzug", "").Cookies()
	if len(known) != 1 || !known[0].HttpOnly || known[0].SameSite != http.SameSiteStrictMode {
		t.Fatalf("cookies %v", known)
	}
	cookie := known[0].Name + "=" + known[0].Value
	if answer, _ := ask(t, "GET", s.URL(), "", "Cookie", cookie); answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("the cookie alone: %d", answer.StatusCode)
	}
	const more = 4
	began := time.Now()
	var all sync.WaitGroup
	for range freeGuesses + more {
		all.Go(func() {
			if answer := get("guess", ""); answer.StatusCode != http.StatusUnauthorized {
				t.Errorf("a guess: %d", answer.StatusCode)
			}
		})
	}
	all.Go(func() {
		if answer := get("zwischenzug", cookie); answer.StatusCode != http.StatusOK {
			t.Errorf("who is known: %d", answer.StatusCode)
		}
	})
	all.Wait()
	if answer := get("zwischenzug", ""); answer.StatusCode != http.StatusOK {
		t.Errorf("the right password: %d", answer.StatusCode)
	}
	if took := time.Since(began); took < more*pause {
		t.Errorf("%d guesses more took %v", more, took)
	}
	began = time.Now()
	for range 2 { // the right password causes no pause
		get("zwischenzug", "")
	}
	if took := time.Since(began); took >= 2*pause {
		t.Errorf("right passwords took %v", took)
	}
}

// A password whose turn does not come is refused with the reason.
func TestTooManyGuessersAreRefused(t *testing.T) {
	g := newGuesses(bounds{GuessPause: time.Hour, Patience: time.Millisecond})
	for range freeGuesses + 1 {
		leave, ok := g.enter(t.Context(), "192.0.2.1")
		if !ok {
			t.Fatal("a free guess has to wait")
		}
		leave(false)
	}
	if _, ok := g.enter(t.Context(), "192.0.2.1"); ok {
		t.Error("a second guess within the pause")
	}
	if leave, ok := g.enter(t.Context(), "192.0.2.2"); !ok {
		t.Error("another address has to wait")
	} else {
		leave(true)
	}
	for i := range mostGuessers + freeGuesses { // addresses beyond these count as one
		leave, _ := g.enter(t.Context(), fmt.Sprint(i))
		if leave != nil {
			leave(false)
		}
	}
	if _, ok := g.enter(t.Context(), "192.0.2.3"); ok || len(g.of) > mostGuessers+1 {
		t.Errorf("one address too many: %v, %d are counted", ok, len(g.of))
	}
}
