package web

import (
	"net/http"
	"strings"
	"testing"
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
	for range mostGuesses {
		ask(t, "GET", s.URL(), "", "Authorization", login("guess"))
	}
	if answer, _ := ask(t, "GET", s.URL(), "", "Authorization", login("zwischenzug")); answer.StatusCode != http.StatusTooManyRequests {
		t.Errorf("after many guesses: %d", answer.StatusCode)
	}
}
