package console

import (
	"errors"
	"strings"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// take obeys a line: a command, a move or several moves. A line that begins with # is a comment.
func (t *referee) take(line string) {
	line = wire.Trim(line)
	word, rest := wire.Cut(line)
	if line == "" || line[0] == '#' {
		return
	}
	for _, c := range t.commands {
		if strings.EqualFold(word, c.name) || strings.EqualFold(word, c.italian) {
			c.run(t, wire.Trim(rest))
			return
		}
	}
	if m, err := t.parseMove(t.joinSquares(notation.WithoutNumber(line))); err == nil || !isSyntax(err) ||
		!strings.ContainsAny(line, " \t") {
		t.move(m, err)
		return
	}
	for word := range strings.FieldsSeq(line) {
		word = notation.WithoutNumber(word)
		if word == "" {
			continue
		}
		if m, err := t.parseMove(word); !t.move(m, err) {
			return
		}
	}
}

// parseMove reads a move in any notation. Letters that mean no piece in the language of
// the table are read as English or Italian ones, whether or not the move is then legal.
// An error is a *movegen.RefusalError if the text means one move of one piece, else a
// *notation.MoveError.
func (t *referee) parseMove(text string) (movegen.Move, error) {
	p := t.game.Position()
	m, err := notation.ParseMove(&p, text, t.Letters)
	for _, letters := range fallbackLetters {
		if !isSyntax(err) {
			break
		}
		if other, otherErr := notation.ParseMove(&p, text, letters); !isSyntax(otherErr) {
			m, err = other, otherErr
		}
	}
	if fault, ok := errors.AsType[*notation.MoveError](err); ok {
		if meant, ok := fault.Meant(&p); ok {
			return meant, t.game.Play(meant) // Play refuses it: it is illegal
		}
	}
	return m, err
}

// joinSquares makes one move of "e2 e4", two squares the first of which holds a piece of
// the side to move. No move of SAN ends on such a square; "e4 e5" stays two.
func (t *referee) joinSquares(text string) string {
	words := strings.Fields(text)
	if len(words) != 2 {
		return text
	}
	from, ok := movegen.ParseSquare(words[0])
	_, alsoOK := movegen.ParseSquare(words[1])
	p := t.game.Position()
	if piece := p.PieceAt(from); !ok || !alsoOK || piece == movegen.NoPiece || piece.Color() != p.Side() {
		return text
	}
	return words[0] + words[1]
}

// isSyntax reports whether the text was not understood at all.
func isSyntax(err error) bool { return errors.Is(err, notation.ErrSyntax) }

// move makes a move that was read; err is the error of reading it.
func (t *referee) move(m movegen.Move, err error) bool {
	p := t.game.Position()
	switch {
	case t.game.Over():
		err = t.game.Resign() // it is refused with the way in which the game has ended
	case err == nil:
		err = t.game.Play(m)
	}
	if err != nil {
		t.refuse("%s", t.refusal(err))
		return false
	}
	t.ahead = t.ahead[:0]
	t.tellMove(&p, m)
	return true
}

// tellMove reports that m was played in p, and the state of the game.
func (t *referee) tellMove(p *movegen.Position, m movegen.Move) {
	text := numberedText(p, notation.Squares(p, m, t.Letters))
	if t.game.InCheck() && !t.game.Over() {
		text += ": " + t.check
	}
	t.out.Printf("%s", text)
	if t.Boards {
		t.showBoard("")
	}
	t.tellOutcome()
	if reason := t.game.Draw(); !t.game.Over() && reason != movegen.NotEnded && t.Referee.Draws == movegen.DrawsByClaim {
		t.out.Printf(t.claimable, t.ending(reason))
	}
}

func (t *referee) tellOutcome() {
	if t.game.Over() {
		t.out.Printf(t.over, t.outcome(t.game.Outcome()))
	}
}
