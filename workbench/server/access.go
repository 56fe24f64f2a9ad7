package server

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// names are the host names under which requests are accepted. An unknown name that resolves to our
// address is a sign of an attack by another page (DNS rebinding).
type names struct {
	near  bool // accept only loopback addresses
	known map[string]bool
}

func newNames(near bool, others []string) names {
	n := names{near: near, known: map[string]bool{"localhost": true}}
	for _, name := range others {
		n.known[strings.ToLower(name)] = true
	}
	return n
}

// holds reports whether the Host of a request is ours. The port is ignored, since it may be that of
// a tunnel. Numeric addresses cannot be rebound.
func (n names) holds(host string) bool {
	name := host
	if bare, _, err := net.SplitHostPort(host); err == nil {
		name = bare
	}
	name = strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
	if address, err := netip.ParseAddr(name); err == nil {
		return !n.near || address.IsLoopback()
	}
	return n.known[strings.ToLower(name)]
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
func (s *Server) allowed(w http.ResponseWriter, r *http.Request) bool {
	if !s.names.holds(r.Host) {
		refuse(w, http.StatusMisdirectedRequest, "the request names another host than this server")
		return false
	}
	if !ownPage(r) {
		refuse(w, http.StatusForbidden, "requests from other pages are not answered")
		return false
	}
	if s.settings.Password == "" {
		return true
	}
	_, password, given := r.BasicAuth()
	if !given {
		return s.unknown(w)
	}
	if s.guesses.knows(r) && samePassword(password, s.settings.Password) {
		return true
	}
	leave, ok := s.guesses.enter(r.Context(), clientOf(r.RemoteAddr))
	if !ok {
		refuse(w, http.StatusTooManyRequests, "too many wrong passwords from this address; try again in a minute")
		return false
	}
	right := samePassword(password, s.settings.Password)
	leave(right)
	if !right {
		return s.unknown(w)
	}
	http.SetCookie(w, s.guesses.cookie(s.settings.TLS != nil))
	return true
}

// unknown asks for the password.
func (s *Server) unknown(w http.ResponseWriter) bool {
	w.Header().Set("WWW-Authenticate", `Basic realm="Alfiere", charset="UTF-8"`)
	refuse(w, http.StatusUnauthorized, "the password is missing or wrong")
	return false
}
