package main

import (
	"bufio"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"alfiere/cmd/internal/games"
	"alfiere/eval"
	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search/analysis"
)

// definePerft defines the command that counts the move sequences of a given length.
func definePerft(flags *pflag.FlagSet) cli.Run {
	divide := flags.Bool("divide", false, "print the count for each first move")
	chess960 := flags.Bool("chess960", false, "read castling rights as in Chess960")
	return func(args []string, std cli.Streams) error {
		if len(args) == 0 {
			return cli.Usagef("DEPTH is missing")
		}
		depth, err := strconv.Atoi(args[0])
		if err != nil || depth < 0 || depth > movegen.MaxPerftDepth {
			return cli.Usagef("DEPTH must be a number from 0 to %d, not %q", movegen.MaxPerftDepth, args[0])
		}
		position, err := positionArgument(args[1:], movegen.Rules{Chess960: *chess960}, std)
		if err != nil {
			return err
		}
		start := time.Now()
		var nodes uint64
		if *divide && depth > 0 {
			for _, entry := range movegen.Divide(&position, depth) {
				fmt.Fprintf(std.Out, "%s: %d\n", notation.UCI(entry.Move, *chess960), entry.Nodes)
				nodes += entry.Nodes
			}
			fmt.Fprintln(std.Out)
		} else {
			nodes = movegen.Perft(&position, depth)
		}
		seconds := time.Since(start).Seconds()
		nps := float64(nodes) / max(seconds, 1e-9)
		_, err = fmt.Fprintf(std.Out, "nodes %d seconds %.3f nps %.0f\n", nodes, seconds, nps)
		return err
	}
}

// positionArgument reads a FEN given as one or several arguments, or startpos. Without arguments it returns the initial
// position. Warnings go to standard error.
func positionArgument(args []string, rules movegen.Rules, std cli.Streams) (movegen.Position, error) {
	if len(args) == 0 {
		return movegen.StartPosition(), nil
	}
	return games.ReadFEN(std, rules, notation.FENArgument(args...))
}

// defineEval defines the command that explains the evaluation of a position, piece by piece and term by term.
func defineEval(flags *pflag.FlagSet) cli.Run {
	knowledge := eval.All
	flags.Var(&knowledge, "knowledge", "evaluation terms to use, as `letters` in any order")
	asJSON := flags.Bool("json", false, "write one JSON object in centipawns for White (docs/eval.md)")
	return func(args []string, std cli.Streams) error {
		position, err := positionArgument(args, movegen.Rules{}, std)
		if err != nil {
			return err
		}
		explanation := eval.Explain(&position, knowledge, nil)
		text := []byte(analysis.ExplanationText(explanation))
		if *asJSON {
			if text, err = analysis.JSON(&position, explanation); err != nil {
				return err
			}
		}
		_, err = std.Out.Write(text)
		return err
	}
}

// defineBoard defines the command that prints a position as text or as an SVG picture.
func defineBoard(flags *pflag.FlagSet) cli.Run {
	var picture notation.Picture
	var output string
	svg := flags.Bool("svg", false, "write an SVG picture")
	unicode := flags.Bool("unicode", false, "print chess symbols instead of letters")
	flags.BoolVar(&picture.Flip, "flip", false, "show Black's side at the bottom")
	flags.BoolVar(&picture.Coords, "coordinates", true, "label files and ranks; omit with --coordinates=false")
	flags.IntVar(&picture.Size, "size", 0, "width of the picture in `pixels`; 0 leaves it to the viewer")
	flags.Func("marks", "ring these `squares` in the picture, as in e5,d5", func(text string) (err error) {
		picture.Marks, err = movegen.ParseSquares(text)
		return err
	})
	flags.Func("arrows", "draw these `moves` as arrows, as in e2e4,g1f3", func(text string) (err error) {
		picture.Arrows, err = notation.ParseArrows(text)
		return err
	})
	cli.OutVar(flags, &output)
	return func(args []string, std cli.Streams) error {
		switch onlySVG := picture.Marks != 0 || picture.Arrows != nil || picture.Size != 0; {
		case onlySVG && !*svg:
			return cli.Usagef("--marks, --arrows and --size need --svg")
		case *svg && *unicode:
			return cli.Usagef("--svg and --unicode exclude each other")
		case picture.Size < 0:
			return cli.Usagef("--size must not be negative")
		}
		p, err := positionArgument(args, movegen.Rules{Composed: true, Chess960: true}, std)
		if err != nil {
			return err
		}
		return std.Write(output, func(out *bufio.Writer) error {
			if *svg {
				return picture.WriteSVG(out, &p)
			}
			d := notation.Diagram{Flip: picture.Flip, Coords: picture.Coords}
			if *unicode {
				d.Letters = notation.Figurine
			}
			_, err := out.WriteString(d.Draw(&p))
			return err
		})
	}
}
