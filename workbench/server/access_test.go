package server

import (
	"net"
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
