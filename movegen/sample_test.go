package movegen

import (
	"math/rand/v2"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
)

// scaled returns n for a normal run and times n for a long one.
func scaled(n, times int) int { return effort.Of(n*times, n, n) }

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x616c666965726521)) }

// trickyFENs are positions from which random games soon meet castling, promotion, en passant, pins and double checks.
var trickyFENs = []string{
	StartFEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
	"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
	"r3k2r/8/8/3pP3/8/8/6p1/R3K2R w KQkq d6 0 1",
	"8/2p3p1/1b6/3P1P2/K2P3r/8/4p1q1/4B2k b - - 0 1",
	"1r2k2r/p5pp/8/2pP4/1Pp5/8/P1R3P1/2K2Q1R w k c6 0 1",
}

// randomBoard returns men strewn over the board: kings exposed to many pins and checks that no game shows.
func randomBoard(rng *rand.Rand) Position {
	for {
		builder := Builder{Side: Color(rng.IntN(2)), EnPassant: NoSquare, FullmoveNumber: 1 + rng.IntN(99)}
		builder.HalfmoveClock = rng.IntN(100)
		squares := rng.Perm(64)
		builder.Board[squares[0]] = MakePiece(White, King)
		builder.Board[squares[1]] = MakePiece(Black, King)
		for _, s := range squares[2 : 3+rng.IntN(28)] {
			t := [...]PieceType{Pawn, Pawn, Pawn, Knight, Bishop, Rook, Rook, Queen}[rng.IntN(8)]
			if t == Pawn && (Rank1 | Rank8).Has(Square(s)) {
				t = Rook
			}
			builder.Board[s] = MakePiece(Color(rng.IntN(2)), t)
		}
		builder.CastlingRooks = (Rank1 | Rank8) & Bitboard(rng.Uint64())
		builder.EnPassant = MakeSquare(rng.IntN(8), 5).Relative(builder.Side)
		p, _, err := builder.Build(Rules{Chess960: true, Composed: true})
		if err == nil {
			return p
		}
	}
}

// randomGame plays up to the given number of random moves from p, checking moves
// a little more often than chance, and shows each to visit.
func randomGame(rng *rand.Rand, p Position, plies int, visit func(before *Position, m Move, after *Position)) {
	var list, checks MoveList
	for range plies {
		p.LegalMoves(&list)
		if list.Len() == 0 {
			return
		}
		m := list.At(rng.IntN(list.Len()))
		if rng.IntN(8) == 0 {
			if p.CheckingMoves(&checks); checks.Len() > 0 {
				m = checks.At(rng.IntN(checks.Len()))
			}
		}
		before := p
		p.Make(m)
		visit(&before, m, &p)
	}
}

// randomStart returns a start of a random game: standard, Chess960 or tricky.
func randomStart(t testing.TB, rng *rand.Rand) Position {
	t.Helper()
	if rng.IntN(3) == 0 {
		return Chess960Start(rng.IntN(Chess960Starts))
	}
	return position(t, trickyFENs[rng.IntN(len(trickyFENs))])
}

// eachMove shows visit the given number of moves of random games, and with boards
// also moves from randomBoard positions.
func eachMove(t testing.TB, seed uint64, count int, boards bool, visit func(before *Position, m Move, after *Position)) {
	t.Helper()
	rng := newRand(seed)
	for seen := 0; seen < count; {
		start, plies := randomStart(t, rng), 200
		if boards && rng.IntN(3) > 0 {
			start, plies = randomBoard(rng), 4
		}
		randomGame(rng, start, min(plies, count-seen), func(before *Position, m Move, after *Position) {
			seen++
			visit(before, m, after)
		})
	}
}

// eachPosition shows visit the given number of positions of games and of boards.
func eachPosition(t testing.TB, seed uint64, count int, visit func(p *Position)) {
	t.Helper()
	eachMove(t, seed, count, true, func(before *Position, _ Move, _ *Position) { visit(before) })
}

// position reads a FEN of standard chess or Chess960, which must be good.
func position(t testing.TB, fen string) Position {
	t.Helper()
	return must.First(Rules{Chess960: true, Composed: true}.ParseFEN(fen))(t)
}
