package format

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"alfiere/internal/message"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// first returns what the first Read of a file says.
func first(text string) (Problem, error) {
	return NewReader(strings.NewReader(text), forsyth.Conventions{}).Read()
}

// faults are inputs with one fault each: where it is, what is quoted, and why.
var faults = []struct {
	name, text   string
	line, column int
	quoted       string
	err          error
}{
	{"no moves", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - dm 0;", 1, 34, "dm 0", problem.ErrMoves},
	{"too many moves", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - dm 33;", 1, 34, "dm 33", problem.ErrMoves},
	{"moves below nought", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - dm -1;", 1, 34, "dm -1", problem.ErrMoves},
	{"moves that are no number", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - id \"dm\"; dm two;", 1, 43, "dm two", problem.ErrMoves},
	{"many moves in words", "\n8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - dm one two three four five six;", 2, 34, "dm one two three four f…", problem.ErrMoves},
	{"an opcode that is a number", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1 2;", 1, 38, "2", notation.ErrOpcode},
	{"a string without an end", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - id \"x;", 1, 37, "\"x;", notation.ErrOpenString},
	{"a NUL in an operand", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - id \"\x00\";", 1, 38, "\x00", notation.ErrControlByte},
	{"a piece that there is not", "8/8/8/3X4/8/5nP1/5Q1b/5N1k w - -", 1, 8, "", nil},

	{"a word that Popeye has not", "begin\r\n\r\n \tfnord end", 3, 3, "fnord", errWord},
	{"a word that is cut where it is long", "begin " + strings.Repeat("x", 30) + " end", 1, 7, strings.Repeat("x", 20) + "…", errWord},
	{"a word that may be two", "begin s end", 1, 7, "s", errWord},
	{"a beginning within a problem", "begin stip #2 begin end", 1, 15, "begin", errWord},
	{"a helpmate", "begin stip h#2 end", 1, 12, "h#2", problem.ErrUnsupported},
	{"a stalemate", "k7/8/8/8/8/8/8/K7 w - - =2", 1, 25, "=2", problem.ErrUnsupported},
	{"a gain", "k7/8/8/8/8/8/8/K7 +2", 1, 19, "+2", problem.ErrUnsupported},
	{"a helpstalemate in a list", "White Ka1 Black Ka8 h=2", 1, 21, "h=2", problem.ErrUnsupported},
	{"a move", "White Ka1 Black Ka8\n~1", 2, 1, "~1", problem.ErrUnsupported},
	{"a word", "k7/8/8/8/8/8/8/K7 w - - stalemate 2", 1, 25, "stalemate", problem.ErrUnsupported},
	{"a stipulation above", " ser-h#3\n\nWhite Ka1\nBlack Ka8\n", 1, 2, "ser-h#3", problem.ErrUnsupported},
	{"half a move", "begin stip #2.5 end", 1, 12, "#2.5", problem.ErrUnsupported},
	{"a stipulation in its long form", "begin sstip white end", 1, 7, "sstip", problem.ErrUnsupported},
	{"a condition", "begin cond circe end", 1, 7, "cond", problem.ErrUnsupported},
	{"pieces for LaTeX", "begin latexpi end", 1, 7, "latexpi", problem.ErrUnsupported},
	{"a zero position without twins", "begin zero end", 1, 12, "end", errTwin},
	{"no white king", "begin opti vari nowk end", 1, 17, "nowk", errOption},
	{"null moves", "begin opti nullmoves end", 1, 12, "nullmoves", errOption},
	{"the nightrider in French", "debut enonce #2 pieces blanc ne4 fin", 1, 30, "ne4", problem.ErrUnsupported},
	{"a neutral man", "begin pieces neutral Qa1 end", 1, 14, "neutral", problem.ErrUnsupported},
	{"a grasshopper", "begin pieces white Ga1 end", 1, 20, "Ga1", problem.ErrUnsupported},
	{"a fairy man of two letters", "begin pieces white GRa1 end", 1, 20, "GRa1", problem.ErrUnsupported},
	{"a nightrider", "begin pieces white Na1 end", 1, 20, "Na1", forsyth.ErrKnight},
	{"a nightrider in Forsyth", "begin forsyth 8/n end", 1, 15, "8/n", forsyth.ErrKnight},
	{"a fairy man in Forsyth", "begin forsyth A end", 1, 15, "A", problem.ErrUnsupported},
	{"no stipulation of mates", "begin stip #0 end", 1, 12, "#0", problem.ErrMoves},
	{"33 moves", "begin stip #33 end", 1, 12, "#33", problem.ErrMoves},
	{"men without a colour", "begin pieces Ka1 end", 1, 14, "Ka1", errColor},
	{"a square without a man", "begin pieces white a1 end", 1, 20, "a1", forsyth.ErrMan},
	{"a word among the men", "begin pieces white Ka1 whatever end", 1, 24, "whatever", forsyth.ErrMan},
	{"a man off the board", "begin pieces white Ka9 end", 1, 20, "Ka9", forsyth.ErrMan},
	{"three letters before a square", "begin pieces white KRBa1 end", 1, 20, "KRBa1", forsyth.ErrMan},
	{"two men on a square", "begin pieces white Ka1 black Qh8a1 end", 1, 30, "Qh8a1", forsyth.ErrOccupied},
	{"65 squares", "begin forsyth 65 end", 1, 15, "65", errForsyth},
	{"a man behind 64 squares", "begin forsyth 64K end", 1, 15, "64K", errForsyth},
	{"a sign in Forsyth", "begin forsyth K- end", 1, 15, "K-", errForsyth},
	{"a number of refutations that is none", "begin opti defence many end", 1, 20, "many", errNumber},
	{"fewer refutations than none", "begin opti defence -1 end", 1, 20, "-1", errNumber},
	{"castling nowhere", "begin opti nocastling e9 end", 1, 23, "e9", errSquare},
	{"a square and then a line that is too long", "begin opti nocastling a1\n" + strings.Repeat("y", 1<<17) + "\nend", 2, 1<<16 + 1, "", notation.ErrLineTooLong},
	{"an option and then a line that is too long", "begin opti\n" + strings.Repeat("y", 1<<17) + "\nend", 2, 1<<16 + 1, "", notation.ErrLineTooLong},
	{"men and then a line that is too long", "begin pieces white ka1\n" + strings.Repeat("y", 1<<17) + "\nend", 2, 1<<16 + 1, "", notation.ErrLineTooLong},
	{"a stipulation on a line that is too long", "begin stip\n" + strings.Repeat("y", 1<<17) + "\nend", 2, 1<<16 + 1, "", notation.ErrLineTooLong},
	{"en passant nowhere", "begin opti enpassant here end", 1, 22, "here", errSquare},
	{"no stipulation", "begin pieces white Ka1 black Kh8 end", 1, 1, "", errIncomplete},
	{"no men", "\n\nbegin stip #2 end", 3, 1, "", errIncomplete},
	{"a stipulation cut off", "begin\nstip", 2, 1, "", errIncomplete},
	{"a board cut off", "begin\nstip #2\n\nforsyth\n", 4, 1, "", errIncomplete},
	{"refutations cut off", "begin opti defence", 1, 1, "", errIncomplete},
}

func TestEveryFaultHasItsPlaceAndItsReason(t *testing.T) {
	for _, f := range faults {
		_, err := first(f.text)
		var fault *forsyth.Error
		if !errors.As(err, &fault) {
			t.Errorf("%s: %v", f.name, err)
			continue
		}
		if fault.Line != f.line || fault.Column != f.column || f.quoted != "" && fault.Text != f.quoted {
			t.Errorf("%s: line %d, column %d, %q; want line %d, column %d, %q",
				f.name, fault.Line, fault.Column, fault.Text, f.line, f.column, f.quoted)
		}
		if f.err != nil && !errors.Is(err, f.err) {
			t.Errorf("%s: %v, want %v", f.name, err, f.err)
		}
	}
}

// sentinels are all reasons of the package.
var sentinels = []error{problem.ErrMoves, notation.ErrLineTooLong, errWord, problem.ErrUnsupported, forsyth.ErrMan, forsyth.ErrKnight, errSquare, forsyth.ErrOccupied, errColor,
	errForsyth, errNumber, errIncomplete, errOutside}

func TestEveryReasonOccursAndBeginsSmall(t *testing.T) {
	seen := map[error]bool{notation.ErrLineTooLong: true, errOutside: true} // tests of their own
	for _, f := range faults {
		seen[f.err] = true
	}
	for _, err := range sentinels {
		if !seen[err] {
			t.Errorf("no test gives %q", err)
		}
		if text := err.Error(); strings.ToLower(text[:1]) != text[:1] || strings.HasSuffix(text, ".") {
			t.Errorf("%q", text)
		}
	}
}

func TestMessagesSayWhereWhyAndWhat(t *testing.T) {
	for text, want := range map[string]string{
		"begin\n stip h#2 end":                           `line 2, column 7: only direct mates of orthodox chess are solved, not "h#2"`,
		"begin stip #2 end":                              `line 1, column 1: the problem has no stipulation or no men`,
		"\nk6R/8/8/8/8/8/8/K7 w - - dm 2;":               `line 2: `,
		"begin stip #2 pieces white Ka1 Qh8 end":         `line 1: `,
		"[FEN \"7k/8/8/8/8/8/8/KQ6 w - -\"]\n\n1. Qb9 *": `line 3, column 4: "Qb9": not a move`,
	} {
		if _, err := first(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	_, err := first("begin\n stip h#2 end")
	if fault := err.(*forsyth.Error); fault.Reason().Error() != strings.TrimPrefix(fault.Error(), "line 2, column 7: ") {
		t.Errorf("the reason of %q is %q", fault, fault.Reason())
	}
}

// TestAnIllegalDiagramTellsItsFaults: the text itself is valid, and errors.As finds what is wrong with the position.
func TestAnIllegalDiagramTellsItsFaults(t *testing.T) {
	for text, want := range map[string]struct {
		fen   string
		codes []movegen.FaultCode
	}{
		"k6R/8/8/8/8/8/8/K7 w - - 3 9":                  {"k6R/8/8/8/8/8/8/K7 w - - 3 9", []movegen.FaultCode{movegen.OpponentInCheck}},
		"P7/8/8/8/8/8/8/K6k w - - dm 2;":                {"P7/8/8/8/8/8/8/K6k w - -", []movegen.FaultCode{movegen.PawnOnEdgeRank}},
		"K7/8/8/8/8/8/8/8 w - - 0 1":                    {"K7/8/8/8/8/8/8/8 w - - 0 1", []movegen.FaultCode{movegen.KingCount}},
		"k6R/8/8/8/8/8/8/K6S #2":                        {"k6R/8/8/8/8/8/8/K6S", []movegen.FaultCode{movegen.OpponentInCheck}},
		"begin stip #2 pieces white Pa8 Ka1 end":        {"P7/8/8/8/8/8/8/K7 w - - 0 1", []movegen.FaultCode{movegen.KingCount, movegen.PawnOnEdgeRank}},
		"begin stip #2 forsyth 8/8/8/8/8/8/8/R3K2R end": {"8/8/8/8/8/8/8/R3K2R w - - 0 1", []movegen.FaultCode{movegen.KingCount}},
		"begin stip #2 forsyth k6R/8/8/8/8/8/8/K7 end":  {"k6R/8/8/8/8/8/8/K7 w - - 0 1", []movegen.FaultCode{movegen.OpponentInCheck}},
	} {
		_, err := first(text)
		var illegal *forsyth.IllegalError
		var position *movegen.FENError
		if !errors.As(err, &illegal) || !errors.As(err, &position) {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if illegal.Line != 1 || illegal.FEN != want.fen {
			t.Errorf("%q: line %d, %s", text, illegal.Line, illegal.FEN)
		}
		found := map[movegen.FaultCode]bool{}
		for _, f := range position.Faults {
			found[f.Code] = true
		}
		for _, code := range want.codes {
			if !found[code] || code != movegen.KingCount && !strings.Contains(err.Error(), code.String()) {
				t.Errorf("%q: %v, want %v", text, err, code)
			}
		}
		if found[movegen.KingCount] && !strings.Contains(err.Error(), "Black has no king") {
			t.Errorf("%q: %v", text, err)
		}
		if len(illegal.Faults) != len(position.Faults) || illegal.Error() != fmt.Sprintf("line 1: %s", illegal.Reason()) {
			t.Errorf("%q: %d faults, %s", text, len(illegal.Faults), illegal)
		}
	}
}

// TestTheShortestAndTheLongestStipulationsAreRead, in both kinds of files.
func TestTheShortestAndTheLongestStipulationsAreRead(t *testing.T) {
	for _, moves := range []int{1, 2, 31, 32} {
		for _, text := range []string{
			fmt.Sprintf("8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - dm %d;", moves),
			fmt.Sprintf("begin stip #%d forsyth 8/8/8/3K4/8/5sP1/5Q1b/5S1k end", moves),
		} {
			if p, err := first(text); err != nil || p.Moves != moves || p.Position.EPD() != "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -" {
				t.Errorf("%q: %d moves, %s, %v", text, p.Moves, p.Position.EPD(), err)
			}
		}
	}
}

// TestLinesUpToTheLimitAreRead tries lengths round it, with every kind of line end, and lines of many buffers.
func TestLinesUpToTheLimitAreRead(t *testing.T) {
	const head, tail = "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - id \"", "\";"
	for _, end := range []string{"\n", "\r\n", ""} {
		for _, length := range []int{notation.MaxEPDLength - 1, notation.MaxEPDLength, notation.MaxEPDLength + 1,
			notation.MaxEPDLength + 2, notation.MaxEPDLength + 3, 3 * notation.MaxEPDLength} {
			long := head + strings.Repeat("x", length-len(head)-len(tail)) + tail
			r := NewReader(strings.NewReader("8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -\n"+long+end), forsyth.Conventions{})
			must.Get(r.Read())(t)
			p, err := r.Read()
			switch {
			case length <= notation.MaxEPDLength:
				if err != nil || len(p.ID) != length-len(head)-len(tail) {
					t.Errorf("%d bytes before %q: %v", length, end, err)
				}
			default:
				var fault *forsyth.Error
				if !errors.As(err, &fault) || fault.Line != 2 || fault.Column != notation.MaxEPDLength+1 {
					t.Errorf("%d bytes before %q: %v", length, end, err)
				}
			}
			if _, err := r.Read(); err != io.EOF {
				t.Errorf("%d bytes before %q: then %v", length, end, err)
			}
		}
	}
}

// TestABadFileIsReportedInItalian, line by line, with castling to be claimed and an intended key.
func TestABadFileIsReportedInItalian(t *testing.T) {
	file := strings.Join([]string{"no problem", "8/8/8/8/8/8/8/8 w - -", "k6R/8/8/8/8/8/8/K7 w - -", cumpe + " dm 99;", cumpe[:20],
		"8/8/8/3K4/8/5xP1/5Q1b/5N1k w - -", "6k1/PPPP4/8/8/PPPPP3/8/8/4K2R w - -", cumpe}, "\n")
	var out, reported strings.Builder
	p := Printer{Out: &out, Err: &reported}
	s := newSolver(1)
	s.Text.Language, s.Key = text.Italian(), "Ka1"
	p.Complete(s, false, func(string) bool { return false })
	must.Do(t, s.SolveAll(t.Context(), "file", strings.NewReader(file), p.Print))
	want := `file:1:1: non è un FEN: "no" non è una scacchiera di otto traverse separate da /
file:2: scacchiera: non c'è alcun re
file:3: scacchiera: chi non ha il tratto è sotto scacco (a8 h8)
file:4:38: il numero di mosse deve essere da 1 a 32, non "dm 99"
file:5:18: scacchiera, colonna 18: una traversa deve avere 8 case, non "5Q1"
file:6:14: scacchiera, colonna 14: nessun pezzo ha la lettera "x" (PNBRQK, pnbrqk)
file:7: avvertimento: scacchiera: più di 8 pedoni di un colore (a4 b4 c4 d4 e4 a7 b7 c7 d7)
file:7: avvertimento: Ke1, Rh1 nelle case d'origine ma nessun arrocco nella FEN; --castling home lo permette
file:7: chiave voluta: "Ka1": non è una mossa legale: nessun pezzo così (re in e1) può andare in a1
file:8: chiave voluta: "Ka1": non è una mossa legale: nessun pezzo così (re in d5) può andare in a1
`
	if reported.String() != want {
		t.Errorf("%s", reported.String())
	}
	if err := p.FaultsIn("file"); err == nil || err.Error() != "file: 8 problemi non validi" {
		t.Error(err)
	}
	if strings.Contains(out.String(), "Illegal") || !strings.Contains(out.String(), "Posizione illegale.") {
		t.Error(out.String())
	}
	fault := Answer{Fault: message.Errorf("the intended key %s does not solve", "Kd6")}
	if err := fault.TakeFault(text.Italian()); err.Error() != "la chiave voluta Kd6 non risolve" {
		t.Error(err)
	}
}

// TestErrorsOfJSONNameTheField in plain words, without types of Go.
func TestErrorsOfJSONNameTheField(t *testing.T) {
	const fen = `{"problem":1,"fen":"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -","stipulation":"#2",`
	for line, want := range map[string]string{
		fen + `"comments":"good"}`:                 "line 1: the field comments must be a list, not a text",
		fen + `"title":["a"]}`:                     "line 1: the field title must be a text, not a list",
		fen + `"source":{"year":"1859"}}`:          "line 1: the field source.year must be a number, not a text",
		fen + `"source":{"year":1.5}}`:             "line 1: the field source.year must be a whole number within range",
		fen + `"id":"x"}`:                          "line 1: the field id must be a number, not a text",
		fen + `"awards":[{"text":{}}]}`:            "line 1: the field awards.text must be a text, not an object",
		fen + `"twin":{"continued":1}}`:            "line 1: the field twin.continued must be true or false, not a number",
		fen + `"report":true}`:                     "line 1: the field report must be an object, not true or false",
		`{"fen": x}`:                               "line 1, column 9: invalid JSON",
		"{\"fen\":\"8/8/8/8/8/8/8/8\",\"problem\"": "line 1, column 34: invalid JSON",
	} {
		_, err := NewReader(strings.NewReader(line), forsyth.Conventions{}).Read()
		if err == nil || err.Error() != want {
			t.Errorf("%s:\n%v, want\n%s", line, err, want)
		}
	}
}

// TestAFileOfRecordsIsSolved like one of lines, in JSON and as games.
func TestAFileOfRecordsIsSolved(t *testing.T) {
	const board = "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -"
	for text, want := range map[string]string{
		`{"problem":1,"fen":"` + board + `","stipulation":"#2","title":"Block","authors":["J. Cumpe"]}`: "sound J. Cumpe Block",
		`{"fen":"` + board + ` 0 1","stip":"#2"}`:                                                       "sound",
		`{"fen":"` + board + `","stip":"h#2"}`:                                                          "1: " + problem.ErrUnsupported.Error() + `, not "h#2"`,
		`{"fen":"` + board + `","stip":"#33"}`:                                                          "1: " + problem.ErrMoves.Error() + `, not "#33"`,
		`{"fen":"k6R/8/8/8/8/8/8/K7 w - -","stip":"#2"}`:                                                "illegal",
		"[White \"J. Cumpe\"]\n[Black \"#2\"]\n[FEN \"" + board + " 0 1\"]\n\n*\n":                      "sound J. Cumpe",
	} {
		s := Solver{Form: JSON, Threads: 1}
		err := s.SolveAll(t.Context(), "", strings.NewReader(text), func(a *Answer) error {
			var got struct {
				Line                          int
				Verdict, Author, Title, Error string
			}
			if err := json.Unmarshal(a.Text, &got); err != nil {
				return err
			}
			said := strings.TrimSpace(got.Verdict + " " + got.Author + " " + got.Title)
			if got.Error != "" {
				said = fmt.Sprintf("%d: %s", got.Line, got.Error)
			}
			if said != want {
				t.Errorf("%s: %s, want %s", text, said, want)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}
