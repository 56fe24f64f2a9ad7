package client

import (
	"slices"
	"strings"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// pendingLines holds an engine's output in its opponent's time.
type pendingLines struct {
	thinking string   // its newest report
	lines    []string // lines that matter when it is on move again
}

// maxPendingLines bounds the lines that are kept.
const maxPendingLines = 16

// turnWords are the first words of the other lines that matter.
var turnWords = []string{"offer", "1-0", "0-1", "1/2-1/2", "resign", "Illegal", "Invalid"}

// hear keeps a line that matters; there is no last line.
func (p *pendingLines) hear(line string) (last bool) {
	word, _ := wire.Cut(line)
	form, _ := announcedMove(line)
	switch {
	case form != noForm, slices.Contains(turnWords, word):
		if len(p.lines) < maxPendingLines {
			p.lines = append(p.lines, line)
		}
	default:
		var report Report
		if parseThinking(line, &report); report.Depth > 0 {
			p.thinking = line
		}
	}
	return false
}

// about returns the newest report if its line begins with the move that was then played. Otherwise
// it was about a move that was not played, or, with some engines, about an unknown one.
func (p *pendingLines) about(game *movegen.Game) (report Report) {
	words := wire.Fields(p.thinking)
	if len(words) < 5 || game.Len() == 0 {
		return report
	}
	var before movegen.Position
	for position := range game.Plies() {
		before = position
	}
	hint, err := notation.ParseMove(&before, strings.Trim(words[4], "()"), notation.English)
	if err == nil && hint == game.Moves()[game.Len()-1] {
		parseThinking(p.thinking, &report)
	}
	return report
}

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

// isRepeated reports whether an announcement only repeats this one in another form, as GNU Chess does with each move.
func (a *announcement) isRepeated(form moveForm, text string) bool {
	if a.form == noForm || a.form == form {
		return false
	}
	move, err := notation.ParseMove(&a.before, text, notation.English)
	return err == nil && move == a.move
}
