// Package console lets a person play with the engine by typing: the command set of
// GNU Chess 4, at a terminal or through a pipe. Commands and moves
// are read line by line, the engine answers when it is its turn, and what it prints is
// for people: a board, SAN, sentences.
//
// Like the protocols it is an adapter to a protocol.Controller. Its commands are one
// table, from which dispatch and help are made. The console is the referee of its game:
// refused moves are told with the reason, and a game that is over takes no move. What
// is typed while the engine thinks waits for its move, so that a script of commands is
// played as it stands; a few commands, such as "?", are obeyed at once.
//
// A Table is the other front-end for people: a referee, and no Controller.
//
// Games and positions are read from files and written to them here, one game a file; a
// reader of whole collections is in movegen/pgn.
package console

import (
	"regexp"
	"time"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
)

// Console is how a session looks and what it can reach. The zero value is a console at
// a pipe, without files.
type Console struct {
	Terminal bool // a person types: greeting, prompt, the board after every move
	Color    bool // the terminal understands ANSI colours
	Unicode  bool // the terminal shows chessmen

	Screen Screen // where the person types; nil: a terminal without editing, or none

	Files files                        // where games are kept; nil: nowhere
	Names func(prefix string) []string // the files whose names begin with prefix; nil: none is completed
	Now   func() time.Time             // the clock; nil: time.Now

	// Book lets the engine play from its book from the beginning, so that not every game is
	// the same; a protocol to which the session changes has its own default again.
	Book bool

	// Keep writes a game that nobody has saved to a new file when it or the session ends, and
	// returns its name; nil: there is no place for it, and it is printed.
	Keep func(text string) (name string, err error)
}

// Bounds of the lines that wait while the engine thinks; then no more are read.
const (
	maxQueued = 64
	maxLine   = 4096 // bytes; no command or move needs more
)

// Serve plays, beginning with a line already read, which may be empty, until "quit", a
// signal or the end of the input. What was asked for by then is still done, the move
// that is due and the commands that wait behind it; only at a terminal the end of the
// input is the end, a game that was not saved is kept, and an interrupt only ends the
// thinking: it takes two in a row to leave. If the line "uci" or "xboard" comes, Serve
// returns it as next: the session goes on in that protocol. The error is that of the output.
func (c Console) Serve(s *protocol.Session, first string) (next string, err error) {
	a := newAdapter(c, s)
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
				a.out.Printf("a line of more than %d bytes was ignored", maxLine)
			default:
				a.take(escapeSequence.ReplaceAllString(line.Text, ""))
			}
		case <-a.controller.Ready():
			a.tell()
		case <-a.tick():
		case signal := <-s.Signals:
			a.signalled(signal)
		}
	}
	a.player.Stop()
	a.keep()
	return a.next, a.out.Err()
}

// escapeSequence is what a key such as an arrow sends where no line is edited: nobody
// means it.
var escapeSequence = regexp.MustCompile(`\x1b(\[[0-?]*[ -/]*[@-~]|O[A-Z]|\z)`)

// endLine ends the line of the prompt, behind which nothing was typed, or ^C.
func (a *adapter) endLine() {
	if a.Screen == nil {
		a.out.Print("\n")
	}
}

// greet tells a person what this is.
func (a *adapter) greet() {
	if a.Terminal {
		a.out.Printf("%s plays chess. Type a move, such as e4 or Nf3, or help; quit leaves.", a.controller.Title())
		a.show()
	}
}

// take obeys a line at once or, while the engine thinks, lets it wait.
func (a *adapter) take(line string) {
	a.prompted, a.warned = false, false
	if !a.busy() {
		a.handle(line)
		return
	}
	word, rest := wire.Cut(line)
	if c := a.find(word); c != nil && (c.when == atOnce || c.when == atOnceByHand && a.Terminal) {
		c.run(a, rest)
		return
	}
	a.queue = append(a.queue, line)
}

// handle carries out a line: what edit and setup read, a command, or a move. A line
// that begins with # is a comment.
func (a *adapter) handle(line string) {
	if a.reader != nil {
		a.reader(a, line)
		return
	}
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
	if c.when != atOnce {
		a.player.Stop() // it may ponder
	}
	c.run(a, rest)
}

// diagram returns how the board is shown until the user wants it otherwise.
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
	look := a.look
	if moves := a.controller.Game().Moves(); a.player.Len() > 0 {
		last := moves[a.player.Len()-1] // there is one more while it ponders
		look.Marked = movegen.Bitboard(1)<<last.From() | movegen.Bitboard(1)<<last.To()
	}
	a.out.Print("\n" + look.Draw(&position))
	if material := materialText(&position); a.Terminal && material != "" {
		a.out.Printf("   %s", material)
	}
	if a.Terminal && a.player.Clock.MoveTime == 0 {
		a.out.Printf("   White %s, Black %s", clockText(a.player.Clock.Remaining(movegen.White)),
			clockText(a.player.Clock.Remaining(movegen.Black)))
	}
	a.out.Print("\n")
}
