package problem

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/movegen"
)

// warningText writes warnings as the tables of the tests do.
func warningText(all []Warning) string {
	lines := make([]string, len(all))
	for i, w := range all {
		lines[i] = fmt.Sprintf("%v %v: %v", w.Color, w.Kind, w.Squares)
		if w.Need != 0 || w.Have != 0 {
			lines[i] += fmt.Sprintf(" %d/%d", w.Need, w.Have)
		}
	}
	return strings.Join(lines, "; ")
}

func TestWarnings(t *testing.T) {
	for _, c := range []struct{ name, fen, want string }{
		{"a diagram like those of games", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", ""},
		{"the initial position", movegen.StartFEN, ""},

		{"a bishop on h8 behind its own pawn on g7", "7b/6p1/8/3k4/8/8/8/4K3 w - - 0 1", "black shut out: h8"},
		{"the pawn has moved", "7b/8/6p1/3k4/8/8/8/4K3 w - - 0 1", ""},
		{"an enemy bishop on h8 may be a pawn that came over h7", "7B/6p1/8/3k4/8/8/8/4K3 w - - 0 1", "white promoted piece: h8 1/0"},
		{"unless h7 has not moved either", "7B/6pp/8/3k4/8/8/8/4K3 w - - 0 1", "white shut out: h8"},
		{"a bishop that never left home", "4k3/8/8/8/8/8/1P1P4/2B1K3 b - - 0 1", ""},
		{"a bishop whose home is walled up is promoted", "4k3/8/8/8/5B2/8/1P1P4/4K3 b - - 0 1", "white promoted piece: f4 1/0"},
		{"one door of its home is open", "4k3/8/8/8/5B2/8/1P6/4K3 b - - 0 1", ""},
		{"bishops on squares of one colour", "4k3/8/8/8/5B2/8/1B6/4K3 b - - 0 1", "white bishops on one colour: b2 f4 1/0"},
		{"bishops on squares of two colours", "4k3/8/8/8/5B2/8/B7/4K3 b - - 0 1", ""},
		{"no pawn is missing for the promoted bishops", "4k3/8/8/8/4BB2/8/PPPPPPPP/4K3 b - - 0 1",
			"white promoted piece: e4 1/0; white promoted piece: f4 1/0; white surplus promoted pieces: e4 f4 2/0"},
		{"three knights", "4k3/8/8/8/4NN2/4N3/8/4K3 b - - 0 1", "white promoted piece: e3 e4 f4 1/0"},
		{"nine queens and a pawn", "4k3/8/8/QQQ5/QQQ5/QQQ5/P7/4K3 b - - 0 1",
			"white promoted piece: a3 b3 c3 a4 b4 c4 a5 b5 c5 8/0; white surplus promoted pieces: a3 b3 c3 a4 b4 c4 a5 b5 c5 8/7"},
		{"nine queens", "4k3/8/8/QQQ5/QQQ5/QQQ5/8/4K3 b - - 0 1", "white promoted piece: a3 b3 c3 a4 b4 c4 a5 b5 c5 8/0"},

		{"a king behind unmoved pawns", "8/8/3K4/8/8/8/PPP1PPPP/2k5 w - - 0 1", "black shut out: c1"},
		{"a gap of two is guarded from both sides", "8/8/3K4/8/8/8/PPP2PPP/2k5 w - - 0 1", "black shut out: c1"},
		{"a gap of three lets it through", "8/8/3K4/8/8/8/PPP3PP/2k5 w - - 0 1", ""},
		{"a gap at the edge is guarded from one side", "8/8/3K4/8/8/8/1PPPPPPP/2k5 w - - 0 1", "black shut out: c1"},
		{"a gap of two at the edge lets it through", "8/8/3K4/8/8/8/2PPPPPP/2k5 w - - 0 1", ""},
		{"the white king behind its own", "8/8/3k4/8/8/8/PPPPPPPP/2K5 b - - 0 1", ""},
		{"the white king before its own", "8/8/3k4/8/8/3K4/PPPPPPPP/8 b - - 0 1", "white shut out: d3"},

		{"the seed's rook beside the king", "4k3/8/8/8/8/1P6/PrP5/K7 w - - 0 1", "black no arrival: a1 b2"},
		{"the same for Black's king", "k7/pRp5/1p6/8/8/8/8/4K3 b - - 0 1", "white no arrival: b7 a8"},
		{"a knight's jumps all gave check", "4k3/8/8/8/8/8/PPnPP3/3R3K w - - 0 1", ""},
		{"it came over c2", "4k3/8/8/8/8/1P6/Pr6/K7 w - - 0 1", ""},
		{"it came over b3", "4k3/8/8/8/8/8/PrP5/K7 w - - 0 1", ""},
		{"the pawn on b3 may have come from a2", "4k3/8/8/8/8/1P6/1rP5/K7 w - - 0 1", ""},
		{"the king has come later", "4k3/8/8/8/8/1P6/PrP5/2K5 w - - 0 1", ""},
		{"the king stood elsewhere", "4k3/8/8/8/8/1P6/PrP5/4K3 w - - 0 1", ""},
		{"a queen came over c1", "4k3/8/8/8/8/1P6/PqP5/K7 w - - 0 1", ""},
		{"a rook of the king's own side", "4k3/8/8/8/8/1P6/PRP5/K7 w - - 0 1", ""},

		{"a rook with a way out", "4k3/8/8/8/8/R7/1PPPPPPP/2B1KB2 b - - 0 1", ""},
		{"a rook that cannot have got out, with no pawn missing", "4k3/8/8/8/8/R7/PPPPPPPP/2B1KB2 b - - 0 1",
			"white promoted piece: a3 1/0; white surplus promoted pieces: a3 1/0"},
		{"a rook that is neither from home nor promoted", "4k3/pppppppp/8/8/8/R7/PP1PPPPP/4KB2 b - - 0 1", ""},
		{"the rook at home", "4k3/8/8/8/8/8/PPPPPPPP/R1B1KB2 b - - 0 1", ""},
		{"a king's rook on the queen's side, past the king", "4k3/8/8/8/8/8/PPPPPPPP/RR2K3 b - - 0 1", ""},
		{"two rooks where one of those from home can be", "4k3/8/8/8/8/8/1PPPPPPP/RRB1KB2 b - - 0 1", "white promoted piece: a1 b1 1/0"},
		{"two rooks where both can be", "4k3/8/8/8/8/8/1PPPPP1P/RRB1KB2 b - - 0 1", ""},
		{"a rook that came out by castling", "4k3/8/8/8/8/8/PPPPPPPP/5RK1 b - - 0 1", ""},
		{"a rook beside one that may still castle", "4k3/8/8/8/8/8/1PPPPPPP/4K1RR b K - 0 1", "white shut out: g1"},
		{"a rook beside one that may have moved", "4k3/8/8/8/8/8/1PPPPPPP/4K1RR b - - 0 1", ""},
		{"a bishop whose door is shut by a king that may still castle", "4k3/8/8/8/7Q/8/P1P1PPPP/4K2R b K - 0 1", ""},

		{"doubled pawns without a capture", "rnbqkbnr/pppppppp/8/8/8/2P5/PPP1PPPP/RNBQKBNR b KQkq - 0 1", "white impossible pawns: c2 c3 1/0"},
		{"doubled pawns and a man missing", "r1bqkbnr/pppppppp/8/8/8/2P5/PPP1PPPP/RNBQKBNR b KQkq - 0 1", ""},
		{"a pawn with nowhere to come from", "4k3/8/8/8/8/P7/PP6/4K3 b - - 0 1", "white impossible pawns: a2 b2 a3 0/15"},
		{"a pawn that can come from beside", "4k3/8/8/8/8/P7/P7/4K3 b - - 0 1", ""},
		{"tripled pawns on the edge take three captures", "rnbqkb1r/pppppp1p/8/8/P7/P7/P2PPPPP/RNBQKBNR w KQkq - 0 1", "white impossible pawns: a2 a3 a4 3/2"},
		{"three men are missing", "rnbqkb2/pppppp1p/8/8/P7/P7/P2PPPPP/RNBQKBNR w KQq - 0 1", ""},
		{"a bishop that was captured at home is no victim of a pawn", "rn1qkbnr/pppppppp/8/8/8/2P5/PPP1PPPP/RNBQKBNR b KQkq - 0 1", "white impossible pawns: c2 c3 1/0"},
		{"black pawns too", "rnbqkbnr/ppp1pppp/2p5/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "black impossible pawns: c6 c7 1/0"},
		{"nine pawns", "4k3/8/8/8/P7/P7/PPPPPPP1/4K3 b - - 0 1", "white surplus pawns: a2 b2 c2 d2 e2 f2 g2 a3 a4 9/8"},

		{"two knights check", "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", "white impossible check: d6 f6 e8"},
		{"a double check from a discovery", "4k3/8/5N2/8/8/8/8/4RK2 b - - 0 1", ""},
		{"an unmoved pawn checks", "8/8/8/8/8/2k5/1P6/4K3 b - - 0 1", "white impossible check: b2 c3; black shut out: c3"},
		{"no last move", "8/8/8/8/8/PP6/pP6/kB3K2 w - - 0 1", "black no last move: a1 a2"},
		{"the last move was a capture", "8/8/8/8/8/P7/pP6/kB3K2 w - - 0 1", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := composed(t, c.fen)
			if got := warningText(oddities(&p)); got != c.want {
				t.Errorf("%s: %q, want %q", c.fen, got, c.want)
			}
		})
	}
}

// TestNoGameGivesAFalseAlarm plays random games and asks of every position whether it is impossible, and how many
// pieces are promoted at least. The games are of many manners: some hurry their pawns, some take what they can, most
// leave some pawns at home, for those are what proofs are made of.
func TestNoGameGivesAFalseAlarm(t *testing.T) {
	games := effort.Of(5000, 80, 80)
	r := rand.New(rand.NewPCG(4, 7))
	spoken := 0
	for range games {
		p := movegen.StartPosition()
		var promoted movegen.Bitboard
		atHome := movegen.Bitboard(r.Uint64() | r.Uint64())
		manner := r.IntN(4)
		for range 160 {
			m := randomMove(r, &p, atHome, manner)
			if m == movegen.NoMove {
				break
			}
			promoted = followPromoted(promoted, m)
			p.Make(m)
			conform := Conform(p)
			isStep := p.PieceAt(m.To()).Type() == movegen.Pawn && (m.From()^m.To()) == 16
			if p.CastlingRooks() != conform.CastlingRooks() || conform.EnPassant() != p.EnPassant() && !isStep {
				t.Fatalf("%s: %s", p.FEN(), conform.FEN())
			}
			for _, w := range oddities(&p) {
				if w.Kind.IsImpossible() {
					t.Fatalf("%s: %s", p.FEN(), warningText([]Warning{w}))
				}
				spoken++
				if (w.Squares & promoted).Count() < w.Need {
					t.Fatalf("%s: %s; promoted are %v", p.FEN(), warningText([]Warning{w}), promoted)
				}
			}
		}
	}
	if spoken < max(games/100, 1) {
		t.Errorf("only %d warnings in %d games: the test is blind", spoken, games)
	}
}

// followPromoted returns the squares of the promoted pieces after m.
func followPromoted(promoted movegen.Bitboard, m movegen.Move) movegen.Bitboard {
	from, to := m.From().Bitboard(), m.To().Bitboard()
	if promoted&from != 0 || m.Kind() == movegen.Promotion {
		return promoted&^from | to
	}
	return promoted &^ to // castling, whose To holds a rook, moves no promoted piece
}

// randomMove picks a move of the manner; pawns on atHome stay if something else moves.
func randomMove(r *rand.Rand, p *movegen.Position, atHome movegen.Bitboard, manner int) movegen.Move {
	moves := p.Moves()
	if len(moves) == 0 {
		return movegen.NoMove
	}
	preferred := func(m movegen.Move) bool {
		switch manner {
		case 0:
			return p.IsCapture(m)
		case 1:
			return m.Kind() == movegen.Promotion || p.PieceAt(m.From()).Type() == movegen.Pawn
		case 2:
			return p.PieceAt(m.From()).Type() == movegen.King || m.Kind() == movegen.Promotion
		}
		return false
	}
	free := slices.DeleteFunc(slices.Clone(moves), func(m movegen.Move) bool {
		return p.PieceAt(m.From()).Type() == movegen.Pawn && (movegen.RankOf(1)|movegen.RankOf(6))&atHome&m.From().Bitboard() != 0
	})
	if len(free) > 0 {
		moves = free
	}
	chosen := moves[r.IntN(len(moves))]
	for range 6 {
		if preferred(chosen) {
			break
		}
		chosen = moves[r.IntN(len(moves))]
	}
	return chosen
}

// TestFewestCapturesOfPawns compares the assignment with trying every order of files.
func TestFewestCapturesOfPawns(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var slow func(squares []movegen.Square, used int) int
	slow = func(squares []movegen.Square, used int) int {
		if len(squares) == 0 {
			return 0
		}
		best := noOrigin
		for file := range 8 {
			s := squares[0]
			if n := max(file-s.File(), s.File()-file); used>>file&1 == 0 && n < s.Rank() {
				best = min(best, n+slow(squares[1:], used|1<<file))
			}
		}
		return best
	}
	impossible := 0
	for range 2000 {
		var pawns movegen.Bitboard
		for range 2 + r.IntN(5) {
			pawns |= movegen.MakeSquare(r.IntN(8), 1+r.IntN(1+r.IntN(6))).Bitboard()
		}
		var squares []movegen.Square
		for rest := pawns; rest != 0; {
			squares = append(squares, rest.Pop())
		}
		want := min(slow(squares, 0), noOrigin)
		if want == noOrigin {
			impossible++
		}
		if got := min(pawnCaptures(pawns, movegen.White), noOrigin); got != want {
			t.Fatalf("%v: %d captures, want %d", pawns, got, want)
		}
		if got := min(pawnCaptures(pawns.Mirror(), movegen.Black), noOrigin); got != want {
			t.Fatalf("%v for black: %d captures, want %d", pawns.Mirror(), got, want)
		}
	}
	if impossible < 15 || impossible > 1500 {
		t.Errorf("%d of 2000 sets cannot be", impossible)
	}
}

func TestWarningsAreTheSameForBothColours(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 500 {
		p := randomProblem(r)
		mirrored := p.Mirror()
		ours, theirs := warnings(&p), warnings(&mirrored)
		for i := range theirs {
			theirs[i].Color = theirs[i].Color.Other()
			theirs[i].Squares = theirs[i].Squares.Mirror()
		}
		text := func(all []Warning) string {
			lines := strings.Split(warningText(all), "; ")
			slices.Sort(lines)
			return strings.Join(lines, "; ")
		}
		if text(ours) != text(theirs) {
			t.Fatalf("%s: %s; mirrored %s", p.FEN(), text(ours), text(theirs))
		}
	}
}

// TestPawnsOnDifferentFilesAreThoseThatNeedNoCapture compares the short cut with the count.
func TestPawnsOnDifferentFilesAreThoseThatNeedNoCapture(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 3))
	free := 0
	for i := range 4000 {
		var pawns movegen.Bitboard
		for range r.IntN(9) {
			pawns |= movegen.Square(8 + r.IntN(48)).Bitboard()
		}
		got, want := onDifferentFiles(pawns), pawnCaptures(pawns, movegen.Color(i%2)) == 0
		if got != want {
			t.Fatalf("%v: on different files %t, want %t", pawns, got, want)
		}
		if got {
			free++
		}
	}
	if free < 500 || free > 3500 {
		t.Errorf("%d of 4000 sets need no capture: a poor test", free)
	}
}
