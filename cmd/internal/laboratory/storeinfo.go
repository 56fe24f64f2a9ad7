package laboratory

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"alfiere/council"
	"alfiere/council/proposals"
	"alfiere/internal/cli"
)

// storeInfo is the work of "proposals info".
type storeInfo struct {
	suites      []string
	seats, json bool
	store       *proposals.Store
}

func defineInfo(flags *pflag.FlagSet) cli.Run {
	var i storeInfo
	flags.Func("suite", "`file` of test positions: report how much of it is stored; can be repeated",
		func(path string) error {
			i.suites = append(i.suites, path)
			return nil
		})
	flags.BoolVar(&i.seats, "seats", false, "also print a line per seat")
	flags.BoolVar(&i.json, "json", false, "write one JSON object")
	return func(args []string, std cli.Streams) error {
		return only(args).with(std, func(ctx context.Context, store *proposals.Store) error {
			i.store = store
			h, err := i.holdings(ctx)
			if err != nil {
				return err
			}
			return (&output{json: i.json}).finish(std.Out, i.report(h))
		})
	}
}

// conditionReport describes a store's facts of an engine with given nodes and megabytes.
type conditionReport struct {
	Engine     string        `json:"engine"`
	ThisOne    bool          `json:"this_engine"`
	Nodes      uint64        `json:"nodes"`
	Megabytes  int           `json:"hash"`
	Facts      int           `json:"facts"`
	Seats      int           `json:"seats"`
	Positions  int           `json:"positions"`
	Restricted int           `json:"of_some_root_moves"`
	BySeat     []seatReport  `json:"by_seat,omitempty"`
	Suites     []suiteReport `json:"suites,omitempty"`
}

type seatReport struct {
	Seat  string `json:"seat"`
	Facts int    `json:"facts"`
}

// suiteReport is how much of a suite is stored.
type suiteReport struct {
	Suite     string `json:"suite"`
	Positions int    `json:"positions"`
	Complete  int    `json:"complete_seats"` // seats that have answered all positions
	Partial   int    `json:"partial_seats"`  // seats that have answered some
}

// holdings describe the contents of a store.
type holdings struct {
	Engine     string            `json:"engine"` // this one's signature
	Conditions []conditionReport `json:"conditions"`
}

// Holdings returns the contents of a store, and how much of some suites is stored, as an object for JSON.
func Holdings(ctx context.Context, path string, suites []string) (answer any, err error) {
	i := storeInfo{suites: suites}
	if i.store, err = proposals.Open(ctx, path); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, i.store.Close()) }()
	return i.holdings(ctx)
}

// holdings reads the contents of the store.
func (i *storeInfo) holdings(ctx context.Context) (*holdings, error) {
	engine, err := proposals.Signature(ctx)
	if err != nil {
		return nil, err
	}
	suites := make([]*proposals.Suite, len(i.suites))
	for k, path := range i.suites {
		if suites[k], err = proposals.ReadSuite(path); err != nil {
			return nil, err
		}
	}
	conditions, err := i.store.Conditions(ctx)
	if err != nil {
		return nil, err
	}
	h := &holdings{Engine: engine, Conditions: []conditionReport{}}
	for k := range conditions {
		c := &conditions[k]
		report := conditionReport{Engine: c.Signature, ThisOne: c.Signature == engine, Nodes: c.Nodes, Megabytes: c.Megabytes,
			Facts: c.Facts, Seats: len(c.Seats), Positions: c.Positions, Restricted: c.Restricted}
		seats := make([]council.Seat, len(c.Seats))
		for n, s := range c.Seats {
			seats[n] = s.Seat
			if i.seats {
				report.BySeat = append(report.BySeat, seatReport{s.Seat.Name, s.Facts})
			}
		}
		for n := range suites {
			grid := &proposals.Grid{Signature: c.Signature, Nodes: c.Nodes, Megabytes: c.Megabytes, Seats: seats,
				Positions: suites[n].Positions()}
			covered, err := i.cover(ctx, grid)
			if err != nil {
				return nil, err
			}
			covered.Suite = suites[n].Name
			report.Suites = append(report.Suites, covered)
		}
		h.Conditions = append(h.Conditions, report)
	}
	return h, nil
}

// cover counts the seats that have answered the positions of a grid.
func (i *storeInfo) cover(ctx context.Context, grid *proposals.Grid) (r suiteReport, err error) {
	r.Positions = len(grid.Positions)
	missing, err := i.store.Missing(ctx, grid)
	count := map[string]int{}
	for k := range missing {
		count[missing[k].Seat.Name]++
	}
	for k := range grid.Seats {
		switch count[grid.Seats[k].Name] {
		case 0:
			r.Complete++
		case len(grid.Positions):
		default:
			r.Partial++
		}
	}
	return r, err
}

func (i *storeInfo) report(h *holdings) *report {
	r := &report{result: struct {
		File string `json:"file"`
		*holdings
	}{i.store.Path(), h}}
	size := int64(0)
	if info, err := os.Stat(i.store.Path()); err == nil {
		size = info.Size()
	}
	r.add(fmt.Sprintf("%s: %.1f MB; this engine is %s\n", i.store.Path(), float64(size)/1e6, h.Engine))
	if len(h.Conditions) == 0 {
		r.add("nothing is stored yet\n")
		return r
	}
	rows := [][]string{cells("engine", "nodes", "hash", "seats", "positions", "proposals")}
	for k := range h.Conditions {
		c := &h.Conditions[k]
		engine := c.Engine
		if c.ThisOne {
			engine += " (this one)"
		}
		rows = append(rows, cells(engine, c.Nodes, c.Megabytes, c.Seats, c.Positions, c.Facts))
		if c.Restricted > 0 {
			rows = append(rows, cells("  of some root moves only", "", "", "", "", c.Restricted))
		}
		for _, s := range c.BySeat {
			rows = append(rows, cells("", "", "", s.Seat, "", s.Facts))
		}
		for _, s := range c.Suites {
			rows = append(rows, cells("  "+s.Suite+": complete", "", "", s.Complete, s.Positions))
			if s.Partial > 0 {
				rows = append(rows, cells("  "+s.Suite+": in part", "", "", s.Partial, s.Positions))
			}
		}
	}
	r.add("", rows...)
	return r
}

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
	return func(args []string, std cli.Streams) error {
		if c.sample < 0 {
			return cli.Usagef("--sample must not be negative")
		}
		c.std = std
		return only(args).with(std, c.run)
	}
}

func (c *storeCheck) run(ctx context.Context, store *proposals.Store) (err error) {
	c.store = store
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
