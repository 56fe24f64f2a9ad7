package console

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// setUp puts a position on the board, or prints why not and keeps the old game. The
// user moves for both sides until a command makes the engine play.
func (a *adapter) setUp(p movegen.Position, warnings []movegen.Fault, err error) bool {
	if !a.accepts(warnings, err) {
		return false
	}
	a.saveGame()
	a.place(p)
	a.force()
	a.show()
	a.tellTurn()
	return true
}

// accepts reports whether a position can be used, and prints why not, or what was changed in it.
func (a *adapter) accepts(warnings []movegen.Fault, err error) bool {
	if err != nil {
		a.refuse("the position is refused: %v", err)
		return false
	}
	for _, w := range warnings {
		a.say("note: %v", w)
	}
	return true
}

// tellTurn says how a game that was put on the board can continue.
func (a *adapter) tellTurn() {
	if a.over() {
		a.tellOutcome()
		return
	}
	a.say("%s; go lets me play it", a.toMove())
}

// force makes the engine play neither side.
func (a *adapter) force() { a.player.Force, a.player.Both = true, false }

// leave ends the reading of lines that are not commands.
func (a *adapter) leave() { a.reader, a.ask = nil, "" }

// edit begins to place pieces one at a time, as CECP's command of that name does.
func (a *adapter) edit(string) {
	position := a.player.Position()
	editor := notation.Editor{Builder: position.Builder()}
	a.ask = "edit"
	a.say("Pa4 places a pawn, xa4 empties a4, c changes the colour to place, # clears the board,\n" +
		"white and black set the side to move, board shows it, . finishes, quit cancels")
	a.reader = func(a *adapter, line string) {
		switch line = wire.Trim(line); line {
		case "":
		case "quit", "exit":
			a.leave()
		case ".":
			if a.setUp(editor.Build(movegen.Rules{})) {
				a.leave()
			}
		case "white":
			editor.Builder.Side = movegen.White
		case "black":
			editor.Builder.Side = movegen.Black
		case "bd", "board":
			rows := notation.Rows(&editor.Builder, notation.English)
			a.out.Print(strings.Join(rows[:], "\n") + "\n")
		default:
			if !editor.Edit(line) {
				a.refuse("%q places nothing: type a piece (KQRBNP, or x for none) and a square", wire.Clip(line))
			} else if line == "c" {
				a.say("placing pieces of %v", editor.Color)
			}
		}
	}
}

// startSetup reads a position: a FEN at once, else the next eight lines.
func (a *adapter) startSetup(rest string) {
	side := movegen.White
	switch {
	case strings.Contains(rest, "/"):
		a.setUp(parsePosition(rest))
		return
	case rest == "black":
		side = movegen.Black
	case rest != "" && rest != "white":
		a.badArguments("setup", fmt.Sprintf("%q is neither a colour nor a FEN", wire.Clip(rest)))
		return
	}
	var lines []string
	a.ask = "rank 8"
	a.say("Type eight lines of eight characters, the eighth rank first: KQRBNP for White, kqrbnp for Black,\n" +
		"a full stop for an empty square; quit cancels")
	a.reader = func(a *adapter, line string) {
		line = wire.Trim(line)
		switch {
		case line == "":
			return
		case line == "quit" || line == "exit":
			a.leave()
			return
		case len(line) != 8:
			a.refuse("%q does not have eight characters; type the line again", wire.Clip(line))
			return
		}
		lines = append(lines, line)
		a.ask = fmt.Sprintf("rank %d", 8-len(lines))
		if len(lines) == 8 {
			a.leave()
			a.setUp(notation.BuildRows(lines, notation.English, side, movegen.Rules{}))
		}
	}
}

// readPosition reads a position file of XBoard: a FEN, or in the older form comments,
// the players, a board of letters with blanks between them and the side to move.
func readPosition(text string) (movegen.Position, []movegen.Fault, error) {
	var board []string
	side, number := movegen.White, 0
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		number++
		line = wire.Trim(line)
		row := strings.ReplaceAll(line, " ", "")
		switch {
		case line == "" || line[0] == '#':
		case strings.Count(line, "/") >= 7:
			p, warnings, err := parsePosition(line)
			if err != nil {
				err = &faultError{number, err}
			}
			return p, warnings, err
		case strings.HasPrefix(line, "black to play"):
			side = movegen.Black
		case len(row) == 8 && strings.Trim(row, ".KQRBNPkqrbnp") == "" && len(board) < 8:
			board = append(board, row)
		}
	}
	if len(board) != 8 {
		return movegen.Position{}, nil, &faultError{number, errBadPosition}
	}
	return notation.BuildRows(board, notation.English, side, movegen.Rules{})
}

// xget reads a position file.
func (a *adapter) xget(name string) {
	if name == "" {
		a.badArguments("xget", "")
		return
	}
	text, err := a.Files.Read(name)
	if err != nil {
		a.reportError(err)
		return
	}
	p, warnings, err := readPosition(text)
	if fault, ok := errors.AsType[*faultError](err); ok {
		a.refuse("%s: %v", wire.Clip(name), fault)
		return
	}
	a.setUp(p, warnings, err)
}

// newChess960 begins a game in one of the positions of Chess960; the user plays White.
func (a *adapter) newChess960(text string) {
	number := rand.IntN(movegen.Chess960Starts)
	if text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n >= movegen.Chess960Starts {
			a.badArguments("chess960", fmt.Sprintf("%q is not a number from 0 to %d", wire.Clip(text), movegen.Chess960Starts-1))
			return
		}
		number = n
	}
	a.begin(movegen.Chess960Start(number))
	a.say("Chess960, position %d", number)
}

// parsePosition reads a FEN. It is one of Chess960 if standard chess would lose castling
// rights: kings and rooks are on other squares, or the castling field has files.
func parsePosition(fen string) (movegen.Position, []movegen.Fault, error) {
	p, warnings, err := movegen.Rules{}.ParseFEN(fen)
	free, freeWarnings, freeErr := movegen.Rules{Chess960: true}.ParseFEN(fen)
	if freeErr == nil && (err != nil || free.CastlingRooks() != p.CastlingRooks()) {
		return free, freeWarnings, nil
	}
	return p, warnings, err
}

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
	a.say("I wait for go, white or black%s", advice)
}

// takeBack takes back half-moves, which can be played again.
func (a *adapter) takeBack(halfMoves int) bool {
	game := a.controller.Game()
	played := game.Moves()
	late := a.player.Outcome().Ending == movegen.TimeForfeit
	if err := a.player.TakeBack(halfMoves); err != nil {
		if played := a.player.Len(); played == 1 {
			a.refuse("only one half-move was made; undo takes it back")
		} else {
			a.refuse("there is nothing to take back")
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
	if a.boards {
		a.show()
	}
	return true
}

// back steps back; the engine does not continue from there by itself. At a table it does, so that a step against it
// is usually a move of each side.
func (a *adapter) back(text string) {
	position := a.player.Position()
	if text == "" && a.Table != nil && a.player.Plays(position.Side().Other()) && a.player.Len() > 1 {
		text = "2"
	}
	n, ok := a.steps("back", text, a.player.Len())
	if !ok {
		return
	}
	if n > a.player.Len() {
		a.refuse("only %d half-moves can be taken back", a.player.Len())
		return
	}
	if a.takeBack(n) {
		a.rest.walked = true
		a.tellPlace()
		if a.Table == nil {
			a.keepStill("")
		}
	}
}

// forward plays again the moves that were taken back.
func (a *adapter) forward(text string) {
	n, ok := a.steps("forward", text, len(a.rest.plies))
	switch {
	case !ok:
		return
	case len(a.rest.plies) == 0:
		a.refuse("there is nothing to replay")
		return
	case n > len(a.rest.plies):
		a.refuse("only %d half-moves can be replayed", len(a.rest.plies))
		return
	}
	a.advance(n)
	if a.boards {
		a.show()
	}
	a.tellPlace()
	a.tellOutcome()
	if !a.over() && a.Table == nil {
		a.keepStill("")
	}
}

// steps reads a number of half-moves, at most all.
func (a *adapter) steps(name, text string, all int) (n int, ok bool) {
	switch strings.ToLower(text) {
	case "":
		return 1, true
	case "all", "tutte":
		return max(all, 1), true
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		a.badArguments(name, a.language.Sprintf("%q is not a number of half-moves", wire.Clip(text)))
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
	where := a.language.Text("at the beginning")
	if last := a.lastMove(""); last != "" {
		where = a.language.Sprintf("after %s", last)
	}
	switch n := len(a.rest.plies); {
	case n > 0:
		where += a.language.Sprintf("; %d half-moves can be replayed", n)
	case a.loaded.result != movegen.Ongoing:
		where += a.language.Sprintf("; end of the game: %v", a.loaded.result)
	}
	a.out.Printf("%s", where)
}
