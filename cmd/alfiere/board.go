package main

import (
	"bufio"
	"flag"

	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

func defineBoard(flags *flag.FlagSet) cli.Run {
	var picture notation.Picture
	var output string
	svg := flags.Bool("svg", false, "as an SVG picture")
	unicode := flags.Bool("unicode", false, "with chessmen instead of letters")
	flags.BoolVar(&picture.Flip, "flip", false, "Black's side below")
	flags.BoolVar(&picture.Coords, "coordinates", true, "names of files and ranks; --coordinates=false leaves them out")
	flags.IntVar(&picture.Size, "size", 0, "width of the picture in `pixels`; 0 leaves it to whoever shows it")
	flags.Func("marks", "`squares` of the picture with a ring, by commas", func(text string) (err error) {
		picture.Marks, err = movegen.ParseSquares(text)
		return err
	})
	flags.Func("arrows", "`moves` that the picture shows as arrows, e2e4,g1f3", func(text string) (err error) {
		picture.Arrows, err = notation.ParseArrows(text)
		return err
	})
	cli.OutVar(flags, &output)
	return func(args []string, std cli.Streams) error {
		if (picture.Marks != 0 || picture.Arrows != nil || picture.Size != 0) && !*svg || *svg && *unicode || picture.Size < 0 {
			return cli.Usagef("--marks, --arrows and --size, which is not negative, are for --svg; --unicode is not")
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
