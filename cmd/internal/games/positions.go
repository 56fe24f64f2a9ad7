package games

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"alfiere/internal/cli"
	"alfiere/internal/datafile"
	"alfiere/movegen"
	"alfiere/movegen/notation"
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
	names := f.names
	if len(names) == 0 {
		if cli.IsTerminal(f.std.In) {
			return cli.ErrNoInput
		}
		names = []string{"-"}
	}
	for _, name := range names {
		in, err := f.std.Open(ctx, name, "")
		if err != nil {
			return err
		}
		text := bufio.NewReaderSize(datafile.NewTextReader(in), peeked)
		if err = f.readable(in.Name, text); err == nil {
			err = f.file(in.Name, notation.NewEPDReader(text, rules), take)
		}
		if err = errors.Join(err, in.Close()); err != nil {
			return err
		}
	}
	return nil
}

// readable returns why a text cannot contain positions.
func (f *positionFiles) readable(name string, text *bufio.Reader) error {
	if first := firstLine(text); strings.HasPrefix(first, "[") {
		return fmt.Errorf("%s: %w", name, errGames)
	}
	return nil
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
	if f.faulty++; f.faulty > maxTold {
		return
	}
	fmt.Fprintf(f.std.Err, "%s:%d: %s\n", name, line, notation.Printable(err.Error()))
	if f.faulty == maxTold {
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
	case f.faulty == 1 && good > 0:
		return fmt.Errorf("1 of %d lines was at fault and skipped", good+1)
	}
	return fmt.Errorf("%d of %d lines were at fault and skipped", f.faulty, f.faulty+good)
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
