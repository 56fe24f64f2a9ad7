package format

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// changeForms are the words that describe a change, and the commands of Popeye's input for them.
var changeForms = []struct {
	told  *regexp.Regexp
	input string
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
			if known = f.told.MatchString(word); known {
				input += " " + f.told.ReplaceAllString(word, f.input)
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
	told := 0
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
		told++
	}
	if told < 1000 {
		t.Errorf("only %d were told", told)
	}
}

func TestTwinsAreToldInFewWords(t *testing.T) {
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
			p, err := movegen.ParseFEN(content + " - - 0 1")
			if err != nil {
				t.Fatal(err)
			}
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
