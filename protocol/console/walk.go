package console

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"alfiere/internal/wire"
	"alfiere/movegen"
)

// ply is a half-move that was taken back, with its note.
type ply struct {
	move movegen.Move
	note note
}

// rest holds the moves of a game that were taken back: forward plays them again, and any
// other move discards them. The zero value is none.
type rest struct {
	plies  []ply          // the first to be played again last
	result movegen.Result // of the game with all of them, if it was read from a file
	walked bool           // by stepping back, not by undoing moves
}

// walkCommands step through a game.
func walkCommands() []command {
	return []command{
		{Name: "undo", Help: "take back a half-move", Run: (*adapter).undo},
		{Name: "remove", Help: "take back a move of each side", Run: (*adapter).remove},
		{Name: "back", Args: "[N|all]", Help: "step back through the game", Run: (*adapter).back,
			More: "N counts half-moves (default 1). forward replays them until another move is made."},
		{Name: "forward", Args: "[N|all]", Help: "replay moves that were taken back", Run: (*adapter).forward,
			More: "N counts half-moves (default 1)."},
	}
}

// undo keeps the engine from moving if it would only repeat its move.
func (a *adapter) undo(string) {
	if a.takeBack(1) {
		a.keepStill("; to take back a move of each side, use remove")
	}
}

func (a *adapter) remove(string) { a.takeBack(2) }

// keepStill stops the engine from playing if a move of its own is due after a step, and
// says so. advice is printed if there are moves left to take back.
func (a *adapter) keepStill(advice string) {
	if position := a.player.Position(); !a.player.Plays(position.Side()) {
		return
	}
	a.force()
	if a.player.Len() == 0 {
		advice = ""
	}
	a.out.Printf("I wait for go, white or black%s", advice)
}

// takeBack takes back half-moves, which can be played again.
func (a *adapter) takeBack(halfMoves int) bool {
	game := a.controller.Game()
	played := game.Moves()
	late := a.player.Outcome().Ending == movegen.TimeForfeit
	if err := a.player.TakeBack(halfMoves); err != nil {
		if played := a.player.Len(); played == 1 {
			a.out.Printf("only one half-move was made; undo takes it back")
		} else {
			a.out.Printf("there is nothing to take back")
		}
		return false
	}
	if late {
		a.player.Clock.Restart(a.player.Len())
	}
	if len(a.rest.plies) == 0 {
		a.rest.result = a.loaded.result
	}
	for range halfMoves {
		last := len(a.notes) - 1
		a.rest.plies = append(a.rest.plies, ply{played[last], a.notes[last]})
		a.notes = a.notes[:last]
	}
	a.loaded.result = movegen.Ongoing
	if a.Terminal {
		a.show()
	}
	return true
}

// back steps back; the engine does not continue from there by itself.
func (a *adapter) back(text string) {
	n, ok := a.steps("back", text, a.player.Len())
	if !ok {
		return
	}
	if n > a.player.Len() {
		a.out.Printf("only %d half-moves can be taken back", a.player.Len())
		return
	}
	if a.takeBack(n) {
		a.rest.walked = true
		a.tellPlace()
		a.keepStill("")
	}
}

// forward plays again the moves that were taken back.
func (a *adapter) forward(text string) {
	n, ok := a.steps("forward", text, len(a.rest.plies))
	switch {
	case !ok:
		return
	case len(a.rest.plies) == 0:
		a.out.Printf("there is nothing to replay")
		return
	case n > len(a.rest.plies):
		a.out.Printf("only %d half-moves can be replayed", len(a.rest.plies))
		return
	}
	a.advance(n)
	if a.Terminal {
		a.show()
	}
	a.tellPlace()
	a.tellOutcome()
	if !a.over() {
		a.keepStill("")
	}
}

// steps reads a number of half-moves, at most all.
func (a *adapter) steps(name, text string, all int) (n int, ok bool) {
	switch strings.ToLower(text) {
	case "":
		return 1, true
	case "all":
		return max(all, 1), true
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		a.badArguments(name, fmt.Sprintf("%q is not a number of half-moves", wire.Clip(text)))
		return 0, false
	}
	return n, true
}

// advance plays again n half-moves that were taken back.
func (a *adapter) advance(n int) {
	for range n {
		next := a.rest.plies[len(a.rest.plies)-1]
		if err := a.player.Replay(next.move); err != nil { // the game was resigned meanwhile
			a.reportError(err)
			return
		}
		a.note(next.note)
	}
}

// follow drops the moves that were taken back, unless the move just made is the next of them.
func (a *adapter) follow() {
	last := len(a.rest.plies) - 1
	if moves := a.controller.Game().Moves(); last < 0 || a.rest.plies[last].move != moves[len(moves)-1] {
		a.rest = rest{}
		return
	}
	if a.rest.plies = slices.Delete(a.rest.plies, last, last+1); last == 0 {
		a.loaded.result = a.rest.result
		a.rest = rest{}
	}
}

// tellPlace shows the place in the game to which a step has led.
func (a *adapter) tellPlace() {
	where := "at the beginning"
	if last := a.lastMove(""); last != "" {
		where = "after " + last
	}
	switch n := len(a.rest.plies); {
	case n > 0:
		where += fmt.Sprintf("; %d half-moves can be replayed", n)
	case a.loaded.result != movegen.Ongoing:
		where += "; end of the game: " + a.loaded.result.String()
	}
	a.out.Printf("%s", where)
}
