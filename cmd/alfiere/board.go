package main

import (
	"bufio"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

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
