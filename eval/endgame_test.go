package eval

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/tt/syzygy"
)

// referee opens endgame tables, which know what the evaluation guesses.
func referee(t *testing.T, folder string) *syzygy.Tables {
	t.Helper()
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("no endgame tables: %v", err)
	}
	tables := must.Get(syzygy.Open(folder))(t)
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

// TestDeadDrawsAreDrawn asks the tables about quiet positions of up to four pieces that the evaluation takes for draws
// whatever else it sees. In a few of them there is a mate, which the search must find.
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

// randomEnding places the pieces of a material at random. It is not ok if that is no position.
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

// endings are positions of the special endings, also used for the trace.
var endings = []string{
	"8/8/4k3/8/8/4K3/4P3/8 w - - 0 1", "7k/8/6K1/6P1/8/8/8/8 w - - 0 1", "8/8/8/4k3/8/8/8/KBN5 w - - 0 1",
	"8/8/8/4k3/8/8/8/KNN5 w - - 0 1", "8/8/8/4k3/8/8/8/KR6 w - - 0 1", "7k/8/8/7P/8/3B4/8/K7 w - - 0 1",
	"8/5k2/4b3/8/2P1B3/3K4/8/8 w - - 0 1", "8/5k2/4b3/8/8/3K4/4R3/8 w - - 0 1",
}

func TestDrawnEndingsAreZero(t *testing.T) {
	e := New(All)
	for _, test := range []struct{ name, fen string }{
		{"bare kings", "8/8/4k3/8/8/4K3/8/8 w - - 0 1"},
		{"king and bishop against king", "8/8/4k3/8/8/4K3/8/6B1 b - - 0 1"},
		{"king and knight against king", "8/8/4k3/8/8/4K3/8/6N1 w - - 0 1"},
		{"two knights against the bare king", "8/8/4k3/8/8/4K3/8/5NN1 w - - 0 1"},
		{"bishops that all move on one colour", "8/8/4k3/8/8/4K3/8/B1B5 w - - 0 1"},
		{"rook pawn with the wrong bishop, the king in the corner", "7k/8/8/7P/8/3B4/8/K7 w - - 0 1"},
		{"two rook pawns with the king before them", "6k1/8/8/7P/7P/8/8/K7 w - - 0 1"},
		{"a pawn whose king has the opposition against it", "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := e.Evaluate(mustParse(t, test.fen)); got != 0 {
				t.Errorf("%s: %d, want 0", test.fen, got)
			}
		})
	}
}

func TestTheRightBishopWinsWithARookPawn(t *testing.T) {
	wrong, right := "7k/8/8/7P/8/3B4/8/K7 w - - 0 1", "7k/8/8/7P/8/4B3/8/K7 w - - 0 1"
	if w, r := New(All).Evaluate(mustParse(t, wrong)), New(All).Evaluate(mustParse(t, right)); r <= w+200 {
		t.Errorf("right bishop %d, wrong bishop %d", r, w)
	}
}

func TestEndingsAreDrawishInOrder(t *testing.T) {
	e := New(All)
	for _, test := range []struct{ name, more, less string }{
		{"a rook wins, a rook against a bishop hardly", "8/5k2/8/8/8/3K4/4R3/8 w - - 0 1", "8/5k2/4b3/8/8/3K4/4R3/8 w - - 0 1"},
		{"bishops of one colour keep more of a pawn than of opposite colours",
			"8/5k2/5b2/2p5/2P1P3/3KB3/8/8 w - - 0 1", "8/5k2/4b3/2p5/2P1P3/3KB3/8/8 w - - 0 1"},
		{"a pawn that queens is worth more than one that does not", "8/8/1K6/8/1P6/8/8/3k4 w - - 0 1", "8/1k6/8/8/1P6/8/8/3K4 w - - 0 1"},
		{"with rooks a pawn more on one wing is worth less than with pawns on both",
			"6k1/r4ppp/8/8/8/8/P4PPP/R5K1 w - - 0 1", "6k1/r4ppp/8/8/8/8/4PPPP/R5K1 w - - 0 1"},
		{"the bare king at the edge is nearer to mate", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", "8/8/5K2/8/3k4/8/8/R7 w - - 0 1"},
		{"the kings close together are nearer to mate", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", "7k/8/8/8/8/2K5/8/R7 w - - 0 1"},
		{"bishop and knight drive the king to the bishop's corner",
			"7k/8/5K2/8/8/8/3N4/B7 b - - 0 1", "k7/8/2K5/8/8/8/4N3/B7 b - - 0 1"},
		{"from the wrong corner the way leads along the edge",
			"2k5/8/1K6/8/8/8/8/BN6 b - - 0 1", "k7/8/1K6/8/8/8/8/BN6 b - - 0 1"},
		{"no pawn is given away to have bishop and knight alone",
			"8/8/8/3k4/8/3K4/4P3/BN6 w - - 0 1", "k7/8/1K6/8/8/8/8/BN6 b - - 0 1"},
		{"nor is a pawn left unpromoted for it", "8/8/8/3k4/8/8/8/BN2KQ2 w - - 0 1", "6k1/4P3/6K1/8/8/8/8/BN6 w - - 0 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			more, less := forWhite(t, e, test.more), forWhite(t, e, test.less)
			if more <= less {
				t.Errorf("%d for %s, %d for %s", more, test.more, less, test.less)
			}
		})
	}
}

// forWhite returns the score from White's point of view.
func forWhite(t testing.TB, e *Evaluator, fen string) int {
	t.Helper()
	p := mustParse(t, fen)
	if p.Side() == movegen.Black {
		return -e.Evaluate(p)
	}
	return e.Evaluate(p)
}
