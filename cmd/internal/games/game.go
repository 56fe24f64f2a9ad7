package games

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"alfiere/internal/cli"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
	"alfiere/search/analysis"
)

// shownPlies is the number of half-moves shown of the line that was better than a mistake.
const shownPlies = 6

// games analyses the games of a file.
func (a *analyse) games(ctx context.Context, name string, source io.Reader) error {
	if a.svg != "" {
		a.game = max(a.game, 1)
	}
	a.limit(0, moveNodes)
	faulty, number := 0, 0
	r := pgn.NewReader(source, pgn.Reading{Language: a.from})
	for r.Next() {
		if number++; a.game > 0 && number != a.game {
			continue
		}
		g, _ := r.Game() // the error is the first one reported
		for _, fault := range g.Faults {
			fmt.Fprintf(a.std.Err, "%s: %s\n", name, notation.Printable(fault.Error()))
		}
		if len(g.Faults) > 0 {
			faulty++
		}
		if err := a.oneGame(ctx, g); err != nil {
			return err
		}
		if number == a.game {
			break
		}
	}
	switch err := r.Err(); {
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	case number == 0:
		return fmt.Errorf("%s: %w", name, errNoGame)
	case a.game > number:
		return fmt.Errorf("%s: there is no game %d; the last one is %d", name, a.game, number)
	case faulty > 0:
		return fmt.Errorf("%d of %d games at fault; what could be read of them is analysed", faulty, a.written)
	}
	return nil
}

// oneGame analyses a game and prints the final state, also after an interrupt. The error wraps
// cli.ErrInterrupted or is that of writing.
func (a *analyse) oneGame(ctx context.Context, game *pgn.Game) error {
	progress := cli.NewProgress(a.std)
	g, err := a.Game(ctx, game.Tree, func(ply, plies int) {
		progress.ShowBar(int64(ply), int64(plies), "%d of %d half-moves", ply, plies)
	})
	progress.Clear()
	tellTables(a.std, a.Tables)
	g.Title = title(game)
	if a.written++; a.json {
		if err := a.text.WriteGameJSON(a.std.Out, &g); err != nil {
			return err
		}
	} else if err := a.tellGame(&g); err != nil {
		return err
	}
	if err != nil {
		return fmt.Errorf("%w; %d of %d half-moves are judged", cli.ErrInterrupted, len(g.Moves), g.Plies)
	}
	if a.svg == "" {
		return nil
	}
	return cli.Replace(a.svg, func(w io.Writer) error { return a.text.WriteSVG(w, &g) })
}

// tellGame writes a game for people: the graph comes last, where it is visible.
func (a *analyse) tellGame(g *analysis.Game) error {
	var lines []string
	part := func(more []string) {
		if len(more) > 0 && len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, more...)
	}
	if a.written > 1 {
		lines = append(lines, "")
	}
	terminal := a.std.Terminal()
	lines = append(lines, g.Title)
	part(a.text.Table(g, terminal.Color))
	mistakes := a.text.Mistakes(g, shownPlies)
	part(mistakes)
	part(analysis.Graph{Columns: a.columns(), Rows: 9, Unicode: cli.UTF8(), Color: terminal.Color}.Draw(g))
	if len(mistakes) > 0 {
		lines = append(lines, strings.Repeat(" ", 6)+analysis.Legend)
	}
	part(g.Summary())
	return a.print(lines)
}

// title returns the players, place, date and result.
func title(g *pgn.Game) string {
	players := cmp.Or(g.Tags.Get("White"), "?") + " - " + cmp.Or(g.Tags.Get("Black"), "?")
	var facts []string
	for _, name := range [...]string{"Event", "Site", "Date"} {
		if value := g.Tags.Get(name); strings.Trim(value, "?.") != "" {
			facts = append(facts, strings.TrimSuffix(value, ".??.??"))
		}
	}
	return notation.Printable(strings.Join(append(append([]string{players}, facts...), g.Result.String()), ", "))
}
