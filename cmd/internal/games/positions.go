package games

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/datafile"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem/format"
	"alfiere/search/analysis"
	"alfiere/tt/syzygy"
)

// errGames is returned where positions are expected and games are found.
var errGames = errors.New("these are games; alfiere pgn epd writes their positions, alfiere analyse and alfiere pgn " +
	"annotate judge them")

// linePosition is a line of a file.
type linePosition struct {
	epd  notation.EPD
	file string
	line int
}

// name returns the position's name: its id or its place.
func (p *linePosition) name() string {
	if id := p.epd.Text("id"); id != "" {
		return notation.Printable(id)
	}
	return fmt.Sprintf("%s:%d", p.file, p.line)
}

// positionFiles are files of positions, one per line.
type positionFiles struct {
	std    cli.Streams
	names  []string // none is standard input
	faulty int      // lines
}

// positions calls take for each position of each file. An error of take is an error of the line,
// which is reported and skipped, unless it wraps cli.ErrInterrupted. The error is that of a file,
// cli.ErrInterrupted, cli.ErrNoInput or errGames.
func (f *positionFiles) positions(ctx context.Context, rules movegen.Rules, take func(*linePosition) error) error {
	return f.std.Each(ctx, f.names, "", func(in *cli.Input) error {
		text := bufio.NewReaderSize(datafile.NewTextReader(in), peeked)
		if strings.HasPrefix(firstLine(text), "[") {
			return fmt.Errorf("%s: %w", in.Name, errGames)
		}
		return f.file(in.Name, notation.NewEPDReader(text, rules), take)
	})
}

// file is positions for one file.
func (f *positionFiles) file(name string, r *notation.EPDReader, take func(*linePosition) error) error {
	for {
		e, err := r.Read()
		if err == io.EOF {
			return nil
		}
		_, ofLine := errors.AsType[*notation.EPDError](err)
		if err != nil && !ofLine {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err == nil {
			err = take(&linePosition{e, name, r.Line()})
			if errors.Is(err, cli.ErrInterrupted) {
				return err
			}
		}
		if err != nil {
			f.tell(name, r.Line(), err)
		}
	}
}

// tell reports the error of a line.
func (f *positionFiles) tell(name string, line int, err error) {
	if f.faulty++; f.faulty > maxReported {
		return
	}
	fmt.Fprintf(f.std.Err, "%s:%d: %s\n", name, line, notation.Printable(err.Error()))
	if f.faulty == maxReported {
		fmt.Fprintln(f.std.Err, "further faults are counted only")
	}
}

// fault returns an error with the number of invalid lines, or if there was no position at all; good is
// the number of valid lines.
func (f *positionFiles) fault(good int) error {
	switch {
	case f.faulty == 0 && good == 0:
		return errors.New("no position found")
	case f.faulty == 0:
		return nil
	}
	return fmt.Errorf("lines with errors, skipped: %d of %d", f.faulty, f.faulty+good)
}

// peeked is the number of bytes read ahead to see what a file holds.
const peeked = 1 << 12

// firstLine returns the first line of a text that is neither empty nor a comment of a file of positions.
func firstLine(text *bufio.Reader) string {
	start, _ := text.Peek(peeked) // the available bytes are enough
	for line := range strings.Lines(strings.TrimPrefix(string(start), "\ufeff")) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return line
		}
	}
	return ""
}

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
			return cli.Usagef("--path is missing: give the folders of the tables; " +
				"docs/endgame-tables.md explains where to get them")
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
	text, isPosition := format.Argument(args...)
	if isPosition {
		return e.alone(text)
	}
	if len(args) > 1 {
		return cli.Usagef("give one FEN or one FILE; %q is not a FEN", text)
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
	p, err := drawn(e.std, movegen.Rules{}, text, e.letters, e.json)
	if err != nil {
		return err
	}
	unknown, err := e.tell(&p, "")
	return cmp.Or(err, unknown)
}

// ReadFEN reads the position of a command line. Warnings go to standard error.
func ReadFEN(std cli.Streams, rules movegen.Rules, text string) (movegen.Position, error) {
	p, warnings, err := rules.ParseFEN(text)
	if err != nil {
		return movegen.Position{}, fmt.Errorf("FEN: %w", err)
	}
	for _, w := range warnings {
		fmt.Fprintf(std.Err, "warning: %v\n", w)
	}
	return p, nil
}

// drawn is ReadFEN that draws the position for a person unless the output is JSON.
func drawn(std cli.Streams, rules movegen.Rules, text string, letters notation.PieceLetters,
	json bool) (movegen.Position, error) {
	p, err := ReadFEN(std, rules, text)
	if err == nil && std.Terminal().Person && !json {
		board := notation.Diagram{Letters: letters, Coords: true, ToMove: [2]string{"White to move", "Black to move"}}
		fmt.Fprintf(std.Out, "%s\n\n", board.Draw(&p))
	}
	return p, err
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
