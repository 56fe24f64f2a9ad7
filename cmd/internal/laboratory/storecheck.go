package laboratory

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"alfiere/council/proposals"
	"alfiere/internal/cli"
)

// storeCheck is the work of "proposals check".
type storeCheck struct {
	sample    int
	std       cli.Streams
	store     *proposals.Store
	signature string // of this engine
}

func defineStoreCheck(flags *pflag.FlagSet) cli.Run {
	var c storeCheck
	flags.IntVar(&c.sample, "sample", 0,
		"repeat this `number` of searches, chosen at random from those of this engine")
	return func(args []string, std cli.Streams) (err error) {
		if c.sample < 0 {
			return cli.Usagef("--sample must not be negative")
		}
		ctx, stop := cli.Interrupts()
		defer stop()
		defer func() {
			if ctx.Err() != nil && errors.Is(err, context.Canceled) {
				err = context.Cause(ctx)
			}
		}()
		c.std = std
		if c.store, err = onlyStore(ctx, args); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, c.store.Close()) }()
		return c.run(ctx)
	}
}

func (c *storeCheck) run(ctx context.Context) (err error) {
	if c.signature, err = proposals.Signature(ctx); err != nil {
		return err
	}
	progress := cli.NewProgress(c.std)
	defer progress.Clear()
	count := 0
	err = c.store.Check(ctx, c.signature, func(facts int) {
		count = facts
		progress.Show("%d proposals", facts)
	})
	if err != nil {
		return err
	}
	again, err := c.searchAgain(ctx, progress)
	progress.Clear()
	if err != nil {
		return err
	}
	fmt.Fprintf(c.std.Out, "%s: %d proposals, no damage\n", c.store.Path(), count)
	if c.sample > 0 {
		_, err = fmt.Fprintf(c.std.Out, "%d of this engine, %s, were searched again: all the same\n", again, c.signature)
	}
	return err
}

// searchAgain searches a sample of facts again and compares.
func (c *storeCheck) searchAgain(ctx context.Context, progress *cli.Progress) (done int, err error) {
	if c.sample == 0 {
		return 0, nil
	}
	var records []*proposals.Record
	if err := c.store.Sample(ctx, c.signature, c.sample, func(r *proposals.Record) error {
		records = append(records, r)
		return nil
	}); err != nil {
		return 0, err
	}
	searcher, err := proposals.NewSearcher(1)
	if err != nil {
		return 0, err
	}
	defer searcher.Close()
	var differing []error
	for _, r := range records {
		again, err := searcher.Answer(ctx, &r.Question)
		if err != nil {
			return done, err
		}
		if !proposals.SameAnswer(&again, &r.Proposal) {
			differing = append(differing, fmt.Errorf("%s: the stored answer is %s, value %d, %d nodes; "+
				"a new search found %s, value %d, %d nodes",
				&r.Question, r.Proposal.Move, r.Proposal.Score, r.Proposal.Nodes, again.Move, again.Score, again.Nodes))
		}
		done++
		progress.ShowPart(int64(done), int64(len(records)), "%d of %d searched again", done, len(records))
	}
	return done, errors.Join(differing...)
}
