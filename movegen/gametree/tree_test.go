package gametree

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"alfiere/internal/testing/broken"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// outlined is a tree with alternatives, glyphs, comments and evaluations.
func outlined(t *testing.T) *Tree {
	tree := New(position(t, "7k/5Q2/5K2/8/8/8/8/8 w - - 0 9"))
	play := func(parent Node, from, to string) Node {
		a, _ := movegen.ParseSquare(from)
		b, _ := movegen.ParseSquare(to)
		return tree.Add(parent, movegen.MakeMove(a, b, movegen.Normal))
	}
	mate := play(Root, "f7", "g7")
	tree.SetEnded(mate, true)
	tree.AddNAG(mate, 3)
	tree.AddNAG(mate, 21)
	tree.SetEvaluation(mate, Evaluation{Mate: 1, Depth: 4})
	slow := play(Root, "f6", "g6")
	tree.SetEnded(slow, true)
	tree.SetComment(slow, "stalemate\x1b[2J!")
	quiet := play(Root, "f7", "f8")
	tree.AddNAG(quiet, 6)
	tree.SetEvaluation(quiet, Evaluation{Centipawns: -35})
	reply := play(quiet, "h8", "h7")
	last := play(reply, "f8", "a8")
	tree.SetEvaluation(last, Evaluation{Mate: -2})
	tree.Announce(last, 3)
	return tree
}

func TestTheOutlineOfATree(t *testing.T) {
	var out strings.Builder
	must.Do(t, (Outline{Letters: notation.German}).Write(&out, outlined(t)))
	const want = `8  . . . . . . . k
7  . . . . . D . .
6  . . . . . K . .
5  . . . . . . . .
4  . . . . . . . .
3  . . . . . . . .
2  . . . . . . . .
1  . . . . . . . .

   a b c d e f g h

White to move

9. Dg7#!! $21 +M1/4 (ended)
9. Kg6 {stalemate [2J!} (ended)
9. Df8+?! -0.35 Kh7 10. Da8 -M2 (3 not computed)
`
	if out.String() != want {
		t.Errorf("got\n%s", &out)
	}
}

func TestOfAGameNobodyForeseesReplies(t *testing.T) {
	var out strings.Builder
	must.Do(t, (Outline{Game: true}).Write(&out, outlined(t)))
	if strings.Contains(out.String(), "not computed") || !strings.HasSuffix(out.String(), "10. Qa8 -M2\n") {
		t.Errorf("got\n%s", &out)
	}
}

func TestAnOutlineHasADiagramForEachLine(t *testing.T) {
	var out strings.Builder
	must.Do(t, (Outline{Diagrams: true}).Write(&out, outlined(t)))
	// The start and the ends of three lines, further to the right.
	if strings.Count(out.String(), "a b c d e f g h") != 4 || strings.Count(out.String(), "\n       a b c d e f g h\n") != 3 {
		t.Errorf("got\n%s", &out)
	}
	for line := range strings.Lines(out.String()) {
		if strings.TrimRight(line, " \n")+"\n" != line {
			t.Errorf("blanks at the end of %q", line)
		}
	}
}

func TestAPositionWithoutMovesHasEnded(t *testing.T) {
	tree := New(position(t, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"))
	tree.SetEnded(Root, true)
	var out strings.Builder
	if err := (Outline{}).Write(&out, tree); err != nil || !strings.HasSuffix(out.String(), "Black to move\n\n(ended)\n") {
		t.Errorf("error %v\n%s", err, &out)
	}
}

func TestAnOutlineThatCannotBeWrittenSaysSo(t *testing.T) {
	for _, space := range []int{0, 200} {
		if err := (Outline{}).Write(&broken.Writer{Room: space}, outlined(t)); err != broken.Err {
			t.Errorf("of %d bytes: error %v", space, err)
		}
	}
}

func TestTheSummaryCountsWhatIsInATree(t *testing.T) {
	if got, want := outlined(t).Summary(), (summary{Moves: 5, Generations: 3, Ended: 2, Missing: 3}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := New(movegen.StartPosition()).Summary(); got != (summary{}) {
		t.Errorf("no tree: %+v", got)
	}
}

func TestAGrownTreeHasAsManyMovesAsPerftCounts(t *testing.T) {
	for _, fen := range startFENs {
		tree := New(position(t, fen))
		must.Do(t, tree.Grow(context.Background(), 2, AllMoves))
		start := tree.Start()
		want, below := 0, 0
		if !start.InsufficientMaterial() {
			moves := start.Moves()
			want = len(moves)
			for _, m := range moves {
				if after := start.After(m); !after.InsufficientMaterial() {
					below += len(after.Moves())
				}
			}
		}
		if tree.Len() != want+below {
			t.Errorf("%s: %d moves, not %d", fen, tree.Len(), want+below)
		}
		reread(t, tree, Italian)
	}
}

func TestATreeThatGrowsTooBigStopsGrowing(t *testing.T) {
	tree := New(movegen.StartPosition())
	err := tree.grow(context.Background(), 3, 100, AllMoves)
	var fault *Error
	if !errors.As(err, &fault) || !errors.Is(err, errTooBig) || fault.Generation != 2 || tree.Len() != 20+5*20 {
		t.Errorf("%d moves, %v", tree.Len(), err)
	}
}

func TestPassesHaveNoTreeText(t *testing.T) {
	tree := New(movegen.StartPosition())
	tree.Add(Root, movegen.NoMove)
	for _, err := range []error{WriteText(new(bytes.Buffer), tree, ""), WriteNumeric(new(bytes.Buffer), tree), WriteTable(new(bytes.Buffer), tree)} {
		if !errors.Is(err, errPass) {
			t.Error(err)
		}
	}
}

func TestTablesMustNameTheirRelatives(t *testing.T) {
	tree := New(movegen.StartPosition())
	n := tree.Add(Root, movegen.MakeMove(12, 28, movegen.Normal))
	tree.Add(n, movegen.MakeMove(52, 36, movegen.Normal))
	for _, column := range []int{parentColumn, firstColumn} {
		rows := must.Get(Table(tree))(t)
		rows[len(rows)-1][column] = 5
		var fault *Error
		if _, err := fromTable(rows, movegen.Rules{}); !errors.As(err, &fault) || !errors.Is(err, errCount) || fault.Generation != 2 {
			t.Error(err)
		}
	}
}
