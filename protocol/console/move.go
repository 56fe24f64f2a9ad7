package console

import (
	"errors"
	"strings"

	"alfiere/internal/message"
	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search"
)

// userMove makes the move that was typed or, if the user moves for both sides, all moves of
// the line; the first refused move ends the line with the reason.
func (a *adapter) userMove(text string) {
	if a.over() {
		a.refuse("%s: the game is over: %s", wire.Clip(text), a.player.Outcome())
		return
	}
	words := a.moveWords(text)
	if len(words) > 1 && !a.player.Force {
		a.refuse("type one move at a time, since I reply to each; force lets you move for both sides")
		return
	}
	played := 0
	for _, word := range words {
		if a.over() {
			a.refuse("%s: the game is over: %s", wire.Clip(word), a.player.Outcome())
			break
		}
		if err := a.playText(word); err != nil {
			a.reportError(err)
			break
		}
		played++
	}
	if played > 0 {
		a.moved()
	}
}

// parseMove reads a move in any notation. Letters that mean no piece in the language of the session are read as English
// or Italian ones, whether or not the move is then legal.
func (a *adapter) parseMove(text string) (movegen.Move, error) {
	position := a.player.Position()
	m, err := notation.ParseMove(&position, text, a.letters)
	for _, letters := range fallbackLetters {
		if !errors.Is(err, notation.ErrSyntax) {
			break
		}
		if other, otherErr := notation.ParseMove(&position, text, letters); !errors.Is(otherErr, notation.ErrSyntax) {
			m, err = other, otherErr
		}
	}
	return m, err
}

// looksLikeMove reports whether a text has the form of a move.
func (a *adapter) looksLikeMove(text string) bool {
	_, err := a.parseMove(text)
	return !errors.Is(err, notation.ErrSyntax)
}

// joinSquares makes one move of "e2 e4", two squares the first of which holds a piece of
// the side to move. No move of SAN ends on such a square; "e4 e5" stays two.
func (a *adapter) joinSquares(text string) string {
	words := strings.Fields(text)
	if len(words) != 2 {
		return text
	}
	from, ok := movegen.ParseSquare(words[0])
	_, alsoOK := movegen.ParseSquare(words[1])
	position := a.player.Position()
	if piece := position.PieceAt(from); !ok || !alsoOK || piece == movegen.NoPiece || piece.Color() != position.Side() {
		return text
	}
	return words[0] + words[1]
}

// moveWords returns the moves of a line, without numbers and a result at the end.
func (a *adapter) moveWords(text string) (words []string) {
	whole := a.joinSquares(notation.WithoutNumber(text))
	if a.looksLikeMove(whole) {
		return []string{whole}
	}
	for word := range strings.FieldsSeq(text) {
		if word = notation.WithoutNumber(word); word != "" {
			words = append(words, word)
		}
	}
	if n := len(words); n > 1 && isResult(words[n-1]) {
		words = words[:n-1]
	}
	if len(words) == 0 || !a.looksLikeMove(words[0]) {
		return []string{whole} // a single text that is no move
	}
	return words
}

func isResult(word string) bool {
	for r := movegen.Ongoing; r <= movegen.Drawn; r++ {
		if word == r.String() {
			return true
		}
	}
	return false
}

// playText plays a move. The error says why it is refused.
func (a *adapter) playText(text string) error {
	position := a.player.Position()
	m, err := a.parseMove(text)
	if err != nil {
		return a.refusal(&position, text, err)
	}
	took, err := a.player.Play(m)
	if err == nil {
		if a.Table != nil && !a.Terminal {
			took = 0 // a script's time means nothing
		}
		a.note(note{time: took})
		a.tellMove(&position, m)
	}
	return err
}

// refusal turns an error of notation into the referee's reason, if the text means one piece only.
func (a *adapter) refusal(p *movegen.Position, text string, err error) error {
	if meant, ok := capitalised(p, text); ok {
		return message.Errorf("%q: write pieces in capitals, as in %s", wire.Clip(text), meant)
	}
	fault, ok := errors.AsType[*notation.MoveError](err)
	switch {
	case !ok:
		return err
	case fault.Reason == notation.Syntax:
		word, _ := wire.Cut(fault.Text)
		if meant := a.meant(word); meant != "" {
			return message.Errorf("%q is neither a command nor a move%s", fault.Text, meant)
		}
		return message.Errorf("%q is neither a command nor a move; help lists the commands", fault.Text)
	}
	m, ok := fault.Meant(p)
	if !ok {
		return err
	}
	_, err = a.player.Play(m)
	return err // Play refuses it: the move is illegal
}

// capitalised returns the move that a text means if its first letter, made a capital, is that of a piece.
func capitalised(p *movegen.Position, text string) (meant string, ok bool) {
	if text == "" || !strings.ContainsRune("nbrqk", rune(text[0])) {
		return "", false
	}
	meant = strings.ToUpper(text[:1]) + text[1:]
	_, err := notation.ParseMove(p, meant, notation.English)
	return meant, err == nil
}

// resign resigns for the side to move: it is the user's turn, or the user moves for both.
func (a *adapter) resign(string) {
	if a.undecided() {
		a.reportError(a.player.Resign())
		a.tellOutcome()
	}
}

// draw claims a draw or, if none can be claimed, offers it to the opponent.
func (a *adapter) draw(string) {
	if !a.undecided() {
		return
	}
	err := a.player.ClaimDraw()
	if errors.Is(err, movegen.ErrNoClaim) {
		if !a.player.Force && !a.player.AcceptsDraw(a.lastScore()) {
			a.refuse("I play on")
			return
		}
		err = a.player.AgreeDraw()
	}
	a.reportError(err)
	a.tellOutcome()
}

// undecided reports whether the user can end the game; if not, it prints why.
func (a *adapter) undecided() bool {
	switch {
	case a.over():
		a.refuse("The game is over: %s", a.player.Outcome())
		return false
	case a.player.Both:
		a.refuse("I play both sides; force stops me")
		return false
	}
	return true
}

// lastScore returns the score of the last move that the engine searched, 0 without one.
func (a *adapter) lastScore() search.Score {
	for i := len(a.notes) - 1; i >= 0; i-- {
		if n := a.notes[i]; n.engine && !n.book {
			return n.score
		}
	}
	return 0
}
