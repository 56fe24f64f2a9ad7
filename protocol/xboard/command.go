package xboard

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"alfiere/movegen"
	"alfiere/protocol/wire"
)

// commands are what a GUI may send; each gets the rest of its line.
var commands = map[string]func(*adapter, string){
	"xboard":    ignore,
	"protover":  (*adapter).introduce,
	"accepted":  ignore,
	"rejected":  (*adapter).featureRejected,
	"new":       (*adapter).newGame,
	"variant":   (*adapter).variant,
	"quit":      func(a *adapter, _ string) { a.quit = true },
	"random":    ignore,
	"force":     func(a *adapter, _ string) { a.rest() },
	"result":    func(a *adapter, _ string) { a.rest() },
	"go":        (*adapter).play,
	"playother": (*adapter).playOther,
	"white":     func(a *adapter, _ string) { a.turn(movegen.White) },
	"black":     func(a *adapter, _ string) { a.turn(movegen.Black) },
	"usermove":  (*adapter).userMove,
	"?":         (*adapter).hurry,
	"ping":      (*adapter).ping,
	"setboard":  (*adapter).setBoard,
	"edit":      (*adapter).startEdit,
	"undo":      (*adapter).undo,
	"remove":    (*adapter).remove,
	"hint":      (*adapter).showHint,
	"bk":        (*adapter).showBook,
	"draw":      (*adapter).drawOffered,
	"hard":      func(a *adapter, _ string) { a.ponder = true },
	"easy":      (*adapter).easy,
	"post":      func(a *adapter, _ string) { a.post = true },
	"nopost":    func(a *adapter, _ string) { a.post = false },
	"analyze":   (*adapter).analyse,
	"exit":      (*adapter).exit,
	"exclude":   (*adapter).exclude,
	"include":   (*adapter).include,
	"mate":      (*adapter).solve,
	".":         (*adapter).status,
	"level":     (*adapter).level,
	"st":        (*adapter).moveTime,
	"sd":        (*adapter).depth,
	"nps":       (*adapter).nodeRate,
	"time":      (*adapter).time,
	"otim":      ignore, // the opponent's clock is no concern of ours
	"memory":    (*adapter).memory,
	"cores":     (*adapter).cores,
	"option":    (*adapter).option,
	"egtpath":   ignore,
	"name":      ignore,
	"rating":    ignore,
	"ics":       ignore,
	"computer":  ignore,
}

func ignore(*adapter, string) {}

// wrong answers a command whose parameters cannot be read.
func (a *adapter) wrong(kind, command, rest string) {
	a.out.Printf("Error (%s): %s", kind, wire.Trim(command+" "+clip(rest)))
}

// newGame: in analysis mode only the board is new.
func (a *adapter) newGame(string) {
	a.halt()
	a.comment(a.controller.NewGame())
	a.clock.reset()
	a.boardChanged()
	a.refused, a.chess960, a.both, a.score, a.hopeless = false, false, false, 0, 0
	if a.mode == analysing {
		a.study()
		return
	}
	a.mode, a.side = playing, movegen.Black
}

// boardChanged forgets what is true of one position only.
func (a *adapter) boardChanged() {
	a.hint, a.excluded = movegen.NoMove, nil
}

// variant follows "new". The position of a game in Fischer's way comes by "setboard".
func (a *adapter) variant(name string) {
	switch name {
	case "normal", fischerandom:
		a.chess960 = name == fischerandom
	default:
		a.wrong("unsupported variant", "variant", name)
	}
}

// rules are those of the variant that is played.
func (a *adapter) rules() movegen.Rules { return movegen.Rules{Chess960: a.chess960} }

// rest makes the engine keep still.
func (a *adapter) rest() {
	a.halt()
	a.mode, a.both = forced, false
}

func (a *adapter) play(string) {
	if a.refused {
		a.wrong("command not legal now", "go", "")
		return
	}
	if a.activity == thinking {
		return
	}
	a.halt()
	position := a.controller.Position()
	a.mode, a.side = playing, position.Side()
	a.think()
}

func (a *adapter) playOther(string) {
	a.halt()
	position := a.controller.Position()
	a.mode, a.side, a.both = playing, position.Side().Other(), false
	a.startPondering()
}

// turn gives the move to c and the other side to the engine.
func (a *adapter) turn(c movegen.Color) {
	a.halt()
	position := a.controller.Position()
	if position.Side() != c {
		builder := position.Builder()
		builder.Side, builder.EnPassant = c, movegen.NoSquare
		turned, _, err := builder.Build(a.rules())
		a.setUp(turned, err)
	}
	if a.mode == playing {
		a.side = c.Other()
	}
}

// userMove plays a move of the opponent, or of either side in force mode.
func (a *adapter) userMove(text string) {
	position := a.controller.Position()
	if a.activity == pondering {
		position = a.before
	}
	m, err := parseMove(&position, text)
	switch {
	case a.refused:
		a.out.Printf("Illegal move (illegal position): %s", clip(text))
		return
	case a.activity == thinking:
		a.out.Printf("Illegal move (not your turn): %s", clip(text))
		return
	case err != nil:
		a.out.Printf("Illegal move: %s", clip(text))
		return
	case a.activity == pondering && m == a.hint:
		a.activity, a.started = thinking, time.Now()
		a.controller.PonderHit()
		return
	}
	a.halt()
	if err := a.controller.Play(m); err != nil {
		a.out.Printf("Illegal move: %s", clip(text))
		return
	}
	a.boardChanged()
	switch {
	case a.mode == analysing:
		a.study()
	case a.mode == playing && position.Side() != a.side && !a.claim():
		a.think()
	}
}

// ping is answered after the move if one is due, else at once.
func (a *adapter) ping(n string) {
	if a.activity == thinking && len(a.pings) < mostPings {
		a.pings = append(a.pings, strings.Clone(clip(n)))
		return
	}
	a.out.Printf("pong %s", clip(n))
}

func (a *adapter) setBoard(fen string) {
	position, _, err := a.rules().ParseFEN(fen)
	a.setUp(position, err)
}

// setUp puts a position on the board. If it was refused the old one stays, but no
// move is taken until there is a good one.
func (a *adapter) setUp(position movegen.Position, err error) {
	a.halt()
	a.boardChanged()
	a.refused = err != nil
	if a.refused {
		a.out.Printf("tellusererror Illegal position: %v", err)
		return
	}
	a.controller.SetPosition(position)
	a.clock.since = 0
	a.study()
}

// undo takes back a half-move. GUIs send it in force mode; else the engine keeps
// still afterwards, for it would be its own move again.
func (a *adapter) undo(string) {
	if a.takeBack("undo", 1) && a.mode == playing {
		a.mode, a.both = forced, false
	}
	a.study()
}

// remove takes back a move of each side; the engine goes on playing its own.
func (a *adapter) remove(string) {
	a.takeBack("remove", 2)
	a.study()
}

func (a *adapter) takeBack(command string, halfMoves int) bool {
	a.halt()
	a.boardChanged()
	if a.controller.TakeBack(halfMoves) != nil {
		a.wrong("command not legal now", command, "")
		return false
	}
	return true
}

// showHint tells the best move of the analysis, or the reply that is expected.
func (a *adapter) showHint(string) {
	position := a.controller.Position()
	hint := a.hint
	switch {
	case a.activity == pondering:
		position = a.before
	case a.activity != idle && len(a.info.Line) > 0:
		hint = a.info.Line[0]
	}
	if position.IsLegal(hint) {
		a.out.Printf("Hint: %s", a.move(hint))
	}
}

// showBook lists the book's moves; every line begins with a blank and an empty one
// ends the list.
func (a *adapter) showBook(string) {
	entries, err := a.controller.BookMoves()
	a.comment(err)
	total := 0
	for _, e := range entries {
		total += int(e.Weight)
	}
	if total == 0 {
		a.out.Printf(" no book moves here")
	}
	for _, e := range entries {
		a.out.Printf(" %s %d%%", a.move(e.Move), int(e.Weight)*100/total)
	}
	a.out.Printf("")
}

func (a *adapter) easy(string) {
	a.ponder = false
	if a.activity == pondering {
		a.halt()
	}
}

func (a *adapter) analyse(string) {
	a.halt()
	a.mode, a.both = analysing, false
	a.study()
}

// exit leaves the analysis mode; at other times it means nothing.
func (a *adapter) exit(string) {
	if a.mode == analysing {
		a.rest()
	}
}

// status answers "." in analysis: time, nodes, depth, moves left, moves, move.
func (a *adapter) status(string) {
	if a.mode != analysing {
		return
	}
	info := a.info
	left, total := 0, 0
	if a.activity == studying {
		info.Elapsed = time.Since(a.started)
		total = len(a.wanted())
	}
	name := ""
	if a.current.CurrentMove != movegen.NoMove && a.current.Depth >= info.Depth {
		info.Depth, info.Nodes = a.current.Depth, max(info.Nodes, a.current.Nodes)
		left, name = a.current.RootMoves-a.current.CurrentNumber, " "+a.move(a.current.CurrentMove)
	}
	a.out.Printf("stat01: %d %d %d %d %d%s", info.Elapsed.Milliseconds()/10, info.Nodes, info.Depth, left, total, name)
}

func (a *adapter) featureRejected(name string) {
	if name == "debug" {
		a.comments = false
	}
}

func (a *adapter) level(rest string) {
	if !a.clock.level(rest, a.controller.Game().Len()) {
		a.wrong("bad parameters", "level", rest)
	}
}

// moveTime: no time at all still leaves a millisecond.
func (a *adapter) moveTime(rest string) {
	t, ok := parseSeconds(rest)
	if !ok {
		a.wrong("bad parameters", "st", rest)
		return
	}
	a.clock.moveTime = max(t, time.Millisecond)
}

func (a *adapter) depth(rest string) { a.count("sd", rest, &a.clock.depth) }

func (a *adapter) nodeRate(rest string) { a.count("nps", rest, &a.clock.nodeRate) }

// count reads a number that is not below zero; one that is too large is the largest.
func (a *adapter) count(command, rest string, to *int) {
	n, err := strconv.Atoi(rest)
	if err != nil && !errors.Is(err, strconv.ErrRange) || n < 0 {
		a.wrong("bad parameters", command, rest)
		return
	}
	*to = n
}

func (a *adapter) time(rest string) {
	t, ok := parseCentiseconds(rest)
	if !ok {
		a.wrong("bad parameters", "time", rest)
		return
	}
	a.clock.remaining = t
}
