package laboratory

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/spf13/pflag"

	"alfiere/council"
	"alfiere/council/proposals"
	"alfiere/internal/cli"
	"alfiere/internal/work"
	"alfiere/movegen/notation"
)

// storeFill is the work of "proposals search".
type storeFill struct {
	bench
	seats  []council.Seat
	faulty int
}

func defineFill(defineQueue DefineQueue) cli.Define {
	return func(flags *pflag.FlagSet) cli.Run {
		var f storeFill
		f.defineSearches(flags)
		sets := flags.String("sets", "all",
			"`members` in the syntax of the option Consult, each searched once, or all for the 255 sets of mbxkcpar")
		f.openQueue = defineQueue(flags)
		return func(args []string, std cli.Streams) (err error) {
			if f.seats, err = parseMembers(*sets); err != nil {
				return cli.Usagef("--sets: %w", err)
			}
			return f.bench.run(args, std, f.run)
		}
	}
}

// run lets the queue do the missing searches.
func (f *storeFill) run(ctx context.Context) error {
	grid := &proposals.Grid{Signature: f.signature, Nodes: f.nodes, Megabytes: f.megabytes, Seats: f.seats}
	known := map[string]bool{}
	for _, s := range f.suites {
		for _, p := range s.Positions() {
			if !known[p.EPD()] {
				known[p.EPD()] = true
				grid.Positions = append(grid.Positions, p)
			}
		}
	}
	missing, err := f.store.Missing(ctx, grid)
	if err != nil {
		return err
	}
	whole := len(grid.Positions) * len(grid.Seats)
	there, done := whole-len(missing), 0
	if len(missing) > 0 {
		err = f.ask(ctx, missing, func(r *work.Result) error {
			if err := f.take(ctx, missing, r); err != nil {
				return err
			}
			done++
			f.course.bar.ShowPart(int64(done), int64(len(missing)), "%s%d of %d proposals",
				cli.Bar(int64(there+done), int64(whole)), there+done, whole)
			return nil
		})
	}
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%w: %d of %d proposals are stored; the same command resumes", cli.ErrInterrupted,
			there+done-f.faulty, whole)
	case err != nil:
		return err
	case f.faulty > 0:
		return fmt.Errorf("%d of %d proposals could not be found", f.faulty, whole)
	}
	_, err = fmt.Fprintf(f.std.Out, "%d proposals by %d members at %d positions are stored, %d of them new\n", whole,
		len(grid.Seats), len(grid.Positions), done)
	return err
}

// questionTasks are the tasks of questions; their ids are the places.
func questionTasks(questions []proposals.Question) iter.Seq[work.Task] {
	return func(yield func(work.Task) bool) {
		for i := range questions {
			payload, err := json.Marshal(&questions[i])
			if err != nil {
				payload = []byte(err.Error()) // the handler refuses it
			}
			if !yield(work.Task{ID: strconv.Itoa(i), Kind: proposalTask, Payload: payload}) {
				return
			}
		}
	}
}

// maxFaultsShown is the maximum number of faults that are reported one by one.
const maxFaultsShown = 20

// take stores a result, or reports why there is none.
func (f *storeFill) take(ctx context.Context, questions []proposals.Question, r *work.Result) error {
	fact, err := answerOf(questions, r)
	if err == nil {
		return f.put(ctx, fact)
	}
	if f.faulty++; f.faulty <= maxFaultsShown {
		fmt.Fprintln(f.std.Err, err)
	}
	return nil
}

// answerOf returns the fact in a result. A result from another machine must answer the question
// that was asked. The error names the question, the worker and the reason.
func answerOf(questions []proposals.Question, r *work.Result) (fact proposals.Fact, err error) {
	at, err := strconv.Atoi(r.Task.ID)
	if err != nil || at < 0 || at >= len(questions) {
		return fact, fmt.Errorf("worker %s returned task %q, which it was not given", notation.Printable(r.Worker), r.Task.ID)
	}
	question, fault := &questions[at], r.Fault
	if fault == "" {
		err := json.Unmarshal(r.Payload, &fact)
		if err == nil && fact.Question.String() == question.String() {
			fact.Question = *question
			return fact, nil
		}
		if fault = "the answer is to " + fact.Question.String(); err != nil {
			fault = err.Error()
		}
	}
	return fact, fmt.Errorf("%s: %s: %s", question, notation.Printable(r.Worker), notation.Printable(fault))
}

func defineExport(flags *pflag.FlagSet) cli.Run {
	var out, signature string
	flags.StringVar(&signature, "engine", "",
		"write only the proposals of the engine with this `signature` (default: all)")
	cli.OutVar(flags, &out)
	return func(args []string, std cli.Streams) error {
		if signature != "" && !proposals.IsSignature(signature) {
			return cli.Usagef("--engine: %q is not a signature of 16 hexadecimal digits", signature)
		}
		return only(args).with(std, func(ctx context.Context, store *proposals.Store) error {
			return std.Write(out, func(w *bufio.Writer) error {
				var line []byte
				return store.Each(ctx, signature, func(r *proposals.Record) (err error) {
					if line, err = proposals.AppendLine(line[:0], r.Signature, &r.Fact); err == nil {
						_, err = w.Write(line)
					}
					return err
				})
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

	// Facts of the engine with the signature that are not stored yet, and their places in the input.
	signature string
	facts     []proposals.Fact
	places    []string

	lines, good, faulty int
}

func defineImport(flags *pflag.FlagSet) cli.Run {
	var i factImport
	i.storeFlags.define(flags)
	return func(args []string, std cli.Streams) error {
		i.std = std
		if len(args) == 0 && cli.IsTerminal(std.In) {
			return cli.ErrNoInput
		}
		return openStore(i.open).with(std, func(ctx context.Context, store *proposals.Store) error {
			i.store = store
			return i.run(ctx, args)
		})
	}
}

// run reads the files. An invalid line is reported and skipped.
func (i *factImport) run(ctx context.Context, names []string) error {
	i.progress = cli.NewProgress(i.std)
	defer i.progress.Clear()
	if err := i.std.Each(ctx, names, "", func(in *cli.Input) error { return i.file(ctx, in) }); err != nil {
		return err
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
	source := bufio.NewReader(in)
	for number := 1; ; number++ {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		line, err := source.ReadBytes('\n')
		if len(line) == 0 && errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("%s:%d: %w", in.Name, number, err)
		}
		if err := i.line(ctx, fmt.Sprintf("%s:%d", in.Name, number), bytes.TrimSpace(line)); err != nil {
			return err
		}
		i.progress.Show("%s%s, line %d", in.Bar(), in.Name, number)
	}
}

// line reads a line.
func (i *factImport) line(ctx context.Context, place string, line []byte) error {
	if len(line) == 0 {
		return nil
	}
	i.lines++
	if len(line) > maxFactLine {
		i.fault(place, fmt.Errorf("the line has more than %d bytes", maxFactLine))
		return nil
	}
	signature, fact, err := proposals.ReadLine(line)
	if err != nil {
		i.fault(place, err)
		return nil
	}
	if signature != i.signature || len(i.facts) == importBatch {
		if err := i.flush(ctx); err != nil {
			return err
		}
	}
	i.signature, i.facts, i.places = signature, append(i.facts, fact), append(i.places, place)
	return nil
}

// flush stores the facts read. If a fact differs from a stored one, the rest of its batch is stored without it.
func (i *factImport) flush(ctx context.Context) error {
	facts, places := i.facts, i.places
	if i.facts, i.places = nil, nil; len(facts) == 0 {
		return nil
	}
	err := i.store.Put(ctx, i.signature, facts)
	if err == nil {
		i.good += len(facts)
	}
	if !errors.Is(err, proposals.ErrConflict) {
		return err
	}
	for k := range facts {
		switch err := i.store.Put(ctx, i.signature, facts[k:k+1]); {
		case err == nil:
			i.good++
		case errors.Is(err, proposals.ErrConflict):
			i.fault(places[k], err)
		default:
			return err
		}
	}
	return nil
}

// fault reports an error in a line.
func (i *factImport) fault(place string, err error) {
	if i.faulty++; i.faulty > maxFaultsShown {
		return
	}
	i.progress.Clear()
	fmt.Fprintf(i.std.Err, "%s: %s\n", place, notation.Printable(err.Error()))
	if i.faulty == maxFaultsShown {
		fmt.Fprintln(i.std.Err, "further faults are counted only")
	}
}
