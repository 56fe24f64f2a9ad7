package protocoltest

import (
	"context"
	"errors"
	"testing"
	"time"

	"alfiere/movegen"
	"alfiere/search"
)

func request(t *testing.T, fen string, limits search.Limits) search.Request {
	t.Helper()
	position, err := movegen.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return search.Request{Position: position, Limits: limits}
}

func TestItReportsWhatIsKnownBeforehand(t *testing.T) {
	legal := func(p movegen.Position, line []movegen.Move) bool {
		for _, m := range line {
			if !p.IsLegal(m) {
				return false
			}
			p.Make(m)
		}
		return true
	}
	const mateInOne, mated, queenless = "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "q6k/8/8/8/8/8/8/K7 w - - 0 1"
	for _, test := range []struct {
		name    string
		fen     string
		limits  search.Limits
		multiPV int
		reports int
		best    string
		score   search.Score
	}{
		{"three iterations", movegen.StartFEN, search.Limits{}, 0, 3, "", 30},
		{"as many as wanted", movegen.StartFEN, search.Limits{Depth: 7}, 1, 7, "", 70},
		{"ten at most", movegen.StartFEN, search.Limits{Depth: 99}, 1, 10, "", 100},
		{"two lines", movegen.StartFEN, search.Limits{Depth: 2}, 2, 4, "", 20},
		{"no more lines than moves", mateInOne, search.Limits{Depth: 1}, 100, 20, "a1a8", search.MateScore - 1},
		{"mate", mateInOne, search.Limits{}, 1, 3, "a1a8", search.MateScore - 1},
		{"no move", mated, search.Limits{}, 1, 0, "0000", 0},
		{"against a queen", queenless, search.Limits{}, 1, 3, "", 30 - 900},
		{"among certain moves", movegen.StartFEN, search.Limits{Moves: []movegen.Move{movegen.MakeMove(movegen.MakeSquare(4, 1), movegen.MakeSquare(4, 3), movegen.Normal)}}, 5, 3, "e2e4", 30},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := Open(1)
			r := request(t, test.fen, test.limits)
			r.MultiPV = test.multiPV
			reports := 0
			result := s.Search(t.Context(), r, func(i search.Info) {
				if reports++; len(i.Line) == 0 || !legal(r.Position, i.Line) || i.Nodes != uint64(100*i.Depth) || i.Bound != search.Exact {
					t.Errorf("reported %+v", i)
				}
			})
			if reports != test.reports || test.best != "" && result.Best.String() != test.best || result.Score != test.score {
				t.Errorf("%d reports, %+v", reports, result)
			}
			if len(result.Line) > 1 && result.Ponder != result.Line[1] || !legal(r.Position, result.Line) {
				t.Errorf("%+v", result)
			}
			if s.Searches() != 1 || s.Last().Position != r.Position {
				t.Errorf("%d searches, the last is %+v", s.Searches(), s.Last())
			}
		})
	}
}

func TestWithMuchTimeItThinksUntilItIsStopped(t *testing.T) {
	for name, limits := range map[string]search.Limits{
		"for the move": {MoveTime: 2 * Patience},
		"on its clock": {Clock: search.Clock{Remaining: 100 * Patience}},
	} {
		begun := time.Now() // before the time limit begins
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		Open(1).Search(ctx, request(t, movegen.StartFEN, limits), func(search.Info) {})
		cancel()
		if took := time.Since(begun); took < 20*time.Millisecond {
			t.Errorf("%s: it has thought for %v", name, took)
		}
		limits.Depth = 2 // which bounds it, too
		Open(1).Search(t.Context(), request(t, movegen.StartFEN, limits), func(search.Info) {})
	}
}

func TestWhoDisturbsASearchIsTold(t *testing.T) {
	for name, disturb := range map[string]func(s *Searcher){
		"NewGame":    (*Searcher).NewGame,
		"Resize":     func(s *Searcher) { _ = s.Resize(2) },
		"SetThreads": func(s *Searcher) { s.SetThreads(2) },
		"Close":      (*Searcher).Close,
		"Search":     func(s *Searcher) { s.Search(t.Context(), search.Request{}, nil) },
	} {
		s, told := Open(1), false
		s.Search(t.Context(), request(t, movegen.StartFEN, search.Limits{Depth: 1}), func(search.Info) {
			defer func() { told = recover() != nil }()
			disturb(s)
		})
		if !told {
			t.Errorf("%s may be called during a search", name)
		}
		if s.NewGames != 0 || s.Megabytes != 1 || s.Threads != 0 || s.Closed {
			t.Errorf("%s has changed %+v", name, s)
		}
	}
}

func TestWhatItIsToldIsNoted(t *testing.T) {
	s := Open(16)
	s.NewGame()
	s.SetThreads(3)
	if err := s.Resize(32); err != nil || s.Megabytes != 32 || s.Threads != 3 || s.NewGames != 1 {
		t.Errorf("%+v, error %v", s, err)
	}
	s.Fault = errors.New("no memory")
	if err := s.Resize(64); !errors.Is(err, s.Fault) || s.Megabytes != 32 {
		t.Errorf("%d megabytes, error %v", s.Megabytes, err)
	}
}
