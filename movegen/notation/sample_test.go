package notation

import (
	"bufio"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"alfiere/movegen"
)

// allRules takes every position that a test may want.
var allRules = movegen.Rules{Chess960: true, Composed: true}

// standardFENs are positions from which random games soon meet castling, promotion,
// en passant, mates, and many pieces of a kind.
var standardFENs = []string{
	movegen.StartFEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"r3k2r/8/8/3pP3/8/8/6p1/R3K2R w KQkq d6 0 1",
	"8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
	"Q6Q/8/3k4/8/8/8/1K6/Q6Q w - - 0 1",
	"4k3/1N3N2/N5N1/8/N5N1/1N3N2/8/R3K2R w KQ - 0 1",
	"R3R3/7k/8/R7/8/5b1b/4b3/K4b1b w - - 3 40",
	"3qk3/8/8/2B1B1B1/8/2B1B1B1/8/4K3 w - - 0 1",
}

// chess960FENs have castling as only Chess960 knows it: the king steps once, stays,
// or moves away from the rook, and the corners hold other rooks.
var chess960FENs = []string{
	"r1k4r/pppppppp/8/8/8/8/PPPPPPPP/R1K4R w KQkq - 0 1",
	"1rk3r1/p6p/8/8/8/8/P6P/1RK3R1 w KQkq - 0 1",
	"5rkr/p6p/8/8/8/8/P6P/5RKR w KQkq - 0 1",
	"rkr5/p1p4p/8/8/8/8/P1P4P/RKR5 b KQkq - 0 1",
	"1r3kr1/8/8/8/8/8/8/RR3KRR w BGbg - 0 1",
	"nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w KQkq - 0 1",
}

// position reads a FEN, which must be good.
func position(t testing.TB, fen string) movegen.Position {
	t.Helper()
	p, _, err := allRules.ParseFEN(fen)
	if err != nil {
		t.Fatalf("%q: %v", fen, err)
	}
	return p
}

// scaled returns n, or 20 n for a long run.
func scaled(n int) int {
	if os.Getenv("ALFIERE_LONG") == "1" {
		return 20 * n
	}
	return n
}

// randomBoard strews men over a board, often many of a kind.
func randomBoard(rng *rand.Rand) movegen.Position {
	for {
		b := movegen.Builder{Side: movegen.Color(rng.IntN(2)), EnPassant: movegen.NoSquare, FullmoveNumber: 1}
		squares := rng.Perm(64)
		b.Board[squares[0]] = movegen.MakePiece(movegen.White, movegen.King)
		b.Board[squares[1]] = movegen.MakePiece(movegen.Black, movegen.King)
		kinds := [...]movegen.PieceType{movegen.Pawn, movegen.Knight, movegen.Bishop, movegen.Rook, movegen.Queen}
		rng.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
		for _, s := range squares[2 : 4+rng.IntN(20)] {
			kind := kinds[rng.IntN(1+rng.IntN(len(kinds)))]
			if kind == movegen.Pawn && edgeRanks.Has(movegen.Square(s)) {
				kind = movegen.Knight
			}
			b.Board[s] = movegen.MakePiece(movegen.Color(rng.IntN(2)), kind)
		}
		b.EnPassant = movegen.MakeSquare(rng.IntN(8), 5).Relative(b.Side)
		if p, _, err := b.Build(allRules); err == nil {
			return p
		}
	}
}

// eachPosition shows visit count positions: those of random games from the FENs and
// random boards.
func eachPosition(t testing.TB, seed uint64, count int, fens []string, visit func(p *movegen.Position)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	var list movegen.MoveList
	for seen := 0; seen < count; {
		p, plies := position(t, fens[rng.IntN(len(fens))]), 60
		if rng.IntN(3) == 0 {
			p, plies = randomBoard(rng), 4
		}
		for range min(plies, count-seen) {
			seen++
			visit(&p)
			if p.LegalMoves(&list); list.Len() == 0 {
				break
			}
			p.Make(list.At(rng.IntN(list.Len())))
		}
	}
}

// shared opens a file of the data that accompany the project.
func shared(t *testing.T, name string) *bufio.Reader {
	t.Helper()
	file, err := os.Open("../../../shared/data/" + name)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("../shared/data/%s is not here: %v", name, err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return bufio.NewReader(file)
}

// allLanguages returns the languages of the table and one with letters of its own.
func allLanguages() []PieceLetters {
	all := []PieceLetters{"", "КФЛСНП"}
	for _, row := range languages {
		all = append(all, row.letters)
	}
	return all
}

// list returns the moves in UCI, separated by blanks.
func list(moves []movegen.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = UCI(m, false)
	}
	return strings.Join(texts, " ")
}
