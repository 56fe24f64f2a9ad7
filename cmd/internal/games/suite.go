package games

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alfiere/eval"
	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search"
)

// SuiteCommand is the row of the subcommand suite, which solves positions with best moves (bm) and moves to avoid (am).
func SuiteCommand() *cobra.Command {
	return cli.With(&cobra.Command{Use: "suite [flags] FILE…|-",
		Short:   "Solve test positions (bm/am) and count the successes.",
		Example: "alfiere suite --nodes 10000 --verbose tactics.epd"}, defineSuite)
}

func defineSuite(flags *pflag.FlagSet) cli.Run {
	var s suite
	s.Knowledge = eval.All
	flags.Var(&s.Knowledge, "knowledge", "evaluation terms to use, as `letters` in any order")
	flags.Uint64Var(&s.Limits.Nodes, "nodes", 0, "limit each position to this number of `nodes`")
	flags.IntVar(&s.Limits.Depth, "depth", 0, "limit each position to this depth in `plies`")
	cli.SecondsVar(flags, &s.Limits.MoveTime, "time",
		"`seconds` for each position, or a time as in 500ms (default: 1 without any limit)")
	flags.IntVar(&s.Megabytes, "hash", search.BenchMegabytes, "size of each hash table in `megabytes`")
	flags.IntVar(&s.Threads, "threads", 1, "`number` of positions to search at once")
	flags.BoolVar(&s.verbose, "verbose",
		false, "print a line per position: whether it is solved, the move, the wanted moves, the name")
	flags.BoolVar(&s.json, "json", false, "write one JSON object per line: each position, then the totals")
	return func(args []string, std cli.Streams) error {
		if s.Limits.Depth < 0 || s.Limits.Depth >= search.MaxPly {
			return errDepth
		}
		if s.Threads < 1 || s.Threads > search.MaxThreads {
			return cli.Usagef("--threads must be from 1 to %d", search.MaxThreads)
		}
		if s.Limits.Nodes == 0 && s.Limits.Depth == 0 {
			s.Limits.MoveTime = cmp.Or(s.Limits.MoveTime, time.Second)
		}
		s.std = std
		ctx, stop := cli.Interrupts()
		defer stop()
		return s.run(ctx, args)
	}
}

// suite is the work of the subcommand.
type suite struct {
	search.Suite
	std           cli.Streams
	verbose, json bool

	lines     []*linePosition
	positions []search.TestPosition
	results   []search.TestResult
	written   int // results, in the order of the lines
	progress  *cli.Progress
}

// run reads the files, solves the valid lines, and prints the totals, also after an interrupt. The
// error wraps cli.ErrInterrupted or counts the invalid lines.
func (s *suite) run(ctx context.Context, names []string) error {
	f := positionFiles{std: s.std, names: names}
	err := f.positions(ctx, movegen.Rules{}, func(p *linePosition) error {
		test := search.TestPosition{Position: p.epd.Position}
		var err error
		if test.Best, test.Avoid, err = p.epd.Test(); err == nil {
			s.lines = append(s.lines, p)
			s.positions = append(s.positions, test)
		}
		return err
	})
	if err != nil {
		return err
	}
	if len(s.positions) == 0 {
		return f.fault(0)
	}
	started := time.Now()
	s.progress, s.results = cli.NewProgress(s.std), make([]search.TestResult, len(s.positions))
	s.progress.Show("0 of %d positions", len(s.positions))
	_, err = s.Solve(ctx, s.positions, s.report)
	s.progress.Clear()
	if err != nil && ctx.Err() == nil {
		return cli.Usagef("--hash: %w", err)
	}
	if err := s.tellTotals(time.Since(started), ctx.Err() != nil); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return cli.ErrInterrupted
	}
	return f.fault(len(s.positions))
}

// report takes a result, and prints the results that are next in order.
func (s *suite) report(at int, r search.TestResult) {
	s.results[at] = r
	for ; s.written < len(s.results) && s.results[s.written].Done; s.written++ {
		if s.verbose || s.json {
			s.progress.Clear()
			s.tell(s.lines[s.written], &s.results[s.written])
		}
	}
	done, solved, _ := search.CountSolved(s.results)
	s.progress.ShowPart(int64(done), int64(len(s.results)), "%d of %d positions, %d solved", done, len(s.results), solved)
}

// suiteRecord is a position in JSON.
type suiteRecord struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	ID     string `json:"id,omitempty"`
	Solved bool   `json:"solved"`
	Move   string `json:"move"`
	Best   string `json:"bm,omitempty"`
	Avoid  string `json:"am,omitempty"`
	Nodes  uint64 `json:"nodes"`
}

// tell writes a result. The dispatcher reports a failed write.
func (s *suite) tell(l *linePosition, r *search.TestResult) {
	move, best, avoid := notation.SAN(&l.epd.Position, r.Move, notation.English), l.epd.Text("bm"), l.epd.Text("am")
	id := l.epd.Text("id")
	if s.json {
		_ = json.NewEncoder(s.std.Out).Encode(suiteRecord{l.file, l.line, id, r.Solved, move, best, avoid, r.Nodes})
		return
	}
	mark := map[bool]string{true: "+", false: "-"}[r.Solved]
	fmt.Fprintf(s.std.Out, "%s %-7s bm %s am %s  %s\n", mark, move, cmp.Or(best, "-"), cmp.Or(avoid, "-"),
		notation.Printable(id))
}

// tellTotals writes the totals.
func (s *suite) tellTotals(elapsed time.Duration, interrupted bool) error {
	done, solved, nodes := search.CountSolved(s.results)
	if s.json {
		return json.NewEncoder(s.std.Out).Encode(map[string]any{"positions": len(s.results), "searched": done,
			"solved": solved,
			"nodes":  nodes, "seconds": float64(elapsed.Milliseconds()) / 1000, "interrupted": interrupted})
	}
	rest := ""
	if interrupted {
		rest = fmt.Sprintf("; %d of %d positions were not searched", len(s.results)-done, len(s.results))
	}
	_, err := fmt.Fprintf(s.std.Out, "%d of %d solved, %d nodes, %.1f s%s\n", solved, done, nodes, elapsed.Seconds(), rest)
	return err
}
