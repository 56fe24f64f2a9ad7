package conformance

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// toyXboard is the toy engine that speaks xboard's protocol. The side that it plays is
// none in force mode; with more than thirty seconds for a move it thinks until it is told to
// move.
type toyXboard struct {
	game     *movegen.Game
	plays    map[movegen.Color]bool
	thinks   bool
	late     bool // it moves though it should not, as soon as it has answered a ping
	analyses bool
	post     bool
	depth    int // of sd; 0 is none
	seconds  int // of st
	edited   *movegen.Builder
	color    movegen.Color // whose men edit places
	say      func(string, ...any)
	has      func(fault string) bool
}

func newToyXboard(say func(string, ...any), has func(string) bool) *toyXboard {
	x := &toyXboard{say: say, has: has}
	x.renew()
	return x
}

// renew begins a game that it plays as Black.
func (x *toyXboard) renew() {
	x.game, x.thinks = movegen.NewGame(), false
	x.plays = map[movegen.Color]bool{movegen.Black: true}
	if !x.has("keeps the depth") {
		x.depth = 0
	}
	x.seconds = 0
}

// force ends all play of its own.
func (x *toyXboard) force() {
	x.late = x.late || x.thinks && x.has("moves in force mode")
	x.plays, x.thinks = nil, false
}

// silent are the commands that change nothing that it knows.
var silent = strings.Fields(`xboard accepted rejected random computer rating hard easy level time otim name ics memory cores
	option draw nps variant`)

func (x *toyXboard) obey(line string) {
	if x.edited != nil {
		x.edit(line)
		return
	}
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "protover":
		x.introduce()
	case "ping":
		if x.has("answers with another number") {
			rest = "1"
		}
		if !x.thinks && !x.analyses || !x.has("is deaf while searching") {
			x.say("pong %s", rest)
		}
		switch {
		case x.late:
			x.move()
			x.late = false
		case x.analyses:
			x.think() // it goes on
		}
	case "quit":
		if !x.has("does not quit") {
			os.Exit(0)
		}
	case "new":
		x.renew()
	case "force", "result":
		x.force()
	case "go":
		side := x.game.Side()
		x.plays = map[movegen.Color]bool{side: true}
		x.turn()
	case "playother":
		x.plays = map[movegen.Color]bool{x.game.Side().Other(): true}
	case "?":
		if x.thinks || x.has("answers when idle") {
			x.move()
		}
	case "post", "nopost":
		x.post = word == "post" || x.has("always talks")
	case "sd":
		_, _ = fmt.Sscan(rest, &x.depth)
	case "st":
		_, _ = fmt.Sscan(rest, &x.seconds)
	case "setboard":
		x.setBoard(rest)
	case "edit":
		x.edited, x.color = &movegen.Builder{Board: x.board(), EnPassant: movegen.NoSquare, FullmoveNumber: 1}, movegen.White
		x.edited.Side = x.game.Side()
	case "undo":
		x.takeBack(1)
	case "remove":
		x.takeBack(2)
	case "hint":
		if moves := x.game.AllMoves(); len(moves) > 0 {
			hint := moves[0].String()
			if x.has("hints at nonsense") {
				hint = "a1h8"
			}
			x.say("Hint: %s", hint)
		}
	case "bk":
		x.say(" no book\n")
	case "analyze":
		x.analyses = true
		x.force()
		x.turn()
	case "exit":
		x.analyses = x.has("does not leave analysis")
	case ".":
		x.say("stat01: 1 1 1 0 1")
	case "usermove":
		x.userMove(rest)
	default:
		x.other(word)
	}
}

// other takes a move without a word before it, or complains of an unknown command.
func (x *toyXboard) other(word string) {
	p := x.game.Position()
	if m, err := notation.ParseUCI(&p, word); err == nil {
		x.userMove(notation.UCI(m, false))
	} else if !slices.Contains(silent, word) && !x.has("is silent about unknown words") {
		x.say("Error (unknown command): %s", word)
	}
}

func (x *toyXboard) introduce() {
	if x.has("says hello") {
		x.say("Hello")
	}
	features := `feature ping=1 setboard=1 playother=1 usermove=1 time=1 draw=1 sigint=0 colors=0 name=1 ics=1 memory=1 smp=1 analyze=1 ` +
		`variants="normal" myname="Toy" option="Style -combo *Solid /// Risky" done=1`
	for fault, change := range map[string][2]string{
		"has no ping":              {"ping=1 ", ""},
		"has no board":             {"setboard=1 ", ""},
		"wants colours":            {"colors=0", "colors=1"},
		"has no name":              {`myname="Toy" `, ""},
		"forgets quotation marks":  {`"Toy"`, "Toy"},
		"plays unknown games":      {`variants="normal" `, ""},
		"has two choices":          {"/// Risky", "/// *Risky"},
		"never ends its features":  {" done=1", ""},
		"says yes instead of 1":    {"playother=1", "playother=yes"},
		"goes on behind its end":   {" done=1", " done=1 debug=1"},
		"does not close its quote": {`Risky" done=1`, "Risky done=1"},
	} {
		if x.has(fault) {
			features = strings.Replace(features, change[0], change[1], 1)
		}
	}
	x.say("%s", features)
}

func (x *toyXboard) board() (board [64]movegen.Piece) {
	p := x.game.Position()
	for s := range movegen.NoSquare {
		board[s] = p.PieceAt(s)
	}
	return board
}

func (x *toyXboard) setBoard(fen string) {
	game, _, err := movegen.Referee{}.StartFEN(fen)
	if err != nil {
		if x.has("dies of bad positions") {
			os.Exit(3)
		}
		x.say("tellusererror Illegal position")
		x.game, _, _ = movegen.Referee{}.StartFEN("7k/8/8/8/8/8/8/K7 w - - 0 1") // nothing of before
		return
	}
	if !x.has("ignores boards") {
		x.game = game
	}
	if x.analyses {
		x.turn()
	}
}

// edit takes a line of the old way to set up a board.
func (x *toyXboard) edit(line string) {
	switch line {
	case "#":
		x.edited.Board = [64]movegen.Piece{}
	case "c":
		x.color = x.color.Other()
		if x.has("edits white men only") {
			x.color = movegen.White
		}
	case ".":
		b := x.edited
		x.edited = nil
		if p, _, err := b.Build(movegen.Rules{}); err == nil {
			x.game = movegen.Referee{}.Start(p)
		}
	default:
		if s, ok := movegen.ParseSquare(line[1:]); ok {
			x.edited.Board[s] = movegen.MakePiece(x.color, movegen.PieceType(strings.IndexByte(" PNBRQK", line[0])))
		}
	}
}

func (x *toyXboard) takeBack(n int) {
	if x.game.TakeBack(n) != nil && !x.has("forgets rights") {
		x.say("Error (nothing to take back): undo")
	}
	if x.has("forgets rights") {
		p := x.game.Position()
		b := p.Builder()
		b.CastlingRooks, b.EnPassant = 0, movegen.NoSquare
		if p, _, err := b.Build(movegen.Rules{}); err == nil {
			x.game = movegen.Referee{}.Start(p)
		}
	}
}

func (x *toyXboard) userMove(text string) {
	p := x.game.Position()
	m, err := notation.ParseUCI(&p, text)
	if text == "" || err == nil && x.game.Over() {
		x.say("Error (no move): usermove")
		return
	}
	if err != nil {
		if !x.has("accepts everything") {
			x.say("Illegal move: %s", text)
		}
		return
	}
	if x.has("echoes moves") {
		x.say("move %s", text)
	}
	_ = x.game.Play(m)
	x.turn()
}

// turn looks whether it is to move, to analyse or to say that the game is over.
func (x *toyXboard) turn() {
	switch {
	case x.analyses:
		x.think()
	case len(x.plays) == 0:
	case x.isOver():
	case x.plays[x.game.Side()]:
		x.think()
		if x.seconds > 30 {
			x.thinks = true
		} else {
			x.move()
		}
	}
}

// isOver says the result of a game that is over, and stops playing.
func (x *toyXboard) isOver() bool {
	draw := x.game.Draw()
	if x.has("draws at the second repetition") && x.game.Repetitions() > 0 {
		draw = movegen.ThreefoldRepetition
	}
	switch {
	case x.has("never claims"):
		return x.game.Over()
	case x.game.Over() && x.has("names the wrong winner"):
		x.say("%v {so it seems}", movegen.WinFor(x.game.Side()))
	case x.game.Over():
		x.say("%v {%v}", x.game.Outcome().Result, x.game.Outcome().Ending)
	case draw != movegen.NotEnded:
		x.say("1/2-1/2 {%v}", draw)
	default:
		return false
	}
	x.plays = nil
	return true
}

// choice is the move that it likes best, as the UCI engine does.
func (x *toyXboard) choice() (m movegen.Move, mate int) {
	u := toyUCI{position: x.game.Position(), has: x.has}
	moves := u.choose(nil)
	for _, m := range moves {
		if m.Kind() == movegen.EnPassant { // the suite has a position in which it alone is good
			return m, 0
		}
	}
	if len(moves) == 0 {
		return movegen.NoMove, 0
	}
	return moves[0], u.mate(moves[0])
}

// think says what it thinks, a line for each depth.
func (x *toyXboard) think() {
	m, mate := x.choice()
	if !x.post || m == movegen.NoMove {
		return
	}
	u := toyUCI{position: x.game.Position(), has: func(f string) bool { return f == "scores from White's side" && x.has(f) }}
	score := strings.TrimPrefix(u.score(m), "cp ")
	switch {
	case mate > 0:
		score = fmt.Sprint(100_000 + mate)
	case mate < 0:
		score = fmt.Sprint(-100_000 + mate)
	}
	if mate != 0 && x.has("scores mates as it likes") {
		score = "32767"
	}
	pv := notation.UCI(m, false)
	if x.has("thinks of illegal moves") {
		pv += " a1h8"
	}
	depth := 5
	if x.depth > 0 && !x.has("ignores the depth") {
		depth = min(x.depth, depth)
	}
	for d := 1; d <= depth; d++ {
		time := "1"
		if x.has("thinks in milliseconds") {
			time = "1000"
		}
		if x.has("writes points") {
			score = "0.25"
		}
		x.say("%d %s %s %d %s", d, score, time, d, pv)
	}
}

// move plays its move.
func (x *toyXboard) move() {
	x.thinks = false
	m, _ := x.choice()
	if m == movegen.NoMove {
		return
	}
	text := notation.UCI(m, x.has("castles onto the rook"))
	if len(text) == 5 && x.has("promotes in capitals") {
		text = text[:4] + strings.ToUpper(text[4:])
	}
	if x.has("plays what it may not") {
		text = "a1h8"
	}
	x.say("move %s", text)
	_ = x.game.Play(m)
	if len(x.plays) > 0 {
		x.isOver()
	}
}
