package eval

import (
	"testing"

	"alfiere/movegen"
)

// pawnEnding is king and pawn against king with White's pawn, as the reference
// implementation stores it.
type pawnEnding struct {
	king, pawn, bare movegen.Square
	whiteMoves       bool
}

// The reference implementation knows the rules only: it plays legal moves in every position until
// nothing changes. A pawn that becomes a queen or rook has won unless Black takes it
// at once or is stalemated.
func TestOnePawnTableAgreesWithPlayingAllMoves(t *testing.T) {
	successors := pawnEndingMoves()
	won := make(map[pawnEnding]bool)
	for grown := true; grown; {
		grown = false
		for ending, moves := range successors {
			if !won[ending] && ending.wonBy(moves, won) {
				won[ending], grown = true, true
			}
		}
	}
	wins := 0
	for ending := range successors {
		if won[ending] {
			wins++
		}
		if got := kpk().wins(ending.king, ending.pawn, ending.bare, ending.whiteMoves); got != won[ending] {
			t.Fatalf("%+v: table says %v, play says %v", ending, got, won[ending])
		}
	}
	if wins == 0 || wins == len(successors) {
		t.Fatalf("%d wins in %d positions", wins, len(successors))
	}
}

// outcome is a move's result: another pawn ending, or a game that is over.
type outcome struct {
	next pawnEnding
	over bool
	won  bool
}

func (p pawnEnding) wonBy(moves []outcome, won map[pawnEnding]bool) bool {
	for _, m := range moves {
		wins := m.over && m.won || !m.over && won[m.next]
		if wins == p.whiteMoves {
			return wins
		}
	}
	return !p.whiteMoves && len(moves) > 0
}

// pawnEndingMoves lists all legal pawn endings with their moves, the pawn on the a-
// and d-files and their mirror images.
func pawnEndingMoves() map[pawnEnding][]outcome {
	all := make(map[pawnEnding][]outcome)
	for index := range 2 * 64 * 64 * 64 {
		ending := pawnEnding{movegen.Square(index & 63), movegen.Square(index >> 6 & 63), movegen.Square(index >> 12 & 63), index>>18 == 0}
		if file := ending.pawn.File(); file != 0 && file != 3 && file != 6 {
			continue
		}
		if p, ok := ending.position(); ok {
			all[ending] = outcomesOf(&p)
		}
	}
	return all
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

func outcomesOf(p *movegen.Position) (outcomes []outcome) {
	var moves movegen.MoveList
	p.LegalMoves(&moves)
	for _, m := range moves.Moves() {
		next := p.After(m)
		pawns := next.ByType(movegen.Pawn)
		switch {
		case m.PromotionType() != movegen.NoPieceType:
			outcomes = append(outcomes, outcome{over: true, won: promotionWins(&next, m)})
		case pawns == 0:
			outcomes = append(outcomes, outcome{over: true})
		default:
			outcomes = append(outcomes, outcome{next: pawnEnding{next.King(movegen.White), pawns.LSB(),
				next.King(movegen.Black), next.Side() == movegen.White}})
		}
	}
	return outcomes
}

func promotionWins(next *movegen.Position, m movegen.Move) bool {
	if t := m.PromotionType(); t != movegen.Queen && t != movegen.Rook {
		return false
	}
	var replies movegen.MoveList
	next.LegalMoves(&replies)
	for _, reply := range replies.Moves() {
		if reply.To() == m.To() {
			return false
		}
	}
	return replies.Len() > 0 || next.InCheck()
}
