package xboard

import (
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol/wire"
	"alfiere/search"
)

// aside is what an engine has said in its opponent's time.
type aside struct {
	thinking string   // its newest report
	lines    []string // what counts when it is on move again
}

// mostAside bounds the lines that are kept.
const mostAside = 16

// hear keeps what counts of a line; there is no last one.
func (a *aside) hear(line string) (last bool) {
	switch word, _ := wire.Cut(line); word {
	case "move", "offer", "1-0", "0-1", "1/2-1/2", "resign", "Illegal":
		if len(a.lines) < mostAside {
			a.lines = append(a.lines, line)
		}
	default:
		var info search.Info
		if parseThinking(line, &info); info.Depth > 0 {
			a.thinking = line
		}
	}
	return false
}

// about returns the newest report if its line begins with the move that was then
// played; else it was about something that has not happened, and of some engines there
// is no telling what it was about.
func (a *aside) about(game *movegen.Game) (info search.Info) {
	words := wire.Fields(a.thinking)
	if len(words) < 5 || game.Len() == 0 {
		return info
	}
	var before movegen.Position
	for position := range game.Plies() {
		before = position
	}
	hint, err := notation.ParseMove(&before, strings.Trim(words[4], "()"), notation.English)
	if err == nil && hint == game.Moves()[game.Len()-1] {
		parseThinking(a.thinking, &info)
	}
	return info
}
