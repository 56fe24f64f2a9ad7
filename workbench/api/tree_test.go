package api

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// randomTree returns a tree with a number of moves in depth-first order, whose siblings differ. With
// notes, some moves have comments.
func randomTree(random *rand.Rand, start movegen.Position, count int, notes bool) tree {
	d := tree{Start: start.FEN(), Nodes: []treeNode{}, Result: "*"}
	var grow func(parent int, p movegen.Position, depth int)
	grow = func(parent int, p movegen.Position, depth int) {
		moves := p.Moves()
		random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		for _, m := range moves[:min(len(moves), 1+random.IntN(3))] {
			if len(d.Nodes) >= count || depth > 12 {
				return
			}
			node := treeNode{Parent: parent, Move: notation.UCI(m, false)}
			if notes && random.IntN(3) == 0 {
				node.Comment = fmt.Sprintf("said of %d", len(d.Nodes))
				node.Glyphs = []int{1 + random.IntN(6)}
			}
			if notes && random.IntN(3) == 0 {
				node.Evaluation = &evaluation{Centipawns: random.IntN(400) - 200, Depth: 1 + random.IntN(20)}
			}
			d.Nodes = append(d.Nodes, node)
			grow(len(d.Nodes)-1, p.After(m), depth+1)
		}
	}
	grow(-1, start, 0)
	return d
}

// plain returns a tree without the fields that only answers have.
func plain(t *testing.T, d tree, notes bool) string {
	t.Helper()
	var lines []string
	for _, n := range d.Nodes {
		line := fmt.Sprint(n.Parent, " ", n.Move)
		if notes {
			text := must.Get(json.Marshal([]any{n.Comment, n.Glyphs, n.Evaluation}))(t)
			line += string(text)
		}
		lines = append(lines, line)
	}
	return d.Start + "\n" + strings.Join(lines, "\n")
}

// TestTreesComeBackFromPGN checks that a tree written as PGN in either language and read again is
// unchanged, with all comments.
func TestTreesComeBackFromPGN(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 4))
	for i := range 40 {
		g, _ := randomGame(random, random.IntN(60))
		if g.Over() {
			continue
		}
		letters := []string{"", "it"}[i%2]
		d := randomTree(random, g.Position(), 1+random.IntN(40), true)
		var text textAnswer
		if f := ask(t, "pgn/write", object{"tree": d, "letters": letters}, &text); f != nil {
			t.Fatal(f)
		}
		var back readAnswer
		if f := ask(t, "pgn/read", object{"text": text.Text, "letters": letters}, &back); f != nil || len(back.Faults) > 0 {
			t.Fatalf("%v, %v\n%s", f, back.Faults, text.Text)
		}
		if got, want := plain(t, back.Tree, true), plain(t, d, true); got != want {
			t.Errorf("the tree\n%s\ncame back as\n%s\nfrom\n%s", want, got, text.Text)
		}
	}
}

// TestTreesGoThroughAllNotations checks that the notation of a written tree is detected, and that it
// has the same moves, also in Italian, where PGN stays English.
func TestTreesGoThroughAllNotations(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 5))
	for i := range 25 {
		g, _ := randomGame(random, random.IntN(60))
		if g.Over() {
			continue
		}
		language := []string{"en", "it"}[i%2]
		d := randomTree(random, g.Position(), 1+random.IntN(30), false)
		var written textAnswer
		ask(t, "pgn/write", object{"tree": d}, &written)
		text, from := written.Text, "pgn"
		for _, form := range []string{"text", "numeric", "table", "text", "pgn", "table", "pgn"} {
			var a convertAnswer
			if f := ask(t, "tree/convert", object{"text": text, "to": form, "language": language}, &a); f != nil || a.From != from || a.To != form {
				t.Fatalf("%s to %s: %v, from %q\n%s", from, form, f, a.From, text)
			}
			if len(a.Tree.Nodes) != len(d.Nodes) {
				t.Fatalf("from %s to %s: %d moves of %d", from, form, len(a.Tree.Nodes), len(d.Nodes))
			}
			for k, n := range a.Tree.Nodes {
				if n.Move != d.Nodes[k].Move || n.Parent != d.Nodes[k].Parent {
					t.Fatalf("%s: move %d is %+v, was %+v", form, k, n, d.Nodes[k])
				}
			}
			text, from = a.Text, form
		}
		for _, form := range []string{"board", "fen", "show"} {
			var a convertAnswer
			if f := ask(t, "tree/convert", object{"text": text, "to": form, "language": language}, &a); f != nil || a.Text == "" {
				t.Errorf("%s: %v", form, f)
			}
		}
	}
}

func TestATextWithSeveralGamesIsListed(t *testing.T) {
	const text = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n[White \"C\"]\n\n1. d4 d5 2. c5 Nf6 (2... e6) *\n"
	var a readAnswer
	if f := ask(t, "pgn/read", object{"text": text, "game": 2}, &a); f != nil {
		t.Fatal(f)
	}
	if len(a.Games) != 2 || a.Games[0].White != "A" || a.Games[0].Result != "1-0" || a.Game != 2 || len(a.Faults) == 0 || a.Faults[0].Line != 9 || len(a.Tree.Nodes) != 2 {
		t.Errorf("%+v", a)
	}
}

func TestAGameIsAnnotatedAndATreeGrows(t *testing.T) {
	var nodes []object
	for i, m := range strings.Fields("e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7") {
		nodes = append(nodes, object{"parent": i - 1, "move": m})
	}
	var a annotateAnswer
	progress := 0
	f := askHearing(t, "pgn/annotate", object{"tree": object{"nodes": nodes}, "nodes": 3000}, &a, func(kind string, _ any) {
		if kind == Progress {
			progress++
		}
	})
	if f != nil || progress != 7 || !strings.Contains(a.Text, "Nf6??") && !strings.Contains(a.Text, "Nf6 $4") || !strings.Contains(a.Text, "[%eval") || len(a.Tree.Nodes) <= 7 {
		t.Errorf("%v, %d\n%s", f, progress, a.Text)
	}
	for _, n := range a.Tree.Nodes {
		if (n.Evaluation == nil) != (n.Expected == nil) || n.Expected != nil && (*n.Expected < 0 || *n.Expected > 1) {
			t.Errorf("%+v", n)
		}
	}
	for _, test := range []struct {
		asked object
		moves int
	}{
		{object{"generations": 2}, 420},
		{object{"generations": 3, "best": 2, "nodes": 1000}, 2 + 4 + 8},
		{object{"moves": strings.Fields("f2f3 e7e5 g2g4"), "generations": 1}, 30},
	} {
		var a annotateAnswer
		if f := ask(t, "tree/grow", test.asked, &a); f != nil || len(a.Tree.Nodes) != test.moves {
			t.Errorf("%v: %v, %d moves, not %d", test.asked, f, len(a.Tree.Nodes), test.moves)
		}
	}
}

// TestABoardAloneComesBack checks that every form of a single position is detected.
func TestABoardAloneComesBack(t *testing.T) {
	const start = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
	for _, form := range []string{"fen", "board", "text", "numeric", "table", "pgn"} {
		var made, back convertAnswer
		if f := ask(t, "tree/convert", object{"text": start, "to": form}, &made); f != nil {
			t.Fatal(form, f)
		}
		f := ask(t, "tree/convert", object{"text": made.Text, "to": "fen"}, &back)
		board, _, _ := strings.Cut(back.Text, " ")
		if f != nil || board != "8/P6k/8/8/8/8/8/K7" {
			t.Errorf("%s: %v, %q from\n%s", form, f, back.Text, made.Text)
		}
		if form != "text" && back.From != form { // a tree text without moves is a board
			t.Errorf("%s was taken for %s:\n%s", form, back.From, made.Text)
		}
	}
}

// TestMapsAreThoseOfMovedKings puts the king on every square beside it, and looks who attacks it there.
func TestMapsAreThoseOfMovedKings(t *testing.T) {
	file := must.Get(os.Open("../../problem/testdata/two_movers.txt"))(t)
	defer file.Close()
	flights, guards := 0, 0
	for n, lines := 0, bufio.NewScanner(file); n < 60 && lines.Scan(); n++ {
		p, err := movegen.ParseFEN(lines.Text())
		if err != nil {
			continue
		}
		answer := asked(t, "position", `{"text":"`+lines.Text()+`","maps":"w"}`)
		king := p.King(movegen.Black)
		for s := range movegen.NoSquare {
			there := p.Builder()
			there.Board[king] = movegen.NoPiece
			own := there.Board[s].Type() != movegen.NoPieceType && there.Board[s].Color() == movegen.Black
			there.Board[s] = p.PieceAt(king)
			there.Side, there.CastlingRooks, there.EnPassant = movegen.Black, 0, movegen.NoSquare
			moved, _, err := there.Build(movegen.Rules{Composed: true})
			if err != nil {
				continue // the other king stands there, or beside it
			}
			attacked := moved.IsAttacked(s, movegen.White)
			listed, _ := answer["guards"].(map[string]any)[s.String()].([]any)
			if len(listed) != moved.AttackersTo(s, moved.Occupied()).Count()-(moved.AttackersTo(s, moved.Occupied())&moved.ByColor(movegen.Black)).Count() {
				t.Errorf("%s: %v is guarded by %v", lines.Text(), s, listed)
			}
			flight := slices.Contains(answer["flights"].([]any), any(s.String()))
			if flight != (movegen.KingAttacks(king).Has(s) && !own && !attacked) {
				t.Errorf("%s: %v is a flight: %t", lines.Text(), s, flight)
			}
			if guards += len(listed); flight {
				flights++
			}
		}
	}
	if flights < 20 || guards < 500 {
		t.Errorf("%d flights, %d guards", flights, guards)
	}
	if plain := asked(t, "position", `{"text":"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1"}`); plain["flights"] != nil || plain["guards"] != nil {
		t.Error(plain)
	}
	s, _ := New(1, 0)
	if _, err := s.Do(t.Context(), "position", []byte(`{"text":"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1","maps":"white"}`), silent); err == nil {
		t.Error("a third side has maps")
	}
}

// TestWithoutAServerLinesListsAndLinksAreRead checks what the pocket page reads, and its message for the rest.
func TestWithoutAServerLinesListsAndLinksAreRead(t *testing.T) {
	read := asked(t, "read", `{"text":"wKd5 Qf2 Sf1 Pg3 / bKh1 Bh2 Sf3\n#2\nhttps://lichess.org/editor/6k1/8/8/8/8/8/8/K1RR4_w_-_-_0_1\n`+
		`6k1/8/8/8/8/8/8/K1RR4 w - - title \"Rooks\"; author \"N. N.\";\nKa1 Ka2 / Kh8\nWhite Ka1 Qa1 Black Kh8"}`)
	problems, faults := read["problems"].([]any), read["faults"].([]any)
	if len(problems) != 4 || len(faults) != 1 {
		t.Fatal(read)
	}
	first, named := problems[0].(map[string]any), problems[2].(map[string]any)
	if first["position"] != "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1" || first["stipulation"] != "#2" || first["line"] != 1.0 {
		t.Error(first)
	}
	if named["title"] != "Rooks" || named["authors"].([]any)[0] != "N. N." || named["line"] != 4.0 {
		t.Error(named)
	}
	if problems[3].(map[string]any)["position"] != "7k/8/8/8/8/8/K7/K7" {
		t.Error(problems[3])
	}
	if fault := faults[0].(map[string]any); fault["line"] != 6.0 || fault["column"] != 11.0 || fault["squares"].([]any)[0] != "a1" {
		t.Error(fault)
	}
	s := must.Get(New(1, 0))(t)
	for _, text := range []string{"BeginProblem stip #2", "---\\nalgebraic:", "[FEN \\\"x\\\"]", "{}"} {
		_, err := s.Do(t.Context(), "read", []byte(`{"text":"`+text+`"}`), silent)
		if fault, ok := errors.AsType[*Fault](err); !ok || fault.Message != errNeedsServer {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestAPositionIsReadInEveryFormOfOneProblem also checks the place of an error in the text.
func TestAPositionIsReadInEveryFormOfOneProblem(t *testing.T) {
	p := asked(t, "position", `{"text":"White Kd5 Qf2 Nf1 Pg3\nBlack Kh1 Bh2 Nf3 #3"}`)
	if p["fen"] != "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1" || p["n"] != 3.0 {
		t.Error(p)
	}
	s, err := New(1, 0)
	must.Do(t, err)
	_, err = s.Do(t.Context(), "position", []byte(`{"text":"White Kd5 Qf2\nBlack Kh1 Nd5"}`), silent)
	if fault, ok := errors.AsType[*Fault](err); !ok || *fault.Offset != 24 || len(fault.Squares) != 1 || fault.Squares[0] != "d5" {
		t.Errorf("%+v", err)
	}
}
