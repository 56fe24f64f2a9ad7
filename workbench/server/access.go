package server

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// Loopback reports whether a host name or address is this machine's own and can be reached from nowhere else. An
// unknown name that resolves to our address is a sign of an attack by another page (DNS rebinding).
func Loopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && address.IsLoopback() || strings.EqualFold(host, "localhost")
}

// ours reports whether the Host of a request names this server. The port is ignored, since it may be
// that of a tunnel.
func ours(host string) bool {
	name := host
	if bare, _, err := net.SplitHostPort(host); err == nil {
		name = bare
	}
	return Loopback(strings.TrimSuffix(strings.TrimPrefix(name, "["), "]"))
}

// ownPage reports whether the request comes from our own page or from no browser. Other pages may
// only link to ours.
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
