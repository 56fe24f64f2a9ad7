package console

import (
	"errors"
	"fmt"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// Language holds the referee's texts in a language, and its piece letters. English uses the texts of the
// errors and endings themselves.
type Language struct {
	names   []string // of the language
	letters notation.PieceLetters

	greeting  string
	colors    [2]string
	toMove    [2]string
	check     string
	over      string // %s the result
	claimable string // %s why
	tookBack  string // %d half-moves
	replayed  string // likewise
	written   string // %d half-moves, %s the file
	none      string // nothing is in a list
	noSquare  string // %q the text that is no square
	noNumber  string // %q the text that is no number of half-moves
	usage     string // %s name and arguments of a command
	noBack    string
	noAhead   string
	noDraw    string // the engine does not agree
	noGame    string // in a file
	tooLong   string

	reasons    map[movegen.Reason]string // nil: the errors' own words
	attackedBy string                    // %v the squares of those that give check
	endings    map[movegen.Ending]string // nil: the endings' own words
	pieces     map[movegen.PieceType]string
	noMove     string // %q the text
	notLegal   string // %q the text
	ambiguous  string // %q the text, %s the moves
	noPiece    string // %q the text, %s the piece
	noCastling string // %q the text
	noWay      string // %q the text, %s the piece, %v its squares, %v the target
}

// findLanguage finds a language by its name or code, in any case.
func findLanguage(name string) (Language, bool) {
	for _, words := range [...]Language{english(), italian()} {
		for _, own := range words.names {
			if strings.EqualFold(name, own) {
				return words, true
			}
		}
	}
	return Language{}, false
}

// english is also the language of the errors of the rules.
func english() Language {
	return Language{
		names:     []string{"english", "en"},
		letters:   notation.English,
		greeting:  "The referee is ready. Type a move such as e2-e4, Nf3 or 52 54, help, or quit to leave.",
		colors:    [2]string{"White", "Black"},
		toMove:    [2]string{"White to move", "Black to move"},
		check:     "check",
		over:      "The game is over: %s",
		claimable: "A draw can be claimed: %s",
		tookBack:  "half-moves taken back: %d",
		replayed:  "half-moves replayed: %d",
		written:   "half-moves written to %[2]s: %[1]d",
		none:      "none",
		noSquare:  "%q is neither a square nor white, black or all",
		noNumber:  "%q is not a number of half-moves",
		usage:     "usage: %s",
		noBack:    "there are not that many moves to take back",
		noAhead:   "not that many moves were taken back",
		noDraw:    "Alfiere does not agree to a draw",
		noGame:    "there is no such game in the file",
		tooLong:   "the line is too long",
		noMove:    "%q is neither a command nor a move; help lists the commands",
	}
}

// foreign reports whether the words are not the English ones.
func (w *Language) foreign() bool { return w.reasons != nil }

// refusal says why a move or another request was refused.
func (w *Language) refusal(err error) string {
	if e, ok := errors.AsType[*notation.MoveError](err); ok && e.Reason == notation.Syntax {
		return fmt.Sprintf(w.noMove, e.Text)
	}
	if !w.foreign() {
		return err.Error()
	}
	switch e := err.(type) {
	case *movegen.RefusalError:
		text := w.reasons[e.Reason]
		switch e.Reason {
		case movegen.GameOver:
			text += ": " + w.outcome(e.Outcome)
		case movegen.KingInCheck:
			text += fmt.Sprintf(w.attackedBy, e.Attackers)
		}
		if e.From >= movegen.NoSquare && e.To >= movegen.NoSquare || e.Reason == movegen.GameOver {
			return text
		}
		return fmt.Sprintf("%v-%v: %s", e.From, e.To, text)
	case *notation.MoveError:
		return w.unread(e)
	}
	return err.Error()
}

// unread says why a text is not taken as a move.
func (w *Language) unread(e *notation.MoveError) string {
	switch {
	case e.Reason == notation.Ambiguous:
		moves := make([]string, len(e.Candidates))
		for i, m := range e.Candidates {
			moves[i] = m.String()
		}
		return fmt.Sprintf(w.ambiguous, e.Text, strings.Join(moves, ", "))
	case e.Piece == movegen.NoPieceType:
		return fmt.Sprintf(w.notLegal, e.Text)
	case e.Pieces == 0:
		return fmt.Sprintf(w.noPiece, e.Text, w.pieces[e.Piece])
	case e.To >= movegen.NoSquare:
		return fmt.Sprintf(w.noCastling, e.Text)
	}
	return fmt.Sprintf(w.noWay, e.Text, w.pieces[e.Piece], e.Pieces, e.To)
}

func (w *Language) ending(e movegen.Ending) string {
	if text, ok := w.endings[e]; ok {
		return text
	}
	return e.String()
}

func (w *Language) outcome(o movegen.Outcome) string {
	return fmt.Sprintf("%v (%s)", o.Result, w.ending(o.Ending))
}
