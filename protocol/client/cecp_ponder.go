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
