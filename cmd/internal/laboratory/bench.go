package laboratory

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"alfiere/council"
	"alfiere/council/experiment"
	"alfiere/council/proposals"
	"alfiere/eval"
	"alfiere/internal/cli"
	"alfiere/internal/work"
)

// Defaults of experiments.
const (
	usualNodes     = 100_000
	usualMegabytes = 4
)

// bench is the common base of experiments: a store, suites, and the conditions of searches. The
// experiment chooses on the first suite; the rest are only for tests.
type bench struct {
	storeFlags
	signature string // of the engine whose answers are used
	nodes     uint64
	megabytes int
	openQueue OpenQueue // searches missing proposals
	offline   bool
	output

	std    cli.Streams
	store  *proposals.Store
	suites []*proposals.Suite
	engine string // the signature of this engine, once it is needed
	course course
}

// define declares the flags common to all experiments, except those of the queue.
func (b *bench) define(flags *pflag.FlagSet, open OpenQueue) {
	b.defineSearches(flags)
	b.openQueue = open
	flags.StringVar(&b.signature, "engine", "",
		"use the stored proposals of the engine with this `signature` (default: this one)")
	flags.BoolVar(&b.offline, "offline", false, "search nothing; a missing proposal is an error")
	b.output.define(flags, "`file` for a picture, .svg or .png")
}

// defineSearches declares the flags of the store and of what is searched for it.
func (b *bench) defineSearches(flags *pflag.FlagSet) {
	b.storeFlags.define(flags)
	flags.Uint64Var(&b.nodes, "nodes", usualNodes, "`nodes` of each search")
	flags.IntVar(&b.megabytes, "hash", usualMegabytes, "size of each table in `megabytes`")
}

// run opens store and suites and does the work of an experiment.
func (b *bench) run(args []string, std cli.Streams, work func(ctx context.Context) error) error {
	b.std, b.course.bar = std, cli.NewProgress(std)
	if err := b.check(args); err != nil {
		return err
	}
	for _, name := range args {
		s, err := proposals.ReadSuite(name)
		if err != nil {
			return err
		}
		b.suites = append(b.suites, s)
	}
	return openStore(b.open).with(std, func(ctx context.Context, store *proposals.Store) (err error) {
		b.store = store
		if b.signature == "" {
			if b.signature, err = b.thisEngine(ctx); err != nil {
				return err
			}
		}
		return work(ctx)
	})
}

// check checks the command line.
func (b *bench) check(args []string) error {
	switch {
	case b.path == "":
		return cli.Usagef("--store is required: the file of the proposals")
	case len(args) == 0:
		return cli.Usagef("a SUITE is required, an EPD file with bm or am")
	case b.nodes == 0 || b.megabytes < 1:
		return cli.Usagef("--nodes and --hash must be above 0")
	case b.signature != "" && !proposals.IsSignature(b.signature):
		return cli.Usagef("--engine: %q is not a signature of 16 hexadecimal digits", b.signature)
	}
	return b.output.check()
}

// thisEngine returns the signature of this engine.
func (b *bench) thisEngine(ctx context.Context) (string, error) {
	var err error
	if b.engine == "" {
		b.engine, err = proposals.Signature(ctx)
	}
	return b.engine, err
}

// table returns the proposals of seats for a suite with that many nodes; missing ones are searched first.
func (b *bench) table(ctx context.Context, s *proposals.Suite, seats []council.Seat,
	nodes uint64) (*experiment.Table, error) {
	grid := b.grid(s, seats, nodes)
	answers, err := b.store.Load(ctx, grid)
	if err != nil {
		return nil, err
	}
	if missing := grid.Missing(answers); len(missing) > 0 {
		if err := b.search(ctx, missing); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		if answers, err = b.store.Load(ctx, grid); err != nil {
			return nil, err
		}
		if missing = grid.Missing(answers); len(missing) > 0 {
			return nil, fmt.Errorf("%s has no answer", &missing[0])
		}
	}
	return &experiment.Table{Positions: s.Tests, Seats: seats, Proposals: answers}, nil
}

// tables returns the proposals of seats for all suites; missing ones are searched first.
func (b *bench) tables(ctx context.Context, seats []council.Seat) (tables []*experiment.Table, err error) {
	if err := b.expect(ctx, seats, b.nodes); err != nil {
		return nil, err
	}
	for _, s := range b.suites {
		t, err := b.table(ctx, s, seats, b.nodes)
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	return tables, nil
}

// grid returns the questions to seats about a suite.
func (b *bench) grid(s *proposals.Suite, seats []council.Seat, nodes uint64) *proposals.Grid {
	return &proposals.Grid{Signature: b.signature, Nodes: nodes, Megabytes: b.megabytes, Seats: seats,
		Positions: s.Positions()}
}

// seatOf returns the seat of a set of letters.
func seatOf(set eval.Knowledge) council.Seat { return council.Seat{Name: set.String(), Knowledge: set} }

// allLetters is the player that these councils are compared with: it has the letters of the thesis, and
// also n if a member has it. It has equal time if a member has.
func allLetters(councils ...councilSeats) council.Seat {
	letters, equalTime := eval.Thesis, false
	for _, s := range uniqueSeats(councils) {
		letters |= s.Knowledge
		equalTime = equalTime || s.EqualTime
	}
	all := seatOf(letters)
	all.EqualTime = equalTime
	return all
}

// uniqueSeats returns these seats and those of all councils, each once. A seat with different names
// in several councils has the first of them.
func uniqueSeats(councils []councilSeats, seats ...council.Seat) []council.Seat {
	for _, c := range councils {
		for _, s := range c.seats {
			if !slices.ContainsFunc(seats, func(other council.Seat) bool { return other.SearchesLike(&s) }) {
				seats = append(seats, s)
			}
		}
	}
	return seats
}

// course is the progress of an experiment's searches: one count for all its parts.
type course struct {
	bar    *cli.Progress
	done   int64
	known  int64 // searches done or in progress
	later  int64 // expected searches after these
	unsure int64 // of these, searches that may not be needed
}

// doubt counts searches that may be needed; a negative number means that this is now known for as many.
func (c *course) doubt(searches int) {
	c.later += int64(searches)
	c.unsure += int64(searches)
}

// begin records that a number of expected searches are now running.
func (c *course) begin(searches int) {
	c.known = c.done + int64(searches)
	c.later = max(c.later-int64(searches), 0)
}

// advance shows that one more search is done.
func (c *course) advance() {
	c.done++
	all, most := max(c.known, c.done)+c.later, ""
	if c.unsure > 0 {
		most = "at most "
	}
	c.bar.ShowBar(c.done, all, "%d of %s%d searches", c.done, most, all)
}

// expect counts the missing searches of seats for the suites.
func (b *bench) expect(ctx context.Context, seats []council.Seat, nodes uint64) error {
	for _, s := range b.suites {
		missing, err := b.store.Missing(ctx, b.grid(s, seats, nodes))
		if err != nil {
			return err
		}
		b.course.later += int64(len(missing))
	}
	return nil
}

// answers returns the answers to questions, in their order. Those that are not stored are searched first.
func (b *bench) answers(ctx context.Context, questions []proposals.Question) ([]*council.Proposal, error) {
	answers := make([]*council.Proposal, len(questions))
	for searched := false; ; searched = true {
		var missing []proposals.Question
		for i := range questions {
			a, ok, err := b.store.Find(ctx, b.signature, &questions[i])
			if err != nil {
				return nil, err
			}
			if ok {
				answers[i] = &a
			} else {
				missing = append(missing, questions[i])
			}
		}
		if len(missing) == 0 {
			return answers, nil
		}
		if searched {
			return nil, fmt.Errorf("%s has no answer", &missing[0])
		}
		b.course.later += int64(len(missing))
		if err := b.search(ctx, missing); err != nil {
			return nil, err
		}
	}
}

// search finds and stores the answers to questions. Stored answers stay, however the search ends:
// the next call asks for the rest.
func (b *bench) search(ctx context.Context, questions []proposals.Question) error {
	if len(questions) == 0 {
		return nil
	}
	if b.offline {
		return fmt.Errorf("%d answers are not stored, for example %s; omit --offline to search for them",
			len(questions), &questions[0])
	}
	engine, err := b.thisEngine(ctx)
	if err != nil {
		return err
	}
	if engine != b.signature {
		return fmt.Errorf("%d answers of engine %s are not stored, and this engine, %s, cannot find them", len(questions),
			b.signature, engine)
	}
	b.course.begin(len(questions))
	return b.ask(ctx, questions, func(r *work.Result) error {
		fact, err := answerOf(questions, r)
		if err != nil {
			return err
		}
		b.course.advance()
		return b.put(ctx, fact)
	})
}

// ask lets the queue search for answers, and hands over each result.
func (b *bench) ask(ctx context.Context, questions []proposals.Question, keep func(r *work.Result) error) error {
	queue, end, err := b.openQueue(ctx, b.std, b.megabytes)
	if err != nil {
		return err
	}
	defer end()
	defer b.course.bar.Clear()
	err = queue.Do(ctx, questionTasks(questions), func(r work.Result) error { return keep(&r) })
	if ctx.Err() != nil {
		return ctx.Err() // other errors followed from it
	}
	return err
}

// put stores a fact.
func (b *bench) put(ctx context.Context, fact proposals.Fact) error {
	return b.store.Put(ctx, b.signature, []proposals.Fact{fact})
}
