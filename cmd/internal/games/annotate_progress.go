package games

import (
	"context"
	"fmt"
	"os"
	"strings"

	"alfiere/internal/cli"
	"alfiere/movegen/pgn"
)

// annotating is the progress of the annotation.
type annotating struct {
	total int // games of all files; 0 if unknown
	done  int // games that are judged
	kept  int // games left unchanged
}

// parts is the number of units of progress in a game.
const parts = 1000

// state returns the progress of the game of that number, and the part done of the whole; games that
// cost no time are in neither.
func (a *annotating) state(game, ply, plies int) (done, whole int64, text string) {
	of := ""
	if a.total > 0 {
		of = fmt.Sprintf(" of %d", a.total)
		whole = parts * int64(a.total-a.kept)
	}
	done = parts*int64(a.done) + parts*int64(ply)/int64(max(plies, 1))
	text = fmt.Sprintf("game %d%s, move %d: %s", game, of, ply/2+1, cli.Bar(int64(ply), int64(plies)))
	return done, whole, strings.TrimRight(text, ": ")
}

// total counts the games of the files, whose moves are skipped. It is 0 if one of them is
// not a regular file that can be read again, or if ctx ends.
func (f *files) total(ctx context.Context) (total int) {
	for _, name := range f.Names {
		n := f.gamesOf(ctx, name)
		if n < 0 {
			return 0
		}
		total += n
	}
	return total
}

// gamesOf is total of one file, -1 if unknown.
func (f *files) gamesOf(ctx context.Context, name string) (games int) {
	// Data read here from a pipe would be missing later.
	if info, err := os.Stat(name); name == "-" || err != nil || !info.Mode().IsRegular() {
		return -1
	}
	in, err := f.Std.Open(ctx, name, f.Output)
	if err != nil {
		return -1
	}
	defer in.Close()
	r := pgn.NewReader(in, pgn.Reading{Language: f.From})
	for r.Next() {
		if games++; ctx.Err() != nil {
			return -1
		}
	}
	if r.Err() != nil {
		return -1
	}
	return games
}
