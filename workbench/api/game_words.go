package api

import (
	"errors"
	"fmt"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem/text"
)

// reason is why a move is refused: a word for programs and sentences for people.
type reason struct{ name, english, italian string }

// reasons are those of the referee.
var reasons = [...]reason{
	movegen.GameOver:         {"game over", "The game is over: %s", "La partita è finita: %s"},
	movegen.EmptySquare:      {"empty square", "There is no man on %s.", "In %s non c'è alcun pezzo."},
	movegen.WrongTurn:        {"wrong turn", "The man on %s is the opponent's.", "Il pezzo in %s è dell'avversario."},
	movegen.OwnPiece:         {"own piece", "%s is taken by a man of the same side.", "%s è occupata da un pezzo dello stesso colore."},
	movegen.IllegalMovement:  {"illegal movement", "The %s on %s cannot go to %s.", "%s in %s non può andare in %s."},
	movegen.PromotionMissing: {"promotion missing", "Which piece shall the pawn become?", "Che pezzo deve diventare il pedone?"},
	movegen.PromotionWrong:   {"promotion wrong", "No man promotes so.", "Nessun pezzo si promuove così."},
	movegen.KingInCheck:      {"king in check", "The own king would be in check from %s.", "Il proprio re sarebbe sotto scacco da %s."},
}

// Reasons of other refusals.
var (
	unreadable = reason{"unreadable", "%q is not a move.", "%q non è una mossa."}
	notLegal   = reason{"not legal", "%q is not a legal move here.", "%q qui non è una mossa legale."}
	ambiguous  = reason{"ambiguous", "%q can be more than one move.", "%q può indicare più di una mossa."}
	noClaim    = reason{"no claim", "No draw can be claimed in this position.", "In questa posizione non si può reclamare la patta."}
)

// in returns the sentence in a language.
func (r *reason) in(l text.Language, arguments ...any) string {
	text := r.english
	if l.IsItalian() {
		text = r.italian
	}
	return fmt.Sprintf(text, arguments...)
}

// newRefusal tells why a move, or an end of the game, is refused.
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
		r.Reason, r.Message, r.Squares = why.name, why.in(l, unread.Text), squareNames(unread.Pieces)
	case errors.Is(err, movegen.ErrNoClaim):
		r.Reason, r.Message = noClaim.name, noClaim.in(l)
	default:
		r.Reason, r.Message = "fault", err.Error()
	}
	return r
}

// judge tells why the referee refuses.
func (r *refusal) judge(e *movegen.RefusalError, l text.Language) {
	why := &reasons[e.Reason]
	r.Reason = why.name
	switch e.Reason {
	case movegen.GameOver:
		r.Message = why.in(l, endingWords(l, e.Outcome.Ending))
	case movegen.EmptySquare, movegen.WrongTurn:
		r.Message, r.Squares = why.in(l, e.From), []string{e.From.String()}
	case movegen.OwnPiece:
		r.Message, r.Squares = why.in(l, e.To), []string{e.To.String()}
	case movegen.IllegalMovement:
		r.Message, r.Squares = why.in(l, pieceName(e.Piece, l), e.From, e.To), []string{e.From.String(), e.To.String()}
	case movegen.KingInCheck:
		r.Squares = squareNames(e.Attackers)
		r.Message = why.in(l, strings.Join(r.Squares, ", "))
	default:
		r.Message = why.in(l)
	}
}

// pieceName names a kind of man, in Italian with its article, as a sentence begins with it.
func pieceName(p movegen.Piece, l text.Language) string {
	if l.IsItalian() {
		return [...]string{"Il pezzo", "Il pedone", "Il cavallo", "L'alfiere", "La torre", "La donna", "Il re"}[p.Type()]
	}
	return [...]string{"man", "pawn", "knight", "bishop", "rook", "queen", "king"}[p.Type()]
}

// endings are the ways in which games end, in both languages.
var endings = [...][2]string{
	movegen.NotEnded:            {"The game goes on.", "La partita continua."},
	movegen.Checkmate:           {"Checkmate.", "Scacco matto."},
	movegen.Stalemate:           {"Stalemate.", "Stallo."},
	movegen.DeadPosition:        {"Neither side can mate.", "Nessuno può dare matto."},
	movegen.OneMinorPiece:       {"Neither side has more than one minor piece.", "Nessuno ha più di un pezzo leggero."},
	movegen.ThreefoldRepetition: {"The position has stood three times.", "La posizione si è presentata tre volte."},
	movegen.FivefoldRepetition:  {"The position has stood five times.", "La posizione si è presentata cinque volte."},
	movegen.FiftyMoves:          {"Fifty moves without a capture or a pawn's move.", "Cinquanta mosse senza catture né mosse di pedone."},
	movegen.SeventyFiveMoves:    {"Seventy-five moves without a capture or a pawn's move.", "Settantacinque mosse senza catture né mosse di pedone."},
	movegen.Resignation:         {"Resignation.", "Abbandono."},
	movegen.Agreement:           {"A draw was agreed.", "Patta d'accordo."},
}

// endingWords says how a game has ended.
func endingWords(l text.Language, e movegen.Ending) string {
	if l.IsItalian() {
		return endings[e][1]
	}
	return endings[e][0]
}

// stands says how a game stands: whose move it is, or who has won and how.
func (w writer) stands(p *movegen.Position, o movegen.Outcome) string {
	italian := w.language.IsItalian()
	winner, won := o.Winner()
	switch {
	case o.Result == movegen.Ongoing && italian:
		return [...]string{"Muove il Bianco.", "Muove il Nero."}[p.Side()]
	case o.Result == movegen.Ongoing:
		return [...]string{"White to move.", "Black to move."}[p.Side()]
	case won && italian:
		return [...]string{"Vince il Bianco. ", "Vince il Nero. "}[winner] + endingWords(w.language, o.Ending)
	case won:
		return [...]string{"White wins. ", "Black wins. "}[winner] + endingWords(w.language, o.Ending)
	case italian:
		return "Patta. " + endingWords(w.language, o.Ending)
	}
	return "Draw. " + endingWords(w.language, o.Ending)
}

// timeIsUp says that a game has ended because a side has used up its time.
func (w writer) timeIsUp(r movegen.Result) string {
	texts := map[movegen.Result][2]string{
		movegen.WhiteWins: {"White wins. Black has used up the time.", "Vince il Bianco. Il Nero ha esaurito il tempo."},
		movegen.BlackWins: {"Black wins. White has used up the time.", "Vince il Nero. Il Bianco ha esaurito il tempo."},
		movegen.Drawn:     {"Draw. The time is used up, but nobody can mate.", "Patta. Il tempo è esaurito, ma nessuno può dare matto."},
	}
	if w.language.IsItalian() {
		return texts[r][1]
	}
	return texts[r][0]
}
