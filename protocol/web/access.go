package web

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"
)

// names are the hosts as which we may be asked. A name that means our address although we
// never heard of it is the work of another page (DNS rebinding).
type names struct {
	near  bool // only addresses of this machine itself
	known map[string]bool
}

func newNames(near bool, others []string) names {
	n := names{near: near, known: map[string]bool{"localhost": true}}
	for _, name := range others {
		n.known[strings.ToLower(name)] = true
	}
	return n
}

// holds reports whether a Host of a request is ours. Its port does not count: it may be that
// of a tunnel, and addresses cannot be made to mean another.
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

// ownPage reports whether a browser sent the request for our own page, or no browser did.
// Other pages may lead to ours by a link, no more.
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
	return err == nil && len(origins) == 1 && (origin.Scheme == "http" || origin.Scheme == "https") && strings.EqualFold(origin.Host, r.Host)
}

// allowed reports whether the request may be answered, and if not, answers so.
func (s *Server) allowed(w http.ResponseWriter, r *http.Request) bool {
	if !s.names.holds(r.Host) {
		refuse(w, http.StatusMisdirectedRequest, "this server is not the host that the request names")
		return false
	}
	if !ownPage(r) {
		refuse(w, http.StatusForbidden, "requests of other pages are not answered")
		return false
	}
	if s.settings.Password == "" {
		return true
	}
	_, password, given := r.BasicAuth()
	client := clientOf(r.RemoteAddr)
	if given && s.guesses.many(client) {
		refuse(w, http.StatusTooManyRequests, "too many wrong passwords; try again in a minute")
		return false
	}
	if !given || !samePassword(password, s.settings.Password) {
		if given {
			s.guesses.count(client)
		}
		w.Header().Set("WWW-Authenticate", `Basic realm="Alfiere", charset="UTF-8"`)
		refuse(w, http.StatusUnauthorized, "the password is missing or wrong")
		return false
	}
	return true
}

// samePassword takes as long whatever is given.
func samePassword(given, wanted string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(wanted))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// Wrong passwords of a client within a minute, and clients that are counted; beyond these
// nobody is let in before the minute is over.
const (
	mostGuesses  = 10
	mostGuessers = 10_000
)

// guesses counts wrong passwords, minute by minute.
type guesses struct {
	mu    sync.Mutex
	since time.Time
	wrong map[string]int
}

// current forgets the counts of another minute.
func (g *guesses) current() map[string]int {
	if now := time.Now(); g.wrong == nil || now.Sub(g.since) > time.Minute {
		g.since, g.wrong = now, map[string]int{}
	}
	return g.wrong
}

func (g *guesses) many(client string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	wrong := g.current()
	return wrong[client] >= mostGuesses || len(wrong) >= mostGuessers
}

func (g *guesses) count(client string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.current()[client]++
}
