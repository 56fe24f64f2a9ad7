package games

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem/format"
	"alfiere/search/analysis"
	"alfiere/tt/syzygy"
)

// EndgameCommand is the row of the subcommand endgame, which looks up positions in endgame tables.
func EndgameCommand() *cobra.Command {
	return cli.With(&cobra.Command{Use: "endgame --path FOLDERS [--json] FEN|FILE|-",
		Short:   "Look up positions in endgame tables: value, distance and best moves.",
		Example: `alfiere endgame --path tables "8/8/4k3/8/8/8/1Q6/K7 w - - 0 1"`}, defineEndgame)
}

func defineEndgame(flags *pflag.FlagSet) cli.Run {
	var e endgame
	path := flags.String("path", "", "`folders` with Syzygy tables (.rtbw, .rtbz), separated as in the system's PATH")
	flags.BoolVar(&e.json, "json", false, "write one JSON object per line")
	languageVar(flags, &e.letters,
		"to", "`name`, code or letters of the language of the moves (default: english); JSON always uses English")
	return func(args []string, std cli.Streams) error {
		if *path == "" {
			return cli.Usagef("--path is needed: the folders of the tables; docs/endgame-tables.md says where to get them")
		}
		tables, err := syzygy.Open(*path)
		if err != nil {
			return fmt.Errorf("--path: %w", err)
		}
		defer tables.Close()
		e.tables, e.std = tables, std
		ctx, stop := cli.Interrupts()
		defer stop()
		return e.run(ctx, args)
	}
}

// endgame is the work of the subcommand.
type endgame struct {
	tables  *syzygy.Tables
	std     cli.Streams
	letters notation.PieceLetters
	json    bool
	written int // positions with an answer
}

// run prints the answers for the input that the arguments name. The error wraps cli.ErrInterrupted,
// is of usage, or counts the invalid input.
func (e *endgame) run(ctx context.Context, args []string) error {
	text := notation.FENArgument(args...)
	if format.IsFEN(text) {
		return e.alone(text)
	}
	if len(args) > 1 {
		return cli.Usagef("one FEN or one FILE; %q is no FEN", text)
	}
	f := positionFiles{std: e.std, names: args}
	var failed error // of writing
	err := f.positions(ctx, movegen.Rules{}, func(p *linePosition) error {
		if ctx.Err() != nil || failed != nil {
			return cli.ErrInterrupted
		}
		unknown, err := e.tell(&p.epd.Position, p.name())
		failed = err
		return unknown
	})
	return cmp.Or(failed, err, f.fault(e.written))
}

// alone prints the answer for the position on the command line.
func (e *endgame) alone(text string) error {
	p, warnings, err := movegen.Rules{}.ParseFEN(text)
	if err != nil {
		return fmt.Errorf("FEN: %w", err)
	}
	for _, w := range warnings {
		fmt.Fprintf(e.std.Err, "warning: %v\n", w)
	}
	if e.std.Terminal().Person && !e.json {
		board := notation.Diagram{Letters: e.letters, Coords: true, ToMove: [2]string{"White to move", "Black to move"}}
		fmt.Fprintf(e.std.Out, "%s\n\n", board.Draw(&p))
	}
	unknown, err := e.tell(&p, "")
	return cmp.Or(err, unknown)
}

// tell prints the answer for a position, whose name is empty if there is only one, and the files that turned out to be
// unusable. It returns why there is no answer, which JSON has too, and the error of writing.
func (e *endgame) tell(p *movegen.Position, name string) (unknown, err error) {
	v, unknown := analysis.Endgame(e.tables, *p)
	tellTables(e.std, e.tables)
	switch {
	case e.json:
		v.ID = name
		err = v.WriteJSON(e.std.Out)
	case unknown == nil:
		width := 0
		if cli.IsTerminal(e.std.Out) {
			width = cli.Columns(e.std.Out) - 1
		}
		lines := v.Lines(e.letters, width)
		if name != "" {
			lines = append([]string{name}, lines...)
		}
		if e.written > 0 {
			lines = append([]string{""}, lines...)
		}
		_, err = fmt.Fprintln(e.std.Out, strings.Join(lines, "\n"))
	}
	if unknown == nil {
		e.written++
	}
	return unknown, err
}

// tellTables reports the files of the tables (may be nil) that turned out to be unusable.
func tellTables(std cli.Streams, tables *syzygy.Tables) {
	for _, fault := range tables.Faults() {
		fmt.Fprintln(std.Err, notation.Printable(fault.Error()))
	}
}
