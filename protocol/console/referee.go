package console

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search"
)

// opponent is an engine that plays a side at a table.
type opponent interface {
	// Search returns the best move of request.Position. It ends soon after ctx does.
	Search(ctx context.Context, request search.Request, report func(search.Info)) search.Result
	NewGame() // forgets earlier searches
}

// Table is a game with a referee, as docs/play.md describes it: two people play, or one against
// an engine, at a terminal or from a script. The referee takes moves in any notation, gives the
// reason for a refusal, and knows when and how the game has ended. The rules are those of
// movegen.Game; no Controller takes part. The zero value is a game of two people by the strict
// rules, in English, from the initial position, without files.
type Table struct {
	Language                       // of the words; the zero value is English
	Letters  notation.PieceLetters // of boards and moves; empty: those of Language
	Referee  movegen.Referee
	Start    string // a FEN, or eight rows and perhaps w or b; empty: the initial position

	Engine     opponent // nil: two people play
	EngineName string   // in the record of a game
	EngineSide movegen.Color
	EngineElo  int           // its rating in the record of a game, if it is limited to one; 0: it is not
	Names      [2]string     // of White and Black in the record; empty: unknown
	Limits     search.Limits // of each engine move

	Terminal bool             // a person types: greeting, prompt, files and ranks, and refusals are no errors
	Color    bool             // the terminal understands ANSI colours
	Unicode  bool             // the terminal shows chessmen
	Boards   bool             // the board is shown after every move
	Save     string           // the file of Files to which the game is written at the end; empty: none
	Files    files            // nil: there are no commands to save and load
	Now      func() time.Time // nil: time.Now
}

// refusedError is the number of lines of a script that were refused.
type refusedError int

// Error gives the number.
func (e refusedError) Error() string { return fmt.Sprintf("refused lines: %d", int(e)) }

// referee is a Table with its current game.
type referee struct {
	Table
	game     *movegen.Game
	ahead    []movegen.Move // taken back, the first one to be played again last
	commands []refereeCommand
	out      *wire.Output
	refused  int // lines
	quit     bool
}

// newReferee returns a referee without a game.
func newReferee(s Table, out io.Writer) *referee {
	t := &referee{Table: s, commands: refereeCommands(), out: wire.NewOutput(out)}
	if t.names == nil {
		t.Language = english()
	}
	if t.Letters == "" {
		t.Letters = t.letters
	}
	if t.Files == nil {
		t.commands = slices.DeleteFunc(t.commands, func(c refereeCommand) bool {
			return c.name == "save" || c.name == "load"
		})
	}
	if t.Now == nil {
		t.Now = time.Now
	}
	return t
}

// Run takes lines until the end of the input, quit, or the end of ctx. The game is then
// saved or, if it would be lost, shown. The error is that of Start, the output or the
// saving, the cause of ctx's end, or a refusedError.
func (s Table) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	t := newReferee(s, out)
	start, err := t.parseStart(s.Start)
	if err != nil {
		return err
	}
	t.game = t.Referee.Start(start)
	quit := make(chan struct{})
	defer close(quit)
	t.serve(ctx, wire.ReadLines(in, quit))
	interrupted := ctx.Err() != nil
	if err := t.leave(interrupted); err != nil {
		return err
	}
	switch {
	case t.out.Err() != nil:
		return t.out.Err()
	case interrupted:
		return context.Cause(ctx)
	case t.refused > 0 && !t.Terminal:
		return refusedError(t.refused)
	}
	return nil
}

// serve takes lines until the end of the input, an interrupt or quit.
func (t *referee) serve(ctx context.Context, lines <-chan wire.Line) {
	if t.Terminal {
		t.out.Printf("%s", t.greeting)
	}
	if t.Boards {
		t.showBoard("")
	}
	t.tellOutcome()
	for !t.quit && t.out.Err() == nil {
		for t.Engine != nil && t.game.Side() == t.EngineSide && !t.game.Over() && ctx.Err() == nil {
			t.think(ctx)
		}
		if ctx.Err() != nil {
			return
		}
		if t.Terminal {
			t.out.Print(fmt.Sprintf("%s> ", t.colors[t.game.Side()]))
		}
		select {
		case <-ctx.Done():
			return
		case line, open := <-lines:
			switch {
			case !open:
				if t.Terminal {
					t.out.Print("\n")
				}
				return
			case line.TooLong:
				t.refuse("%s", t.tooLong)
			default:
				t.take(line.Text)
			}
		}
	}
}

// leave saves the game in the file that was asked for, if any. A game that was ended by
// an interrupt, or could not be saved, is shown.
func (t *referee) leave(interrupted bool) (err error) {
	if interrupted && t.Terminal {
		t.out.Print("\n")
	}
	if t.game.Len() == 0 {
		return nil
	}
	if t.Save != "" {
		err = t.write(t.Save)
	}
	if err != nil || interrupted && t.Save == "" {
		t.list("")
	}
	return err
}

// refuse says why a line is not obeyed.
func (t *referee) refuse(format string, values ...any) {
	t.refused++
	t.out.Printf(format, values...)
}

// think lets the engine move, unless it is interrupted.
func (t *referee) think(ctx context.Context) {
	request := search.Request{Position: t.game.Position(), History: t.game.Keys(), Limits: t.Limits}
	if result := t.Engine.Search(ctx, request, nil); ctx.Err() == nil {
		t.move(result.Best, nil)
	}
}
