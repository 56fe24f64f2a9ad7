package api

import (
	"errors"
	"strings"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem/text"
)

// maxPlies is the maximum number of half-moves of a game in a request.
const maxPlies = 2000

// played is the start and the moves of a game. It is part of every question about games.
type played struct {
	Start    string   `json:"start"` // FEN; empty is the initial position
	Chess960 bool     `json:"chess960"`
	Moves    []string `json:"moves"`    // in coordinates, or SAN with the letters of the language
	Language string   `json:"language"` // "en" or "it"; empty is English
}

// start returns the position before the moves. The error is a *Fault.
func (q *played) start() (movegen.Position, error) {
	if q.Start == "" {
		return movegen.StartPosition(), nil
	}

	p, _, err := rules(q.Chess960).ParseFEN(q.Start)
	if err != nil {
		return p, startFault(err)
	}
	return p, nil
}

// startFault returns the fault for an invalid FEN.
func startFault(err error) *Fault {
	fault := &Fault{Code: BadRequest, Err: err}
	if wrong := new(movegen.FENError); errors.As(err, &wrong) {
		fault = faultOfFEN(wrong)
	}
	fault.Field = "start"
	return fault
}

// game returns the game as far as its moves can be played, and the refusal of the first move that
// cannot be played, or nil. The error is a *Fault.
func (q *played) game(draws movegen.DrawRule, l text.Language) (*movegen.Game, *refusal, error) {
	if len(q.Moves) > maxPlies {
		return nil, nil, &Fault{Code: BadRequest, Field: "moves", Err: message.Errorf("more than %d moves", maxPlies)}
	}
	p, err := q.start()
	if err != nil {
		return nil, nil, err
	}
	g := movegen.Referee{Draws: draws, Rules: rules(q.Chess960)}.Start(p)
	for i, text := range q.Moves {
		if err := playText(g, text, l); err != nil {
			return g, newRefusal(i, text, err, l), nil
		}
	}
	return g, nil, nil
}

// playText plays a move. The error comes from the game or from reading the text.
func playText(g *movegen.Game, text string, l text.Language) error {
	p := g.Position()
	m, err := notation.ParseMove(&p, text, l.Letters())
	if err == nil {
		return g.Play(m)
	}
	var unread *notation.MoveError
	if errors.As(err, &unread) {
		promotes := unread.Reason == notation.Ambiguous && unread.Candidates[0].PromotionType() != movegen.NoPieceType
		if promotes && unread.Pieces.Count() < 2 {
			return g.Move(unread.Candidates[0].From(), unread.Candidates[0].To(), movegen.NoPieceType) // refused
		}
		if meant, ok := unread.Meant(&p); ok {
			if refused := g.Play(meant); refused != nil {
				return refused
			}
		}
	}
	return err
}

// whole returns the game if all its moves can be played and the final position has a legal move. The error is a *Fault.
func (q *played) whole(l text.Language) (*movegen.Game, error) {
	g, refused, err := q.game(movegen.DrawsNever, l)
	switch {
	case err != nil:
		return nil, err
	case refused != nil:
		return nil, &Fault{Code: BadRequest, Field: "moves", Message: refused.Message, Squares: refused.Squares}
	case g.Over():
		return nil, &Fault{Code: BadRequest, Field: "moves", Message: endings[g.Outcome().Ending]}
	}
	return g, nil
}

// reason is the reason for a refusal: a word for programs and a sentence for people.
type reason struct{ name, text string }

// reasons are the referee's reasons.
var reasons = [...]reason{
	movegen.GameOver:         {"game over", "The game is over: %s"},
	movegen.EmptySquare:      {"empty square", "There is no man on %s."},
	movegen.WrongTurn:        {"wrong turn", "The man on %s is the opponent's."},
	movegen.OwnPiece:         {"own piece", "%s is occupied by a man of the same side."},
	movegen.IllegalMovement:  {"illegal movement", "%s on %s cannot go to %s."},
	movegen.PromotionMissing: {"promotion missing", "Choose the piece to promote to."},
	movegen.PromotionWrong:   {"promotion wrong", "This promotion is not possible."},
	movegen.KingInCheck:      {"king in check", "The king would be in check from %s."},
}

// Reasons for other refusals.
var (
	unreadable = reason{"unreadable", "%q is not a move."}
	notLegal   = reason{"not legal", "%q is not a legal move here."}
	ambiguous  = reason{"ambiguous", "%q is ambiguous: it can be several moves."}
	noClaim    = reason{"no claim", "No draw can be claimed in this position."}
)

// newRefusal returns the refusal of a move or of an end of the game.
func newRefusal(index int, text string, err error, l text.Language) *refusal {
	r := &refusal{Index: index, Move: text}
	var refused *movegen.RefusalError
	var unread *notation.MoveError
	switch {
	case errors.As(err, &refused):
		r.judge(refused, l)
	case errors.As(err, &unread):
		why := &unreadable
		switch unread.Reason {
		case notation.NotLegal:
			why = &notLegal
		case notation.Ambiguous:
			why = &ambiguous
		}
		r.Reason, r.Message, r.Squares = why.name, l.Sprintf(why.text, unread.Text), unread.Pieces.Names()
	case errors.Is(err, movegen.ErrNoClaim):
		r.Reason, r.Message = noClaim.name, l.Text(noClaim.text)
	default:
		r.Reason, r.Message = "fault", err.Error()
	}
	return r
}

// judge fills in the referee's reason.
func (r *refusal) judge(e *movegen.RefusalError, l text.Language) {
	why := &reasons[e.Reason]
	r.Reason = why.name
	switch e.Reason {
	case movegen.GameOver:
		r.Message = l.Sprintf(why.text, l.Text(endings[e.Outcome.Ending]))
	case movegen.EmptySquare, movegen.WrongTurn:
		r.Message, r.Squares = l.Sprintf(why.text, e.From), []string{e.From.String()}
	case movegen.OwnPiece:
		r.Message, r.Squares = l.Sprintf(why.text, e.To), []string{e.To.String()}
	case movegen.IllegalMovement:
		r.Squares = []string{e.From.String(), e.To.String()}
		r.Message = l.Sprintf(why.text, l.Text(movers[e.Piece.Type()]), e.From, e.To)
	case movegen.KingInCheck:
		r.Squares = e.Attackers.Names()
		r.Message = l.Sprintf(why.text, strings.Join(r.Squares, ", "))
	default:
		r.Message = l.Text(why.text)
	}
}

// movers are the kinds of men, as subjects of a sentence.
var movers = [...]string{"The man", "The pawn", "The knight", "The bishop", "The rook", "The queen", "The king"}

// endings are the ways in which a game ends, as sentences.
var endings = [...]string{
	movegen.NotEnded:            "The game continues.",
	movegen.Checkmate:           "Checkmate.",
	movegen.Stalemate:           "Stalemate.",
	movegen.DeadPosition:        "Neither side can mate.",
	movegen.OneMinorPiece:       "Neither side has more than one minor piece.",
	movegen.ThreefoldRepetition: "The position has occurred three times.",
	movegen.FivefoldRepetition:  "The position has occurred five times.",
	movegen.FiftyMoves:          "Fifty moves without a capture or a pawn move.",
	movegen.SeventyFiveMoves:    "Seventy-five moves without a capture or a pawn move.",
	movegen.Resignation:         "Resignation.",
	movegen.Agreement:           "Both sides agreed.",
	movegen.TimeForfeit:         "Time ran out.",
}

// stands returns the state of a game as a sentence: the side to move, or the result and its reason.
func (w writer) stands(p *movegen.Position, o movegen.Outcome) string {
	winner, won := o.Winner()
	ending := w.language.Text(endings[o.Ending])
	switch {
	case o.Result == movegen.Ongoing:
		return w.language.Text([...]string{"White to move.", "Black to move."}[p.Side()])
	case won:
		return w.language.Sprintf([...]string{"White wins. %s", "Black wins. %s"}[winner], ending)
	}
	return w.language.Sprintf("Draw. %s", ending)
}

// timeIsUp returns the sentence for a game that a side has lost on time.
func (w writer) timeIsUp(r movegen.Result) string {
	return w.language.Text(map[movegen.Result]string{
		movegen.WhiteWins: "White wins. Black ran out of time.",
		movegen.BlackWins: "Black wins. White ran out of time.",
		movegen.Drawn:     "Draw. The time is up, but nobody can mate.",
	}[r])
}
