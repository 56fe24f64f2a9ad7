package movegen_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/notnil/chess"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// These tests compare the package with github.com/notnil/chess, a library by other authors. It knows neither Chess960
// nor the legality of a position, so these tests show it legal positions of standard chess. They find no difference in
// legal moves and counts. FENs differ in the en-passant field alone, see sameFEN. knownDifferences lists what the
// library does with incorrect FENs.

const (
	startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
)

// crossTable has positions that both libraries count, the usual ones first. The other library visits one to three
// million nodes a second, so that depth 4 takes it at most two seconds, and depth 5 less than one where it is listed.
var crossTable = []struct {
	name, fen string
	depth     int
}{
	{"initial position", startFEN, 4},
	{"Kiwipete", kiwipete, 4},
	{"position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5},
	{"position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4},
	{"position 4, colours exchanged", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 3},
	{"position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4},
	{"position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4},
	{"promotions", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4},
	{"promotions next to rooks", "4k2r/6P1/8/8/8/8/1p6/R3K3 b Qk - 0 1", 4},
	{"promotions with captures in check", "3rk3/1P2P3/8/8/8/8/2K1p1p1/3R1R2 w - - 0 1", 4},
	{"pawns alone", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 4},
	{"castling, both sides", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 4},
	{"castling, one right lost", "r3k2r/8/8/8/8/8/8/2R1K2R b Kkq - 0 1", 4},
	{"castling across attacked squares", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 3},
	{"castling gives check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", 5},
	{"castling long gives check", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 5},
	{"en passant that opens a rank", "8/8/8/K1pP3r/8/8/8/7k w - c6 0 1", 5},
	{"en passant that opens a rank to a queen", "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", 5},
	{"en passant that opens a diagonal", "8/6b1/8/3pP3/3K4/8/8/6k1 w - d6 0 1", 5},
	{"en passant by a pinned pawn", "4k3/8/8/b2Pp3/8/8/5K2/4B3 w - e6 0 1", 5},
	{"en passant that gives check", "3k4/8/8/2pP4/8/8/8/2KR4 w - c6 0 1", 5},
	{"en passant out of check", "8/8/8/2k5/3Pp3/8/8/3K3B b - d3 0 1", 5},
	{"en passant as the only move", "2n4b/6nB/4p3/3pk2p/2pP2p1/B1P4P/4NR2/Q1K5 b - d3 0 1", 4},
	{"218 moves", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 4},
	{"double check", "4k3/8/5N2/8/8/8/8/3KR3 b - - 0 1", 5},
	{"mate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 5},
}

// otherPosition returns the other library's position of a FEN.
func otherPosition(t *testing.T, fen string) *chess.Position {
	t.Helper()
	set, err := chess.FEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return chess.NewGame(set).Position()
}

// otherMoves returns the other library's legal moves by their coordinates.
func otherMoves(p *chess.Position) map[string]*chess.Move {
	moves := map[string]*chess.Move{}
	for _, m := range p.ValidMoves() {
		moves[chess.UCINotation{}.Encode(p, m)] = m
	}
	return moves
}

// moveDifference returns the moves that only one library has; empty if they agree.
func moveDifference(ours *movegen.Position, theirs *chess.Position) string {
	their := otherMoves(theirs)
	var only, both []string
	for _, m := range ours.Moves() {
		if their[m.String()] == nil {
			only = append(only, m.String())
		} else {
			both = append(both, m.String())
		}
	}
	for _, name := range both {
		delete(their, name)
	}
	if len(only)+len(their) == 0 {
		return ""
	}
	return fmt.Sprintf("only ours %q, only theirs %q", only, slices.Sorted(maps.Keys(their)))
}

func otherPerft(p *chess.Position, depth int) (nodes uint64) {
	if depth == 0 {
		return 1
	}
	moves := p.ValidMoves()
	if depth == 1 {
		return uint64(len(moves))
	}
	for _, m := range moves {
		nodes += otherPerft(p.Update(m), depth-1)
	}
	return nodes
}

// divide compares the counts below each move. It returns the line to the first position whose moves differ, and the
// difference there; empty if all counts are the same.
func divide(ours movegen.Position, theirs *chess.Position, depth int) string {
	if found := moveDifference(&ours, theirs); found != "" {
		return ours.FEN() + ": " + found
	}
	if depth <= 1 {
		return ""
	}
	moves := otherMoves(theirs)
	for _, entry := range movegen.Divide(&ours, depth) {
		next := theirs.Update(moves[entry.Move.String()])
		if count := otherPerft(next, depth-1); count != entry.Nodes {
			return fmt.Sprintf("%s (ours %d, theirs %d), %s", entry.Move, entry.Nodes, count,
				divide(ours.After(entry.Move), next, depth-1))
		}
	}
	return ""
}

func TestPerftOfAnotherLibraryIsTheSame(t *testing.T) {
	for _, row := range crossTable {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			depth := row.depth - effort.Of(0, 1, 1)
			if found := divide(parse(t, row.fen), otherPosition(t, row.fen), depth); found != "" {
				t.Errorf("%s, depth %d: %s", row.fen, depth, found)
			}
		})
	}
}

// sameFEN compares the FENs after a move. The other library writes an en-passant square after every double step, as
// the standard of 1994 asks; ours only where a capture is legal, so that equal positions have equal FENs. It reports
// whether the field differed for this reason.
func sameFEN(t *testing.T, before *movegen.Position, m movegen.Move, after *movegen.Position, theirs string) (differed bool) {
	t.Helper()
	ours, passed := after.FEN(), "-"
	if from, to := m.From(), m.To(); before.PieceAt(from).Type() == movegen.Pawn && (to-from == 16 || from-to == 16) {
		passed = ((from + to) / 2).String()
	}
	got, want := strings.Fields(theirs), strings.Fields(ours)
	if len(got) != 6 || got[3] != passed || want[3] != "-" && want[3] != passed {
		t.Fatalf("%s, %s: en-passant field of %s and ours %s", before.FEN(), m, theirs, ours)
	}
	if read, err := movegen.ParseFEN(theirs); err != nil || read != *after {
		t.Fatalf("%s, %s: theirs is %s, ours %s, %v", before.FEN(), m, theirs, ours, err)
	}
	differed = got[3] != want[3]
	got[3] = want[3]
	if strings.Join(got, " ") != ours {
		t.Fatalf("%s, %s: theirs is %s, ours %s", before.FEN(), m, theirs, ours)
	}
	return differed
}

func TestRandomWalksMeetTheSameMovesInAnotherLibrary(t *testing.T) {
	const length = 150 // half-moves
	walks := effort.Of(300, 4, 4)
	rng := rand.New(rand.NewPCG(45, 1))
	steps, differed, whole := 0, 0, 0
	for _, row := range crossTable {
		for range walks {
			ours, theirs := parse(t, row.fen), otherPosition(t, row.fen)
			for step := range length {
				if found := moveDifference(&ours, theirs); found != "" {
					t.Fatalf("%s: %s", ours.FEN(), found)
				}
				moves := ours.Moves()
				if len(moves) == 0 {
					break
				}
				m := moves[rng.IntN(len(moves))]
				theirs = theirs.Update(otherMoves(theirs)[m.String()])
				next := ours.After(m)
				if sameFEN(t, &ours, m, &next, theirs.String()) {
					differed++
				}
				ours = next
				steps++
				if step == length-1 {
					whole++
				}
			}
		}
	}
	t.Logf("%d half-moves, %d whole walks, the en-passant field differs after %d", steps, whole, differed)
	if whole < 20 || differed == 0 {
		t.Errorf("%d walks of %d half-moves, %d en-passant fields differ; the walks should meet both", whole, length, differed)
	}
}

// knownDifferences are the answers in which the other library is wrong or follows another convention, with the reason.
// The test requires that they still differ: remove a row when an update of the library removes the difference.
var knownDifferences = []struct {
	reason       string
	fen, move    string // move is empty to compare fen itself
	ours, theirs string // FENs after the move
	moves        string // the difference of the legal moves
}{
	{
		"it writes an en-passant square after every double step",
		startFEN, "e2e4",
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "",
	},
	{
		"it writes an en-passant square although the only pawn that could capture is pinned",
		"4k3/8/8/8/4p3/8/3P4/K3R3 w - - 0 1", "d2d4",
		"4k3/8/8/8/3Pp3/8/8/K3R3 b - - 0 1", "4k3/8/8/8/3Pp3/8/8/K3R3 b - d3 0 1", "",
	},
	{
		"it keeps castling rights without a rook, and castles with none",
		"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1",
		`only ours [], only theirs ["e1c1" "e1g1"]`,
	},
	{
		"it keeps an en-passant square without a pawn to capture, and captures there",
		"4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "",
		"4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1",
		`only ours [], only theirs ["e5d6"]`,
	},
	{
		"it keeps the order of castling letters",
		"r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "",
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "",
	},
}

func TestKnownDifferencesOfAnotherLibraryStillExist(t *testing.T) {
	for _, row := range knownDifferences {
		ours, theirs := parse(t, row.fen), otherPosition(t, row.fen)
		if row.move != "" {
			m := slices.IndexFunc(ours.Moves(), func(m movegen.Move) bool { return m.String() == row.move })
			ours, theirs = ours.After(ours.Moves()[m]), theirs.Update(otherMoves(theirs)[row.move])
		}
		if ours.FEN() != row.ours || theirs.String() != row.theirs {
			t.Errorf("%s: ours %s, theirs %s", row.reason, ours.FEN(), theirs)
		}
		if got := moveDifference(&ours, theirs); got != row.moves {
			t.Errorf("%s: %s, want %s", row.reason, got, row.moves)
		}
	}
}

func parse(t *testing.T, fen string) movegen.Position {
	t.Helper()
	return must.Get(movegen.ParseFEN(fen))(t)
}
