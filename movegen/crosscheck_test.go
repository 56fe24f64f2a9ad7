package movegen

import (
	"strings"
	"testing"

	"github.com/notnil/chess"
)

// These tests hold the board against github.com/notnil/chess, a library by other
// hands. It knows neither Chess960 nor the legality of a position, so only good
// positions of standard chess are shown to it. Within these bounds no difference
// was found in legal moves, FENs or counts; it writes an en-passant square after
// every double step, we only where a capture is legal.

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
	moves := make(map[string]*chess.Move)
	for _, m := range p.ValidMoves() {
		moves[chess.UCINotation{}.Encode(p, m)] = m
	}
	return moves
}

func TestAnotherLibraryPlaysTheSameGames(t *testing.T) {
	rng := newRand(60)
	var list MoveList
	for range scaled(250, 30) {
		start := position(t, trickyFENs[rng.IntN(len(trickyFENs))])
		other := otherPosition(t, start.FEN())
		randomGame(rng, start, 150, func(before *Position, m Move, after *Position) {
			moves := otherMoves(other)
			before.LegalMoves(&list)
			for _, ours := range list.Moves() {
				if moves[ours.String()] == nil {
					t.Fatalf("%s: they have no %s", before.FEN(), ours)
				}
			}
			if len(moves) != list.Len() {
				t.Fatalf("%s: we have %v, they have %v", before.FEN(), list.Moves(), moves)
			}
			other = other.Update(moves[m.String()])
			fields, want := strings.Fields(other.String()), strings.Fields(after.FEN())
			if passed := fields[3]; passed != "-" {
				theirs, _, err := Rules{}.ParseFEN(other.String())
				if err != nil || theirs != *after {
					t.Fatalf("%s, %s: theirs is %s, ours %s (%v)", before.FEN(), m, other, after.FEN(), err)
				}
				fields[3] = want[3]
			}
			if got := strings.Join(fields, " "); got != after.FEN() {
				t.Fatalf("%s, %s: theirs is %s, ours %s", before.FEN(), m, got, after.FEN())
			}
		})
	}
}

func otherPerft(p *chess.Position, depth int) (nodes uint64) {
	moves := p.ValidMoves()
	if depth == 1 {
		return uint64(len(moves))
	}
	for _, m := range moves {
		nodes += otherPerft(p.Update(m), depth-1)
	}
	return nodes
}

func TestAnotherLibraryCountsTheSame(t *testing.T) {
	for _, line := range readPerft(t, perftTables[0]) {
		p, other := position(t, line.fen), otherPosition(t, line.fen)
		for depth := 1; depth <= 3; depth++ {
			if ours, theirs := Perft(&p, depth), otherPerft(other, depth); ours != theirs {
				t.Errorf("%s: perft %d is %d by us, %d by them", line.fen, depth, ours, theirs)
			}
		}
	}
}
