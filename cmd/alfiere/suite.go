package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"time"

	"alfiere/cmd/internal/cli"
	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search"
)

// defineSuite lets the engine solve positions with best (bm) and avoidable (am) moves.
func defineSuite(flags *flag.FlagSet) cli.Run {
	var s search.Suite
	flags.TextVar(&s.Knowledge, "knowledge", eval.All, "kinds of knowledge to use, as `letters` in any order")
	flags.Uint64Var(&s.Limits.Nodes, "nodes", 0, "`nodes` for each position")
	flags.IntVar(&s.Limits.Depth, "depth", 0, "`plies` for each position")
	cli.SecondsVar(flags, &s.Limits.MoveTime, "time", "`seconds` for each position, or a time as in 500ms; 1 if nothing else limits")
	flags.IntVar(&s.Megabytes, "hash", search.BenchMegabytes, "size of each table in `megabytes`")
	flags.IntVar(&s.Threads, "threads", 1, "`number` of positions at a time")
	verbose := flags.Bool("verbose", false, "a line for each position: solved or not, the move, the wanted ones, the name")
	return func(args []string, std cli.Streams) error {
		if len(args) != 1 || s.Threads < 1 || s.Limits.Depth < 0 {
			return cli.Usagef("one FILE of EPD lines with bm or am, and limits above 0")
		}
		if s.Limits.Nodes == 0 && s.Limits.Depth == 0 {
			s.Limits.MoveTime = cmp.Or(s.Limits.MoveTime, time.Second)
		}
		lines, positions, err := readSuite(args[0])
		if err != nil {
			return err
		}
		ctx, stop := cli.Interrupts()
		defer stop()
		begun := time.Now()
		results, err := s.Solve(ctx, positions)
		if ctx.Err() != nil {
			return cli.ErrInterrupted
		}
		if err != nil {
			return cli.Usagef("--hash: %w", err)
		}
		if *verbose {
			for i, r := range results {
				fmt.Fprintf(std.Out, "%s %-7s bm %s am %s  %s\n", map[bool]string{true: "+", false: "-"}[r.Solved],
					notation.SAN(&positions[i].Position, r.Move, notation.English),
					cmp.Or(lines[i].Text("bm"), "-"), cmp.Or(lines[i].Text("am"), "-"), lines[i].Text("id"))
			}
		}
		solved, nodes := search.CountSolved(results)
		_, err = fmt.Fprintf(std.Out, "%d of %d solved, %d nodes, %.1f s\n", solved, len(results), nodes, time.Since(begun).Seconds())
		return err
	}
}

// readSuite reads the positions of a file; each must have a bm or an am that can be played.
func readSuite(name string) (lines []notation.EPD, positions []search.TestPosition, err error) {
	err = notation.ReadEPDFile(name, movegen.Rules{}, func(e notation.EPD) (err error) {
		p := search.TestPosition{Position: e.Position}
		if p.Best, err = e.Moves("bm"); err == nil {
			p.Avoid, err = e.Moves("am")
		}
		if err == nil && len(p.Best)+len(p.Avoid) == 0 {
			err = errors.New("neither bm nor am")
		}
		lines, positions = append(lines, e), append(positions, p)
		return err
	})
	return lines, positions, err
}
