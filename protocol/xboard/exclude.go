package xboard

import (
	"slices"

	"alfiere/internal/wire"
	"alfiere/movegen"
)

// exclude takes a move, or with "all" every one, from what is searched on this board;
// an analysis begins anew. When the engine is thinking already its move comes from
// what was left when it began.
func (a *adapter) exclude(text string) {
	meant := a.meant("exclude", text)
	a.restrict(append(slices.Clone(a.excluded), meant...))
}

// include gives back what exclude has taken.
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

// meant returns the moves of the board that the parameter of a command means.
func (a *adapter) meant(command, text string) []movegen.Move {
	position := a.player.Position()
	switch m, err := parseMove(&position, text); {
	case a.refused || a.player.Pondering(): // on a board that is not the GUI's
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

// wanted returns the legal moves but the excluded ones.
func (a *adapter) wanted() []movegen.Move {
	position := a.player.Position()
	return slices.DeleteFunc(position.Moves(), func(m movegen.Move) bool { return slices.Contains(a.excluded, m) })
}
