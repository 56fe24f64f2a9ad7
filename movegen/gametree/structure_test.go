package gametree

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"

	"alfiere/internal/testing/broken"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// slowTree is a tree as a map from the path of a move to the moves that may follow it.
type slowTree map[string][]movegen.Move

func pathKey(path []movegen.Move) string {
	var b strings.Builder
	for _, m := range path {
		b.WriteString(m.String() + " ")
	}
	return b.String()
}

// compare walks both trees and compares their moves and everything that is asked of a node.
func (s slowTree) compare(t *testing.T, tree *Tree) {
	t.Helper()
	var visit func(n Node, path []movegen.Move, p movegen.Position)
	var order []Node
	visit = func(n Node, path []movegen.Move, p movegen.Position) {
		if tree.Depth(n) != len(path) || !slices.Equal(tree.Path(n), path) || tree.Position(n) != p {
			t.Fatalf("node %d has the path %v, not %v", n, tree.Path(n), path)
		}
		var moves []movegen.Move
		for child := range tree.Children(n) {
			moves = append(moves, tree.Move(child))
			if tree.Parent(child) != n || tree.Find(n, tree.Move(child)) != child {
				t.Fatalf("node %d does not know its child %d", n, child)
			}
		}
		want := s[pathKey(path)]
		if !slices.Equal(moves, want) {
			t.Fatalf("%v is followed by %v, not %v", path, moves, want)
		}
		for child := range tree.Children(n) {
			order = append(order, child)
			m := tree.Move(child)
			visit(child, append(slices.Clone(path), m), p.After(m))
		}
	}
	visit(Root, nil, tree.Start())
	var walked []Node
	for n, before := range tree.Walk() {
		walked = append(walked, n)
		if *before != tree.Position(tree.Parent(n)) {
			t.Fatalf("node %d is walked in %s", n, before.FEN())
		}
	}
	if !slices.Equal(walked, order) || len(walked) != tree.Len() {
		t.Fatalf("walked %v, not %v", walked, order)
	}
	slices.SortStableFunc(order, func(a, b Node) int { return tree.Depth(a) - tree.Depth(b) })
	var found []Node
	for generation := range generations(tree) {
		found = append(found, generation...)
	}
	if !slices.Equal(found, order) {
		t.Fatalf("the generations are %v, not %v", found, order)
	}
}

func TestATreeIsWhatAMapOfPathsIs(t *testing.T) {
	rng := newRand(31)
	for range scaled(60) {
		tree, slow := New(position(t, startFENs[rng.IntN(len(startFENs))])), slowTree{}
		for range 60 {
			n := Node(rng.IntN(tree.Len() + 1))
			path := tree.Path(n)
			key := pathKey(path)
			if rng.IntN(5) == 0 && n != Root {
				tree.Promote(n)
				parent := pathKey(path[:len(path)-1])
				at := slices.Index(slow[parent], path[len(path)-1])
				moved := append([]movegen.Move{slow[parent][at]}, slices.Delete(slices.Clone(slow[parent]), at, at+1)...)
				slow[parent] = moved
				continue
			}
			p := tree.Position(n)
			moves := p.Moves()
			if len(moves) == 0 {
				continue
			}
			m := moves[rng.IntN(len(moves))]
			if tree.Find(n, m) == Root {
				tree.Add(n, m)
			}
			if !slices.Contains(slow[key], m) {
				slow[key] = append(slow[key], m)
			}
		}
		slow.compare(t, tree)
	}
}

func TestWalksEndWhereTheCallerStops(t *testing.T) {
	tree := randomTree(t, newRand(32), 40)
	for stop := 1; stop <= tree.Len(); stop++ {
		count := 0
		for range tree.Walk() {
			if count++; count == stop {
				break
			}
		}
		if count != stop {
			t.Fatalf("the walk goes on for %d moves, not %d", count, stop)
		}
	}
	for range tree.Children(Root) {
		break
	}
	for n := range tree.Line(Root) {
		if n != tree.Next(Root) {
			t.Errorf("the main line begins with node %d", n)
		}
		break
	}
}

func TestAnnouncedRepliesAreAtLeastWhatIsThere(t *testing.T) {
	tree := New(movegen.StartPosition())
	n := tree.Add(Root, movegen.MakeMove(12, 28, movegen.Normal))
	state := func(n Node, announced, missing int) {
		t.Helper()
		if tree.Announced(n) != announced || tree.Missing(n) != missing {
			t.Errorf("node %d: %d announced and %d missing, not %d and %d", n, tree.Announced(n), tree.Missing(n), announced, missing)
		}
	}
	state(Root, 1, 0)
	state(n, 1, 1) // a leaf is foreseen one reply
	tree.Announce(n, 3)
	state(n, 3, 3)
	tree.Add(n, movegen.MakeMove(52, 36, movegen.Normal))
	state(n, 3, 2)
	tree.SetEnded(n, true)
	state(n, 3, 1)
	tree.Announce(n, 0)
	state(n, 2, 0)
	tree.SetEnded(n, false)
	state(n, 1, 0)
	tree.Announce(n, MaxReplies+1)
	state(n, MaxReplies, MaxReplies-1)
	tree.Announce(n, -5)
	state(n, 1, 0)
}

// scattered returns a text with other characters between its words that mean nothing, and
// with blanks within its words where they are allowed.
func scattered(rng *rand.Rand, text string) string {
	var b strings.Builder
	for _, word := range strings.Fields(text) {
		for _, r := range word {
			b.WriteRune(r)
			if rng.IntN(6) == 0 && unicode.IsLetter(r) {
				b.WriteString([]string{" ", "\n", "\t", " . "}[rng.IntN(4)])
			}
		}
		b.WriteString([]string{" ", "  ", "\r\n", "\n\n\n", " | ", " … "}[rng.IntN(6)])
	}
	return b.String()
}

func TestWhatStandsBetweenEntriesMeansNothing(t *testing.T) {
	rng := newRand(33)
	for range scaled(40) {
		tree := randomTree(t, rng, 1+rng.IntN(30))
		text, numeric, table := written(t, tree, Italian)
		board, moves, _ := strings.Cut(text, "\n")
		want := must.First(ReadText(strings.NewReader(text), Reading{Rules: lenient}))(t)
		for _, version := range []string{
			board + "\n" + scattered(rng, moves),
			"\ufeff[\"" + strings.ReplaceAll(board, " ", "\", \"") + "\"]\n" + moves,
			strings.Replace(board, " ", "\n", -1) + "\r\n" + strings.ReplaceAll(moves, "\n", "\r\n"),
		} {
			got, _, err := ReadText(iotest.OneByteReader(strings.NewReader(version)), Reading{Rules: lenient})
			if err != nil || shape(got) != shape(want) {
				t.Fatalf("%q: %v", version, err)
			}
		}
		for _, version := range []string{strings.Join(strings.Fields(numeric), ","), "numbers: " + numeric + "end", strings.ReplaceAll(numeric, "\n", "\r\n")} {
			if got, err := ReadNumeric(iotest.HalfReader(strings.NewReader(version)), lenient); err != nil || shape(got) != shape(want) {
				t.Fatalf("%q: %v", version, err)
			}
		}
		for _, version := range []string{strings.ReplaceAll(table, ",", ", "), strings.ReplaceAll(table, "\n", ""), strings.NewReplacer("[", "{", "]", "}").Replace(table)} {
			if got, err := ReadTable(iotest.HalfReader(strings.NewReader(version)), lenient); err != nil || shape(got) != shape(want) {
				t.Fatalf("%q: %v", version, err)
			}
		}
	}
}

// TestTablesAreJSON: encoding/json reads what WriteTable writes as the rows of Table, and
// ReadTable what encoding/json writes.
func TestTablesAreJSON(t *testing.T) {
	rng := newRand(34)
	for range 30 {
		tree := randomTree(t, rng, rng.IntN(40))
		_, _, table := written(t, tree, Italian)
		rows := must.Get(Table(tree))(t)
		var decoded []Row
		if err := json.Unmarshal([]byte(table), &decoded); err != nil || !slices.Equal(decoded, rows) {
			t.Fatalf("%v\n%s", err, table)
		}
		encoded := must.Get(json.MarshalIndent(rows, "", "\t"))(t)
		back := must.Get(ReadTable(bytes.NewReader(encoded), lenient))(t)
		if again, err := Table(back); err != nil || !slices.Equal(again, rows) {
			t.Fatalf("%v: %v, not %v", err, again, rows)
		}
	}
}

// TestAGenerationMayBeWiderThanWhatTheReaderKeeps: after maxSaved entries the reader
// rebuilds positions from the path of their moves.
func TestAGenerationMayBeWiderThanWhatTheReaderKeeps(t *testing.T) {
	tree := New(movegen.StartPosition())
	for i, m := range tree.start.Moves()[:9] {
		n := tree.Add(Root, m)
		if tree.Announce(n, MaxReplies); i == 8 {
			p := tree.Position(n)
			tree.Announce(n, 0)
			for _, reply := range p.Moves() {
				after := p.After(reply)
				tree.Add(tree.Add(n, reply), after.Moves()[3])
			}
		}
	}
	if wide := 8 * MaxReplies; wide <= maxSaved {
		t.Fatalf("%d entries are not more than %d", wide, maxSaved)
	}
	text, numeric, _ := written(t, tree, Italian)
	fromText := must.First(ReadText(strings.NewReader(text), Reading{}))(t)
	fromNumeric := must.Get(ReadNumeric(strings.NewReader(numeric), movegen.Rules{}))(t)
	if want := shape(tree); shape(fromText) != want || shape(fromNumeric) != want {
		t.Error("the tree is read differently")
	}
	text = strings.TrimSpace(text)
	_, _, err := ReadText(strings.NewReader(text[:len(text)-2]+"88"), Reading{})
	if fault, ok := errors.AsType[*Error](err); !ok || !errors.Is(err, errIllegal) || fault.Generation != 3 || fault.Index != 8*MaxReplies+20 {
		t.Errorf("a wrong square at the end of a wide generation gives %v", err)
	}
}

func TestATreeOfTooManyGenerationsIsRefused(t *testing.T) {
	knights := []string{"C z 1 71 63", "c Z 1 78 66", "C z 1 63 71", "c Z 1 66 78"}
	var text strings.Builder
	for i := range maxGenerations {
		text.WriteString(knights[i%4] + "\n")
	}
	if tree, _, err := ReadText(strings.NewReader(text.String()), Reading{}); err != nil || tree.Len() != maxGenerations {
		t.Fatal(err)
	}
	text.WriteString(knights[0])
	_, _, err := ReadText(strings.NewReader(text.String()), Reading{})
	if fault, ok := errors.AsType[*Error](err); !ok || !errors.Is(err, errCount) || fault.Generation != maxGenerations {
		t.Errorf("one generation more gives %v", err)
	}
}

// TestGrowingAsksForTheMovesOfLeavesOnly: what the chooser says is in the tree, and lines that have ended do not grow.
func TestGrowingAsksForTheMovesOfLeavesOnly(t *testing.T) {
	tree := New(position(t, "k7/2Q5/8/8/8/8/8/K7 w - - 0 1"))
	asked := 0
	choose := func(_ context.Context, p *movegen.Position) ([]Choice, error) {
		asked++
		moves := p.Moves()
		if len(moves) == 0 {
			t.Fatalf("asked about %s", p.FEN())
		}
		choices := []Choice{{Move: moves[0]}}
		if len(moves) > 1 {
			choices = append(choices, Choice{Move: moves[len(moves)-1], Judged: true, Evaluation: Evaluation{Centipawns: int32(len(moves)), Depth: 2}})
		}
		return choices, nil
	}
	for depth := range 4 {
		must.Do(t, tree.Grow(context.Background(), depth, choose))
		for n := Node(1); int(n) <= tree.Len(); n++ {
			p := tree.Position(n)
			dead := !p.HasLegalMove() || p.InsufficientMaterial()
			leaf := tree.Next(n) == Root
			switch {
			case tree.Ended(n) != dead:
				t.Errorf("%v: ended %t", tree.Path(n), tree.Ended(n))
			case !dead && leaf && (tree.Depth(n) != depth || tree.Announced(n) != len(p.Moves())):
				t.Errorf("%v: a leaf at depth %d with %d replies announced", tree.Path(n), tree.Depth(n), tree.Announced(n))
			}
			if e, judged := tree.Evaluation(n); judged {
				before := tree.Position(tree.Parent(n))
				if e.Depth != 2 || int(e.Centipawns) != len(before.Moves()) {
					t.Errorf("%v: evaluation %v", tree.Path(n), e)
				}
			}
		}
	}
	grown := 0
	for n := Node(0); int(n) <= tree.Len(); n++ {
		grown += min(tree.childCount(n), 1)
	}
	if asked != grown {
		t.Errorf("asked %d times about %d positions", asked, grown)
	}
}

func TestGrowingEndsWithTheChoosersError(t *testing.T) {
	tree := New(movegen.StartPosition())
	calls := 0
	err := tree.Grow(context.Background(), 3, func(ctx context.Context, p *movegen.Position) ([]Choice, error) {
		if calls++; calls == 5 {
			return nil, broken.Err
		}
		return AllMoves(ctx, p)
	})
	if !errors.Is(err, broken.Err) || tree.Len() != 4*20 {
		t.Errorf("%v with %d moves", err, tree.Len())
	}
	ctx, cancel := context.WithCancel(context.Background())
	tree, calls = New(movegen.StartPosition()), 0
	err = tree.Grow(ctx, 3, func(ctx context.Context, p *movegen.Position) ([]Choice, error) {
		if calls++; calls == 3 {
			cancel()
		}
		return AllMoves(ctx, p)
	})
	if !errors.Is(err, context.Canceled) || tree.Len() != 3*20 {
		t.Errorf("%v with %d moves", err, tree.Len())
	}
}
