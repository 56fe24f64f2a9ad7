package laboratory

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"

	"github.com/spf13/pflag"

	"alfiere/council/proposals"
	"alfiere/internal/cli"
	"alfiere/internal/work"
	"alfiere/movegen/notation"
)

// storeFill is the work of "proposals search".
type storeFill struct {
	storeFlags
	sets      string
	nodes     uint64
	megabytes int
	openQueue OpenQueue

	std       cli.Streams
	store     *proposals.Store
	signature string // of this engine
	faulty    int
}

func defineFill(defineQueue DefineQueue) cli.Define {
	return func(flags *pflag.FlagSet) cli.Run {
		var f storeFill
		f.storeFlags.define(flags)
		flags.StringVar(&f.sets, "sets", "all",
			"`members` in the syntax of the option Consult, each searched once, or\nall for the 255 sets of mbxkcpar")
		flags.Uint64Var(&f.nodes, "nodes", usualNodes, "`nodes` of each search")
		flags.IntVar(&f.megabytes, "hash", usualMegabytes, "size of each table in `megabytes`")
		f.openQueue = defineQueue(flags)
		return func(args []string, std cli.Streams) error {
			f.std = std
			return f.run(args)
		}
	}
}

func (f *storeFill) run(args []string) (err error) {
	seats, err := parseMembers(f.sets)
	switch {
	case err != nil:
		return cli.Usagef("--sets: %w", err)
	case len(args) == 0:
		return cli.Usagef("a SUITE is required, an EPD file with bm or am")
	case f.nodes == 0 || f.megabytes < 1:
		return cli.Usagef("--nodes and --hash must be above 0")
	}
	grid := &proposals.Grid{Nodes: f.nodes, Megabytes: f.megabytes, Seats: seats}
	known := map[string]bool{}
	for _, path := range args {
		s, err := proposals.ReadSuite(path)
		if err != nil {
			return err
		}
		for _, p := range s.Positions() {
			if !known[p.EPD()] {
				known[p.EPD()] = true
				grid.Positions = append(grid.Positions, p)
			}
		}
	}
	ctx, stop := cli.Interrupts()
	defer stop()
	if f.store, err = f.open(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.store.Close()) }()
	return f.fill(ctx, grid)
}

// fill lets the queue do the missing searches of a grid.
func (f *storeFill) fill(ctx context.Context, grid *proposals.Grid) (err error) {
	if f.signature, err = proposals.Signature(ctx); err != nil {
		return err
	}
	grid.Signature = f.signature
	missing, err := f.store.Missing(ctx, grid)
	if err != nil {
		return err
	}
	whole, there := len(grid.Positions)*len(grid.Seats), len(grid.Positions)*len(grid.Seats)-len(missing)
	kept := 0
	if len(missing) > 0 {
		queue, end, err := f.openQueue(ctx, f.std, f.megabytes)
		if err != nil {
			return err
		}
		defer end()
		progress := cli.NewProgress(f.std)
		err = queue.Do(ctx, questionTasks(missing), func(r work.Result) error {
			if err := f.keep(ctx, missing, &r); err != nil {
				return err
			}
			kept++
			progress.ShowPart(int64(kept), int64(len(missing)), "%s%d of %d proposals", cli.Bar(int64(there+kept), int64(whole)),
				there+kept, whole)
			return nil
		})
		progress.Clear()
		if ctx.Err() != nil {
			return fmt.Errorf("%w: %d of %d proposals are stored; the same command resumes", cli.ErrInterrupted,
				there+kept-f.faulty, whole)
		}
		if err != nil {
			return err
		}
	}
	if f.faulty > 0 {
		return fmt.Errorf("%d of %d proposals could not be found", f.faulty, whole)
	}
	_, err = fmt.Fprintf(f.std.Out, "%d proposals by %d members at %d positions are stored, %d of them new\n", whole,
		len(grid.Seats), len(grid.Positions), kept)
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

// maxToldFaults is the maximum number of failed tasks that are reported one by one.
const maxToldFaults = 20

// keep stores a result, or reports why there is none.
func (f *storeFill) keep(ctx context.Context, questions []proposals.Question, r *work.Result) error {
	fact, err := answerOf(questions, r)
	if err == nil {
		return f.store.Put(ctx, f.signature, []proposals.Fact{fact})
	}
	if f.faulty++; f.faulty <= maxToldFaults {
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
