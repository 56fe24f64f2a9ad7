package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
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
		if s.Limits.Nodes == 0 && s.Limits.Depth == 0 && s.Limits.MoveTime == 0 {
			s.Limits.MoveTime = time.Second
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
		solved, nodes := 0, uint64(0)
		for i, r := range results {
			mark := "-"
			if r.Solved {
				mark = "+"
				solved++
			}
			nodes += r.Nodes
			if *verbose {
				fmt.Fprintf(std.Out, "%s %-7s bm %s am %s  %s\n", mark, notation.SAN(&positions[i].Position, r.Move, notation.English),
					cmp.Or(lines[i].Text("bm"), "-"), cmp.Or(lines[i].Text("am"), "-"), lines[i].Text("id"))
			}
		}
		_, err = fmt.Fprintf(std.Out, "%d of %d solved, %d nodes, %.1f s\n", solved, len(results), nodes, time.Since(begun).Seconds())
		return err
	}
}

// readSuite reads the positions of a file; each must have a bm or an am that can be played.
func readSuite(name string) (lines []notation.EPD, positions []search.TestPosition, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	for reader := notation.NewEPDReader(file, movegen.Rules{}); ; {
		epd, err := reader.Read()
		if err == io.EOF {
			return lines, positions, nil
		}
		p := search.TestPosition{Position: epd.Position}
		if err == nil && epd.Find("bm") == nil && epd.Find("am") == nil {
			err = errors.New("neither bm nor am")
		}
		if err == nil && epd.Find("bm") != nil {
			p.Best, err = epd.Moves("bm")
		}
		if err == nil && epd.Find("am") != nil {
			p.Avoid, err = epd.Moves("am")
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%s:%d: %w", name, reader.Line(), err)
		}
		lines, positions = append(lines, epd), append(positions, p)
	}
}
