package notation

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"alfiere/internal/testing/golden"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// start4 is the initial position as an EPD writes it.
const start4 = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"

func TestEPDOperations(t *testing.T) {
	e := must.Get(ParseEPD(start4+` bm e4 Nf3; am 17171 x; dm 3; ce -40; acd x; id "a b" c; pv e4 e5 Nf3 b8c6;`,
		movegen.Rules{}))(t)
	if moves, err := e.Moves("bm"); list(moves) != "e2e4 g1f3" || err != nil {
		t.Errorf("bm: %s, %v", list(moves), err)
	}
	if moves, err := e.Moves("pv"); list(moves) != "e2e4" || !errors.Is(err, ErrNotLegal) {
		t.Errorf("pv as moves of one position: %s, %v", list(moves), err)
	}
	if moves, err := e.Moves("am"); len(moves) != 0 || !errors.Is(err, ErrNotLegal) {
		t.Errorf("am: %s, %v", list(moves), err)
	}
	if moves, err := e.Moves("sm"); moves != nil || err != nil {
		t.Errorf("sm: %s, %v", list(moves), err)
	}
	if text := e.Text("id") + e.Text("c0"); text != "a b c" {
		t.Errorf("id and c0: %q", text)
	}
	for code, want := range map[string]int{"dm": 3, "ce": -40} {
		if n, err := e.Int(code); n != want || err != nil {
			t.Errorf("%s: %d, %v", code, n, err)
		}
	}
	if _, err := e.Int("acd"); err == nil || errors.Is(err, ErrNoOperation) {
		t.Errorf("acd: %v", err)
	}
	if _, err := e.Int("acn"); !errors.Is(err, ErrNoOperation) {
		t.Errorf("acn: %v", err)
	}
}

func TestOperationsGivenTwiceCountTogether(t *testing.T) {
	e := must.Get(ParseEPD(start4+` bm e4; am a4; bm d4 c4; am h4; dm 2; id "a"; dm 3; id "b";`, movegen.Rules{}))(t)
	best, avoid, err := e.Test()
	if list(best) != "e2e4 d2d4 c2c4" || list(avoid) != "a2a4 h2h4" || err != nil {
		t.Errorf("bm %s, am %s, %v", list(best), list(avoid), err)
	}
	if _, err := e.Int("dm"); err == nil {
		t.Error("two numbers are one")
	}
	if e.Text("id") != "a b" {
		t.Errorf("id %q", e.Text("id"))
	}
}

func TestEPDReadsBackWhatItWrites(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 3))
	pieces := []string{"e4", "Qd1+", `"`, `\`, ";", " ", "\t", "", "x", "é", "-12", "#", "\xff"}
	eachPosition(t, 6, scaled(5000), append(chess960FENs, standardFENs...), func(p *movegen.Position) {
		e := EPD{Position: *p}
		e.Position.SetCounters(rng.IntN(100), 1+rng.IntN(3))
		for range rng.IntN(4) {
			op := Operation{Code: [...]string{"bm", "am", "id", "c0", "D1", "x_y", "Hmvc"}[rng.IntN(7)]}
			for range rng.IntN(3) {
				text := ""
				for range rng.IntN(4) {
					text += pieces[rng.IntN(len(pieces))]
				}
				quoted := rng.IntN(2) == 0 || text == "" || strings.ContainsAny(text, " \t;\"")
				op.Operands = append(op.Operands, Operand{Text: text, Quoted: quoted})
			}
			e.Operations = append(e.Operations, op)
		}
		if again, err := ParseEPD(e.String(), allRules); err != nil || !reflect.DeepEqual(e, again) {
			t.Fatalf("%+v is written\n%s\nand read as %+v, %v", e.Operations, e.String(), again.Operations, err)
		}
	})
}

func TestOperandsAreQuotedWhereTheyMustBe(t *testing.T) {
	e := EPD{Position: movegen.StartPosition(), Operations: []Operation{{Code: "c0", Operands: []Operand{{Text: "a b"}, {Text: ""}, {Text: `"`}, {Text: "c"}}}}}
	if want := start4 + ` c0 "a b" "" "\"" c;`; e.String() != want {
		t.Errorf("got %s, want %s", e.String(), want)
	}
}

func FuzzParseEPD(f *testing.F) {
	for _, line := range []string{
		start4 + ` bm e4 d4; id "BK.01"; c0 "a; \"b\" \\"; hmvc 3; fmvn 17;`,
		movegen.StartFEN + " ;D1 20 ;D2 400",
		"1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1 pv e4 e5; acd 12; ce -3;",
		"8/8/8/8/8/k2K4/7Q/8 w - -;",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		e, err := ParseEPD(line, allRules)
		if err != nil {
			if fault, ok := errors.AsType[*EPDError](err); !ok || fault.Column < 1 || fault.Column > len(line)+1 || err.Error() == "" {
				t.Fatalf("%q: %v", line, err)
			}
			return
		}
		for _, op := range e.Operations {
			e.Int(op.Code)
			for _, m := range first(e.Moves(op.Code)) {
				if !e.Position.IsLegal(m) {
					t.Fatalf("%q: %s holds the illegal move %v", line, op.Code, m)
				}
			}
		}
		text := e.String()
		if len(text) > MaxEPDLength {
			return // backslashes may have doubled
		}
		again, err := ParseEPD(text, allRules)
		if err != nil || !reflect.DeepEqual(e, again) || again.String() != text {
			t.Fatalf("%q is written\n%q and read as\n%q, %v", line, text, again.String(), err)
		}
	})
}

func first(moves []movegen.Move, _ error) []movegen.Move { return moves }

func ExampleParseEPD() {
	e, err := ParseEPD(`1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";`, movegen.Rules{})
	if err != nil {
		fmt.Println(err)
		return
	}
	moves, err := e.Moves("bm")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Text("id"), UCI(moves[0], false))
	e.Operations = append(e.Operations, Operation{Code: "acd", Operands: []Operand{{Text: "12"}}})
	fmt.Println(e.String())
	// Output:
	// BK.01 d6d1
	// 1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01"; acd 12;
}

func TestAFileOfPositionsIsReadToTheFirstFault(t *testing.T) {
	const path = "x.epd"
	enough := errors.New("enough")
	for _, test := range []struct {
		name, text string
		taken      int
		err        string
	}{
		{"good", "k7/8/8/8/8/8/8/K7 w - -\n\nk7/8/8/8/8/8/8/K7 b - - id \"b\";", 2, ""},
		{"a fault", "k7/8/8/8/8/8/8/K7 w - -\nx\n", 1, path + ":2: "},
		{"an end", "k7/8/8/8/8/8/8/K7 w - -\n# no position\nk7/8/8/8/8/8/8/K7 b - - id \"enough\";\n", 2, path + ":3: enough"},
	} {
		taken := 0
		err := EachEPD(strings.NewReader(test.text), path, movegen.Rules{}, func(e EPD) error {
			if taken++; e.Text("id") == "enough" {
				return enough
			}
			return nil
		})
		if taken != test.taken || (err == nil) != (test.err == "") || err != nil && !strings.HasPrefix(err.Error(), test.err) {
			t.Errorf("%s: %d positions, %v", test.name, taken, err)
		}
	}
}

// read reads everything and returns a line for each position or fault.
func read(r *EPDReader) string {
	var log strings.Builder
	for {
		e, err := r.Read()
		switch fault, isFault := errors.AsType[*EPDError](err); {
		case isFault && fault.Line == r.Line():
			fmt.Fprintf(&log, "%d: %v\n", r.Line(), fault.Err)
		case err != nil:
			fmt.Fprintf(&log, "%v\n", err)
			return log.String()
		default:
			fmt.Fprintf(&log, "%d: %s\n", r.Line(), e.Text("id"))
		}
	}
}

func TestEPDReader(t *testing.T) {
	long := start4 + " id long; c0 " + strings.Repeat("x", MaxEPDLength-len(start4+" id long; c0 ;")) + ";"
	for _, c := range []struct{ name, file, want string }{
		{"an empty file", "", "EOF\n"},
		{"comments, empty lines and no last line end", "# one\n\n  \t\r\n" + start4 + " id a;\n #x\n" + start4 + " id b;", "4: a\n6: b\nEOF\n"},
		{"line ends of Windows and a byte-order mark", "\ufeff" + start4 + " id a;\r\n" + start4 + " id b;\r\n", "1: a\n2: b\nEOF\n"},
		{"a fault does not stop the rest", start4 + " id a;\n" + start4 + " id \"b;\n" + start4 + " id c;\n", "1: a\n2: the string does not end\n3: c\nEOF\n"},
		{"a line as long as can be", long + "\r\n" + start4 + " id b;\n", "1: long\n2: b\nEOF\n"},
		{"a line one byte longer", long + " 7\n" + start4 + " id b;\n", "1: the line is longer than 64 KiB\n2: b\nEOF\n"},
		{"a line of megabytes", strings.Repeat("x", 3<<20) + "\n" + start4 + " id b;", "1: the line is longer than 64 KiB\n2: b\nEOF\n"},
		{"a line of megabytes at the end", start4 + " id a;\n" + strings.Repeat("x", 3<<20), "1: a\n2: the line is longer than 64 KiB\nEOF\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := read(NewEPDReader(strings.NewReader(c.file), movegen.Rules{})); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
			slow := iotest.OneByteReader(strings.NewReader(c.file))
			if got := read(NewEPDReader(slow, movegen.Rules{})); got != c.want {
				t.Errorf("byte by byte: got\n%swant\n%s", got, c.want)
			}
		})
	}
}

func TestEPDReaderHandsOnTheErrorOfItsSource(t *testing.T) {
	broken := errors.New("the disk is broken")
	for _, beginning := range []string{"", start4 + " id a;\n", start4 + " id a;\n" + start4 + " id b", start4 + " id a;\n" + strings.Repeat("x", 2*MaxEPDLength)} {
		r := NewEPDReader(io.MultiReader(strings.NewReader(beginning), iotest.ErrReader(broken)), movegen.Rules{})
		want := "1: a\n" + broken.Error() + "\n"
		if beginning == "" {
			want = broken.Error() + "\n"
		}
		if got := read(r); got != want {
			t.Errorf("behind %.60q…: got\n%swant\n%s", beginning, got, want)
		}
	}
}

func ExampleEPDReader() {
	file := strings.NewReader(`# two problems
8/8/8/8/8/k2K4/7Q/8 w - - dm 2; bm Kc4;
8/8/8/8/8/k7/7Q/8 w - - dm 2;
8/8/k1K3Q1/8/8/8/8/8 w - - dm 2; bm Qg5;
`)
	reader := NewEPDReader(file, movegen.Rules{Composed: true})
	for {
		e, err := reader.Read()
		if err == io.EOF {
			break
		}
		if _, ok := errors.AsType[*EPDError](err); ok {
			fmt.Println(err)
			continue
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		n, err := e.Int("dm")
		fmt.Printf("line %d: mate in %d, %s (%s) %v\n", reader.Line(), n, e.Text("bm"), PieceCount(&e.Position), err)
	}
	// Output:
	// line 2: mate in 2, Kc4 (2+1) <nil>
	// epd: line 3, column 1: board: White has no king
	// line 4: mate in 2, Qg5 (2+1) <nil>
}

func TestStartposIsAFENWhereverPeopleGiveOne(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, ""},
		{[]string{"startpos"}, movegen.StartFEN},
		{[]string{" startpos\n"}, movegen.StartFEN},
		{[]string{"startpos", "w"}, "startpos w"},
		{[]string{"Startpos"}, "Startpos"},
		{[]string{"8/8/8/8/8/8/8/8", "w", "-", "-"}, "8/8/8/8/8/8/8/8 w - -"},
	} {
		if got := FENArgument(test.args...); got != test.want {
			t.Errorf("%q: %q, want %q", test.args, got, test.want)
		}
	}
}

// TestLinesOfEPDAreReadOrRefused writes again what it reads, and reads that.
func TestLinesOfEPDAreReadOrRefused(t *testing.T) {
	golden.Cases(t, "testdata/epd.txt", func(args ...string) string {
		rules := movegen.Rules{Chess960: slices.Contains(args, "chess960"), Composed: slices.Contains(args, "composed")}
		e, err := ParseEPD(args[0], rules)
		if err != nil {
			_, ok := errors.AsType[*EPDError](err)
			_, ofFEN := errors.AsType[*movegen.FENError](err)
			return fmt.Sprintf("%v\nan EPDError: %v, of the FEN: %v", err, ok, ofFEN)
		}
		if again, err := ParseEPD(e.String(), rules); err != nil || !reflect.DeepEqual(e, again) {
			t.Errorf("%s is read as %+v, %v", e.String(), again, err)
		}
		return e.String()
	})
	if _, err := ParseEPD(strings.Repeat("x", MaxEPDLength+1), movegen.Rules{}); !errors.Is(err, ErrLineTooLong) {
		t.Errorf("a line that is too long gives %v", err)
	}
}
