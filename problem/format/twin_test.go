package format

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// twinDiagram is the diagram of the twins below: FEN 7k/1p6/8/8/8/8/5Q2/K2R4.
const twinDiagram = "begin stip #2\npieces white ka1 qf2 rd1 black kh8 pb7\n"

// twins are twins of that diagram, each with its change and its board.
var twins = []struct{ text, change, board string }{
	{"twin move f2 g3", "b) wQf2-->g3", "7k/1p6/8/8/8/6Q1/8/K2R4"},
	{"twin move f2g3", "b) wQf2-->g3", "7k/1p6/8/8/8/6Q1/8/K2R4"},
	{"twin move f2 b7", "b) -bPb7  wQf2-->b7", "7k/1Q6/8/8/8/8/8/K2R4"},
	{"twin exchange f2 d1", "b) wQf2<-->wRd1", "7k/1p6/8/8/8/8/5R2/K2Q4"},
	{"twin remove b7", "b) -bPb7", "7k/8/8/8/8/8/5Q2/K2R4"},
	{"twin remove b7d1", "b) -bPb7  -wRd1", "7k/8/8/8/8/8/5Q2/K7"},
	{"twin remove b7 add black ra7 rb7 white sb5", "b) +bRa7  bRb7  +wSb5", "7k/rr6/8/1N6/8/8/5Q2/K2R4"},
	{"twin add white qb7", "b) wQb7", "7k/1Q6/8/8/8/8/5Q2/K2R4"},
	{"twin substitute q s", "b) Q ==> S", "7k/1p6/8/8/8/8/5N2/K2R4"},
	{"twin mirror a1<-->h1", "b) mirror a1<-->h1", "k7/6p1/8/8/8/8/2Q5/4R2K"},
	{"twin mirror a1 h1", "b) mirror a1<-->h1", "k7/6p1/8/8/8/8/2Q5/4R2K"},
	{"twin mirror a1<-->a8", "b) mirror a1<-->a8", "K2R4/5Q2/8/8/8/8/1p6/7k"},
	{"twin mirror a8", "b) mirror a8<-->h1", "7k/8/1Q6/8/R7/8/6p1/K7"},
	{"twin rotate 180", "b) rotate 180", "4R2K/2Q5/8/8/8/8/6p1/k7"},
	{"twin rotate 90 rotate 90", "b) rotate 90  rotate 90", "4R2K/2Q5/8/8/8/8/6p1/k7"},
	{"twin rotate 270 rotate 90", "b) rotate 270  rotate 90", "7k/1p6/8/8/8/8/5Q2/K2R4"},
	{"twin polish", "b) PolishType", "7K/1P6/8/8/8/8/5q2/k2r4"},
	{"twin stip #3", "b) #3", "7k/1p6/8/8/8/8/5Q2/K2R4"},
	{"twin remark move b7 b6\n move a1 b1", "b) wKa1-->b1", "7k/1p6/8/8/8/8/5Q2/1K1R4"},
	{"twin remove b7 move h8 h7 shift a1 a2", "b) -bPb7  bKh8-->h7  shift a1 ==> a2", "7k/8/8/8/8/5Q2/K2R4/8"},
	{"twin move a1 b1 twin cont move d1 e1", "+c) wRd1-->e1", "7k/1p6/8/8/8/8/5Q2/1K2R3"},
	{"twin move a1 b1 twin move d1 e1", "c) wRd1-->e1", "7k/1p6/8/8/8/8/5Q2/K3R3"},
	{"zero move a1 b1", "a) wKa1-->b1", "7k/1p6/8/8/8/8/5Q2/1K1R4"},
	{"zero move a1 b1 zero cont remove b7", "+b) -bPb7", "7k/8/8/8/8/8/5Q2/1K1R4"},
}

// lastProblem reads the last problem of a file.
func lastProblem(text string) (p Problem, err error) {
	for r := NewReader(strings.NewReader(text), forsyth.Conventions{}); ; {
		next, failure := r.Read()
		if failure == io.EOF {
			return p, err
		}
		p, err = next, failure
	}
}

func TestTwinsAreRead(t *testing.T) {
	for _, c := range twins {
		p, err := lastProblem(twinDiagram + c.text + " end")
		board, _, _ := strings.Cut(p.Position.FEN(), " ")
		if err != nil || p.Twin.String() != c.change || p.Twin.More || board != c.board {
			t.Errorf("%q: %s, %s, %v; want %s, %s", c.text, p.Twin, board, err, c.change, c.board)
		}
	}
}

// twinFaults are twins that cannot be read: the second line is theirs.
var twinFaults = []struct {
	text   string
	column int
	err    error
}{
	{"", 0, nil},
	{"twin", 1, errTwin},
	{"twin whatever", 6, errTwin},
	{"twin move a1 b1 whatever", 17, errTwin},
	{"twin author nobody", 6, errTwin},
	{"twin move c3 c4", 14, errEmpty},
	{"twin move c3", 14, errSquare},
	{"twin move i3 a1", 11, errSquare},
	{"twin exchange a1 c4", 18, errEmpty},
	{"twin remove c4", 13, errEmpty},
	{"twin remove", 13, errSquare},
	{"twin add white", 6, forsyth.ErrMan},
	{"twin add ka3", 10, errColor},
	{"twin add white ga3", 16, problem.ErrUnsupported},
	{"twin substitute q g", 19, problem.ErrUnsupported},
	{"twin rotate 45", 13, errAngle},
	{"twin mirror a1", 13, errMirror},
	{"twin shift a1 b1", 15, errOffBoard},
	{"twin move a1 b1 cont remove b7", 17, errContinued},
	{"twin stip h#3", 11, problem.ErrUnsupported},
	{"twin sstip white 3ad[#]", 6, problem.ErrUnsupported},
	{"twin condition circe", 6, problem.ErrUnsupported},
	{"twin move a1 b1 forsyth 8", 17, errTwin},
}

// TestAFaultyTwinHasItsPlace, and the others are solved all the same; but those that continue from it are invalid, too.
func TestAFaultyTwinHasItsPlace(t *testing.T) {
	for _, c := range twinFaults[1:] {
		r := NewReader(strings.NewReader(twinDiagram+c.text+"\ntwin cont move d1 e1\ntwin move d1 c1 next stip #1 forsyth 1k5K40Q end"), forsyth.Conventions{})
		first, err := r.Read()
		if err != nil || first.Twin.Label != "a" || !first.Twin.More {
			t.Fatalf("%q: %v, %v", c.text, first.Twin, err)
		}
		_, err = r.Read()
		var fault *forsyth.Error
		if !errors.As(err, &fault) || !errors.Is(err, c.err) || fault.Line == 3 && fault.Column != c.column || fault.Line != 3 && fault.Text != "twin" {
			t.Errorf("%q: %v, want column %d: %v", c.text, err, c.column, c.err)
		}
		third, err := r.Read()
		if !errors.Is(err, errBroken) || third.Twin.Label != "c" {
			t.Errorf("%q: %v, %v", c.text, third.Twin, err)
		}
		fourth, err := r.Read()
		if err != nil || fourth.Twin.String() != "d) wRd1-->c1" || fourth.Twin.More {
			t.Errorf("%q: %v, %v", c.text, fourth.Twin, err)
		}
		if next, err := r.Read(); err != nil || next.Twin.Label != "" || next.Moves != 1 {
			t.Errorf("%q: %v, %v", c.text, next, err)
		}
	}
}

// TestTwinsInAllTongues: the same twins in the words of each language.
func TestTwinsInAllTongues(t *testing.T) {
	for begin, want := range map[string][]string{
		"anfang forderung #2 forsyth 1k5K40D zwilling versetze a2 a3 zwilling drehung 90 spiegelung a1<-->a8 zwilling farbwechsel zwilling hinzufuegen schwarz se4 tausche a2 e4 zwilling ferner entferne a2 ersetze d t verschiebung b2 b3 weit": {
			"a)", "b) wDa2-->a3", "c) Drehung 90  Spiegelung a1<-->a8", "d) Farbwechsel", "e) +sSe4  wDa2<-->sSe4", "+f) -sSa2  D ==> T"},
		"debut enonce #2 forsyth 1r5R40D jumeau deplacement a2 a3 jumeau rotation 90 miroir a1<-->a8 jumeau couleurechange jumeau ajoute noir ce4 echange a2 e4 jumeau enplus ote a2 remplace d t asuivre": {
			"a)", "b) bDa2-->a3", "c) rotation 90  miroir a1<-->a8", "d) CouleurEchange", "e) +nCe4  bDa2<-->nCe4", "+f) -nCa2  D ==> T"},
	} {
		var got []string
		for r := NewReader(strings.NewReader(begin), forsyth.Conventions{}); ; {
			p, err := r.Read()
			if err == io.EOF {
				break
			}
			got = append(got, p.Twin.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q\nwant %q", got, want)
		}
	}
}

// TestMirrorsAndTurnsFitTogether: what turns and mirrors do by names of squares, on random boards.
func TestMirrorsAndTurnsFitTogether(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 300 {
		p := randomProblem(r)
		var men strings.Builder
		for all := p.Position.Occupied(); all != 0; {
			s := all.Pop()
			if p.Position.PieceAt(s).Type() == movegen.Pawn {
				continue // which cannot stand everywhere
			}
			color := map[movegen.Color]string{movegen.White: "white ", movegen.Black: "black "}[p.Position.PieceAt(s).Color()]
			fmt.Fprintf(&men, "%s%c%s ", color, strings.ToLower("KQRBSP")[slices.Index(menOrder[:], p.Position.PieceAt(s).Type())], s)
		}
		text := "begin stip #2 opti nocastling a1h1a8h8 pieces " + men.String()
		for _, same := range [][2]string{
			{"rotate 90 rotate 90", "rotate 180"}, {"rotate 270 rotate 90 mirror a1<-->h1", "mirror a1<-->h1"},
			{"mirror a1<-->h1 mirror a1<-->a8", "rotate 180"}, {"mirror a8<-->h1 mirror a1<-->h8", "rotate 180"},
			{"mirror a1<-->h1 rotate 90", "mirror a1<-->h8"}, {"mirror a1<-->a8 rotate 90", "mirror a8<-->h1"}, {"polish polish rotate 90", "rotate 90"},
		} {
			var boards [2]string
			for i, changes := range same {
				q, err := lastProblem(text + "twin " + changes + " end")
				var illegal *forsyth.IllegalError
				if boards[i] = q.Position.FEN(); errors.As(err, &illegal) {
					boards[i] = illegal.FEN
				} else if err != nil {
					t.Fatal(err)
				}
			}
			if strings.Fields(boards[0])[0] != strings.Fields(boards[1])[0] {
				t.Fatalf("%s%q: %q", text, same, boards)
			}
		}
	}
}

// TestTwinsAreReported in text, JSON and Popeye's layout, with a faulty one among them.
func TestTwinsAreReported(t *testing.T) {
	const text = "begin\nauthor N. N.\nstip #2\nforsyth 6k1/8/8/8/8/8/5R2/K3R3\ntwin move f2 d1\ntwin stip h#2\ntwin cont move e1 e2\nend"
	write := func(form Form) (out, faults string) {
		s := Solver{Form: form}
		s.Complete(false, func(string) bool { return false })
		var b, reported bytes.Buffer
		printer := Printer{Out: &b, Err: &reported, Form: form}
		if form == Popeye {
			printer.Head = "Alfiere\n"
		}
		must.Do(t, s.SolveAll(context.Background(), "f", strings.NewReader(text), printer.Print))
		return b.String(), reported.String()
	}
	plain, faults := write(Text)
	if !strings.HasPrefix(plain, "a)\nN. N.\n") || !strings.Contains(plain, "\nb) wRf2-->d1\nN. N.\n") || strings.Count(plain, ") ") < 1 {
		t.Error(plain)
	}
	if want := "f:6:11: " + problem.ErrUnsupported.Error() + ", not \"h#2\"\nf:7:6: " + errBroken.Error() + ", not \"cont\"\n"; faults != want {
		t.Errorf("%q, want %q", faults, want)
	}
	lines, _ := write(JSON)
	var reported []string
	for line := range strings.Lines(lines) {
		var row struct {
			Twin       string
			TwinChange string `json:"twin_change"`
			FEN, Error string
		}
		must.Do(t, json.Unmarshal([]byte(line), &row))
		reported = append(reported, row.Twin+"|"+row.TwinChange+"|"+row.FEN)
	}
	if want := []string{"a||6k1/8/8/8/8/8/5R2/K3R3 w - - 0 1", "b|wRf2-->d1|6k1/8/8/8/8/8/8/K2RR3 w - - 0 1", "||", "||"}; !slices.Equal(reported, want) {
		t.Errorf("%q", reported)
	}
	layout, _ := write(Popeye)
	if strings.Count(layout, "+---a") != 2 || strings.Count(layout, "finished") != 1 || !strings.HasSuffix(layout, " s\n\n\n") {
		t.Error(layout)
	}
	for _, heading := range []string{"\na) \n\n   1.Re1-", "\n\n\nb) wRf2-->d1  \n\n\nc) \n\nd) \n\nsolution"} {
		if !strings.Contains(layout, heading) {
			t.Errorf("no %q in\n%s", heading, layout)
		}
	}
}

// changeForms are the words that describe a change, and the commands of Popeye's input for them.
var changeForms = []struct {
	reported *regexp.Regexp
	input    string
}{
	{regexp.MustCompile(`^[wb][KQRBSP](..)-->(..)$`), "move $1 $2"},
	{regexp.MustCompile(`^[wb][KQRBSP](..)<-->[wb][KQRBSP](..)$`), "exchange $1 $2"},
	{regexp.MustCompile(`^-[wb][KQRBSP](..)$`), "remove $1"},
	{regexp.MustCompile(`^\+?w([KQRBSP]..)$`), "add white $1"},
	{regexp.MustCompile(`^\+?b([KQRBSP]..)$`), "add black $1"},
	{regexp.MustCompile(`^(#\d)$`), "stip $1"},
}

// inputOf writes a change as Popeye's input.
func inputOf(t *testing.T, change string) string {
	t.Helper()
	input := "twin"
	for word := range strings.SplitSeq(change, "  ") {
		known := false
		for _, f := range changeForms {
			if known = f.reported.MatchString(word); known {
				input += " " + f.reported.ReplaceAllString(word, f.input)
				break
			}
		}
		if !known {
			t.Fatalf("%q tells nothing", word)
		}
	}
	return input
}

// boardOf is the board of a position, as a FEN has it.
func boardOf(p movegen.Position) string {
	board, _, _ := strings.Cut(p.FEN(), " ")
	return board
}

// twinOf is a board that differs a little, with the same kings and the same side to move.
func twinOf(r *rand.Rand, p movegen.Position) (twin movegen.Position, ok bool) {
	b := movegen.Builder{EnPassant: movegen.NoSquare, FullmoveNumber: 1, Side: p.Side()}
	for s := range movegen.Square(64) {
		b.Board[s] = p.PieceAt(s)
	}
	for range 1 + r.IntN(4) {
		from, to := r.IntN(64), r.IntN(64)
		switch r.IntN(4) {
		case 0:
			b.Board[from], b.Board[to] = b.Board[to], b.Board[from]
		case 1:
			if b.Board[from].Type() != movegen.King {
				b.Board[from] = movegen.NoPiece
			}
		case 2:
			if b.Board[to].Type() != movegen.King {
				b.Board[to] = movegen.MakePiece(movegen.Color(r.IntN(2)), movegen.PieceType(r.IntN(5)))
			}
		default: // three men change places in turn
			third := r.IntN(64)
			b.Board[from], b.Board[to], b.Board[third] = b.Board[third], b.Board[from], b.Board[to]
		}
	}
	twin, err := movegen.ParseFEN(b.FEN())
	return twin, err == nil
}

// The reader of Popeye's input reads the description of a twin again: it makes the same board,
// and describes it in the same words.
func TestChangesOfTwinsAreReadAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	reported := 0
	for range 3000 {
		p := randomProblem(r).Position
		twin, ok := twinOf(r, p)
		if !ok {
			continue
		}
		moves := 2 + r.IntN(2)
		diagram := &text.Document{Report: &problem.Report{Position: p, Moves: 2}}
		second := &text.Document{Report: &problem.Report{Position: twin, Moves: moves}}
		if !text.PopeyeTwins(diagram, []*text.Document{second}) {
			continue
		}
		if change := second.Twin.Change; change == "" {
			if boardOf(p) != boardOf(twin) || moves != 2 {
				t.Fatalf("%s is described as %s", p.FEN(), twin.FEN())
			}
			continue
		}
		input := "begin stip #2 forsyth " + strings.NewReplacer("N", "S", "n", "s").Replace(boardOf(p)) + "\n" + inputOf(t, second.Twin.Change) + " end"
		q, err := lastProblem(input)
		board := boardOf(q.Position)
		if illegal, is := errors.AsType[*forsyth.IllegalError](err); is {
			board, _, _ = strings.Cut(illegal.FEN, " ")
		} else if err != nil || q.Twin.String() != second.Twin.String() || q.Moves != moves {
			t.Fatalf("%s: %v, %s, want %s", input, err, q.Twin, second.Twin)
		}
		if board != boardOf(twin) {
			t.Fatalf("%s: %s, want %s", input, board, twin.FEN())
		}
		reported++
	}
	if reported < 1000 {
		t.Errorf("only %d were reported", reported)
	}
}

func TestTwinsAreReportedInFewWords(t *testing.T) {
	for _, test := range []struct{ diagram, twin, want string }{
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w", ""},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w", "8/8/3K4/8/8/5nP1/5Q1b/5N1k w", "wKd5-->d6"},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w", "8/8/8/3K4/8/5Pn1/5Q1b/5N1k w", "bSf3<-->wPg3"},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w", "8/8/8/3K4/8/5n2/5R1b/5N1k w", "-wPg3  wRf2"},
		{"7k/1p6/8/8/8/8/5Q2/K2R4 w", "7k/1Q6/8/8/8/8/8/K2R4 w", "-bPb7  wQf2-->b7"},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w", "8/8/2b5/3K4/8/5nP1/5Q1b/5N1k w", "+bBc6"},
		{"7k/8/8/8/8/8/5Q2/K2R4 b", "7k/8/8/8/8/8/7Q/K2R4 b", "wQf2-->h2"},   // the side to move is in check
		{"7k/8/8/8/8/8/5Q2/K2R4 w", "7k/8/8/8/8/8/5Q2/K2R4 b", "no"},         // the other side is to move
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w", "7k/RR6/8/2PPP3/3K4/8/8/8 w", "no"}, // all is different
	} {
		var documents []*text.Document
		for _, content := range []string{test.diagram, test.twin} {
			p := must.Get(movegen.ParseFEN(content + " - - 0 1"))(t)
			documents = append(documents, &text.Document{Report: &problem.Report{Position: p, Moves: 2}})
		}
		ok := text.PopeyeTwins(documents[0], documents[1:])
		want := problem.Twin{Label: "b", Change: test.want}
		if test.want == "no" {
			want = problem.Twin{}
		}
		if ok != (test.want != "no") || documents[1].Twin != want {
			t.Errorf("%s, %s: %+v, want %+v", test.diagram, test.twin, documents[1].Twin, want)
		}
	}
}
