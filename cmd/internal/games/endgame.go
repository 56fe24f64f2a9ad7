package games

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"runtime"

	"alfiere/internal/cli"
	"alfiere/internal/datafile"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem/format"
	"alfiere/search/analysis"
	"alfiere/tt/syzygy"
)

// EndgameCommand is the row of the subcommand endgame, which looks up positions in endgame tables.
func EndgameCommand() cli.Command {
	return cli.Command{Name: "endgame", Args: "--path FOLDERS [--json] FEN|FILE|-", Define: defineEndgame,
		Summary: "Look up positions in endgame tables: value, distance and best moves.",
		Example: `--path tables "8/8/4k3/8/8/8/1Q6/K7 w - - 0 1"`}
}

func defineEndgame(flags *flag.FlagSet) cli.Run {
	var e endgame
	path := flags.String("path", "", "`folders` with Syzygy tables (.rtbw, .rtbz), separated as in the system's PATH")
	flags.BoolVar(&e.json, "json", false, "write one JSON object per line")
	languageVar(flags, &e.text.Letters,
		"to", "`name`, code or letters of the language of the moves; english if it is not said, and always in JSON")
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
	text    analysis.EndgameText
	json    bool
	written int // positions with an answer
}

// run prints the answers for the input that the arguments name. The error wraps cli.ErrInterrupted,
// is of usage, or counts the invalid input.
func (e *endgame) run(ctx context.Context, args []string) error {
	if cli.IsTerminal(e.std.Out) {
		e.text.Width = cli.Columns(e.std.Out) - 1
	}
	text := notation.FENArgument(args...)
	if format.IsFEN(text) {
		return e.alone(text)
	}
	if len(args) > 1 {
		return cli.Usagef("one FEN or one FILE; %q is no FEN", text)
	}
	in, err := e.std.OpenOnly(ctx, args, "")
	if err != nil {
		return err
	}
	defer in.Close()
	source := bufio.NewReaderSize(datafile.NewTextReader(in), peeked)
	f := positionFiles{std: e.std}
	if err := f.readable(in.Name, source); err != nil {
		return err
	}
	if err := e.lines(ctx, &f, in.Name, source); err != nil {
		return err
	}
	return f.fault(e.written)
}

// endgameJob is a position of a file and the channel for its answer.
type endgameJob struct {
	*linePosition
	answer chan<- endgameAnswer
}

// endgameAnswer is the answer for a position.
type endgameAnswer struct {
	*linePosition
	text    []byte
	unknown error // why there is no answer
}

// lines prints the answers for the positions of a file, in their order, and looks up several at a
// time. The error wraps cli.ErrInterrupted, or is of reading or writing.
func (e *endgame) lines(ctx context.Context, f *positionFiles, name string, source *bufio.Reader) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	workers := runtime.GOMAXPROCS(0)
	jobs, answers := make(chan endgameJob), make(chan (<-chan endgameAnswer), 4*workers)
	for range workers {
		go func() {
			for j := range jobs {
				text, unknown := e.ask(&j.epd.Position, j.name())
				j.answer <- endgameAnswer{j.linePosition, text, unknown}
			}
		}()
	}
	var failed error // of reading; known when answers has ended
	go func() {
		defer close(answers)
		defer close(jobs)
		failed = f.file(name, notation.NewEPDReader(source, movegen.Rules{}), func(p *linePosition) error {
			if ctx.Err() != nil {
				return cli.ErrInterrupted
			}
			answer := make(chan endgameAnswer, 1)
			answers <- answer
			jobs <- endgameJob{p, answer}
			return nil
		})
	}()
	var err error // of writing
	for answer := range answers {
		a := <-answer
		if ctx.Err() != nil {
			continue // the reader ends soon
		}
		if e.written > 0 && len(a.text) > 0 && !e.json {
			a.text = append([]byte{'\n'}, a.text...)
		}
		if err = e.write(a.text, a.unknown); err != nil {
			stop()
		} else if a.unknown != nil {
			f.tell(a.file, a.line, a.unknown)
		}
	}
	return cmp.Or(err, failed)
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
		board := notation.Diagram{Letters: e.text.Letters, Coords: true, ToMove: [2]string{"White to move", "Black to move"}}
		fmt.Fprintf(e.std.Out, "%s\n\n", board.Draw(&p))
	}
	known, unknown := e.ask(&p, "")
	return cmp.Or(e.write(known, unknown), unknown)
}

// ask returns the answer for a position, whose name is empty if there is only one. The error is why
// there is none; in JSON it is part of the text, too.
func (e *endgame) ask(p *movegen.Position, name string) (text []byte, unknown error) {
	r, unknown := analysis.Endgame(e.tables, *p)
	var out bytes.Buffer
	switch {
	case e.json && unknown != nil:
		_ = analysis.WriteEndgameError(&out, p, name, unknown) // a buffer never fails
	case e.json:
		_ = r.WriteJSON(&out, name)
	case unknown == nil:
		if name != "" {
			fmt.Fprintln(&out, name)
		}
		for _, line := range e.text.Lines(&r) {
			fmt.Fprintln(&out, line)
		}
	}
	return out.Bytes(), unknown
}

// write writes the answer for a position, and the files that turned out to be unusable. The
// error is that of writing.
func (e *endgame) write(text []byte, unknown error) error {
	tellTables(e.std, e.tables)
	if unknown == nil {
		e.written++
	}
	_, err := e.std.Out.Write(text)
	return err
}

// tellTables reports the files of the tables (may be nil) that turned out to be unusable.
func tellTables(std cli.Streams, tables *syzygy.Tables) {
	for _, fault := range tables.Faults() {
		fmt.Fprintln(std.Err, notation.Printable(fault.Error()))
	}
}
