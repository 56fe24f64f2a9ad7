package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"

	"alfiere/cmd/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
)

// definePGNCheck reads all there is in the games.
func definePGNCheck(flags *flag.FlagSet) cli.Run {
	f := newPGNFiles(flags)
	return func(args []string, std cli.Streams) error {
		if err := f.begin(args, std); err != nil {
			return err
		}
		moves, plies := 0, 0
		err := f.each(func(_ context.Context, r *pgn.Reader) error {
			g := f.game(r)
			for range g.Tree.Line(0) {
				plies++
			}
			moves += g.Tree.Len()
			return nil
		})
		_, failed := fmt.Fprintf(std.Out, "games %d, at fault %d, half-moves %d, in variations %d\n", f.games, f.faulty, plies, moves-plies)
		return errors.Join(err, failed)
	}
}

// definePGNList lists games by their tags.
func definePGNList(flags *flag.FlagSet) cli.Run {
	f := newPGNFiles(flags)
	return func(args []string, std cli.Streams) error {
		if err := f.begin(args, std); err != nil {
			return err
		}
		return f.each(func(_ context.Context, r *pgn.Reader) error {
			tag := func(name, missing string) string { return notation.Printable(cmp.Or(r.Tag(name), missing)) }
			date, players := tag("Date", "????.??.??"), tag("White", "?")+" - "+tag("Black", "?")
			event, site, opening := tag("Event", "?"), tag("Site", "?"), tag("ECO", "")
			moves, _ := r.Moves()
			f.tell(r.Faults())
			place := event
			if site != "?" {
				place += ", " + site
			}
			_, err := fmt.Fprintf(f.out, "%6d  %s  %-7s  %3d  %-3s  %s  (%s)\n", f.games, date, r.Result(), (len(moves)+1)/2, opening, players, place)
			return err
		})
	}
}

// definePGNEPD writes positions of the main lines.
func definePGNEPD(flags *flag.FlagSet) cli.Run {
	all := flags.Bool("all", false, "every position of each game, the first one too")
	ply := flags.Int("ply", -1, "the position after `N` half-moves, of the games that have as many; 0 is the first one")
	f := newPGNOutput(flags)
	return func(args []string, std cli.Streams) error {
		if err := f.begin(args, std); err != nil {
			return err
		}
		if *all && *ply >= 0 {
			return cli.Usagef("one of --all and --ply")
		}
		return f.each(func(_ context.Context, r *pgn.Reader) error {
			id := fmt.Sprintf("%s - %s, %s, game %d", cmp.Or(r.Tag("White"), "?"), cmp.Or(r.Tag("Black"), "?"), cmp.Or(r.Tag("Date"), "?"), f.games)
			p, _ := r.Start() // a fault of it is also one of the moves
			moves, _ := r.Moves()
			f.tell(r.Faults())
			for i := 0; ; i++ {
				if *all || i == *ply || *ply < 0 && i == len(moves) {
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
}

// epdLine returns a position with its id.
func epdLine(p movegen.Position, id string) string {
	e := notation.EPD{Position: p, Operations: []notation.Operation{{Code: "id", Operands: []notation.Operand{{Text: id, Quoted: true}}}}}
	return notation.Printable(e.String())
}
