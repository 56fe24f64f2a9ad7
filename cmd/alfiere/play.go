package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol/wire"
	"alfiere/search"
)

// playTable is a game with its referee, and who sits at the table.
type playTable struct {
	playWords
	referee  movegen.Referee
	letters  notation.PieceLetters // of boards and moves
	game     *movegen.Game
	ahead    []movegen.Move // taken back, the first one to be played again last
	commands []playCommand
	out      *wire.Output
	now      func() time.Time
	terminal bool // a person types: greeting, prompt
	boards   bool // the board is shown after every move

	engine  *search.Engine // nil: two people play
	plays   movegen.Color  // the engine's side
	limits  search.Limits
	refused int // lines
	quit    bool
}

// playFlags are the flags of the play subcommand as they are read.
type playFlags struct {
	language, letters, engine, draws string
	save                             string
	boards, chess960, minor          bool
	nodes                            uint64
	limit                            secondsFlag
	hash                             int
}

func (f *playFlags) define(flags *flag.FlagSet) {
	flags.StringVar(&f.language, "language", "english", "`name` or code of the language of words and moves: english or italian")
	flags.StringVar(&f.letters, "letters", "", "`language`, or six letters, of boards and moves, if not those of --language")
	flags.StringVar(&f.engine, "engine", "", "let Alfiere play a `side`: white or black")
	flags.Uint64Var(&f.nodes, "nodes", 0, "`nodes` that Alfiere may search for a move")
	flags.Var(&f.limit, "time", "`seconds` that Alfiere may think about a move, or a time as in 500ms; 1 if neither is said")
	flags.IntVar(&f.hash, "hash", 16, "size of the engine's table in `megabytes`")
	flags.StringVar(&f.draws, "draws", "once", "`when` a draw ends the game: once it is there; claim, as FIDE wants it; never")
	flags.BoolVar(&f.minor, "one-minor-piece", false, "it is also a draw when neither side has more than one minor piece and its king")
	flags.BoolVar(&f.chess960, "chess960", false, "castling rights are those of Chess960")
	flags.StringVar(&f.save, "save", "", "`file` that the game on the table replaces as PGN at the end, also after an interrupt")
	flags.BoolVar(&f.boards, "boards", false, "show the board after every move, as is done at a terminal")
}

// runPlay lets two people, a script or the engine play under the referee's eyes.
func runPlay(flags *flag.FlagSet, args []string, std streams) error {
	var f playFlags
	f.define(flags)
	args, err := parseMixed(flags, args)
	if err != nil {
		return err
	}
	t, err := f.table()
	if err != nil {
		return err
	}
	t.out = wire.NewOutput(std.out)
	t.terminal = isTerminal(std.in) && isTerminal(std.out)
	t.boards = f.boards || t.terminal
	start, err := t.parseStart(args)
	if err != nil {
		return inputError{err}
	}
	t.game = t.referee.Start(start)
	if f.engine != "" {
		if t.engine, err = search.New(f.hash); err != nil {
			return fmt.Errorf("%w: --hash: %w", errUsage, err)
		}
		defer t.engine.Close()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	quit := make(chan struct{})
	defer close(quit)
	t.serve(ctx, wire.ReadLines(std.in, quit))
	interrupted := ctx.Err() != nil
	stop() // another interrupt ends the process
	if err := t.leave(f.save, interrupted); err != nil {
		return inputError{err}
	}
	switch {
	case t.out.Err() != nil:
		return inputError{t.out.Err()}
	case interrupted:
		return inputError{errInterrupted}
	case t.refused > 0 && !t.terminal:
		return inputError{fmt.Errorf("refused lines: %d", t.refused)}
	}
	return nil
}

// table turns the flags into a table without a game. Its errors are of usage.
func (f *playFlags) table() (*playTable, error) {
	t := &playTable{commands: playCommands(), now: time.Now}
	words, ok := findPlayWords(f.language)
	if !ok {
		return nil, fmt.Errorf("%w: --language %q: there are words in english and italian", errUsage, f.language)
	}
	t.playWords, t.letters = words, words.letters
	if f.letters != "" {
		var err error
		if t.letters, err = notation.ParseLanguage(f.letters); err != nil {
			return nil, fmt.Errorf("%w: --letters %q: %w", errUsage, f.letters, err)
		}
	}
	switch f.engine {
	case "", "white":
	case "black":
		t.plays = movegen.Black
	default:
		return nil, fmt.Errorf("%w: --engine is white or black, not %q", errUsage, f.engine)
	}
	t.referee = movegen.Referee{Rules: movegen.Rules{Chess960: f.chess960}, OneMinorPiece: f.minor}
	switch f.draws {
	case "once":
	case "claim":
		t.referee.Draws = movegen.DrawsByClaim
	case "never":
		t.referee.Draws = movegen.DrawsNever
	default:
		return nil, fmt.Errorf("%w: --draws is once, claim or never, not %q", errUsage, f.draws)
	}
	t.limits = search.Limits{Nodes: f.nodes, MoveTime: time.Duration(f.limit)}
	if f.nodes == 0 && f.limit == 0 {
		t.limits.MoveTime = time.Second
	}
	return t, nil
}

// parseStart reads the position that a game begins with: nothing, which is the initial
// one, a FEN, or eight rows with the side to move, which is White unless it is b.
func (t *playTable) parseStart(words []string) (movegen.Position, error) {
	words = strings.Fields(strings.Join(words, " "))
	switch {
	case len(words) == 0:
		return movegen.StartPosition(), nil
	case len(words) < 8 || strings.Contains(words[0], "/"):
		p, _, err := t.referee.Rules.ParseFEN(strings.Join(words, " "))
		return p, err
	}
	side := movegen.White
	if len(words) == 9 && (words[8] == "b" || words[8] == "w") {
		if words[8] == "b" {
			side = movegen.Black
		}
		words = words[:8]
	}
	rows, err := notation.ParseRows(words, t.letters)
	if err != nil {
		for _, letters := range playLetters {
			if other, otherErr := notation.ParseRows(words, letters); otherErr == nil {
				rows, err = other, nil
				break
			}
		}
	}
	if err != nil {
		return movegen.Position{}, err
	}
	rows.Side = side
	p, _, err := rows.Build(t.referee.Rules)
	return p, err
}

// playLetters are the letters that are understood besides those that are set, where
// these have no meaning.
var playLetters = [...]notation.PieceLetters{notation.English, notation.Italian}

// serve takes lines until the end of the input, an interrupt or quit.
func (t *playTable) serve(ctx context.Context, lines <-chan wire.Line) {
	if t.terminal {
		t.out.Printf("%s", t.greeting)
	}
	if t.boards {
		t.showBoard("")
	}
	t.tellOutcome()
	for !t.quit && t.out.Err() == nil {
		for t.engine != nil && t.game.Side() == t.plays && !t.game.Over() && ctx.Err() == nil {
			t.think(ctx)
		}
		if ctx.Err() != nil {
			return
		}
		if t.terminal {
			t.out.Print(fmt.Sprintf("%s> ", t.colors[t.game.Side()]))
		}
		select {
		case <-ctx.Done():
			return
		case line, open := <-lines:
			switch {
			case !open:
				if t.terminal {
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

// leave keeps the game, which nobody may have saved: in a file if there is to be one. A
// game that an interrupt has ended, or that no file has taken, is shown.
func (t *playTable) leave(file string, interrupted bool) (err error) {
	if interrupted && t.terminal {
		t.out.Print("\n")
	}
	if t.game.Len() == 0 {
		return nil
	}
	if file != "" {
		err = t.write(file)
	}
	if err != nil || interrupted && file == "" {
		t.list("")
	}
	return err
}

// refuse says why a line is not obeyed.
func (t *playTable) refuse(format string, values ...any) {
	t.refused++
	t.out.Printf(format, values...)
}

// take obeys a line: a command, a move or several moves. What begins with # is a comment.
func (t *playTable) take(line string) {
	line = wire.Trim(line)
	word, rest := wire.Cut(line)
	if line == "" || line[0] == '#' {
		return
	}
	for _, c := range t.commands {
		if strings.EqualFold(word, c.name) || strings.EqualFold(word, c.italian) {
			c.run(t, wire.Trim(rest))
			return
		}
	}
	if m, err := t.parseMove(t.joinSquares(notation.WithoutNumber(line))); err == nil || !isSyntax(err) || !strings.ContainsAny(line, " \t") {
		t.move(m, err)
		return
	}
	for word := range strings.FieldsSeq(line) {
		word = notation.WithoutNumber(word)
		if word == "" {
			continue
		}
		if m, err := t.parseMove(word); !t.move(m, err) {
			return
		}
	}
}

// think lets the engine move, unless it is interrupted.
func (t *playTable) think(ctx context.Context) {
	request := search.Request{Position: t.game.Position(), History: t.game.Keys(), Limits: t.limits}
	if result := t.engine.Search(ctx, request, nil); ctx.Err() == nil {
		t.move(result.Best, nil)
	}
}

// move makes a move that was read, err being what was wrong with it.
func (t *playTable) move(m movegen.Move, err error) bool {
	p := t.game.Position()
	switch {
	case t.game.Over():
		err = t.game.Resign() // it is refused, and tells how the game has ended
	case err == nil:
		err = t.game.Play(m)
	}
	if err != nil {
		t.refuse("%s", t.refusal(err))
		return false
	}
	t.ahead = t.ahead[:0]
	t.tellMove(&p, m)
	return true
}

// tellMove says that m was played in p, and what has become of the game.
func (t *playTable) tellMove(p *movegen.Position, m movegen.Move) {
	text := numberedSquares(p, m, t.letters)
	if t.game.InCheck() && !t.game.Over() {
		text += ": " + t.check
	}
	t.out.Printf("%s", text)
	if t.boards {
		t.showBoard("")
	}
	t.tellOutcome()
	if reason := t.game.Draw(); !t.game.Over() && reason != movegen.NotEnded && t.referee.Draws == movegen.DrawsByClaim {
		t.out.Printf(t.claimable, t.ending(reason))
	}
}

func (t *playTable) tellOutcome() {
	if t.game.Over() {
		t.out.Printf(t.over, t.outcome(t.game.Outcome()))
	}
}

// numberedSquares returns a move with its number as in "12. d2xa2" and "12... d5-c7".
func numberedSquares(p *movegen.Position, m movegen.Move, l notation.PieceLetters) string {
	dots := "."
	if p.Side() == movegen.Black {
		dots = "..."
	}
	return fmt.Sprintf("%d%s %s", p.FullmoveNumber(), dots, notation.Squares(p, m, l))
}
