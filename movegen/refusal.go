package movegen

import (
	"errors"

	"alfiere/internal/message"
)

// Reason says why a Game refuses a move.
type Reason uint8

// The reasons, in the order in which they are checked.
const (
	GameOver         Reason = iota + 1 // mate, draw or resignation
	EmptySquare                        // there is no piece on the starting square
	WrongTurn                          // the piece is the opponent's
	OwnPiece                           // the target square holds an own piece
	IllegalMovement                    // the piece does not move like that
	PromotionMissing                   // the pawn promotes, but the piece is missing
	PromotionWrong                     // no pawn promotes, or not to such a piece
	KingInCheck                        // the own king would be in check
)

// The sentinels that errors.Is finds in a *RefusalError, one for each Reason.
var (
	ErrGameOver         = errors.New("the game is over")
	ErrEmptySquare      = errors.New("the starting square is empty")
	ErrWrongTurn        = errors.New("the piece is the opponent's")
	ErrOwnPiece         = errors.New("the target square holds an own piece")
	ErrIllegalMovement  = errors.New("the piece cannot move there")
	ErrPromotionMissing = errors.New("the promotion piece is missing")
	ErrPromotionWrong   = errors.New("the promotion piece is wrong")
	ErrKingInCheck      = errors.New("the own king would be in check")
)

var reasonErrors = [...]error{
	GameOver:         ErrGameOver,
	EmptySquare:      ErrEmptySquare,
	WrongTurn:        ErrWrongTurn,
	OwnPiece:         ErrOwnPiece,
	IllegalMovement:  ErrIllegalMovement,
	PromotionMissing: ErrPromotionMissing,
	PromotionWrong:   ErrPromotionWrong,
	KingInCheck:      ErrKingInCheck,
}

// RefusalError is a move, or a resignation or draw, that a Game refused.
type RefusalError struct {
	Reason    Reason
	From, To  Square // NoSquare for a resignation or draw
	Promotion PieceType
	Piece     Piece    // the piece on From
	Attackers Bitboard // KingInCheck: the pieces that would give the check
	Outcome   Outcome  // GameOver: how the game has ended
}

// Error names the move, the reason and the squares concerned.
func (e *RefusalError) Error() string { return e.Message().Error() }

// Message is Error for every language.
func (e *RefusalError) Message() error {
	reason := e.Unwrap()
	switch e.Reason {
	case GameOver:
		reason = message.Errorf("%v: %v (%v)", reason, e.Outcome.Result, errors.New(e.Outcome.Ending.String()))
	case KingInCheck:
		reason = message.Errorf("%v from %v", reason, e.Attackers)
	}
	if e.From >= NoSquare && e.To >= NoSquare {
		return reason
	}
	return message.Errorf("%v-%v: %v", e.From, e.To, reason)
}

// Unwrap returns the sentinel of the reason.
func (e *RefusalError) Unwrap() error {
	if e.Reason == 0 || int(e.Reason) >= len(reasonErrors) {
		return ErrIllegalMovement
	}
	return reasonErrors[e.Reason]
}

func (g *Game) newRefusal(reason Reason, from, to Square, promotion PieceType) *RefusalError {
	e := &RefusalError{Reason: reason, From: from, To: to, Promotion: promotion}
	if from < NoSquare {
		e.Piece = g.position.PieceAt(from)
	}
	if reason == GameOver {
		e.Outcome = g.outcome
	}
	return e
}

// refusal returns why the move is refused, nil if it is legal.
func (g *Game) refusal(from, to Square, promotion PieceType) *RefusalError {
	if reason := g.movementRefusal(from, to, promotion); reason != 0 {
		return g.newRefusal(reason, from, to, promotion)
	}
	m := g.toMove(from, to, promotion)
	if g.position.IsLegal(m) {
		return nil
	}
	if attackers := g.attackersAfter(m); attackers != 0 {
		e := g.newRefusal(KingInCheck, from, to, promotion)
		e.Attackers = attackers
		return e
	}
	return g.newRefusal(IllegalMovement, from, to, promotion) // castling, barred or through check
}

// movementRefusal checks every reason except the safety of the king and obstacles to
// castling. It returns 0 if it finds none.
func (g *Game) movementRefusal(from, to Square, promotion PieceType) Reason {
	p := &g.position
	if g.Over() {
		return GameOver
	}
	if from >= NoSquare || to >= NoSquare {
		return IllegalMovement
	}
	piece := p.board[from]
	m := g.toMove(from, to, NoPieceType)
	promotes := piece.Type() == Pawn && (Rank1 | Rank8).Has(to)
	switch {
	case piece == NoPiece:
		return EmptySquare
	case piece.Color() != p.side:
		return WrongTurn
	case m.Kind() != Castling && p.ByColor(p.side).Has(to):
		return OwnPiece
	case m.Kind() != Castling && !g.pseudoLegal(m):
		return IllegalMovement
	case promotes && promotion == NoPieceType:
		return PromotionMissing
	case promotes && (promotion < Knight || promotion > Queen),
		!promotes && promotion != NoPieceType:
		return PromotionWrong
	}
	return 0
}

// toMove returns the move between the squares. It is Position.MoveFor with those en-passant captures that the position
// omits because they would leave the king in check: here they must be distinguished from moves that no pawn makes.
func (g *Game) toMove(from, to Square, promotion PieceType) Move {
	p := &g.position
	if p.board[from].Type() == Pawn && to == g.passed() && PawnAttacks(p.side, from).Has(to) {
		return MakeMove(from, to, EnPassant)
	}
	return p.MoveFor(from, to, promotion)
}

// passed returns the square that the last move, a double step, has just passed, NoSquare if there is none.
func (g *Game) passed() Square {
	if len(g.past) > 0 {
		last := g.past[len(g.past)-1].move
		if g.position.board[last.To()].Type() == Pawn && last.From()^last.To() == 16 {
			return (last.From() + last.To()) / 2
		}
	}
	return g.position.enPassant
}

// pseudoLegal reports whether the piece of m moves like that, without regard to the safety of its king and to castling.
func (g *Game) pseudoLegal(m Move) bool {
	p := &g.position
	if t := p.board[m.From()].Type(); t != Pawn {
		return attacksFrom(t, m.From(), p.Occupied()).Has(m.To())
	}
	return m.Kind() == EnPassant || p.pawnReaches(m.From(), m.To(), p.Occupied())
}

// attackersAfter returns the enemy pieces that attack the mover's king after m, which is legal as far as
// movementRefusal can tell. Obstructed castling leads nowhere, so nothing attacks the king there.
func (g *Game) attackersAfter(m Move) Bitboard {
	p := &g.position
	if m.Kind() == Castling {
		if _, _, free := p.castlingPath(m); !free {
			return 0
		}
	}
	next := p.After(m)
	return next.AttackersTo(next.King(p.side), next.Occupied()) & next.ByColor(p.side.Other())
}
