package gametree

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"alfiere/movegen"
)

func TestAGrownTreeHasAsManyMovesAsPerftCounts(t *testing.T) {
	for _, fen := range startFENs {
		tree := New(position(t, fen))
		if err := tree.Grow(context.Background(), 2, AllMoves); err != nil {
			t.Fatal(err)
		}
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

func TestPromoteKeepsTheOrderOfTheOthers(t *testing.T) {
	tree := New(movegen.StartPosition())
	for to := movegen.Square(16); to < 20; to++ {
		tree.Add(Root, movegen.MakeMove(to-8, to, movegen.Normal))
	}
	tree.Promote(3)
	tree.Promote(3)
	var order []Node
	for n := range tree.Children(Root) {
		order = append(order, n)
	}
	if len(order) != 4 || order[0] != 3 || order[1] != 1 || order[2] != 2 || order[3] != 4 {
		t.Error(order)
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

func TestNotesBelongToTheirNode(t *testing.T) {
	tree := New(movegen.StartPosition())
	n := tree.Add(Root, movegen.MakeMove(12, 28, movegen.Normal))
	other := tree.Add(Root, movegen.MakeMove(11, 27, movegen.Normal))
	tree.SetComment(n, "good")
	tree.AddNAG(n, 1)
	tree.AddNAG(n, 1)
	tree.SetEvaluation(n, Evaluation{Centipawns: 30, Depth: 9})
	if tree.Comment(other) != "" || tree.NAGs(other) != nil || tree.Comment(n) != "good" || len(tree.NAGs(n)) != 1 {
		t.Error("a note is with the wrong move")
	}
	if _, ok := tree.Evaluation(other); ok {
		t.Error("a move has an evaluation that nobody gave it")
	}
	if e, ok := tree.Evaluation(n); !ok || e.Depth != 9 {
		t.Error(e, ok)
	}
}

func TestTablesMustNameTheirRelatives(t *testing.T) {
	tree := New(movegen.StartPosition())
	n := tree.Add(Root, movegen.MakeMove(12, 28, movegen.Normal))
	tree.Add(n, movegen.MakeMove(52, 36, movegen.Normal))
	for _, column := range []int{parentColumn, firstColumn} {
		rows, err := Table(tree)
		if err != nil {
			t.Fatal(err)
		}
		rows[len(rows)-1][column] = 5
		var fault *Error
		if _, err := fromTable(rows, movegen.Rules{}); !errors.As(err, &fault) || !errors.Is(err, errCount) || fault.Generation != 2 {
			t.Error(err)
		}
	}
}
