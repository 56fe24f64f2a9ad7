package problem

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
)

// solvedProblem is a row of the shared data: a problem solved by other programs. Moves are in coordinates.
type solvedProblem struct {
	FEN    string
	Keys   []string
	Short  []string
	Status string
	Detail map[string]struct {
		Type       string
		Threats    []string
		Variations map[string][]string // of two-movers: every effective defence with its mates
		Effective  []string            `json:"effective_defences"` // of longer problems
		Number     int                 `json:"n_variations"`
		Duals      int
	}
	Set   map[string][]string
	Tries []struct {
		Move        string
		Check       bool
		Zugzwang    bool
		Threats     []string
		Number      int `json:"n_variations"`
		Refutations []string
	}
}

// eachSolved calls visit for the rows of a file of the shared data.
func eachSolved(t *testing.T, file string, visit func(row *solvedProblem)) {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "shared", "data", "mates", file))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no shared data: %v", err)
	}
	must.Do(t, err)
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	rows := 0
	for lines.Scan() {
		var row solvedProblem
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		visit(&row)
		rows++
	}
	if err := lines.Err(); err != nil || rows == 0 {
		t.Fatalf("%s: %d rows, %v", file, rows, err)
	}
}

// text writes everything the row says of a problem.
func (row *solvedProblem) text() string {
	lines := []string{verdictOf[row.Status]}
	for _, m := range row.Keys {
		lines = append(lines, "key "+m)
	}
	for _, m := range row.Short {
		lines = append(lines, "short "+m)
	}
	for m, d := range row.Detail {
		lines = append(lines, fmt.Sprintf("%s is a %s with %d variations", m, d.Type, d.Number))
		for _, defence := range d.Effective {
			lines = append(lines, m+" "+defence)
		}
		if d.Variations == nil {
			continue
		}
		lines = append(lines, fmt.Sprintf("%s has %d duals, threats %s", m, d.Duals, sortedNames(d.Threats)))
		for defence, mates := range d.Variations {
			lines = append(lines, m+" "+defence+" "+sortedNames(mates))
		}
	}
	for defence, mates := range row.Set {
		lines = append(lines, "set "+defence+" "+sortedNames(mates))
	}
	for _, try := range row.Tries {
		kind := Threat
		if try.Check {
			kind = Check
		} else if try.Zugzwang {
			kind = Block
		}
		lines = append(lines, fmt.Sprintf("try %s is a %v with %d variations, threats %s, refuted by %s",
			try.Move, kind, try.Number, sortedNames(try.Threats), sortedNames(try.Refutations)))
	}
	return joined(lines)
}

var verdictOf = map[string]string{"sound": "sound", "cooked": "cooked", "none": "no solution"}

// rowText writes a report as solvedProblem.text writes a row.
func rowText(r *Report) string {
	lines := []string{r.Verdict.String()}
	for _, s := range r.Short {
		lines = append(lines, fmt.Sprintf("short %v", s.Move))
	}
	for i := range r.Keys {
		k := &r.Keys[i]
		lines = append(lines, fmt.Sprintf("key %v", k.Move),
			fmt.Sprintf("%v is a %v with %d variations", k.Move, k.Kind, len(k.Variations)))
		if r.Moves > 2 {
			for _, v := range k.Variations {
				lines = append(lines, fmt.Sprintf("%v %v", k.Move, v.Defence))
			}
			continue
		}
		lines = append(lines, fmt.Sprintf("%v has %d duals, threats %s", k.Move, popeyeDuals(k), moveNames(k.Threats.Moves)))
		for _, v := range k.Variations {
			lines = append(lines, fmt.Sprintf("%v %v %s", k.Move, v.Defence, moveNames(v.Mates.Moves)))
		}
	}
	if r.Set != nil {
		for _, v := range r.Set.Variations {
			lines = append(lines, fmt.Sprintf("set %v %s", v.Defence, moveNames(v.Mates.Moves)))
		}
	}
	for i := range r.Tries {
		p := &r.Tries[i]
		if p.Stalemate {
			continue // the rows have none
		}
		lines = append(lines, fmt.Sprintf("try %v is a %v with %d variations, threats %s, refuted by %s",
			p.Move, p.Kind, len(p.Variations), moveNames(p.Threats.Moves), moveNames(p.Refutations)))
	}
	return joined(lines)
}

// popeyeDuals counts the defences with more than one answer, whatever they are.
func popeyeDuals(ph *Phase) (n int) {
	for _, v := range ph.Variations {
		if v.Effective && len(v.Mates.Moves) > 1 {
			n++
		}
	}
	return n
}

func sortedNames(names []string) string {
	return "[" + strings.Join(strings.Fields(joined(append([]string(nil), names...))), " ") + "]"
}

func TestSolvedTwoMovers(t *testing.T) {
	eachSolved(t, "open.jsonl", func(row *solvedProblem) {
		report := analyse(t, composed(t, row.FEN), Options{Moves: 2, Tries: 1, SetPlay: true})
		if got, want := rowText(report), row.text(); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", row.FEN, got, want)
		}
	})
}

func TestSolvedThreeMovers(t *testing.T) { testLongProblems(t, "m3_open.jsonl", 3) }

func TestSolvedFourMovers(t *testing.T) { testLongProblems(t, "m4_open.jsonl", 4) }

func testLongProblems(t *testing.T, file string, moves int) {
	eachSolved(t, file, func(row *solvedProblem) {
		report := analyse(t, composed(t, row.FEN), Options{Moves: moves})
		if got, want := rowText(report), row.text(); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", row.FEN, got, want)
		}
	})
}

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

// TestLongMates solves problems of five to eight moves from a public collection for
// testing engines (matetrack); its lengths and these keys were found independently.
func TestLongMates(t *testing.T) {
	cases := []struct {
		fen   string
		moves int
		key   string
		slow  bool
	}{
		{"1B6/1B6/8/1k6/8/1K6/1P6/8 w - - 0 1", 5, "b8a7", false},
		{"1b6/kPp5/p1P5/R5Rr/P1N1P3/8/6p1/6Kb w - - 0 1", 5, "g5c5", false},
		{"1B4n1/p7/1p1R4/8/2R5/4K3/n3pppp/4kbr1 w - - 0 1", 5, "d6c6", false},
		{"1bqQ1B2/1r6/2P1r3/1P2P3/1p5p/3PpP2/4P1pp/R3K1kb w Q - 0 1", 5, "f8h6", true},
		{"1K1k1BB1/8/4P3/2p1P3/2p4b/8/8/8 w - - 0 1", 6, "f8d6", false},
		{"1b6/8/4pp2/1pQbkp2/5p2/5P2/4K3/8 w - - 0 1", 6, "e2d2", true},
		{"1b6/8/1p6/N2N1KBk/4P3/8/8/b7 w - - 0 1", 6, "a5c4", true},
		{"1b1B4/kP1N4/P6p/1P1n3P/p5p1/P4pP1/5P2/7K w - - 0 1", 7, "d8a5", true},
		{"1B6/8/8/7p/8/8/P4K2/7k w - - 0 1", 8, "a2a4", false},
		{"1r6/8/8/8/1P3p2/p6B/3p1pp1/3Kbkrb w - - 0 1", 8, "h3f5", false},
	}
	for _, c := range cases {
		if c.slow && !long() {
			continue
		}
		report := analyse(t, composed(t, c.fen), Options{Moves: c.moves, Threads: 2})
		if report.Verdict != Sound || report.Keys[0].Move.String() != c.key {
			t.Errorf("%s: %v with %d keys, want the key %s alone", c.fen, report.Verdict, len(report.Keys), c.key)
		}
	}
}
