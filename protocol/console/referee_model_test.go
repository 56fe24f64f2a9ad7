package console

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// writings are the ways to write a move.
var writings = []struct {
	name  string
	write func(p *movegen.Position, m movegen.Move) string
}{
	{"coordinates", func(_ *movegen.Position, m movegen.Move) string { return m.String() }},
	{"squares", func(p *movegen.Position, m movegen.Move) string { return notation.Squares(p, m, notation.English) }},
	{"SAN", func(p *movegen.Position, m movegen.Move) string { return notation.SAN(p, m, notation.English) }},
	{"SAN without signs", func(p *movegen.Position, m movegen.Move) string {
		return strings.TrimRight(notation.SAN(p, m, notation.English), "+#")
	}},
	{"numbered SAN", func(p *movegen.Position, m movegen.Move) string {
		return fmt.Sprintf("%d%s%s", p.FullmoveNumber(), [...]string{". ", "..."}[p.Side()], notation.SAN(p, m, notation.English))
	}},
	{"long algebraic", func(p *movegen.Position, m movegen.Move) string {
		text := notation.Squares(p, m, notation.English)
		if t := p.PieceAt(m.From()).Type(); t != movegen.Pawn && m.Kind() != movegen.Castling {
			return string(notation.English.Letter(t)) + text
		}
		return text
	}},
}

// randomGame plays random moves in random writings, and returns what was written.
func randomGame(t *testing.T, table *referee, rng *rand.Rand, plies int) (script []string) {
	t.Helper()
	for len(script) < plies && !table.game.Over() {
		p := table.game.Position()
		moves := p.Moves()
		m := moves[rng.IntN(len(moves))]
		writing := writings[rng.IntN(len(writings))]
		text := writing.write(&p, m)
		script = append(script, text)
		length, refused := table.game.Len(), table.refused
		table.take(text)
		played := table.game.Moves()
		if table.refused != refused || len(played) != length+1 || played[length] != m {
			t.Fatalf("%v, %s as %q was taken as %v in %s", m, writing.name, text, played[length:], p.FEN())
		}
	}
	return script
}

func TestAMoveIsUnderstoodHoweverItIsWritten(t *testing.T) {
	for seed := range uint64(30) {
		table, _ := atTable(t, english())
		randomGame(t, table, rand.New(rand.NewPCG(seed, 1)), 80)
	}
}

func TestWhatIsSavedIsLoadedAgain(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 2))
		table, out := atTable(t, italian())
		table.Letters = notation.English
		randomGame(t, table, rng, 1+rng.IntN(60))
		moves, outcome := table.game.Moves(), table.game.Outcome()
		for _, line := range []string{"salva x", "nuova", "carica x"} {
			table.take(line)
		}
		if table.refused > 0 || !slices.Equal(table.game.Moves(), moves) || table.game.Outcome() != outcome {
			t.Fatalf("%v (%v) came back as %v (%v)\n%s", moves, outcome, table.game.Moves(), table.game.Outcome(), out)
		}
	}
}

// line is what taking back and going forward should do: moves, of which the first at are
// played.
type tableLine struct {
	moves []movegen.Move
	at    int
}

func TestGoingBackAndForwardAgreesWithALineOfMoves(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 3))
		table, out := atTable(t, english())
		var model tableLine
		for range 60 {
			switch n := 1 + rng.IntN(4); rng.IntN(3) {
			case 0:
				p := table.game.Position()
				if moves := p.Moves(); len(moves) > 0 && !table.game.Over() {
					m := moves[rng.IntN(len(moves))]
					table.take(m.String())
					model.moves = append(model.moves[:model.at:model.at], m)
					model.at++
				}
			case 1:
				refused := table.refused
				table.take(fmt.Sprintf("back %d", n))
				if (table.refused > refused) != (n > model.at) {
					t.Fatalf("seed %d: back %d of %d: %s", seed, n, model.at, out)
				}
				if n <= model.at {
					model.at -= n
				}
			case 2:
				refused := table.refused
				table.take(fmt.Sprintf("forward %d", n))
				if (table.refused > refused) != (n > len(model.moves)-model.at) {
					t.Fatalf("seed %d: forward %d of %d: %s", seed, n, len(model.moves)-model.at, out)
				}
				if n <= len(model.moves)-model.at {
					model.at += n
				}
			}
			if !slices.Equal(table.game.Moves(), model.moves[:model.at]) {
				t.Fatalf("seed %d: %v, not %v", seed, table.game.Moves(), model.moves[:model.at])
			}
		}
	}
}

func TestTheListOfMovesCanBePlayedAgain(t *testing.T) {
	for seed := range uint64(20) {
		table, out := atTable(t, english())
		randomGame(t, table, rand.New(rand.NewPCG(seed, 4)), 50)
		out.Reset()
		table.take("list")
		list := out.String()
		for row := range strings.Lines(list) {
			if len(row) > 79+1 {
				t.Errorf("%d characters in %q", len(row)-1, row)
			}
		}
		words := strings.Fields(list)
		again, heard := atTable(t, english())
		again.take(strings.Join(words[:len(words)-1], " ")) // the last one is the result
		if !slices.Equal(again.game.Moves(), table.game.Moves()) {
			t.Fatalf("the list\n%swas played as %v\n%s", list, again.game.Moves(), heard)
		}
	}
}

func TestTheBoardThatIsShownCanBePutUpAgain(t *testing.T) {
	for seed := range uint64(20) {
		table, out := atTable(t, italian())
		table.Letters = notation.English
		randomGame(t, table, rand.New(rand.NewPCG(seed, 5)), 40)
		out.Reset()
		table.take("scacchiera")
		rows := strings.Split(out.String(), "\n")[:8]
		p := table.game.Position()
		side := [...]string{"w", "b"}[p.Side()]
		again, _ := atTable(t, english())
		again.take("new " + strings.Join(rows, " ") + " " + side)
		got := again.game.Position()
		want, _, _ := strings.Cut(p.FEN(), " ")
		if placed, _, _ := strings.Cut(got.FEN(), " "); placed != want || got.Side() != p.Side() {
			t.Fatalf("%s came back as %s", p.FEN(), got.FEN())
		}
	}
}
