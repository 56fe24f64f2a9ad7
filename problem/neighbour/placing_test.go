package neighbour

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/problem"
)

// placedPlainly returns the boards of all other places of 64 letters, from a1 on: it turns the four corners of the men's
// rectangle by hand.
func placedPlainly(letters string) map[string]bool {
	boards := map[string]bool{}
	for turn := range 8 {
		for files := -7; files <= 7; files++ {
			for ranks := -7; ranks <= 7; ranks++ {
				board, fits := []byte(strings.Repeat(".", 64)), true
				for at := range 64 {
					if letters[at] == '.' {
						continue
					}
					x, y := at%8, at/8
					for range turn % 4 { // quarter turns
						x, y = 7-y, x
					}
					if turn >= 4 {
						x = 7 - x
					}
					if x, y = x+files, y+ranks; x < 0 || x > 7 || y < 0 || y > 7 {
						fits = false
						break
					}
					board[8*y+x] = letters[at]
				}
				if fits && string(board) != letters {
					boards[string(board)] = true
				}
			}
		}
	}
	return boards
}

func TestAllPlacesOfADiagramAreTried(t *testing.T) {
	for _, fen := range append(diagrams, "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", "8/8/8/2Q5/8/8/k1K5/8 w - - 0 1") {
		p := parse(t, fen)
		b := boardOf(t, p)
		want := placedPlainly(lettersOf(&p))
		for _, c := range b.placings(0) {
			men, ok := b.placed(c.placing)
			var letters strings.Builder
			for _, man := range men.Board {
				letters.WriteByte(man.Letter())
			}
			if !ok || !want[letters.String()] {
				t.Errorf("%s: %+v gives %s", fen, c.placing, fenOf(letters.String()))
			}
			delete(want, letters.String())
		}
		if len(want) > 0 {
			t.Errorf("%s: %d places are missing", fen, len(want))
		}
	}
}

// TestMovesOfAPlacedDiagramAreNamedBack: home and away are inverse, and a move that the diagram has keeps its men.
func TestMovesOfAPlacedDiagramAreNamedBack(t *testing.T) {
	p := parse(t, "4R3/1P6/2n5/2Q5/8/8/k1K5/8 w - - 0 1")
	b := boardOf(t, p)
	was, off := p.Moves(), 0
	for _, c := range b.placings(0) {
		men, _ := b.placed(c.placing)
		next, _, err := men.Build(problem.Composed)
		if err != nil {
			continue
		}
		for _, m := range next.Moves() {
			home := c.home(m)
			if c.away(home) != m {
				t.Fatalf("%+v: %v is %v at home and %v away", c.placing, m, home, c.away(home))
			}
			if p.PieceAt(home.From()) != next.PieceAt(m.From()) {
				t.Errorf("%+v: %v moves another man than %v", c.placing, m, home)
			}
			inside := c.placing.Files == 0 && c.placing.Ranks == 0
			if _, wraps := c.placing.comes(m.To()); wraps {
				off++
				if slices.Contains(was, home) {
					t.Errorf("%+v: %v leaves the diagram, and is %v there", c.placing, m, home)
				}
			} else if inside && next.PieceAt(m.From()).Type() != movegen.Pawn && !slices.Contains(was, home) {
				t.Errorf("%+v: the diagram has no %v", c.placing, home)
			}
		}
	}
	if off == 0 {
		t.Error("no move leaves the diagram")
	}
}

// TestAPlaceRepairsADiagram: Cumpe's problem has its content in the mirror too, and a border takes keys away.
func TestAPlaceRepairsADiagram(t *testing.T) {
	r := searched(t, Query{Position: parse(t, "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1"), Moves: 2, Goal: Goal{Whole: true}})
	if r.Done != r.Of || r.Of < 20 || len(r.Found) == 0 {
		t.Fatalf("%d of %d, %d found", r.Done, r.Of, len(r.Found))
	}
	same := 0
	for _, n := range r.Found {
		if keys, ok := solves(n.Position); !ok || len(keys) != 1 || len(n.Changes) > 0 || n.IsEconomy() {
			t.Errorf("%s: %+v", n.Position.FEN(), n)
		}
		if n.Placing == (Placing{Turn: Mirrored}) {
			if same++; n.NewKey || len(n.Gains)+len(n.Losses) > 0 {
				t.Errorf("the mirror image differs: %+v, %+v", n.Gains, n.Losses)
			}
		}
	}
	if same != 1 {
		t.Errorf("the mirror image comes %d times", same)
	}
	cooked := searched(t, Query{Position: parse(t, "8/5R2/8/6k1/5N2/7K/7R/8 w - - 0 1"), Moves: 2, Goal: Goal{Aim: Repair, Whole: true}})
	if cooked.Base.Verdict != problem.Cooked || !slices.ContainsFunc(cooked.Found, func(n *Neighbour) bool {
		return n.Placing == (Placing{Ranks: -1}) && !n.NewKey
	}) {
		t.Errorf("%v, %d of %d", cooked.Base.Verdict, len(cooked.Found), cooked.Of)
	}
	if sound := searched(t, Query{Position: r.Base.Position, Moves: 2, Goal: Goal{Aim: Repair, Whole: true}}); !sound.Unbroken || sound.Of > 0 {
		t.Errorf("a sound problem is repaired in %d ways", sound.Of)
	}
	if locked := searched(t, Query{Position: parse(t, "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1"), Moves: 2,
		Goal: Goal{Whole: true, Locked: 1 << 35}}); len(locked.Found) != 1 || locked.Found[0].Placing.Turn != ReflectedA8H1 {
		t.Errorf("%d places keep the king on d5", len(locked.Found))
	}
}

// diagrams are composed positions: with few men and many, castling, en passant, a check in
// the diagram, more men than a set has.
var diagrams = []string{
	"8/8/8/8/8/1K6/6Q1/k7 w - - 0 1",
	"4k3/8/4K3/8/8/8/8/7R w - - 0 1",
	"8/8/8/3pP3/8/1K6/7R/k7 w - d6 0 1",
	"8/8/8/8/8/7p/8/R3K2k w Q - 0 1",
	"7k/8/5KQ1/8/8/8/8/8 b - - 0 1",
	"k7/8/1K6/8/8/8/2QQQQQQ/2QQQQQQ b - - 0 1",
	"3k4/3r4/8/8/8/8/3R4/2K5 w - - 0 1",
}

func parse(t *testing.T, fen string) movegen.Position {
	t.Helper()
	p := must.First(problem.Composed.ParseFEN(fen))(t)
	return p
}

func boardOf(t *testing.T, p movegen.Position) board {
	t.Helper()
	b := must.Get(newBoard(&p))(t)
	return b
}

// Boards one change away, by letters on 64 squares: wherever one or two squares are written
// anew, it is a neighbour if the letters that came and went are those of one change.
func referenceBoards(letters string) map[string]bool {
	boards := map[string]bool{}
	const men, kings = "PNBRQpnbrq", "Kk"
	for a := range 64 {
		with := func(letter byte, at int, text string) string { return text[:at] + string(letter) + text[at+1:] }
		for _, letter := range []byte(men + ".") {
			if letter != letters[a] && !strings.Contains(kings, letters[a:a+1]) &&
				(letters[a] == '.' || letter == '.' || (letter < 'a') == (letters[a] < 'a')) {
				boards[with(letter, a, letters)] = true
			}
		}
		for b := range 64 {
			if letters[a] != '.' && letters[b] == '.' {
				boards[with(letters[a], b, with('.', a, letters))] = true
			}
		}
	}
	return boards
}

// lettersOf writes a board as 64 letters, from a1 on.
func lettersOf(p *movegen.Position) string {
	var text strings.Builder
	for s := movegen.A1; s <= movegen.H8; s++ {
		text.WriteByte(p.PieceAt(s).Letter())
	}
	return text.String()
}

// fenOf writes 64 letters, from a1 on, as the first field of a FEN.
func fenOf(letters string) string {
	var ranks []string
	for rank := 7; rank >= 0; rank-- {
		ranks = append(ranks, strings.NewReplacer("........", "8", ".......", "7", "......", "6", ".....", "5", "....", "4", "...", "3", "..", "2", ".", "1").
			Replace(letters[8*rank:8*rank+8]))
	}
	return strings.Join(ranks, "/")
}

func TestTheNeighboursAreAllBoardsOneChangeAway(t *testing.T) {
	for _, fen := range diagrams {
		p := parse(t, fen)
		_, rest, _ := strings.Cut(fen, " ")
		_, before, err := problem.Composed.ParseFEN(fen)
		must.Do(t, err)
		want := map[string]bool{}
		for board := range referenceBoards(lettersOf(&p)) {
			next, odd, err := problem.Composed.ParseFEN(fenOf(board) + " " + rest)
			if err == nil && !slices.ContainsFunc(odd, func(f movegen.Fault) bool {
				return f.Code != movegen.CastlingDropped && !slices.ContainsFunc(before, func(b movegen.Fault) bool { return b.Code == f.Code })
			}) {
				want[next.FEN()] = true
			}
		}
		got := map[string]bool{}
		b := boardOf(t, p)
		for _, c := range b.candidates(0, false) {
			next, ok := b.after(&c)
			if !ok {
				continue
			}
			if got[next.FEN()] {
				t.Errorf("%s: %s comes twice", fen, next.FEN())
			}
			got[next.FEN()] = true
			if illegal, _ := next.Validate(); illegal != nil && !strings.Contains(fen, "QQ") {
				t.Errorf("%s: %v of %s", fen, illegal, next.FEN())
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: %d neighbours, not %d", fen, len(got), len(want))
		}
	}
}

func TestWhatComposersTryFirstComesFirst(t *testing.T) {
	p := parse(t, "8/8/8/8/2p5/1K6/7Q/k7 w - - 0 1")
	var kinds []string
	b := boardOf(t, p)
	for _, c := range b.candidates(0, false) {
		n, kind := c.changes[0], c.changes[0].Kind.String()
		if n.Kind == Moved && distance(n.From, n.To) > 1 {
			kind = "moved far"
		}
		if n.Kind == Added && n.Is.Type() == movegen.Pawn {
			kind = "pawn added"
		}
		if len(kinds) == 0 || kinds[len(kinds)-1] != kind {
			kinds = append(kinds, kind)
		}
	}
	if got := strings.Join(kinds, ", "); got != "removed, moved, exchanged, pawn added, moved far, added" {
		t.Error(got)
	}
}
