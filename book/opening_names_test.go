package book

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// playSAN returns the moves of a text.
func playSAN(t *testing.T, text string) (moves []movegen.Move) {
	t.Helper()
	p := movegen.StartPosition()
	for word := range strings.FieldsSeq(text) {
		if strings.HasSuffix(word, ".") {
			continue
		}
		m := must.Get(notation.ParseSAN(&p, word, notation.English))(t)
		p.Make(m)
		moves = append(moves, m)
	}
	return moves
}

func TestOpeningsAreFoundByTranspositionsToo(t *testing.T) {
	table := BuiltinOpenings()
	for _, test := range []struct {
		moves, code, name string
		plies             int
	}{
		{"e4 e5 f4 exf4 Bc4", "C33", "King's Gambit Accepted: Bishop's Gambit", 5},
		{"e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "B90", "Sicilian Defense: Najdorf Variation", 10},
		{"Nf3 d6 d4 Nf6 Nc3 c5 e4 cxd4 Nxd4 a6", "B90", "Sicilian Defense: Najdorf Variation", 10},
		{"e4 e5 Nf3 Nc6 Bb5 a6 Ba4 h5 h4 Rh6", "C70", "Ruy Lopez: Morphy Defense", 6},
		{"a3 Nc6 h4 h5", "A00", "Anderssen's Opening", 1},
	} {
		o, plies, ok := table.Classify(movegen.StartPosition(), playSAN(t, test.moves))
		if !ok || o.Code != test.code || !strings.HasPrefix(o.Name, test.name) || plies != test.plies {
			t.Errorf("%s: %v after %d, %v", test.moves, o, plies, ok)
		}
	}
	if o, plies, ok := table.Classify(movegen.StartPosition(), nil); ok {
		t.Errorf("a game without moves: %v after %d", o, plies)
	}
	mate := must.Get(movegen.ParseFEN("7k/8/5K2/8/8/8/6Q1/8 w - - 0 1"))(t)
	if o, _, ok := table.Classify(mate, mate.Moves()[:1]); ok {
		t.Errorf("an ending: %v", o)
	}
}

func TestNamesOfOpeningsAreSplit(t *testing.T) {
	for whole, want := range map[string][2]string{
		"Réti Opening": {"Réti Opening", ""},
		"Sicilian Defense: Najdorf Variation, English Attack": {"Sicilian Defense", "Najdorf Variation, English Attack"},
	} {
		if name, variation := (Opening{Name: whole}).Split(); name != want[0] || variation != want[1] {
			t.Errorf("%s: %q and %q", whole, name, variation)
		}
	}
}

// TestTheBuiltinTableIsMadeOfTheTables does what the command in docs/books.md does, and
// compares each line with a search through all of the lines.
func TestTheBuiltinTableIsMadeOfTheTables(t *testing.T) {
	names, err := filepath.Glob("../../shared/data/openings/eco/?.tsv")
	if err != nil || len(names) == 0 {
		t.Skip("the tables are not here")
	}
	var whole []byte
	for i, name := range names {
		text := must.Get(os.ReadFile(name))(t)
		if i > 0 {
			_, text, _ = bytes.Cut(text, []byte("\n"))
		}
		whole = append(whole, text...)
	}
	r := must.Get(gzip.NewReader(bytes.NewReader(builtinOpenings)))(t)
	if text, err := io.ReadAll(r); err != nil || !bytes.Equal(text, whole) {
		t.Errorf("eco.tsv.gz is not made of the tables: %d bytes, not %d, %v", len(text), len(whole), err)
	}
}

// TestClassifyAgreesWithAPlainSearch compares with looking for the last position of a game
// by its FEN in a list of all lines.
func TestClassifyAgreesWithAPlainSearch(t *testing.T) {
	r := must.Get(gzip.NewReader(bytes.NewReader(builtinOpenings)))(t)
	text := must.Get(io.ReadAll(r))(t)
	rows := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
	byEPD := map[string]string{}
	var lines [][]movegen.Move
	for _, row := range rows {
		fields := strings.Split(row, "\t")
		moves := playSAN(t, fields[2])
		lines = append(lines, moves)
		p := movegen.StartPosition()
		for _, m := range moves {
			p.Make(m)
		}
		if _, known := byEPD[p.EPD()]; known {
			t.Errorf("%s stands twice", row)
		}
		byEPD[p.EPD()] = fields[0] + " " + fields[1]
	}
	table := BuiltinOpenings()
	if len(table.byKey) != len(byEPD) {
		t.Errorf("%d openings, not %d", len(table.byKey), len(byEPD))
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		moves := slices.Clone(lines[random.IntN(len(lines))])
		for range random.IntN(4) { // Two moves that may be exchanged transpose.
			if i := random.IntN(len(moves)); i+2 < len(moves) {
				moves[i], moves[i+2] = moves[i+2], moves[i]
			}
		}
		p := movegen.StartPosition()
		want, plies := "", 0
		for i, m := range moves {
			if !p.IsLegal(m) {
				moves = moves[:i]
				break
			}
			p.Make(m)
			if name := byEPD[p.EPD()]; name != "" {
				want, plies = name, i+1
			}
		}
		o, n, ok := table.Classify(movegen.StartPosition(), moves)
		if ok != (want != "") || ok && (o.Code+" "+o.Name != want || n != plies) {
			t.Errorf("%v: %v after %d, not %s after %d", moves, o, n, want, plies)
		}
	}
}

func TestATableThatIsNoneIsRefused(t *testing.T) {
	const head = "eco\tname\tpgn\n"
	for text, want := range map[string]string{
		"": "not a table", head + "A00 x": "line 2: not a table", head + "A00\tx\t1. e4\n\n": "line 3: not a table", head + "A00\tx\t1. e4 e4": "line 2: ",
	} {
		if _, err := readOpenings(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	table, err := readOpenings(strings.NewReader(head + "A00\tfirst\t1. e4\r\nA01\tsecond\t1. e4\n"))
	p := movegen.StartPosition()
	if err != nil || len(table.byKey) != 1 {
		t.Fatalf("%v, %v", table, err)
	}
	if o, _, ok := table.Classify(p, playSAN(t, "e4 e5")); !ok || o.Name != "first" {
		t.Errorf("of two names of a position %v counts", o)
	}
	if _, err := readOpenings(strings.NewReader("x")); err != nil && !errors.Is(err, errOpenings) {
		t.Error(err)
	}
}

func BenchmarkBuiltinOpenings(b *testing.B) {
	for b.Loop() {
		BuiltinOpenings()
	}
}
