package games

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	"alfiere/book"
	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
)

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
	_, failed := fmt.Fprintf(f.Std.Out, "games %d, at fault %d, half-moves %d, in variations %d\n", f.games, f.faulty,
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
