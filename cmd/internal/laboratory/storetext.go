package laboratory

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"alfiere/council/proposals"
	"alfiere/internal/cli"
	"alfiere/movegen/notation"
)

func defineExport(flags *pflag.FlagSet) cli.Run {
	var out, signature string
	flags.StringVar(&signature, "engine", "",
		"write only the proposals of the engine with this `signature` (default: all)")
	cli.OutVar(flags, &out)
	return func(args []string, std cli.Streams) (err error) {
		if signature != "" && !proposals.IsSignature(signature) {
			return cli.Usagef("--engine: %q is not a signature of 16 hexadecimal digits", signature)
		}
		ctx, stop := cli.Interrupts()
		defer stop()
		store, err := onlyStore(ctx, args)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, store.Close()) }()
		return std.Write(out, func(w *bufio.Writer) error {
			var line []byte
			return store.Each(ctx, signature, func(r *proposals.Record) (err error) {
				if line, err = proposals.AppendLine(line[:0], r.Signature, &r.Fact); err == nil {
					_, err = w.Write(line)
				}
				return err
			})
		})
	}
}

const (
	maxFactLine = 1 << 16 // bytes; the longest line of a search has some kilobytes
	importBatch = 1000    // lines that are stored at a time
)

// factImport is the work of "proposals import".
type factImport struct {
	storeFlags
	std      cli.Streams
	store    *proposals.Store
	progress *cli.Progress

	batches             map[string]*factBatch // by signature
	waiting             int                   // facts in them
	lines, good, faulty int
}

// factBatch is facts of an engine that are not stored yet, with their places in the input.
type factBatch struct {
	facts  []proposals.Fact
	places []string
}

func defineImport(flags *pflag.FlagSet) cli.Run {
	var i factImport
	i.storeFlags.define(flags)
	return func(args []string, std cli.Streams) (err error) {
		ctx, stop := cli.Interrupts()
		defer stop()
		i.std = std
		if len(args) == 0 {
			if cli.IsTerminal(std.In) {
				return cli.ErrNoInput
			}
			args = []string{"-"}
		}
		if i.store, err = i.open(ctx); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, i.store.Close()) }()
		return i.run(ctx, args)
	}
}

// run reads the files. An invalid line is reported and skipped.
func (i *factImport) run(ctx context.Context, names []string) error {
	i.progress, i.batches = cli.NewProgress(i.std), map[string]*factBatch{}
	defer i.progress.Clear()
	for _, name := range names {
		in, err := i.std.Open(ctx, name, "")
		if err != nil {
			return err
		}
		err = i.file(ctx, in)
		if err = errors.Join(err, in.Close()); err != nil {
			return err
		}
	}
	if err := i.flush(ctx); err != nil {
		return err
	}
	i.progress.Clear()
	if _, err := fmt.Fprintf(i.std.Out, "%d proposals read and stored\n", i.good); err != nil {
		return err
	}
	if i.faulty > 0 {
		return fmt.Errorf("%d of %d lines were invalid and skipped", i.faulty, i.lines)
	}
	return nil
}

// file reads a file.
func (i *factImport) file(ctx context.Context, in *cli.Input) error {
	source := bufio.NewReaderSize(in, maxFactLine)
	for number := 1; ; number++ {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		line, err := source.ReadSlice('\n')
		if len(line) == 0 && errors.Is(err, io.EOF) {
			return nil
		}
		tooLong := errors.Is(err, bufio.ErrBufferFull)
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = source.ReadSlice('\n')
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("%s:%d: %w", in.Name, number, err)
		}
		if err := i.line(ctx, fmt.Sprintf("%s:%d", in.Name, number), line, tooLong); err != nil {
			return err
		}
		i.progress.Show("%s%s, line %d", in.Bar(), in.Name, number)
	}
}

// line reads a line.
func (i *factImport) line(ctx context.Context, place string, line []byte, tooLong bool) error {
	if line = bytes.TrimSpace(line); len(line) == 0 {
		return nil
	}
	i.lines++
	if tooLong {
		i.fault(place, fmt.Errorf("the line has more than %d bytes", maxFactLine))
		return nil
	}
	signature, fact, err := proposals.ReadLine(line)
	if err != nil {
		i.fault(place, err)
		return nil
	}
	b := i.batches[signature]
	if b == nil {
		b = &factBatch{}
		i.batches[signature] = b
	}
	b.facts, b.places = append(b.facts, fact), append(b.places, place)
	if i.waiting++; i.waiting < importBatch {
		return nil
	}
	return i.flush(ctx)
}

// flush stores the facts read. If a fact differs from a stored one, the rest of its batch is stored without it.
func (i *factImport) flush(ctx context.Context) error {
	for signature, b := range i.batches {
		err := i.store.Put(ctx, signature, b.facts)
		if err == nil {
			i.good += len(b.facts)
			continue
		}
		if !errors.Is(err, proposals.ErrConflict) {
			return err
		}
		for k := range b.facts {
			switch err := i.store.Put(ctx, signature, b.facts[k:k+1]); {
			case err == nil:
				i.good++
			case errors.Is(err, proposals.ErrConflict):
				i.fault(b.places[k], err)
			default:
				return err
			}
		}
	}
	clear(i.batches)
	i.waiting = 0
	return nil
}

// fault reports an error in a line.
func (i *factImport) fault(place string, err error) {
	if i.faulty++; i.faulty > maxToldFaults {
		return
	}
	i.progress.Clear()
	fmt.Fprintf(i.std.Err, "%s: %s\n", place, notation.Printable(err.Error()))
	if i.faulty == maxToldFaults {
		fmt.Fprintln(i.std.Err, "further faults are counted only")
	}
}
