package games

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alfiere/book"
	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
)

// Command returns the row of the subcommand pgn, whose parts work on files of games.
// engine is the name in which they are annotated.
func Command(engine string) *cobra.Command {
	return cli.Group(&cobra.Command{Use: "pgn check|list|convert|annotate|epd|eco [flags] [FILE…]",
		Short: "Check, list, translate and annotate games, and take positions out of them."},
		cli.With(&cobra.Command{Use: "check [FILE…|-]",
			Short:   "Read all games and report where they are invalid.",
			Example: "alfiere pgn check games.pgn"}, reads((*files).Check)),
		cli.With(&cobra.Command{Use: "list [FILE…|-]",
			Short:   "List the games, one per line.",
			Example: "alfiere pgn list games.pgn"}, reads((*files).List)),
		cli.With(&cobra.Command{Use: "convert [--from LANGUAGE] [--to LANGUAGE] [--plain] [--out FILE] [FILE…|-]",
			Short:   "Write the games in the export format, or with other piece letters.",
			Example: "alfiere pgn convert --to italian games.pgn"}, defineConvert),
		cli.With(&cobra.Command{Use: "annotate [--nodes N] [--time SECONDS] [--depth D] [--new] [--out FILE] [FILE…|-]",
			Short:   "Add scores, mark mistakes and show what was better.",
			Example: "alfiere pgn annotate --nodes 1000 games.pgn"},
			func(flags *pflag.FlagSet) cli.Run { return defineAnnotate(flags, engine) }),
		cli.With(&cobra.Command{Use: "epd [--all] [--ply N] [--out FILE] [FILE…|-]",
			Short:   "Write positions of the games as EPD: the final ones, all, or those after N half-moves.",
			Example: "alfiere pgn epd --ply 8 games.pgn"}, defineEPD),
		cli.With(&cobra.Command{Use: "eco [--new] [--out FILE] [FILE…|-]",
			Short:   "Write the games with their opening's code and name as tags.",
			Example: "alfiere pgn eco games.pgn"}, defineECO),
	)
}

// does returns the run of a part that does a job with the files of its arguments.
func (f *files) does(job func() error) cli.Run {
	return func(args []string, std cli.Streams) error {
		f.Names, f.Std = args, std
		return job()
	}
}

// reads defines a part that only reads the games.
func reads(job func(f *files) error) cli.Define {
	return func(flags *pflag.FlagSet) cli.Run {
		var f files
		f.FromFlag(flags)
		return f.does(func() error { return job(&f) })
	}
}

func defineConvert(flags *pflag.FlagSet) cli.Run {
	var f files
	f.FromFlag(flags)
	f.ToFlag(flags)
	cli.OutVar(flags, &f.Output)
	plain := flags.Bool("plain", false, "omit comments, glyphs, evaluations and variations")
	return f.does(func() error { return f.Convert(*plain) })
}

func defineEPD(flags *pflag.FlagSet) cli.Run {
	var f files
	f.FromFlag(flags)
	cli.OutVar(flags, &f.Output)
	all := flags.Bool("all", false, "write every position of each game, including the first")
	ply := flags.Int("ply", finalPosition,
		"write the position after `N` half-moves, if a game has them; 0 is the first, -1 the final position")
	return func(args []string, std cli.Streams) error {
		if *all && *ply >= 0 {
			return cli.Usagef("--all and --ply exclude each other")
		}
		f.Names, f.Std = args, std
		if *all {
			return f.Positions(allPositions)
		}
		return f.Positions(max(*ply, finalPosition))
	}
}

func defineECO(flags *pflag.FlagSet) cli.Run {
	var f files
	f.FromFlag(flags)
	cli.OutVar(flags, &f.Output)
	fresh := flags.Bool("new", false, "skip games that already have the tag ECO")
	return f.does(func() error { return f.ECO(*fresh) })
}

// FromFlag defines the flag for the language of the games that are read.
func (f *files) FromFlag(flags *pflag.FlagSet) {
	languageVar(flags, &f.From, "from",
		"`name`, code or letters of the language of the moves in the input (default: english)")
}

// ToFlag defines the flag for the language of the games that are written.
func (f *files) ToFlag(flags *pflag.FlagSet) {
	languageVar(flags, &f.To,
		"to", "`name`, code or letters of the language of the moves in the output (default: english)")
}

func languageVar(flags *pflag.FlagSet, letters *notation.PieceLetters, name, usage string) {
	flags.Func(name, usage, func(text string) (err error) {
		*letters, err = notation.ParseLanguage(text)
		return err
	})
	cli.Complete(flags, name, notation.Languages()...)
}

// Check reads the games completely and counts their contents.
func (f *files) Check() error {
	moves, plies := 0, 0
	f.strict = true
	err := f.each(func(_ context.Context, r *pgn.Reader) error {
		g := f.game(r)
		for range g.Tree.Line(gametree.Root) {
			plies++
		}
		moves += g.Tree.Len()
		return nil
	})
	if errors.Is(err, cli.ErrUsage) {
		return err
	}
	_, failed := fmt.Fprintf(f.Std.Out, "games %d, with errors %d, half-moves %d, in variations %d\n", f.games, f.faulty,
		plies, moves-plies)
	return errors.Join(err, failed)
}

// List lists the games by their tags, one per line. The code of the opening is that of the moves if
// there is no tag for it.
func (f *files) List() error {
	names := sync.OnceValue(book.BuiltinOpenings)
	return f.each(func(_ context.Context, r *pgn.Reader) error {
		tag := func(name, missing string) string { return notation.Printable(cmp.Or(r.Tag(name), missing)) }
		date, players := tag("Date", "????.??.??"), tag("White", "?")+" - "+tag("Black", "?")
		event, site := tag("Event", "?"), tag("Site", "?")
		moves, _ := r.Moves()
		f.tell(r.Faults())
		code := r.Tag("ECO")
		if code == "" || code == "?" {
			start, _ := r.Start() // its error is also one of the moves
			opening, _, _ := names().Classify(start, moves)
			code = opening.Code
		}
		place := event
		if site != "?" {
			place += ", " + site
		}
		_, err := fmt.Fprintf(f.out, "%6d  %s  %-7s  %3d  %-3s  %s  (%s)\n", f.games, date, r.Result(), (len(moves)+1)/2,
			notation.Printable(code), players, place)
		return err
	})
}

// Convert rewrites the games or, with plain, only their main lines without annotations.
func (f *files) Convert(plain bool) error {
	f.carries = true
	return f.each(func(_ context.Context, r *pgn.Reader) error {
		g := f.game(r)
		if plain {
			g.Tree = g.Tree.MainLine()
		}
		return f.write(r, g)
	})
}

// Values of Positions other than a number of half-moves.
const (
	finalPosition = -1
	allPositions  = -2
)

// Positions writes positions of the main lines as EPD: those after ply half-moves (0 is the start)
// of games that are long enough; or finalPosition, or allPositions.
func (f *files) Positions(ply int) error {
	return f.each(func(_ context.Context, r *pgn.Reader) error {
		id := fmt.Sprintf("%s - %s, %s, game %d", cmp.Or(r.Tag("White"), "?"), cmp.Or(r.Tag("Black"), "?"),
			cmp.Or(r.Tag("Date"), "?"), f.games)
		p, _ := r.Start() // a fault of it is also one of the moves
		moves, _ := r.Moves()
		f.tell(r.Faults())
		for i := 0; ; i++ {
			if i == ply || ply == allPositions || ply == finalPosition && i == len(moves) {
				if _, err := fmt.Fprintln(f.out, epdLine(p, fmt.Sprintf("%s, half-move %d", id, i))); err != nil {
					return err
				}
			}
			if i == len(moves) {
				return nil
			}
			p.MakeOrPass(moves[i])
		}
	})
}

// epdLine returns a position with its id.
func epdLine(p movegen.Position, id string) string {
	e := notation.EPD{Position: p,
		Operations: []notation.Operation{{Code: "id", Operands: []notation.Operand{{Text: id, Quoted: true}}}}}
	return notation.Printable(e.String())
}

// ECO writes the games with tags for their openings, and everything else byte for byte unchanged; with fresh only where
// the tag ECO is missing. A game that is invalid, or whose opening has no name, stays as it is.
func (f *files) ECO(fresh bool) error {
	f.carries = true
	names := book.BuiltinOpenings()
	return f.each(func(_ context.Context, r *pgn.Reader) error {
		moves, _ := r.Moves()
		f.tell(r.Faults())
		var set pgn.Tags
		var remove []string
		if len(r.Faults()) == 0 && !(fresh && isKnown(r.Tag("ECO"))) {
			start, _ := r.Start() // its error is also one of the moves
			opening, _, _ := names.Classify(start, moves)
			set, remove = openingTags(opening)
		}
		text, err := r.Retag(set, remove)
		if err != nil {
			return err
		}
		return f.carry(text)
	})
}

// isKnown reports whether a tag has a known value.
func isKnown(value string) bool { return value != "" && value != "?" && value != "-" }

// openingTags returns the tags of an opening, and the names of tags that would be those of another one.
func openingTags(o book.Opening) (set pgn.Tags, remove []string) {
	if o.Name == "" {
		return nil, nil
	}
	name, variation := o.Split()
	set = pgn.Tags{{Name: "ECO", Value: o.Code}, {Name: "Opening", Value: name}}
	if variation == "" {
		return set, []string{"SubVariation", "Variation"}
	}
	return append(set, pgn.Tag{Name: "Variation", Value: variation}), []string{"SubVariation"}
}
