package eval

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/tt/syzygy"
)

// referee opens endgame tables, which know what the evaluation guesses.
func referee(t *testing.T, folder string) *syzygy.Tables {
	t.Helper()
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("no endgame tables: %v", err)
	}
	tables, err := syzygy.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tables.Close() })
	return tables
}

// pawnEnding is king and pawn against king with White's pawn.
type pawnEnding struct {
	king, pawn, bare movegen.Square
	whiteMoves       bool
}

func (p pawnEnding) position() (movegen.Position, bool) {
	if p.king == p.pawn || p.king == p.bare || p.pawn == p.bare {
		return movegen.Position{}, false
	}
	b := movegen.Builder{EnPassant: movegen.NoSquare, FullmoveNumber: 1}
	b.Board[p.king] = movegen.MakePiece(movegen.White, movegen.King)
	b.Board[p.pawn] = movegen.MakePiece(movegen.White, movegen.Pawn)
	b.Board[p.bare] = movegen.MakePiece(movegen.Black, movegen.King)
	if !p.whiteMoves {
		b.Side = movegen.Black
	}
	position, _, err := b.Build(movegen.Rules{})
	return position, err == nil
}

// TestOnePawnTableAgreesWithEndgameTables holds all positions of king and pawn against king
// against tables that were made by others.
func TestOnePawnTableAgreesWithEndgameTables(t *testing.T) {
	tables := referee(t, "../tt/syzygy/testdata")
	positions, wins := 0, 0
	for index := range 2 * 64 * 64 * 64 {
		ending := pawnEnding{movegen.Square(index & 63), movegen.Square(index >> 6 & 63), movegen.Square(index >> 12 & 63), index>>18 == 0}
		p, ok := ending.position()
		if !ok {
			continue
		}
		value, known := tables.WDL(&p)
		if ending.whiteMoves != (p.Side() == movegen.White) || !known {
			t.Fatalf("%s is in no table", p.FEN())
		}
		won := value == syzygy.Win && ending.whiteMoves || value == syzygy.Loss && !ending.whiteMoves
		if got := kpk().wins(ending.king, ending.pawn, ending.bare, ending.whiteMoves); got != won {
			t.Fatalf("%s: our table says %v, the endgame tables %v", p.FEN(), got, value)
		}
		if positions++; won {
			wins++
		}
	}
	if positions != 331352 || wins < positions/2 {
		t.Errorf("%d wins in %d positions", wins, positions)
	}
}

// TestDeadDrawsAreDrawn asks the tables about quiet positions of up to four men that the
// evaluation takes for draws whatever else it sees. In a few of them there is a mate, which
// the search must find.
func TestDeadDrawsAreDrawn(t *testing.T) {
	const folder = "../../shared/data/syzygy"
	tables := referee(t, folder)
	names, err := filepath.Glob(folder + "/*.rtbw")
	if err != nil || len(names) == 0 {
		t.Fatal("no tables", err)
	}
	rng, e := rand.New(rand.NewPCG(1, 2)), New(All)
	for _, name := range names {
		material := strings.TrimSuffix(filepath.Base(name), ".rtbw")
		dead, wrong, example := 0, 0, ""
		for range 10_000 {
			p, ok := randomEnding(material, rng)
			if !ok || p.InCheck() {
				continue
			}
			var captures movegen.MoveList
			if p.Captures(&captures); captures.Len() > 0 {
				continue
			}
			e.Uncached(&p)
			for side, eg := range [...]int{1, -1} {
				if e.scale(eg) != scaleDraw {
					continue
				}
				value, known := tables.WDL(&p)
				if !known {
					t.Fatalf("%s is in no table", p.FEN())
				}
				if dead++; value == syzygy.Win && p.Side() == movegen.Color(side) || value == syzygy.Loss && p.Side() != movegen.Color(side) {
					wrong, example = wrong+1, p.FEN()
				}
			}
		}
		if wrong*1000 > dead {
			t.Errorf("%s: %d of %d positions that count as dead draws are won, as %s", material, wrong, dead, example)
		}
	}
}

// randomEnding places the men of a material at random. It is not ok if that is no position.
func randomEnding(material string, rng *rand.Rand) (p movegen.Position, ok bool) {
	b := movegen.Builder{EnPassant: movegen.NoSquare, FullmoveNumber: 1, Side: movegen.Color(rng.IntN(2))}
	color := movegen.White
	for _, letter := range material {
		if letter == 'v' {
			color = movegen.Black
			continue
		}
		s := rng.IntN(64)
		if b.Board[s] != movegen.NoPiece {
			return p, false
		}
		b.Board[s] = movegen.MakePiece(color, movegen.PieceType(strings.IndexRune(".PNBRQK", letter)))
	}
	p, _, err := b.Build(movegen.Rules{})
	return p, err == nil
}
