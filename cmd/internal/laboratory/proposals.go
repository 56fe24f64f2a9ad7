package laboratory

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alfiere/council/proposals"
	"alfiere/internal/cli"
	"alfiere/internal/work"
)

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

// onlyStore opens the store that is the only argument.
func onlyStore(ctx context.Context, args []string) (*proposals.Store, error) {
	if len(args) != 1 {
		return nil, cli.Usagef("give one FILE, a store")
	}
	return proposals.Open(ctx, args[0])
}
