// Package laboratory holds the subcommands of alfiere-lab for experiments, the store of proposals and tournaments: they
// run experiments on the store, let a queue do missing searches and games, and print tables, JSON and pictures.
//
// Experiments are rows of a subcommand's parts; council/experiment computes the figures. The files tournament.go and
// game_task.go hold self-play: players described by words, and their games as tasks that any queue can play. At fixed
// nodes a game depends on its task alone.
package laboratory

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alfiere/council"
	"alfiere/council/proposals"
	"alfiere/eval"
	"alfiere/internal/cli"
	"alfiere/internal/message"
	"alfiere/internal/work"
)

// TableMegabytes is the largest table of a task done in this process.
const TableMegabytes = 64

// Experiments returns the rows of the experiments, one per question of docs/laboratory.md. The queue
// of defineQueue does their tasks.
func Experiments(defineQueue DefineQueue) []*cobra.Command {
	return []*cobra.Command{
		cli.With(&cobra.Command{Use: "order --store FILE [--from LETTERS] [flags] SUITE [OTHER…]",
			Short:   "Add evaluation terms one at a time, always the term that solves most positions.",
			Example: "alfiere-lab experiment order --store lab.db --nodes 1000 suite.epd"},
			by(defineQueue, defineOrder)),
		cli.With(&cobra.Command{Use: "union --store FILE [--council MEMBERS]… [flags] SUITE [OTHER…]",
			Short:   "Count the positions that at least one member of a council solves, and those that all solve.",
			Example: "alfiere-lab experiment union --store lab.db --nodes 1000 --council \"mpar mbxp\" suite.epd"},
			by(defineQueue, defineUnion)),
		cli.With(&cobra.Command{Use: "criteria --store FILE [--council MEMBERS]… [--criteria NAMES] " +
			"[flags] SUITE [OTHER…]",
			Short: "Count the positions that councils solve by each criterion, compared with the " +
				"all-letters player.",
			Example: "alfiere-lab experiment criteria --store lab.db --nodes 1000 --council \"mpar " +
				"mbxp\" --criteria majority,optimistic suite.epd"},
			by(defineQueue, defineCriteria)),
		cli.With(&cobra.Command{Use: "search-sets --store FILE [--criteria NAMES] [--sizes N-M] [flags] " +
			"SUITE [OTHER…]",
			Short: "Find the term sets whose councils solve most of one half of a suite, and test them " +
				"on the rest.",
			Example: "alfiere-lab experiment search-sets --store lab.db --nodes 1000 --among \"mpar mbxp " +
				"mbkc mcar\" --sizes 2-3 suite.epd"},
			by(defineQueue, defineSets)),
		cli.With(&cobra.Command{Use: "genetic --store FILE [--council MEMBERS] [--generations N] [--runs " +
			"N] [--state FILE] [flags] " +
			"SUITE [OTHER…]",
			Short: "Breed weights for the letters of a council, and test them on other positions.",
			Example: "alfiere-lab experiment genetic --store lab.db --nodes 1000 --council \"mpar mbxp " +
				"mbkc\" --generations 20 --runs 2 suite.epd"},
			by(defineQueue, defineGenetic)),
		cli.With(&cobra.Command{Use: "tournament --player WORDS --player WORDS [flags]",
			Short: "Play games between two players: councils, threads or single searches; can be cut short and " +
				"judged as in the thesis.",
			Example: "alfiere-lab experiment tournament --player 'consult=noise2 criterion=optimistic " +
				"nodes=200' --player nodes=200 --games 2 --moves 6 " +
				"--judge-nodes 2000"}, by(defineQueue, defineTournament)),
		cli.With(&cobra.Command{Use: "divide [--nodes N] [--sizes N,…] [--games N] [flags]",
			Short: "Compare councils, which divide the evaluation terms, with threads, which divide " +
				"the tree, in games.",
			Example: "alfiere-lab experiment divide --nodes 100 --sizes 2 --games 2"},
			by(defineQueue, defineDivide)),
		cli.With(&cobra.Command{Use: "reproduce --folder FOLDER [--small] [flags]",
			Short:   "Make the tables and pictures of docs/consultation-results.md from an empty folder.",
			Example: "alfiere-lab experiment reproduce --folder lab --small --positions 4 --nodes 500 --games 2"},
			by(defineQueue, defineReproduce)),
		cli.With(&cobra.Command{Use: "spsa --param NAME=START,MIN,MAX,C[,R]… [--engine WORDS] [flags]",
			Short:   "Tune numeric options of an engine by games of its values against their neighbours.",
			Example: "alfiere-lab experiment spsa --param Contempt=50,-100,100,20 --pairs 4 --nodes 100"},
			by(defineQueue, defineSPSA)),
	}
}

// onlyFlags refuses arguments that are not flags. With --json the error suggests --figures for a file.
func onlyFlags(args []string, json bool) error {
	switch {
	case len(args) == 0:
		return nil
	case json:
		return cli.Usagef("%q: --json writes to standard output; --figures FILE writes to a file", args[0])
	}
	return cli.Usagef("unexpected argument %q", args[0])
}

// by adds the flags of a queue to those of an experiment.
func by(defineQueue DefineQueue, define func(*pflag.FlagSet, OpenQueue) cli.Run) cli.Define {
	return func(flags *pflag.FlagSet) cli.Run { return define(flags, defineQueue(flags)) }
}

// DefineQueue declares the flags that select the queue for tasks, and returns the function that opens it.
type DefineQueue func(flags *pflag.FlagSet) OpenQueue

// OpenQueue returns a queue for tasks of this package's kinds, with tables of at most that many
// megabytes, and the function that ends it.
type OpenQueue func(ctx context.Context, std cli.Streams, megabytes int) (queue work.Queue, end func(), err error)

// ProposalsCommand returns the row of the subcommand proposals, whose parts work on the store itself.
func ProposalsCommand(defineQueue DefineQueue) *cobra.Command {
	return cli.Group(&cobra.Command{Use: "proposals info|search|check|export|import [flags] …",
		Short: "Fill, describe, check, export and join proposal stores."},
		cli.With(&cobra.Command{Use: "info [--seats] [--suite FILE]… [--json] FILE",
			Short:   "Describe a store: engines, nodes, seats, and which suites are complete.",
			Example: "alfiere-lab proposals info --suite suite.epd lab.db"}, defineInfo),
		cli.With(&cobra.Command{Use: "search --store FILE [--create] [--sets all|MEMBERS] [--nodes N] " +
			"[--hash MB] [--broker URL] " +
			"[flags] SUITE…",
			Short: "Search the proposals missing in a store, here or on workers. Can be interrupted " +
				"and resumed at any time.",
			Example: "alfiere-lab proposals search --store lab.db --sets \"mpar mbxp\" --nodes 1000 suite.epd"},
			defineFill(defineQueue)),
		cli.With(&cobra.Command{Use: "check [--sample N] FILE",
			Short:   "Check a store for damage, and search some of its proposals again.",
			Example: "alfiere-lab proposals check --sample 2 lab.db"}, defineStoreCheck),
		cli.With(&cobra.Command{Use: "export [--engine SIGNATURE] [--out FILE] FILE",
			Short:   "Write the contents of a store, one JSON object per line.",
			Example: "alfiere-lab proposals export lab.db"}, defineExport),
		cli.With(&cobra.Command{Use: "import --store FILE [--create] [FILE…|-]",
			Short:   "Add the contents of files written by export to a store.",
			Example: "alfiere-lab proposals import --store lab.db facts.jsonl"}, defineImport),
	)
}

// storeFlags are the flags of parts that write to a store.
type storeFlags struct {
	path   string
	create bool
}

func (f *storeFlags) define(flags *pflag.FlagSet) {
	flags.StringVar(&f.path, "store", "", "`file` of the store of proposals")
	flags.BoolVar(&f.create, "create", false, "create the store if it is missing")
}

// open opens the store.
func (f *storeFlags) open(ctx context.Context) (*proposals.Store, error) {
	if f.path == "" {
		return nil, cli.Usagef("--store is required: the file of the store")
	}
	if f.create {
		return proposals.OpenOrCreate(ctx, f.path)
	}
	store, err := proposals.Open(ctx, f.path)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w; --create makes it", err)
	}
	return store, err
}

// openStore opens a store.
type openStore func(ctx context.Context) (*proposals.Store, error)

// only opens the store that is the only argument.
func only(args []string) openStore {
	return func(ctx context.Context) (*proposals.Store, error) {
		if len(args) != 1 {
			return nil, cli.Usagef("give one FILE, a store")
		}
		return proposals.Open(ctx, args[0])
	}
}

// with opens a store and closes it after some work, which an interrupt ends.
func (open openStore) with(std cli.Streams, work func(context.Context, *proposals.Store) error) (err error) {
	ctx, stop := std.Interrupts()
	defer stop()
	store, err := open(ctx)
	if err == nil {
		err = errors.Join(work(ctx, store), store.Close())
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return context.Cause(ctx)
	}
	return err
}

// councilSeats is a list of members from a command line.
type councilSeats struct {
	text  string
	seats []council.Seat
}

// thesisFamilies are the thesis's distributions, each with four to seven members.
var thesisFamilies = []string{"common", "balanced", "unbalanced", "incremental"}

// thesisCouncils returns the sixteen distributions of the thesis.
func thesisCouncils() (councils []councilSeats, err error) {
	for _, family := range thesisFamilies {
		for size := 4; size <= 7; size++ {
			c, err := parseCouncil(fmt.Sprint(family, size))
			if err != nil {
				return nil, err
			}
			councils = append(councils, c)
		}
	}
	return councils, nil
}

// parseCouncil reads a council whose proposals can be stored.
func parseCouncil(text string) (councilSeats, error) {
	seats, err := council.ParseCouncil(text)
	if err != nil {
		return councilSeats{}, err
	}
	if len(seats) == 0 {
		return councilSeats{}, errors.New("a council needs at least one member")
	}
	for i := range seats {
		if seats[i].Engine != "" || seats[i].Threads > 1 {
			return councilSeats{}, message.Errorf("%s: only Alfiere's own searches with one thread are repeatable",
				seats[i].Name)
		}
	}
	return councilSeats{text, seats}, nil
}

// parseMembers reads members whose proposals can be stored, each once; all means the 255 sets of
// mbxkcpar. There may be more members than a council has seats.
func parseMembers(text string) ([]council.Seat, error) {
	if text == "all" {
		var seats []council.Seat
		for set := range int(eval.Thesis) {
			seats = append(seats, seatOf(eval.Knowledge(set+1)))
		}
		return seats, nil
	}
	var councils []councilSeats
	for word := range strings.FieldsSeq(text) {
		c, err := parseCouncil(word)
		if err != nil {
			return nil, err
		}
		councils = append(councils, c)
	}
	if len(councils) == 0 {
		return nil, errors.New("a council needs at least one member")
	}
	return uniqueSeats(councils), nil
}

// councilList is the councils of a flag that may be repeated.
type councilList []councilSeats

// add adds the council that a text describes.
func (l *councilList) add(text string) error {
	c, err := parseCouncil(text)
	if err == nil {
		*l = append(*l, c)
	}
	return err
}

// councilsVar declares the flag for councils.
func councilsVar(flags *pflag.FlagSet, l *councilList) {
	flags.Func("council", "`members` of a council, in the syntax of the option Consult; can be repeated "+
		"(default: the thesis's sixteen distributions)", l.add)
}

// orThesis returns the named councils, by default the thesis's.
func (l councilList) orThesis() ([]councilSeats, error) {
	if len(l) > 0 {
		return l, nil
	}
	return thesisCouncils()
}
