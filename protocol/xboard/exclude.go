package xboard

import (
	"slices"

	"alfiere/internal/wire"
	"alfiere/movegen"
)

// exclude removes a move, or all with "all", from the moves searched on this board; an analysis begins anew. A search
// for a move that has already begun keeps the moves that it began with.
func (a *adapter) exclude(text string) {
	meant := a.meant("exclude", text)
	a.restrict(append(slices.Clone(a.excluded), meant...))
}

// include reverses exclude.
func (a *adapter) include(text string) {
	meant := a.meant("include", text)
	a.restrict(slices.DeleteFunc(slices.Clone(a.excluded), func(m movegen.Move) bool { return slices.Contains(meant, m) }))
}

// restrict makes the moves the excluded ones.
func (a *adapter) restrict(excluded []movegen.Move) {
	slices.Sort(excluded)
	excluded = slices.Compact(excluded)
	if slices.Equal(excluded, a.excluded) {
		return
	}
	a.excluded = excluded
	if a.analysing {
		a.halt()
		a.analyse()
	}
}

// meant returns the moves that the parameter of a command names.
func (a *adapter) meant(command, text string) []movegen.Move {
	position := a.player.Position()
	switch m, err := parseMove(&position, text); {
	case a.refused || a.player.Pondering(): // the board is not the GUI's
		a.badArguments("command not legal now", command, text)
	case text == "all":
		return position.Moves()
	case err != nil:
		a.out.Printf("Illegal move: %s", wire.Clip(text))
	default:
		return []movegen.Move{m}
	}
	return nil
}

// wanted returns the legal moves without the excluded ones.
func (a *adapter) wanted() []movegen.Move {
	position := a.player.Position()
	return slices.DeleteFunc(position.Moves(), func(m movegen.Move) bool { return slices.Contains(a.excluded, m) })
}
