package eval

import (
	"encoding/json"
	"errors"
	"math/bits"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// ideas shows each idea by two positions that differ in it: in the first the letter
// gives White's pieces more. Neither the other letters nor the stage of the game play a part.
var ideas = []struct {
	name         string
	kind         Knowledge
	better, less string
}{
	{"a pawn more is a pawn more", Material, "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},

	{"a knight no pawn can drive away is well posted", Placement, "4k3/5p2/8/8/3N4/4P3/8/4K3 w - - 0 1", "4k3/2p5/8/8/3N4/4P3/8/4K3 w - - 0 1"},
	{"a bishop no pawn can drive away is well posted", Placement, "4k3/5p2/8/8/3B4/4P3/8/4K3 w - - 0 1", "4k3/2p5/8/8/3B4/4P3/8/4K3 w - - 0 1"},
	{"a knight attacked by a pawn is in trouble", Placement, "4k3/8/5p2/3N4/8/8/8/4K3 w - - 0 1", "4k3/8/4p3/3N4/8/8/8/4K3 w - - 0 1"},
	{"a knight attacked by the king is in trouble", Placement, "4k3/8/4N3/8/8/8/8/4K3 w - - 0 1", "4k3/4N3/8/8/8/8/8/4K3 w - - 0 1"},
	{"a rook attacked by a bishop is in trouble", Placement, "4k2b/8/8/8/8/3R4/8/4K3 w - - 0 1", "4k2b/8/8/8/8/2R5/8/4K3 w - - 0 1"},
	{"a pawn attacked and not guarded hangs", Placement, "4k3/8/8/r7/2P5/1P6/8/4K3 w - - 0 1", "4k3/8/8/r1P5/8/1P6/8/4K3 w - - 0 1"},
	{"a piece attacked twice and guarded once is outnumbered", Placement, "3rk3/8/8/8/3N4/8/3R4/4K3 w - - 0 1", "3rk3/6q1/8/8/3N4/8/3R4/4K3 w - - 0 1"},
	{"two hanging pieces are worse than one twice", Placement, "4k3/8/8/r3N3/8/8/8/4K3 w - - 0 1", "4k3/8/8/N3r2N/8/8/8/4K3 w - - 0 1"},
	{"a piece that only the queen guards is badly guarded", Placement, "q3k3/8/8/8/3r4/3N4/8/3RK3 w - - 0 1", "q3k3/8/8/8/3r4/3N4/8/3QK3 w - - 0 1"},
	{"squares that the other side guards too are worth less", Placement, "4k3/8/8/4n3/8/8/3B4/4K3 w - - 0 1", "4k3/8/8/4n3/8/8/8/3BK3 w - - 0 1"},
	{"a queen that a knight can attack is in trouble", Placement, "4k3/8/8/3n4/8/8/8/3QK3 w - - 0 1", "4k3/8/2n5/8/8/8/3Q4/4K3 w - - 0 1"},
	{"a minor piece stands well behind a pawn", Placement, "4k3/8/8/8/4P3/4N3/8/4K3 w - - 0 1", "4k3/8/8/8/4P3/5N2/8/4K3 w - - 0 1"},

	{"a bishop in the open reaches more than one in the corner", Mobility, "4k3/8/8/8/3B4/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/1P6/B3K3 w - - 0 1"},
	{"squares guarded by pawns are not reached", Mobility, "4k3/8/8/8/3B4/8/8/4K3 w - - 0 1", "4k3/1p4p1/8/8/3B4/8/8/4K3 w - - 0 1"},
	{"a rook likes an open file", Mobility, "4k3/8/8/8/8/8/1P6/R3K3 w - - 0 1", "4k3/p7/8/8/8/8/1P6/R3K3 w - - 0 1"},
	{"a half-open file is better than a closed one", Mobility, "4k3/p7/8/8/8/8/1P6/R3K3 w - - 0 1", "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1"},
	{"a rook shut in by its king suffers", Mobility, "4k3/8/8/8/8/8/5PPP/4K2R w - - 0 1", "4k3/8/8/8/8/8/5PPP/5K1R w - - 0 1"},
	{"the move is worth something", Mobility, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1"},

	{"pawns shield a castled king", KingSafety, "3qk3/8/8/8/8/8/5PPP/3Q2K1 w - - 0 1", "3qk3/8/8/8/5PPP/8/8/3Q2K1 w - - 0 1"},
	{"an open file beside the king is a danger", KingSafety, "3qk3/6p1/8/8/8/8/5PPP/3Q2K1 w - - 0 1", "3qk3/6p1/8/8/8/8/5P1P/3Q2K1 w - - 0 1"},
	{"castling is better than walking", KingSafety, "3qk3/8/8/8/8/8/8/3Q2K1 w - - 0 1", "3qk3/8/8/8/8/8/5K2/3Q4 w - - 0 1"},
	{"the right to castle is worth something", KingSafety, "3qk3/8/8/8/8/8/8/3QK2R w K - 0 1", "3qk3/8/8/8/8/8/8/3QK2R w - - 0 1"},
	{"pieces round the king are dangerous", KingSafety, "r2qk3/8/8/8/8/8/5PPP/3Q1RK1 w - - 0 1", "4k3/8/8/8/8/6qr/5PP1/3Q1RK1 w - - 0 1"},
	{"a king without pawns on its flank is in danger", KingSafety, "6k1/7p/8/8/8/8/8/6K1 w - - 0 1", "6k1/p7/8/8/8/8/8/6K1 w - - 0 1"},
	{"a wing to castle to is a shelter", KingSafety, "4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1", "4k3/8/8/8/5PPP/8/8/4K2R w K - 0 1"},
	{"a safe check is a danger", KingSafety, "4k3/8/8/8/8/2Nq4/5PPP/6K1 w - - 0 1", "4k3/8/8/8/2N5/3q4/5PPP/6K1 w - - 0 1"},
	{"a knight guards the king it stands near", KingSafety, "3qk3/8/8/8/8/5N2/8/3Q2K1 w - - 0 1", "3qk3/8/8/N7/8/8/8/3Q2K1 w - - 0 1"},

	{"centre pawns should move", Centre, "4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1"},
	{"a knight belongs near the centre", Centre, "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1"},
	{"in the ending so does the king", Centre, "4k3/8/8/8/3K4/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/K7 w - - 0 1"},

	{"pawns together are better than apart", Pawns, "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", "4k3/8/8/8/8/8/2P1P3/4K3 w - - 0 1"},
	{"doubled pawns are weak", Pawns, "4k3/8/8/8/8/3P4/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/4P3/4P3/4K3 w - - 0 1"},
	{"a backward pawn is worse with guards before it", Pawns, "4k3/8/8/3P4/8/4P3/8/4K3 w - - 0 1", "4k3/8/8/3P1p2/8/4P3/8/4K3 w - - 0 1"},
	{"a weak pawn is worse on a file open for the enemy", Pawns, "4k3/4p3/8/8/8/4P3/8/4K3 w - - 0 1", "4k3/3p4/8/8/8/4P3/8/4K3 w - - 0 1"},
	{"a blocked backward pawn is worse", Pawns, "4k3/n7/8/3P4/8/4P3/8/4K3 w - - 0 1", "4k3/8/8/3P4/4n3/4P3/8/4K3 w - - 0 1"},
	{"an advanced pawn is worth more", Pawns, "4k3/8/4P3/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},

	{"a passed pawn is worth more the further it is", Attack, "4k3/8/1P6/8/8/8/8/4K1N1 w - - 0 1", "4k3/8/8/8/1P6/8/8/4K1N1 w - - 0 1"},
	{"a passed pawn that nobody catches decides", Attack, "8/8/1P6/8/8/7k/8/4K3 w - - 0 1", "8/8/1P6/8/2k5/8/8/4K3 w - - 0 1"},
	{"a free path is better than a blocked one", Attack, "6k1/8/8/1P6/8/8/8/n3K3 w - - 0 1", "6k1/8/1n6/1P6/8/8/8/4K3 w - - 0 1"},
	{"a pawn that guards the path holds the pawn", Attack, "6k1/5p2/8/1P6/8/8/8/4K2n w - - 0 1", "6k1/p7/8/1P6/8/8/8/4K2n w - - 0 1"},
	{"a rook belongs behind the passed pawn", Attack, "4k3/8/8/1P6/8/8/1R6/4K3 w - - 0 1", "4k3/8/8/1P6/8/8/R7/4K3 w - - 0 1"},
	{"pawns storm a king on the other wing", Attack, "3q2k1/8/8/6P1/8/8/8/1KQ5 w - - 0 1", "3q2k1/8/8/8/8/8/6P1/1KQ5 w - - 0 1"},
	{"a pawn that is stopped does not storm", Attack, "3q2k1/8/6p1/8/6P1/8/8/1KQ5 w - - 0 1", "3q2k1/8/8/6p1/6P1/8/8/1KQ5 w - - 0 1"},
	{"a guarded path is better than one that loses the pawn", Attack, "6k1/8/n7/1P6/4B3/8/8/6K1 w - - 0 1", "6k1/8/n7/1P6/8/4B3/8/6K1 w - - 0 1"},
	{"a pin is an attack", Attack, "4k3/8/2n5/1B6/8/8/8/4K3 w - - 0 1", "4k3/8/2n5/8/8/8/8/B3K3 w - - 0 1"},
	{"a hidden attack is an attack", Attack, "q3k3/8/8/3N4/8/5B2/8/6K1 w - - 0 1", "q3k3/8/8/3N4/8/8/4B3/6K1 w - - 0 1"},
	{"a rook belongs on the seventh rank", Attack, "6k1/R4ppp/8/8/8/8/8/4K3 w - - 0 1", "6k1/5ppp/R7/8/8/8/8/4K3 w - - 0 1"},
	{"a queen near the king attacks", Attack, "6k1/8/8/5Q2/8/8/8/4K3 w - - 0 1", "6k1/8/8/8/8/8/8/Q3K3 w - - 0 1"},
	{"a knight near enemy pieces attacks", Attack, "k7/8/4r1r1/8/5N2/8/8/6K1 w - - 0 1", "k7/8/4r1r1/8/8/8/8/N5K1 w - - 0 1"},
	{"in the ending the king goes to the pawns", Attack, "8/k7/8/4p3/4P3/4K3/8/8 w - - 0 1", "8/k7/8/4p3/4P3/8/8/K7 w - - 0 1"},

	{"two bishops of both colours are a pair", Relation, "4k3/8/8/8/8/8/3PPP2/2B1KB2 w - - 0 1", "4k3/8/8/8/8/8/3PPP2/1NB1K3 w - - 0 1"},
	{"a bishop dislikes own pawns on its squares", Relation, "4k3/8/8/8/2PPP3/8/1PPP4/1B2K3 w - - 0 1", "4k3/8/8/8/2P1P1P1/3P4/2P1P3/1B2K3 w - - 0 1"},
}

func TestEachIdeaHasItsSign(t *testing.T) {
	for _, test := range ideas {
		t.Run(test.name, func(t *testing.T) {
			better, less := worthOfWhite(t, test.kind, test.better), worthOfWhite(t, test.kind, test.less)
			if better <= less {
				t.Errorf("%q: %d for %s, %d for %s", test.kind, better, test.better, less, test.less)
			}
		})
	}
}

func TestEachTermIsCountedInAnIdea(t *testing.T) {
	counted := map[string]bool{"PieceFifth": true} // see TestWithoutMaterialThePawnCountsAFifth
	for _, test := range ideas {
		for _, fen := range []string{test.better, test.less} {
			var trace Trace
			New(All).Trace(mustParse(t, fen), &trace)
			for _, term := range trace.Terms {
				counted[fieldOf(int(term.Weight)).Name] = true
			}
		}
	}
	for _, field := range Fields() {
		if !counted[field.Name] {
			t.Errorf("no position counts %s: count it (eval/doc.go says where), and add a row to ideas", field.Name)
		}
	}
}

// worthOfWhite adds up what one kind says about White's pieces, middlegame and endgame.
func worthOfWhite(t *testing.T, kind Knowledge, fen string) int {
	t.Helper()
	total := Explain(mustParse(t, fen), Thesis, nil).Total(movegen.White, bits.TrailingZeros16(uint16(kind)))
	return total.Middlegame + total.Endgame
}

func TestPawnsAddMoreToAKnightThanToARook(t *testing.T) {
	gain := func(pieces string) int {
		worth := func(pawns, pieces string) int {
			return worthOfWhite(t, Relation, "4k3/8/8/8/8/8/"+pawns+"/"+pieces+" w - - 0 1")
		}
		few := worth("PPP5", pieces) - worth("PPP5", "4K3")
		many := worth("PPPPPPPP", pieces) - worth("PPPPPPPP", "4K3")
		return many - few
	}
	if knight, rook := gain("1N2K3"), gain("R3K3"); knight <= rook {
		t.Errorf("eight pawns instead of three give a knight %d and a rook %d", knight, rook)
	}
}

func TestCheckCountsWhateverTheLetters(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		want      string // the weight that is counted
	}{
		{"one piece gives check", "4k3/8/8/8/8/8/4P3/r3K3 w - - 0 1", "KingInCheck[0]"},
		{"two pieces give check", "4k3/8/8/8/8/5n2/8/r3K3 w - - 0 1", "KingInCheck[1]"},
		{"nobody gives check", "4k3/8/8/8/8/8/r3P3/4K3 w - - 0 1", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			for k := range 256 {
				counted := ""
				var trace Trace
				New(Knowledge(k)).Trace(mustParse(t, test.fen), &trace)
				for _, term := range trace.Terms {
					if isCheck(term) {
						counted = WeightAt(term.Weight).Name
					}
				}
				if counted != test.want {
					t.Fatalf("%q: counted %q, want %q", Knowledge(k), counted, test.want)
				}
			}
		})
	}
}

func TestWithoutMaterialThePawnCountsAFifth(t *testing.T) {
	const pawnUp, equal = "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	for _, test := range []struct {
		kind Knowledge
		want int
	}{{Material, int(weightTable.PieceValue[0].Endgame)}, {0, int(weightTable.PieceValue[0].Endgame / 5)}} {
		e := New(test.kind)
		if got := forWhite(t, e, pawnUp) - forWhite(t, e, equal); got != test.want {
			t.Errorf("%q: a pawn is worth %d, want %d", test.kind, got, test.want)
		}
	}
}

func TestEverySetIsReadBackFromItsLetters(t *testing.T) {
	for set := range All + 1 {
		if got, err := ParseKnowledge(set.String()); got != set || (err != nil) != (set == 0) {
			t.Errorf("%q was read as %q, %v", set, got, err)
		}
		text, err := json.Marshal(set)
		back := Pawns
		if err != nil || json.Unmarshal(text, &back) != nil || back != set {
			t.Errorf("%q went through JSON as %s and came back as %q, %v", set, text, back, err)
		}
	}
}

func TestLettersAreRefusedByName(t *testing.T) {
	for _, test := range []struct {
		name, letters string
		want          *KnowledgeError
		says          string
	}{
		{"none", "", nil, "no letter"},
		{"unknown", "mz", &KnowledgeError{'z', 1, false}, `unknown letter 'z'; the letters are mbxkcparn`},
		{"doubled", "mpam", &KnowledgeError{'m', 3, true}, `doubled letter 'm'; the letters are mbxkcparn`},
		{"upper case", "M", &KnowledgeError{'M', 0, false}, `unknown letter 'M'`},
		{"a blank", "m b", &KnowledgeError{' ', 1, false}, `unknown letter ' '`},
		{"a letter that only looks like one", "mа", &KnowledgeError{'а', 1, false}, `unknown letter 'а'`},
		{"a byte that is no text", "m\xff", &KnowledgeError{'\uFFFD', 1, false}, "unknown letter"},
		{"a control character is shown as such", "m\x1b", &KnowledgeError{'\x1b', 1, false}, `'\x1b'`},
	} {
		t.Run(test.name, func(t *testing.T) {
			set := Pawns
			err := set.Set(test.letters)
			if set != Pawns {
				t.Errorf("a refused text left the set %q", set)
			}
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("error %v, want it to say %q", err, test.says)
			}
			if got, _ := errors.AsType[*KnowledgeError](err); !reflect.DeepEqual(got, test.want) {
				t.Errorf("error %#v, want %#v", err, test.want)
			}
		})
	}
}

// FuzzParseKnowledge: what is taken holds each of its letters once, in any order.
func FuzzParseKnowledge(f *testing.F) {
	for _, letters := range []string{"", Letters, "mp", "pm", "mm", "q", "m\x00", "é"} {
		f.Add(letters)
	}
	f.Fuzz(func(t *testing.T, letters string) {
		set, err := ParseKnowledge(letters)
		if (set == 0) != (err != nil) {
			t.Fatalf("%q: set %q, error %v", letters, set, err)
		}
		if err != nil {
			return
		}
		if len(letters) != len(set.String()) {
			t.Errorf("%q was read as %q", letters, set)
		}
		for _, letter := range letters {
			if !strings.ContainsRune(set.String(), letter) {
				t.Errorf("%q was read as %q", letters, set)
			}
		}
	})
}

// TestCostsAreThoseOfThePage compares the costs with the last column of the first table of docs/knowledge.md.
func TestCostsAreThoseOfThePage(t *testing.T) {
	page := must.Get(os.ReadFile("../docs/knowledge.md"))(t)
	rows := regexp.MustCompile(`(?m)^\| ([mbxkcparn]) \|.*\| (\d+)(?: %)? \|$`).FindAllSubmatch(page, -1)
	if len(rows) != len(Letters) {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		letter := must.Get(ParseKnowledge(string(row[1])))(t)
		if cost := strconv.Itoa(All.Cost() - (All &^ letter).Cost()); cost != string(row[2]) {
			t.Errorf("%s costs %s, not %s", letter, cost, row[2])
		}
	}
}

// BenchmarkKnowledge measures the cost of each letter: by what evaluations become cheaper without it, and by what they
// become dearer if it comes to material alone. The sum of neither is the whole, since letters share attacks and caches.
// Positions are those of BenchmarkEvaluate, and the cache of scores is left out here, too.
func BenchmarkKnowledge(b *testing.B) {
	positions := benchmarkPositions(b)
	measure := func(name string, k Knowledge) {
		b.Run(name, func(b *testing.B) {
			e := New(k)
			for i := 0; b.Loop(); i++ {
				e.Uncached(&positions[i%len(positions)])
			}
		})
	}
	measure("full", All)
	for i := range len(Letters) {
		measure("without-"+Letters[i:i+1], All&^(1<<i))
	}
	measure("m", Material)
	for i := 1; i < len(Letters); i++ {
		measure("m"+Letters[i:i+1], Material|1<<i)
	}
}
