package server

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"sync"
	"time"
)

// The number of wrong passwords that an address may send within a minute without delay, and the
// number of addresses counted one by one; all others count as one.
const (
	freeGuesses  = 10
	mostGuessers = 10_000
)

// guesses slows down guessing the password. After some wrong passwords, those from the same address
// are checked one at a time, with a pause after each wrong one. The right password is accepted in
// its turn. A browser that has sent it once keeps a cookie and does not wait.
type guesses struct {
	pause    time.Duration // after a wrong password
	patience time.Duration // how long a password waits for its turn
	token    string        // in the cookie of browsers that have sent the password

	mu    sync.Mutex
	since time.Time
	of    map[string]*guesser
}

// guesser is the state of an address within a minute.
type guesser struct {
	wrong int           // passwords that were wrong or are being checked
	turn  chan struct{} // full while a password is checked, and during the pause after it
}

func newGuesses(b bounds) guesses {
	return guesses{pause: b.GuessPause, patience: b.Patience, token: rand.Text()}
}

// cookieName is the name of the cookie.
const cookieName = "alfiere"

// cookie is the cookie of a browser that has sent the password. It does not replace the password.
func (g *guesses) cookie(secure bool) *http.Cookie {
	return &http.Cookie{Name: cookieName, Value: g.token, Path: "/",
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteStrictMode}
}

// knows reports whether the request has the cookie.
func (g *guesses) knows(r *http.Request) bool {
	cookie, err := r.Cookie(cookieName)
	return err == nil && samePassword(cookie.Value, g.token)
}

// enter waits until a password from an address may be checked. Then leave must be called once, and
// be told whether the password was right.
func (g *guesses) enter(ctx context.Context, client string) (leave func(right bool), ok bool) {
	it, free := g.count(client)
	if free {
		return func(right bool) {
			if right {
				g.mu.Lock()
				defer g.mu.Unlock()
				it.wrong--
			}
		}, true
	}
	ctx, cancel := context.WithTimeout(ctx, g.patience)
	defer cancel()
	select {
	case it.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, false
	}
	return func(right bool) {
		if right {
			<-it.turn
			return
		}
		time.AfterFunc(g.pause, func() { <-it.turn })
	}, true
}

// count counts a password as wrong if checking it is still free.
func (g *guesses) count(client string) (it *guesser, free bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if now := time.Now(); g.of == nil || now.Sub(g.since) > time.Minute {
		g.since, g.of = now, map[string]*guesser{}
	}
	if g.of[client] == nil && len(g.of) >= mostGuessers {
		client = ""
	}
	it = g.of[client]
	if it == nil {
		it = &guesser{turn: make(chan struct{}, 1)}
		g.of[client] = it
	}
	if it.wrong < freeGuesses {
		it.wrong++
		return it, true
	}
	return it, false
}

// samePassword compares passwords in constant time.
func samePassword(given, wanted string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(wanted))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}
