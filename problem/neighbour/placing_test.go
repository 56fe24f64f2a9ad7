package neighbour

import (
	"slices"
	"strings"
	"testing"

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
