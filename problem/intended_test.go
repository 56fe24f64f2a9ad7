package problem

import (
	"slices"
	"strings"
	"testing"
)

// The composer intends two keys, 1.Ra4 and 1.Rh6.
const twoKeys = "8/6K1/R7/8/1B3kB1/7P/4R3/8 w - - 0 1"

// TestIntendedKeysDecideTheVerdict, by their number and by name.
func TestIntendedKeysDecideTheVerdict(t *testing.T) {
	p := composed(t, twoKeys)
	named := func(names ...string) (i Intended) {
		for _, m := range p.Moves() {
			if slices.Contains(names, m.String()) {
				i.Named = append(i.Named, m)
			}
		}
		return i
	}
	for _, test := range []struct {
		intended       Intended
		verdict        Verdict
		actual         int // known phases of actual play
		cooks, missing string
	}{
		{Intended{}, Cooked, 0, "[]", "[]"},
		{Intended{Solutions: 1}, Cooked, 0, "[]", "[]"},
		{Intended{Solutions: 2}, Sound, 2, "[]", "[]"},
		{Intended{Solutions: 3}, MissingSolution, 0, "[]", "[]"},
		{named("a6a4", "a6h6"), Sound, 2, "[]", "[]"},
		{named("a6a4"), Cooked, 1, "[a6h6]", "[]"},
		{named("a6a4", "e2e1"), MissingSolution, 1, "[a6h6]", "[e2e1]"},
		{named("a6a4", "a6h6", "e2e1"), MissingSolution, 2, "[]", "[e2e1]"},
	} {
		r := analyse(t, p, Options{Moves: 2, Judge: true, Intended: test.intended})
		if r.Verdict != test.verdict || len(r.ActualPlay()) != test.actual || moveNames(r.Cooks()) != test.cooks ||
			moveNames(r.Missing()) != test.missing {
			t.Errorf("%+v: %v, %d, cooks %s, missing %s", test.intended, r.Verdict, len(r.ActualPlay()),
				moveNames(r.Cooks()), moveNames(r.Missing()))
		}
		if got := (r.Economy != nil) != (r.Verdict == Sound); got {
			t.Errorf("%+v: economy %v", test.intended, r.Economy)
		}
	}
	if r := analyse(t, p, Options{Moves: 2, Nodes: 20, Intended: Intended{Solutions: 2}}); r.Verdict != Undecided {
		t.Errorf("interrupted: %v", r.Verdict)
	}
}

// TestMenThatBothSolutionsCanSpareAreSuperfluous, and solutions are compared with each other.
func TestMenThatBothSolutionsCanSpareAreSuperfluous(t *testing.T) {
	o := Options{Moves: 2, Judge: true, Intended: Intended{Solutions: 2}}
	r := analyse(t, composed(t, "8/6K1/R7/8/1B3kB1/7P/P3R3/8 w - - 0 1"), o) // with a pawn too many
	if r.Economy == nil || strings.Join(r.Economy.Superfluous.Names(), " ") != "a2" {
		t.Errorf("%v: %+v", r.Verdict, r.Economy)
	}
	for _, c := range r.Changes {
		if c.Kind == Changed && c.From == r.Keys[0].Move && c.To == r.Keys[1].Move {
			return
		}
	}
	t.Errorf("no change between the keys: %+v", r.Changes)
}

// TestAllRefutationsByOneManCountAsOne: a bare king refutes every first move, in several ways.
func TestAllRefutationsByOneManCountAsOne(t *testing.T) {
	p := composed(t, "8/8/8/3k4/8/8/8/KRR5 w - - 0 1")
	moves, men := analyse(t, p, Options{Moves: 2, Tries: 1}), analyse(t, p, Options{Moves: 2, Tries: 1, ByMan: true})
	if len(moves.Tries) >= len(men.Tries) || len(men.Tries) != len(p.Moves()) {
		t.Errorf("%d tries by moves, %d by men", len(moves.Tries), len(men.Tries))
	}
	for _, try := range men.Tries {
		if len(try.Refutations) < 2 || try.Refutations[0].From() != try.Refutations[1].From() {
			t.Errorf("%v is refuted by %v", try.Move, try.Refutations)
		}
	}
}

// TestStalemateAloneRefutesATry: 1.Kb3 (Urania), and the queen where only a rook mates.
func TestStalemateAloneRefutesATry(t *testing.T) {
	for _, test := range []struct {
		fen, try string
		moves    int
	}{
		{"8/8/5BBR/4p3/8/2K5/8/kN6 w - - 0 1", "c3b3", 2},
		{"8/k1P5/2K5/8/8/8/8/8 w - - 0 1", "c7c8q", 2},
		{"5QKB/2P5/8/3k4/8/1R4N1/8/8 w - - 0 1", "c7c8q", 2}, // Abdurahmanovic 1957
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", "", 2},
	} {
		p := composed(t, test.fen)
		var got string
		for _, try := range analyse(t, p, Options{Moves: test.moves, Tries: 1}).Tries {
			if try.Stalemate {
				got += try.Move.String()
				if try.Kind != NoKind || try.Threats.In > 0 || len(try.Refutations) > 0 || !try.IsTry() {
					t.Errorf("%s: %+v", test.fen, try)
				}
			}
		}
		if got != test.try {
			t.Errorf("%s: %s, not %s", test.fen, got, test.try)
		}
		if none := analyse(t, p, Options{Moves: test.moves}); none.Tries != nil {
			t.Errorf("%s: tries unasked: %v", test.fen, none.Tries)
		}
	}
}
