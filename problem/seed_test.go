package problem

import (
	"slices"
	"strings"
	"testing"
)

// seed is one of the positions that pin the behaviour of the project's model, a
// thesis on two-movers; moves are in coordinates.
type seed struct {
	name, fen  string
	verdict    Verdict
	keys       []string
	kind       Kind
	threats    string            // of the first key
	variations map[string]string // of the first key: defence to mates
	replies    int               // of the first key, ineffective ones included
	tries      map[string]string // to the refutation; others may exist
}

var seeds = []seed{
	{
		name: "J. Cumpe 1908", fen: "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1",
		verdict: Sound, keys: []string{"d5d6"}, kind: Block, threats: "[]", replies: 9,
		variations: map[string]string{"h2g1": "[f2f3]", "h2g3": "[f1g3]", "f3g1": "[f2h2]", "f3e1": "[f2h2]", "f3d2": "[f2h2]",
			"f3d4": "[f2h2]", "f3e5": "[f2h2]", "f3g5": "[f2h2]", "f3h4": "[f2h2]"},
		tries: map[string]string{"d5c5": "[h2g1]"},
	},
	{name: "Cumpe with a rook for the queen", fen: "8/8/8/3K4/8/5nP1/5R1b/5N1k w - - 0 1", verdict: NoSolution},
	{
		name: "white correction", fen: "8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5 w - - 0 1",
		verdict: Sound, keys: []string{"c3b5"}, kind: Threat, threats: "[b2a4 b2c4 b2d1 b2d3]", replies: 11,
		variations: map[string]string{"b4b3": "[d4a4]", "d7d5": "[d4a7]", "d7c7": "[b2c4]"},
	},
	{name: "white correction with a pawn for the knight", fen: "8/3r4/8/3P4/1p1Q4/2N5/1P6/kBK5 w - - 0 1", verdict: NoSolution},
	{
		name: "two rooks side by side", fen: "6k1/8/8/8/8/8/8/K1RR4 w - - 0 1", verdict: Cooked,
		keys: []string{"c1c7", "d1d7"}, kind: Threat, threats: "[d1d8]", replies: 2, variations: map[string]string{},
	},
	{
		name: "two rooks crosswise", fen: "6k1/8/8/8/8/8/5R2/K3R3 w - - 0 1",
		verdict: Cooked, keys: []string{"e1g1", "e1e7"}, kind: Check, threats: "[]", replies: 2,
		variations: map[string]string{"g8h8": "[f2h2]", "g8h7": "[f2h2]"},
		tries:      map[string]string{"f2f7": "[g8f7]"},
	},
	{
		name: "king and rook", fen: "6k1/8/8/7K/8/8/8/4R3 w - - 0 1", verdict: NoSolution,
		tries: map[string]string{"h5g6": "[g8f8]"},
	},
}

func TestSeedProblems(t *testing.T) {
	for _, s := range seeds {
		t.Run(s.name, func(t *testing.T) {
			report := analyse(t, composed(t, s.fen), Options{Moves: 2, Tries: 1})
			if report.Verdict != s.verdict {
				t.Errorf("verdict %v, want %v", report.Verdict, s.verdict)
			}
			var keys []string
			for _, k := range report.Keys {
				keys = append(keys, k.Move.String())
			}
			if strings.Join(keys, " ") != strings.Join(s.keys, " ") {
				t.Fatalf("keys %v, want %v", keys, s.keys)
			}
			for move, refutation := range s.tries {
				if got := refutationOf(report, move); got != refutation {
					t.Errorf("try %s is refuted by %s, want %s", move, got, refutation)
				}
			}
			if len(keys) > 0 {
				checkKey(t, &s, &report.Keys[0])
			}
		})
	}
}

func checkKey(t *testing.T, s *seed, key *Phase) {
	if got := moveNames(key.Threats.Moves); key.Kind != s.kind || got != s.threats {
		t.Errorf("%v %s, want %v %s", key.Kind, got, s.kind, s.threats)
	}
	if len(key.Variations) != len(s.variations) {
		t.Errorf("%d variations, want %d", len(key.Variations), len(s.variations))
	}
	for _, v := range key.Variations {
		if got := moveNames(v.Mates.Moves); got != s.variations[v.Defence.String()] {
			t.Errorf("%v is answered by %s, want %s", v.Defence, got, s.variations[v.Defence.String()])
		}
	}
	all := analyse(t, composed(t, s.fen), Options{Moves: 2, AllDefences: true})
	if got := len(all.Keys[0].Variations); got != s.replies {
		t.Errorf("%d replies, want %d", got, s.replies)
	}
}

func refutationOf(r *Report, try string) string {
	for _, p := range r.Tries {
		if p.Move.String() == try {
			return moveNames(p.Refutations)
		}
	}
	return "nothing: it is no try"
}

// TestRulesOfProblems holds cases where the rules of problems are easy to miss.
func TestRulesOfProblems(t *testing.T) {
	cases := []struct {
		name, fen string
		moves     int
		verdict   Verdict
		has       []string // first moves that are keys or short solutions
		hasNot    []string
	}{
		{"stalemate refutes", "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", 2, NoSolution, nil, []string{"g5g6", "g5f6"}},
		{"castling is legal if the FEN says so", "8/8/8/8/8/8/7R/1k2K2R w K - 0 1", 1, Sound, []string{"e1g1"}, nil},
		{"castling is illegal if the FEN does not say so", "8/8/8/8/8/8/7R/1k2K2R w - - 0 1", 1, NoSolution, nil, []string{"e1g1"}},
		{"en passant is legal if the FEN says so", "8/2N5/8/kpP4R/8/1K2B3/8/8 w - b6 0 1", 1, Sound, []string{"c5b6"}, nil},
		{"en passant is illegal if the FEN does not say so", "8/2N5/8/kpP4R/8/1K2B3/8/8 w - - 0 1", 1, NoSolution, nil, []string{"c5b6"}},
		{"promotions to different pieces are different keys", "k7/7P/1K6/8/8/8/8/8 w - - 0 1", 1, Cooked, []string{"h7h8q", "h7h8r"}, []string{"h7h8n"}},
		{"a faster mate is no key but a short solution", "k7/7P/1K6/8/8/8/8/8 w - - 0 1", 2, ShortSolution, []string{"h7h8q", "h7h8r"}, nil},
		{"black mates if it is to move", "8/8/8/8/8/1k6/7p/K7 b - - 0 1", 1, Cooked, []string{"h2h1q", "h2h1r"}, nil},
		{"the fifty-move rule does not exist", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 99 200", 2, Sound, []string{"d5d6"}, nil},
		{"surplus pawns are the composer's business", "k7/8/1K6/8/PPPPPPP1/PPPPPPP1/8/7R w - - 0 1", 1, Sound, []string{"h1h8"}, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			report := analyse(t, composed(t, c.fen), Options{Moves: c.moves})
			if report.Verdict != c.verdict {
				t.Errorf("verdict %v, want %v", report.Verdict, c.verdict)
			}
			var found []string
			for _, k := range report.Keys {
				found = append(found, k.Move.String())
			}
			for _, s := range report.Short {
				found = append(found, s.Move.String())
			}
			for _, move := range c.has {
				if !slices.Contains(found, move) {
					t.Errorf("%s is missing from %v", move, found)
				}
			}
			for _, move := range c.hasNot {
				if slices.Contains(found, move) {
					t.Errorf("%s is among %v", move, found)
				}
			}
		})
	}
}

func TestADefenceThatAllowsAFasterMateIsNotEffective(t *testing.T) {
	p := composed(t, "k6r/rb3R1p/NQ4p1/2p2n2/1p6/8/PPn3PP/6K1 w - - 0 1")
	report := analyse(t, p, Options{Moves: 3, AllDefences: true})
	if report.Verdict != Sound || report.Keys[0].Threats.In != 2 {
		t.Fatalf("%v, want one key that threatens mate in two", report.Verdict)
	}
	for _, v := range report.Keys[0].Variations {
		if v.Effective || v.Mates.In > 2 {
			t.Errorf("%v: mate in %d, effective %t", v.Defence, v.Mates.In, v.Effective)
		}
	}
}
