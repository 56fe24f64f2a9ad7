package theme

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"alfiere/movegen"
	"alfiere/problem"
)

// solved is the outcome of analysing many positions once for all tests.
type solved struct {
	reports []*problem.Report // of sound problems, with all that themes need
	err     error
}

// composedProblems are the sound ones of the composed two-movers.
var composedProblems = sync.OnceValue(func() (s solved) {
	text, err := os.ReadFile("../testdata/two_movers.txt")
	if err != nil {
		return solved{err: err}
	}
	for line := range strings.Lines(string(text)) {
		p, _, err := movegen.Rules{Composed: true}.ParseFEN(strings.TrimSpace(line))
		if err != nil {
			return solved{err: err}
		}
		s.add(p)
	}
	s.reports = slices.DeleteFunc(s.reports, func(r *problem.Report) bool { return r.Verdict != problem.Sound })
	return s
})

// randomProblems are a thousand sound two-movers that nobody composed.
var randomProblems = sync.OnceValue(func() (s solved) {
	r := rand.New(rand.NewPCG(1, 9))
	for len(s.reports) < 1000 && s.err == nil {
		p, ok := nonsense(r)
		if !ok {
			continue
		}
		quick, err := problem.Analyse(context.Background(), p, problem.Options{Moves: 2})
		if err != nil {
			return solved{err: err}
		}
		if quick.Verdict == problem.Sound {
			s.add(p)
		} else if len(Recognise(quick)) > 0 {
			s.err = fmt.Errorf("%s is %v and has themes", p.FEN(), quick.Verdict)
		}
	}
	return s
})

func (s *solved) add(p movegen.Position) {
	r, err := analysed(p, 2)
	if err != nil {
		s.err = err
	}
	s.reports = append(s.reports, r)
}

// analyses holds reports by FEN and length, so that tests share them.
var analyses sync.Map

// analysed returns the report of p with all that themes need.
func analysed(p movegen.Position, moves int) (*problem.Report, error) {
	key := fmt.Sprint(p.FEN(), moves)
	if r, ok := analyses.Load(key); ok {
		return r.(*problem.Report), nil
	}
	r, err := problem.Analyse(context.Background(), p, Options(moves))
	if err == nil {
		analyses.Store(key, r)
	}
	return r, err
}

// soundTwoMovers returns the composed problems and the random ones.
func soundTwoMovers(t *testing.T) []*problem.Report {
	t.Helper()
	random := randomProblems()
	if random.err != nil {
		t.Fatal(random.err)
	}
	composed := composedProblems()
	if composed.err != nil {
		t.Fatal(composed.err)
	}
	return append(composed.reports[:len(composed.reports):len(composed.reports)], random.reports...)
}
