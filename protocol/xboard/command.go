package xboard

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/protocol"
)

// commandTable returns the commands of a GUI.
func commandTable() []protocol.Command[*adapter] {
	return []protocol.Command[*adapter]{
		{Name: "protover", Run: (*adapter).introduce},
		{Name: "accepted", Run: (*adapter).featureAccepted},
		{Name: "rejected", Run: (*adapter).featureRejected},
		{Name: "new", Run: (*adapter).newGame},
		{Name: "variant", Run: (*adapter).variant},
		{Name: "quit", Run: func(a *adapter, _ string) { a.quit = true }},
		{Name: "force", Run: func(a *adapter, _ string) { a.force() }},
		{Name: "result", Run: func(a *adapter, _ string) { a.force() }},
		{Name: "go", Run: (*adapter).play},
		{Name: "playother", Run: (*adapter).playOther},
		{Name: "white", Run: func(a *adapter, _ string) { a.turn(movegen.White) }},
		{Name: "black", Run: func(a *adapter, _ string) { a.turn(movegen.Black) }},
		{Name: "usermove", Run: (*adapter).userMove},
		{Name: "?", Run: (*adapter).finishNow},
		{Name: "ping", Run: (*adapter).ping},
		{Name: "setboard", Run: (*adapter).setBoard},
		{Name: "edit", Run: (*adapter).startEdit},
		{Name: "undo", Run: (*adapter).undo},
		{Name: "remove", Run: (*adapter).remove},
		{Name: "hint", Run: (*adapter).showHint},
		{Name: "bk", Run: (*adapter).showBook},
		{Name: "draw", Run: (*adapter).drawOffered},
		{Name: "hard", Run: func(a *adapter, _ string) { a.player.Easy = false }},
		{Name: "easy", Run: (*adapter).easy},
		{Name: "post", Run: func(a *adapter, _ string) { a.post = true }},
		{Name: "nopost", Run: func(a *adapter, _ string) { a.post = false }},
		{Name: "analyze", Run: (*adapter).enterAnalysis},
		{Name: "exit", Run: (*adapter).exit},
		{Name: "exclude", Run: (*adapter).exclude},
		{Name: "include", Run: (*adapter).include},
		{Name: "mate", Run: (*adapter).solve},
		{Name: ".", Run: (*adapter).status},
		{Name: "level", Run: (*adapter).level},
		{Name: "st", Run: (*adapter).moveTime},
		{Name: "sd", Run: (*adapter).depth},
		{Name: "nps", Run: (*adapter).nodeRate},
		{Name: "time", Run: (*adapter).time},
		{Name: "memory", Run: (*adapter).memory},
		{Name: "cores", Run: (*adapter).cores},
		{Name: "option", Run: (*adapter).option},
		{Name: "egtpath", Run: (*adapter).setEndgamePath},
		// The last of these is the opponent's clock, which is not used.
		{Name: "xboard", Also: "random name rating ics computer otim", Run: func(*adapter, string) {}},
	}
}

// badArguments answers a command that cannot be carried out.
func (a *adapter) badArguments(kind, command, rest string) {
	a.out.Printf("Error (%s): %s", kind, wire.Trim(command+" "+wire.Clip(rest)))
}

// newGame begins a game; in analysis mode only the board is new.
func (a *adapter) newGame(string) {
	a.halt()
	a.comment(a.player.NewGame())
	a.player.Clock.Depth, a.player.Clock.NodeRate = 0, 0
	a.excluded, a.refused, a.chess960, a.player.Both, a.score, a.hopeless = nil, false, false, false, 0, 0
	if a.analysing {
		a.analyse()
		return
	}
	a.player.Force, a.player.Side = false, movegen.Black
}

// variant carries out "variant", which follows "new". The position of a Chess960 game comes by "setboard".
func (a *adapter) variant(name string) {
	switch name {
	case "normal", fischerandom:
		a.chess960 = name == fischerandom
	default:
		a.badArguments("unsupported variant", "variant", name)
	}
}

// rules are those of the variant that is played.
func (a *adapter) rules() movegen.Rules { return movegen.Rules{Chess960: a.chess960} }

// force makes the engine play neither side.
func (a *adapter) force() {
	a.halt()
	a.analysing, a.player.Force, a.player.Both = false, true, false
}

// play lets the engine move for the side that is to move.
func (a *adapter) play(string) {
	if a.refused {
		a.badArguments("command not legal now", "go", "")
		return
	}
	if a.player.Thinking() {
		return
	}
	a.halt()
	position := a.player.Position()
	a.analysing, a.player.Force, a.player.Side = false, false, position.Side()
	a.think()
}

func (a *adapter) playOther(string) {
	a.halt()
	position := a.player.Position()
	a.analysing, a.player.Force, a.player.Both = false, false, false
	a.player.Side = position.Side().Other()
	a.startPondering()
}

// turn makes c the side to move and gives the other side to the engine.
func (a *adapter) turn(c movegen.Color) {
	a.halt()
	position := a.player.Position()
	if position.Side() != c {
		builder := position.Builder()
		builder.Side, builder.EnPassant = c, movegen.NoSquare
		turned, _, err := builder.Build(a.rules())
		a.setUp(turned, err)
	}
	if !a.player.Force {
		a.player.Side = c.Other()
	}
}

// userMove plays a move of the opponent, or of either side in force mode.
func (a *adapter) userMove(text string) {
	position := a.player.Position()
	m, err := parseMove(&position, text)
	switch {
	case a.refused:
		a.out.Printf("Illegal move (illegal position): %s", wire.Clip(text))
		return
	case a.player.Thinking():
		a.out.Printf("Illegal move (not your turn): %s", wire.Clip(text))
		return
	case err != nil:
		a.out.Printf("Illegal move: %s", wire.Clip(text))
		return
	}
	if _, err := a.player.Play(m); err != nil {
		a.out.Printf("Illegal move: %s", wire.Clip(text))
		return
	}
	a.excluded = nil
	switch {
	case a.player.Thinking(): // it has pondered on this move
	case a.analysing:
		a.analyse()
	case a.player.Plays(position.Side().Other()) && !a.claim():
		a.think()
	}
}

// ping is answered after the move if one is due, else when the engines of a council have started.
func (a *adapter) ping(n string) {
	if a.player.Thinking() && len(a.pings) < maxPings {
		a.pings = append(a.pings, strings.Clone(wire.Clip(n)))
		return
	}
	a.comment(a.controller.Await())
	a.out.Printf("pong %s", wire.Clip(n))
}

func (a *adapter) setBoard(fen string) {
	position, warnings, err := a.rules().ParseFEN(fen)
	for _, w := range warnings {
		a.out.Printf("# setboard: %v", w)
	}
	a.setUp(position, err)
}

// setUp puts a position on the board. If it was refused the old one stays, but no move
// is accepted until a valid position comes.
func (a *adapter) setUp(position movegen.Position, err error) {
	a.finishProblem()
	a.halt()
	a.player.Hint, a.excluded = movegen.NoMove, nil
	a.refused = err != nil
	if a.refused {
		a.out.Printf("tellusererror Illegal position: %v", err)
		return
	}
	a.comment(a.player.SetPosition(position))
	a.analyse()
}

// undo takes back a half-move. GUIs send it in force mode; otherwise the engine stops
// playing, since its own move would be due again.
func (a *adapter) undo(string) {
	if a.takeBack("undo", 1) && !a.analysing {
		a.player.Force, a.player.Both = true, false
	}
	a.analyse()
}

// remove takes back a move of each side; the engine still plays its side.
func (a *adapter) remove(string) {
	a.takeBack("remove", 2)
	a.analyse()
}

func (a *adapter) takeBack(command string, halfMoves int) bool {
	a.halt()
	a.player.Hint, a.excluded = movegen.NoMove, nil
	if a.player.TakeBack(halfMoves) != nil {
		a.badArguments("command not legal now", command, "")
		return false
	}
	return true
}

// showHint shows the best move of the analysis, or the expected reply.
func (a *adapter) showHint(string) {
	position := a.player.Position()
	hint := a.player.Hint
	if a.controller.Searching() && !a.player.Pondering() && len(a.info.Line) > 0 {
		hint = a.info.Line[0]
	}
	if position.IsLegal(hint) {
		a.out.Printf("Hint: %s", a.line(position, hint))
	}
}

// showBook lists the book's moves; every line begins with a blank and an empty one ends the list.
func (a *adapter) showBook(string) {
	entries, err := a.controller.BookMoves()
	a.comment(err)
	total, position := 0, a.player.Position()
	for _, e := range entries {
		total += int(e.Weight)
	}
	if total == 0 {
		a.out.Printf(" no book moves here")
	}
	for _, e := range entries {
		a.out.Printf(" %s %s", a.line(position, e.Move), wire.Percent(int(e.Weight), total))
	}
	a.out.Printf("")
}

func (a *adapter) easy(string) {
	a.player.Easy = true
	if a.player.Pondering() {
		a.halt()
	}
}

func (a *adapter) enterAnalysis(string) {
	a.halt()
	a.analysing, a.player.Force, a.player.Both = true, true, false
	a.analyse()
}

// exit leaves the analysis mode; at other times it does nothing.
func (a *adapter) exit(string) {
	if a.analysing {
		a.force()
	}
}

// status answers "." in analysis: time, nodes, depth, moves left, moves, move.
func (a *adapter) status(string) {
	if !a.analysing {
		return
	}
	info := a.info
	left, total := 0, 0
	if a.player.Analysing() {
		info.Elapsed = time.Since(a.started)
		total = len(a.wanted())
	}
	name := ""
	if a.current.CurrentMove != movegen.NoMove && a.current.Depth >= info.Depth {
		info.Depth, info.Nodes = a.current.Depth, max(info.Nodes, a.current.Nodes)
		left, name = a.current.RootMoves-a.current.CurrentNumber, " "+a.line(a.player.Position(), a.current.CurrentMove)
	}
	a.out.Printf("stat01: %d %d %d %d %d%s", info.Elapsed.Milliseconds()/10, info.Nodes, info.Depth, left, total, name)
}

func (a *adapter) featureAccepted(name string) {
	if name == "san" {
		a.san = true
	}
}

func (a *adapter) featureRejected(name string) {
	switch name {
	case "debug":
		a.comments = false
	case "san":
		a.san = false
	}
}

func (a *adapter) level(rest string) {
	controls, ok := parseLevel(rest)
	if !ok || !a.player.Clock.SetControls(controls, a.player.Len()) {
		a.badArguments("bad parameters", "level", rest)
	}
}

// moveTime raises a time of zero to a millisecond.
func (a *adapter) moveTime(rest string) {
	t, ok := parseSeconds(rest)
	if !ok {
		a.badArguments("bad parameters", "st", rest)
		return
	}
	a.player.Clock.MoveTime = max(t, time.Millisecond)
}

func (a *adapter) depth(rest string) { a.count("sd", rest, &a.player.Clock.Depth) }

func (a *adapter) nodeRate(rest string) { a.count("nps", rest, &a.player.Clock.NodeRate) }

// count reads a number that is not below zero; one that is too large is the largest.
func (a *adapter) count(command, rest string, to *int) {
	n, err := strconv.Atoi(rest)
	if err != nil && !errors.Is(err, strconv.ErrRange) || n < 0 {
		a.badArguments("bad parameters", command, rest)
		return
	}
	*to = n
}

func (a *adapter) time(rest string) {
	t, ok := parseCentiseconds(rest)
	if !ok {
		a.badArguments("bad parameters", "time", rest)
		return
	}
	a.player.Clock.SetRemaining(a.player.Side, t)
}

func (a *adapter) drawOffered(string) {
	if a.player.AcceptsDraw(a.score) {
		a.out.Printf("offer draw")
	}
}

// resigns reports whether to resign instead of making the move found: enough searches
// in a row have judged the game lost.
func (a *adapter) resigns(f *protocol.Finished) bool {
	settings := a.controller.Settings()
	lost := settings.ResignScore > 0 && !f.FromBook && int(f.Score) <= -settings.ResignScore
	if !lost {
		a.hopeless = 0
		return false
	}
	a.hopeless++
	return a.hopeless >= settings.ResignMoves
}
