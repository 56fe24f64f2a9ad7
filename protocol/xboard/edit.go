package xboard

import (
	"strings"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// startEdit begins CECP's edit mode, whose lines are those of notation.Editor; "." ends it.
func (a *adapter) startEdit(string) {
	a.finishProblem()
	a.halt()
	position := a.player.Position()
	editor := notation.Editor{Builder: position.Builder()}
	a.reader = func(line string) {
		switch {
		case line == "":
		case line == ".":
			a.reader = nil
			position, _, err := editor.Build(a.rules())
			a.setUp(position, err)
		case !editor.Edit(line):
			a.out.Printf("Error (unknown command in edit mode): %s", wire.Clip(line))
		}
	}
}

// startSetup reads a position: a FEN at once, or the board from the next eight lines
// after the name of the side to move (default White).
func (a *adapter) startSetup(rest string) {
	side := movegen.White
	switch {
	case strings.Contains(rest, "/"):
		a.setBoard(rest)
		return
	case rest == "black":
		side = movegen.Black
	case rest != "" && rest != "white":
		a.badArguments("bad parameters", "setup", rest)
		return
	}
	a.finishProblem()
	a.halt()
	var lines []string
	a.reader = func(line string) {
		if line != "" {
			lines = append(lines, wire.Clip(line))
		}
		if len(lines) == 8 {
			a.reader = nil
			position, _, err := notation.BuildRows(lines, notation.English, side, a.rules())
			a.setUp(position, err)
		}
	}
}
