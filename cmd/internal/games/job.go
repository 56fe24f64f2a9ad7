package games

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
	"alfiere/search/analysis"
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
	var openings openings
	return f.each(func(_ context.Context, r *pgn.Reader) error {
		tag := func(name, missing string) string { return notation.Printable(cmp.Or(r.Tag(name), missing)) }
		date, players := tag("Date", "????.??.??"), tag("White", "?")+" - "+tag("Black", "?")
		event, site := tag("Event", "?"), tag("Site", "?")
		moves, _ := r.Moves()
		f.tell(r.Faults())
		place := event
		if site != "?" {
			place += ", " + site
		}
		_, err := fmt.Fprintf(f.out, "%6d  %s  %-7s  %3d  %-3s  %s  (%s)\n", f.games, date, r.Result(), (len(moves)+1)/2,
			notation.Printable(openings.code(r, moves)), players, place)
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

// Annotate writes the games with the judgements of a, with fresh only those without evaluations.
// Games without an annotator get the name. After an interrupt the remaining games are copied
// unchanged if a file is written, so that it is complete.
func (f *files) Annotate(a *analysis.Annotator, name string, fresh bool) error {
	f.carries, f.toEnd, f.showing = true, f.Output != "", true
	var far annotating
	a.Progress = func(ply, plies int) {
		done, whole, text := far.state(f.games, ply, plies)
		f.progress.ShowPart(done, whole, "%s", text)
	}
	err := f.each(func(ctx context.Context, r *pgn.Reader) error {
		if f.games == 1 && f.progress != nil {
			far.total = f.total(ctx)
		}
		g := f.game(r)
		if f.stays(r, g) || fresh && analysis.IsJudged(g.Tree) {
			far.kept++
		} else {
			err := ctx.Err() // with many games left even starting each takes long
			if err == nil {
				err = a.Annotate(ctx, g.Tree)
				f.tellTables(a.Tables.Faults())
			}
			switch {
			case err == nil:
				far.done++
				if g.Tags.Get("Annotator") == "" && g.Tree.Len() > 0 {
					g.Tags.Set("Annotator", name)
				}
			case !f.toEnd:
				return cli.ErrInterrupted
			}
		}
		if err := f.write(r, g); err != nil {
			return err
		}
		return f.out.Flush() // a game may take long: readers get it at once
	})
	if errors.Is(err, cli.ErrInterrupted) && f.toEnd && f.games > 0 {
		return fmt.Errorf("%w; %d of %d games are annotated, the others are in %s as they were", cli.ErrInterrupted,
			far.done, f.games, f.Output)
	}
	return err
}
