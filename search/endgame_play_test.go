package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/tt/syzygy"
)

// openTables opens the tables of three and four pieces.
func openTables(t testing.TB) *syzygy.Tables {
	t.Helper()
	return openTablesIn(t, "../../shared/data/syzygy")
}

func openTablesIn(t testing.TB, folder string) *syzygy.Tables {
	t.Helper()
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("the tables are not here: %v", err)
	}
	tables := must.Get(syzygy.Open(folder))(t)
	t.Cleanup(func() {
		for _, fault := range tables.Faults() {
			t.Error(fault)
		}
		must.Do(t, tables.Close())
	})
	return tables
}

// linkTables returns a folder with those of the tables whose names the filter lets pass.
func linkTables(t testing.TB, filter func(name string) bool) (folder string) {
	t.Helper()
	const from = "../../shared/data/syzygy"
	entries, err := os.ReadDir(from)
	if err != nil {
		t.Skipf("the tables are not here: %v", err)
	}
	folder = t.TempDir()
	for _, entry := range entries {
		if !filter(entry.Name()) {
			continue
		}
		data, err := os.ReadFile(from + "/" + entry.Name())
		if err == nil {
			err = os.WriteFile(folder+"/"+entry.Name(), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func everything(tables *syzygy.Tables) EndgameUse {
	return EndgameUse{Tables: tables, ProbeDepth: 1, ProbeLimit: 7, Rule50: true}
}

// randomEnding returns a position with the pieces, White's first, as in "KRvKP".
func randomEnding(random *rand.Rand, material string) movegen.Position {
	for {
		b := movegen.Builder{EnPassant: movegen.NoSquare, FullmoveNumber: 1, Side: movegen.Color(random.IntN(2))}
		color := movegen.White
		for _, letter := range material {
			if letter == 'v' {
				color = movegen.Black
				continue
			}
			kind := movegen.PieceType(strings.IndexRune(" PNBRQK", letter))
			s := movegen.Square(random.IntN(64))
			for b.Board[s] != movegen.NoPiece || kind == movegen.Pawn && (s.Rank() == 0 || s.Rank() == 7) {
				s = movegen.Square(random.IntN(64))
			}
			b.Board[s] = movegen.MakePiece(color, kind)
		}
		if p, _, err := b.Build(movegen.Rules{}); err == nil && p.HasLegalMove() {
			return p
		}
	}
}

// randomOf returns a random position with the value for the side to move.
func randomOf(t testing.TB, random *rand.Rand, tables *syzygy.Tables, material string, value syzygy.WDL) movegen.Position {
	t.Helper()
	for {
		p := randomEnding(random, material)
		got, ok := tables.WDL(&p)
		if !ok {
			t.Fatalf("%s is not in the tables", p.FEN())
		}
		if got == value {
			return p
		}
	}
}

// playOut lets the engine play the side to move against the tables' best defence. The error
// says how a win was missed, or a draw lost; a draw counts as held after some moves.
func playOut(e *Engine, tables *syzygy.Tables, request Request) error {
	e.NewGame()
	p, us := request.Position, request.Position.Side()
	start, _ := tables.WDL(&p)
	seen := map[movegen.Key]int{}
	request.History = nil
	for ply := 0; ; ply++ {
		seen[p.Key()]++
		now, _ := tables.WDL(&p)
		if p.Side() != us {
			now = -now
		}
		drawn := p.InsufficientMaterial() || p.HalfmoveClock() >= 100 || seen[p.Key()] == 3
		switch {
		case !p.HasLegalMove() && p.InCheck() && p.Side() != us:
			return nil
		case now < start:
			return fmt.Errorf("%v became %v: %s", start, now, p.FEN())
		case start == syzygy.Draw && (drawn || ply > 40 || !p.HasLegalMove()):
			return nil
		case drawn || !p.HasLegalMove():
			return fmt.Errorf("drawn: %s", p.FEN())
		}
		var move movegen.Move
		if p.Side() == us {
			request.Position = p
			move = e.Search(context.Background(), request, nil).Best
		} else {
			moves, _ := tables.Moves(&p)
			move = moves[0].Move
		}
		request.History = append(request.History, p.Key())
		p.Make(move)
	}
}

// TestTablesWinWhatIsWonAndHoldWhatIsDrawn plays with very few nodes a move: what makes sure
// of the result are the tables.
func TestTablesWinWhatIsWonAndHoldWhatIsDrawn(t *testing.T) {
	tables := openTables(t)
	games := effort.Of(4, 2, 1)
	e := newEngine(t)
	random := rand.New(rand.NewPCG(15, 1))
	for _, material := range []string{"KQvKR", "KBBvK", "KBNvK", "KRPvK", "KPPvK", "KNPvK", "KRvKN", "KPvKP", "KQvKP"} {
		for _, value := range []syzygy.WDL{syzygy.Win, syzygy.Draw} {
			for range games {
				p := randomOf(t, random, tables, material, value)
				request := Request{Position: p, Limits: Limits{Nodes: 300}, Endgames: everything(tables)}
				if err := playOut(e, tables, request); err != nil {
					t.Errorf("%v in %s: %v", value, p.FEN(), err)
				}
			}
		}
	}
}
