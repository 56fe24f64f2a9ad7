package games

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"alfiere/internal/cli"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
)

// eachGame is each with the main line read and its errors reported.
func (f *files) eachGame(visit func(*pgn.Reader, *pgn.GameFacts) error) error {
	var openings openings
	return f.each(func(_ context.Context, r *pgn.Reader) error {
		g := factsOf(r)
		f.tell(r.Faults())
		g.Opening = func() (code, name string) {
			o := openings.of(g.Start, g.Moves)
			return o.Code, o.Name
		}
		return visit(r, g)
	})
}

// factsOf returns the facts of the next game, without its opening.
func factsOf(r *pgn.Reader) *pgn.GameFacts {
	g := &pgn.GameFacts{Tags: r}
	g.Start, _ = r.Start() // its error is also one of the moves
	g.Moves, _ = r.Moves()
	g.Result, g.Faulty = r.Result(), len(r.Faults()) > 0
	return g
}

// Sort writes the texts of the games in an order; games that it does not distinguish keep their
// order.
func (f *files) Sort(order pgn.Order) error {
	var keys []pgn.OrderKey
	return f.storing(func(g *pgn.GameFacts) { keys = append(keys, order.Key(g)) }, func() error {
		games := make([]int, len(keys))
		for i := range games {
			games[i] = i
		}
		slices.SortStableFunc(games, func(a, b int) int { return order.Compare(keys[a], keys[b]) })
		return f.store.copyAll(f.out, games)
	})
}

// Sample writes the texts of wanted random games, in their original order.
func (f *files) Sample(wanted int, seed uint64) error {
	return f.storing(func(*pgn.GameFacts) {}, func() error {
		return f.store.copyAll(f.out, pgn.SampleGames(len(f.store.ends), wanted, seed))
	})
}

// place is the place where a game begins.
type place struct {
	file string
	game int // from 1, of all files
	line int // from 1
}

// know adds the games of files to d and returns their places. Errors in them are not reported.
func (f *files) know(d *pgn.Doubles, names []string) (places []place, err error) {
	for _, name := range names {
		in, err := f.Std.Open(context.Background(), name, "")
		if err != nil {
			return nil, err
		}
		r := pgn.NewReader(in, f.reading())
		for number := 1; r.Next(); number++ {
			d.Add(factsOf(r))
			places = append(places, place{in.Name, number, r.Line()})
		}
		if err := errors.Join(cmp.Or(r.Err(), r.NoGame()), in.Close()); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return places, nil
}

// Duplicates lists the games that d finds to be duplicates of earlier ones, or of those of the known files. With
// remove it writes
// the texts of all the rest, and the list to standard error.
func (f *files) Duplicates(d *pgn.Doubles, known []string, remove bool) error {
	places, err := f.know(d, known)
	if err != nil {
		return err
	}
	var rest []int
	doubles := 0
	look := func(r *pgn.Reader, g *pgn.GameFacts) error {
		places = append(places, place{f.in.Name, f.games, r.Line()})
		i, double := d.Add(g)
		if !double {
			rest = append(rest, f.games-1)
			return nil
		}
		doubles++
		tag := func(name string) string { return notation.Printable(cmp.Or(r.Tag(name), "?")) }
		first, to := places[i], io.Writer(f.out)
		if remove {
			to = f.Std.Err
			f.progress.Clear()
		}
		_, err := fmt.Fprintf(to, "%s:%d: game %d, %s - %s, %s, is game %d, %s:%d\n", f.in.Name, r.Line(), f.games,
			tag("White"), tag("Black"), tag("Date"), first.game, first.file, first.line)
		return err
	}
	total := func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "games %d, doubles %d\n", f.games, doubles)
		return err
	}
	if !remove {
		f.finish = func() error { return total(f.out) }
		return f.eachGame(look)
	}
	return f.storingWith(look, func() error {
		f.progress.Clear()
		if err := total(f.Std.Err); err != nil {
			return err
		}
		return f.store.copyAll(f.out, rest)
	})
}

// Parts are the settings of Split.
type Parts struct {
	By     pgn.Division
	Games  int    // of each file; 0 divides by By
	Folder string // of the files; "" is the current one
	Force  bool   // files that exist are replaced
}

// Split writes the texts of the games into files of a folder, and the names and numbers of games of
// the files to standard output. If one of the files exists already, nothing is written, unless
// Force is set.
func (f *files) Split(how Parts) error {
	var names []string
	parts := map[string][]int{}
	return f.storing(func(g *pgn.GameFacts) {
		of := []string{fmt.Sprintf("%06d", (f.games-1)/max(how.Games, 1)+1)}
		if how.Games == 0 {
			of = how.By.Parts(g)
		}
		for _, name := range of {
			if parts[name] == nil {
				names = append(names, name)
			}
			parts[name] = append(parts[name], f.games-1)
		}
	}, func() error { return f.writeParts(how, names, parts) })
}

// writeParts writes a file for each name, in the order of the names.
func (f *files) writeParts(how Parts, names []string, parts map[string][]int) error {
	slices.Sort(names)
	paths := make([]string, len(names))
	var files pgn.FileNames
	for i, name := range names {
		paths[i] = filepath.Join(how.Folder, files.Name(name)+".pgn")
		if _, err := os.Lstat(paths[i]); err == nil && !how.Force {
			return fmt.Errorf("%s exists already; --force replaces it", paths[i])
		}
	}
	f.store.closeLast()
	if how.Folder != "" {
		if err := os.MkdirAll(how.Folder, 0o755); err != nil {
			return err
		}
	}
	for i, name := range names {
		f.progress.Show("%s%s", cli.Bar(int64(i), int64(len(names))), paths[i])
		if err := f.Std.Write(paths[i], func(w *bufio.Writer) error { return f.store.copyAll(w, parts[name]) }); err != nil {
			return err
		}
		f.progress.Clear()
		if _, err := fmt.Fprintf(f.out, "%6d  %s\n", len(parts[name]), paths[i]); err != nil {
			return err
		}
	}
	return nil
}
