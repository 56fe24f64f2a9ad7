package problem

import (
	"context"
	"testing"
)

// TestAnInterruptedAnalysisKnowsThatThereIsNoShorterMate: what a limit leaves undecided is
// the stipulation, not what is shorter.
func TestAnInterruptedAnalysisKnowsThatThereIsNoShorterMate(t *testing.T) {
	p := composed(t, "rb6/4Q3/p1Pp4/3k1p2/K1R1pppp/1P6/3PPPPP/4nn1q w - - 0 1")
	for _, threads := range []int{1, 3} {
		r, err := Analyse(context.Background(), p, Options{Moves: 10, Nodes: 300_000, Threads: threads, SetPlay: true})
		if err != nil {
			t.Fatal(err)
		}
		got := r.Progress
		if r.Complete || got.Without < 2 || got.In != got.Without+1 || got.Refuted >= got.FirstMoves || got.FirstMoves != len(p.Moves()) {
			t.Errorf("%d threads: %+v", threads, got)
		}
		shorter, err := Analyse(context.Background(), p, Options{Moves: got.Without})
		if err != nil || shorter.Verdict != NoSolution {
			t.Errorf("%d threads: in %d moves: %v, %v", threads, got.Without, shorter.Verdict, err)
		}
	}
}

func TestTheProgressOfAWholeAnalysisIsWhatItFound(t *testing.T) {
	for _, c := range []struct {
		fen   string
		moves int
		want  Progress
	}{
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", 2, Progress{Without: 1, In: 2, Refuted: 24, FirstMoves: 25}},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", 1, Progress{Without: 1, In: 1, Refuted: 25, FirstMoves: 25}},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", 3, Progress{Without: 1, In: 3, Refuted: 23, FirstMoves: 25}},
	} {
		watch := new(Watch)
		r, err := Analyse(context.Background(), composed(t, c.fen), Options{Moves: c.moves, Watch: watch})
		if left := len(r.Keys) + len(r.Short); err != nil || left+c.want.Refuted != c.want.FirstMoves || r.Progress != c.want || watch.Progress() != c.want {
			t.Errorf("#%d: %+v, %+v, want %+v, %v", c.moves, r.Progress, watch.Progress(), c.want, err)
		}
	}
}
