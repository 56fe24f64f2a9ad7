package console

import (
	"errors"
	"fmt"
	"strings"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// userMove makes the move that was typed or, if the user moves for both sides, all moves of
// the line; the first refused move ends the line with the reason.
func (a *adapter) userMove(text string) {
	if a.over() {
		a.out.Printf("%s: the game is over: %v", wire.Clip(text), a.player.Outcome())
		return
	}
	words := a.moveWords(text)
	if len(words) > 1 && !a.player.Force {
		a.out.Printf("type one move at a time, since I reply to each; force lets you move for both sides")
		return
	}
	played := 0
	for _, word := range words {
		if a.over() {
			a.out.Printf("%s: the game is over: %v", wire.Clip(word), a.player.Outcome())
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

// moveWords returns the moves of a line, without numbers and a result at the end.
func (a *adapter) moveWords(text string) (words []string) {
	position := a.player.Position()
	whole := notation.WithoutNumber(text)
	if _, err := notation.ParseMove(&position, whole, notation.English); !errors.Is(err, notation.ErrSyntax) {
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
	if len(words) == 0 || !looksLikeMove(&position, words[0]) {
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

func looksLikeMove(p *movegen.Position, word string) bool {
	_, err := notation.ParseMove(p, word, notation.English)
	return !errors.Is(err, notation.ErrSyntax)
}

// playText plays a move. The error says why it is refused.
func (a *adapter) playText(text string) error {
	position := a.player.Position()
	m, err := notation.ParseMove(&position, text, notation.English)
	if err != nil {
		return a.refusal(&position, text, err)
	}
	took, err := a.player.Play(m)
	if err == nil {
		a.note(note{time: took})
	}
	return err
}

// refusal turns an error of notation into the referee's reason, if the text means one
// piece only.
func (a *adapter) refusal(p *movegen.Position, text string, err error) error {
	if meant, ok := capitalised(p, text); ok {
		return fmt.Errorf("%q: write pieces in capitals, as in %s", wire.Clip(text), meant)
	}
	fault, ok := errors.AsType[*notation.MoveError](err)
	switch {
	case !ok:
		return err
	case fault.Reason == notation.Syntax:
		word, _ := wire.Cut(fault.Text)
		if meant := a.meant(word); meant != "" {
			return fmt.Errorf("%q is neither a command nor a move%s", fault.Text, meant)
		}
		return fmt.Errorf("%q is neither a command nor a move; help lists the commands", fault.Text)
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
