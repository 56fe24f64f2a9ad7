package client

import (
	"strings"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// moveForm is a form in which engines announce their moves.
type moveForm uint8

const (
	noForm   moveForm = iota
	moveWord          // move e2e4, as in the standard
	numbered          // 1. ... e2e4, as GNU Chess 4 and its relatives, with either colour
	sentence          // My move is : e2e4, often after one of the other forms
)

// announcedMove returns the form of a line that announces a move, and the move. "1. e2e4" is not
// such a line: engines that write it repeat the opponent's move.
func announcedMove(line string) (form moveForm, text string) {
	word, rest := wire.Cut(line)
	if word == "move" {
		text, _ = wire.Cut(rest)
		return moveWord, text
	}
	if number := strings.TrimRight(word, "."); number != "" && strings.Trim(number, "0123456789") == "" {
		dots := word[len(number):]
		if len(dots) < len("...") { // else it is one word, "1..."
			dots, rest = wire.Cut(rest)
		}
		if strings.HasPrefix(dots, "...") && strings.Trim(dots, ".") == "" && rest != "" {
			text, _ = wire.Cut(rest)
			return numbered, text
		}
	}
	words := wire.Fields(line)
	if len(words) < 4 || !strings.EqualFold(strings.TrimRight(strings.Join(words[:3], " "), ":"), "my move is") {
		return noForm, ""
	}
	if words = words[3:]; words[0] == ":" {
		words = words[1:]
	}
	if len(words) == 0 {
		return noForm, ""
	}
	return sentence, strings.TrimLeft(words[0], ":")
}

// announcement is a move that an engine has announced.
type announcement struct {
	form   moveForm
	before movegen.Position
	move   movegen.Move
}

// isRepeated reports whether an announcement only repeats this one in another form, as GNU Chess
// does with each move.
func (a *announcement) isRepeated(form moveForm, text string) bool {
	if a.form == noForm || a.form == form {
		return false
	}
	move, err := notation.ParseMove(&a.before, text, notation.English)
	return err == nil && move == a.move
}
