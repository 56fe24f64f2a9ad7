// Package console lets a person play with the engine by typing the commands of GNU Chess 4, at a terminal or through a
// pipe. Its output is for people: a board, SAN, sentences. Like the protocols it is an adapter to a
// protocol.Controller; dispatch and help are made from one table of commands.
//
// The console is the referee of its game: it refuses moves with a reason, and all moves after the end of the game.
// Lines typed while the engine thinks wait for its move, so that a script is played in its order; a few commands, such
// as "?", are obeyed at once. At a Table the referee is strict, and two people may play.
//
// Files hold one game or position each; a reader of whole collections is in movegen/pgn.
package console

import (
	"cmp"
	"strings"
	"time"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
)

// Console describes the terminal, the files and the book of a session. One with Files alone is a console at a pipe.
type Console struct {
	Terminal bool // a person types: greeting, prompt, the board after every move
	Color    bool // the terminal understands ANSI colours
	Unicode  bool // the terminal shows chessmen

	Table  *Table // a game with a strict referee; nil: one against the engine
	Screen Screen // the terminal with line editing; nil: a terminal without it, or none

	Files files                        // where games are kept
	Names func(prefix string) []string // returns the files whose names begin with prefix; nil: no completion
	Now   func() time.Time             // the clock; nil: time.Now

	// Book turns the book on at the start, so that games differ; a protocol to which the
	// session changes uses its own default.
	Book bool

	// Keep writes an unsaved game to a new file when the game or the session ends, and
	// returns the file's name; nil: the game is printed instead.
	Keep func(text string) (name string, err error)
}

// Bounds of the lines that wait while the engine thinks; then no more are read.
const (
	maxQueued = 64
	maxLine   = 1 << 14 // bytes; a long game in one line has some 6000
)

// Serve plays, beginning with a line already read, which may be empty, until "quit", a signal or the end of the input.
// Earlier requests are still completed: the due move and the waiting commands. At a terminal the end of the input ends
// the session at once, an unsaved game is kept, and an interrupt only ends the thinking; two in a row end the session.
// After a line "uci" or "xboard" Serve returns it as next: the session continues in that protocol. The error is that of
// the output.
func (c Console) Serve(s *protocol.Session, first string) (next string, err error) {
	a := newAdapter(c, s)
	if err := a.beginTable(); err != nil {
		return "", err
	}
	if c.Book {
		a.reportError(a.controller.SetOption("OwnBook", "true"))
	}
	a.greet()
	a.take(first)
	lines := s.Lines
	for {
		a.proceed()
		if a.quit || a.out.Err() != nil || lines == nil && !a.busy() {
			break
		}
		a.prompt()
		source := lines
		if len(a.queue) >= maxQueued {
			source = nil
		}
		select {
		case line, open := <-source:
			switch {
			case !open:
				lines = nil
				if a.Terminal {
					a.endLine()
					a.quit = true
				}
			case line.TooLong || len(line.Text) > maxLine:
				a.counted = false
				a.refuse("a line of more than %d bytes was ignored", maxLine)
			default:
				a.take(escapeSequence().ReplaceAllString(line.Text, ""))
			}
		case <-a.controller.Ready():
			a.tell()
		case <-a.tick():
		case <-a.flag():
			a.checkFlag()
		case signal := <-s.Signals:
			a.signalled(signal)
		}
	}
	a.player.Stop()
	err = a.endTable()
	a.saveGame()
	return a.next, cmp.Or(err, a.out.Err())
}

// escapeSequence is what a key such as an arrow sends if there is no line editing; it is dropped.
var escapeSequence = wire.Pattern(`\x1b(\[[0-?]*[ -/]*[@-~]|O[A-Z]|\z)`)

// endLine ends the line of the prompt, after which nothing or ^C was typed.
func (a *adapter) endLine() {
	if a.Screen == nil {
		a.out.Print("\n")
	}
}

// greet introduces the program to a person.
func (a *adapter) greet() {
	switch {
	case a.Terminal && a.Table != nil:
		a.say("The referee is ready. Type a move such as e2-e4, Nf3 or 52 54, help, or quit to leave.")
	case a.Terminal:
		a.say("%s plays chess. Type a move such as e4 or Nf3, help, or quit to leave; elo 1200 makes me weaker.",
			a.controller.Title())
	}
	if a.boards {
		a.show()
	}
	a.tellOutcome()
}

// take obeys a line at once or, while the engine thinks, queues it.
func (a *adapter) take(line string) {
	a.prompted, a.warned, a.counted = false, false, false
	if !a.busy() {
		a.handle(line)
		return
	}
	word, rest := wire.Cut(line)
	if c := a.find(word); c != nil && (c.AtOnce || c.ByHand && a.Terminal) {
		c.Run(a, rest)
		return
	}
	a.queue = append(a.queue, line)
}

// handle carries out a line: input of edit or setup, a command, or a move. A line that begins with # is a comment.
func (a *adapter) handle(line string) {
	if a.reader != nil {
		a.reader(a, line)
		return
	}
	a.counted = false
	a.checkFlag()
	word, rest := wire.Cut(line)
	if word == "" && a.analysing {
		a.endAnalysis()
	}
	if word == "" || word[0] == '#' {
		return
	}
	c := a.find(word)
	if c == nil {
		a.userMove(wire.Trim(line))
		return
	}
	if !c.AtOnce {
		a.player.Stop() // it may be pondering
	}
	c.Run(a, rest)
}

// diagram returns the initial style of the board.
func diagram(letters notation.PieceLetters, color, unicode bool) notation.Diagram {
	d := notation.Diagram{Letters: letters, Coords: true, Color: color}
	if unicode {
		d.Letters = notation.Figurine
	}
	return d
}

// show prints the board.
func (a *adapter) show() {
	position := a.player.Position()
	if a.Table != nil && !a.Terminal { // a script gets what new reads
		rows := notation.Rows(&position, a.letters)
		a.out.Print(strings.Join(rows[:], "\n") + "\n" + a.toMove() + "\n")
		return
	}
	look := a.look
	if moves := a.controller.Game().Moves(); a.player.Len() > 0 {
		last := moves[a.player.Len()-1] // pondering adds one more
		look.Marked = movegen.Bitboard(1)<<last.From() | movegen.Bitboard(1)<<last.To()
	}
	a.out.Print("\n" + look.Draw(&position))
	if material := materialText(&position); a.Terminal && material != "" {
		a.say("   %s", material)
	}
	if a.Terminal && a.hasClocks() {
		a.say("   White %s, Black %s", clockText(a.player.Clock.Remaining(movegen.White)),
			clockText(a.player.Clock.Remaining(movegen.Black)))
	}
	a.out.Print("\n")
}
