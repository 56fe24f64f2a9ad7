package book

import (
	"cmp"
	"errors"
	"io"
	"strconv"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/pgn"
)

// Games says which games, and how much of them, go into a book. The zero value takes all.
type Games struct {
	MaxPlies int // half-moves from the beginning of a game; 0 is all
	MinElo   int // both players must have at least so much; 0 does not look
}

// gamesReport counts games.
type gamesReport struct {
	Read, Used int
	Faulty     int // of the games used; the moves before the error have been added
}

// Read adds the games of a PGN stream to b, each main line from where it begins. A move counts 2 if its player has won
// the game, 1 if it was drawn or has no result, 0 if it was lost; moves that have only lost will not be in the book. A
// pass ends the line, since no game reaches the positions after it. fault is called with each game's first error, a
// *pgn.Error; the moves before it count. The error is that of the stream or wraps pgn.ErrNoGame.
func (g Games) Read(r io.Reader, b *Builder, fault func(error)) (report gamesReport, err error) {
	games := pgn.NewReader(r, pgn.Reading{})
	for games.Next() {
		report.Read++
		if !g.wants(games) {
			continue
		}
		report.Used++
		err := g.add(games, b)
		if errors.Is(err, errPass) {
			err = &pgn.Error{Line: games.Line(), Column: 1, Game: report.Read, Text: "--", Err: errPass}
		}
		if err != nil {
			report.Faulty++
			fault(err)
		}
	}
	if err := games.Err(); err != nil {
		return report, message.Errorf("after %d games: %w", report.Read, err)
	}
	return report, games.NoGame()
}

// errPass is the error for a game with a pass.
var errPass = errors.New("a book has no passes: the moves after one are left out")

func (g Games) wants(r *pgn.Reader) bool {
	return g.MinElo <= 0 || elo(r.Tag("WhiteElo")) >= g.MinElo && elo(r.Tag("BlackElo")) >= g.MinElo
}

// elo returns the rating in a tag, 0 if there is none.
func elo(tag string) int {
	number, err := strconv.Atoi(tag)
	if err != nil {
		return 0
	}
	return number
}

// add adds the game whose tags have been read; the error is its first fault.
func (g Games) add(r *pgn.Reader, b *Builder) error {
	start, err := r.Start()
	if err != nil {
		return err
	}
	moves, err := r.Moves()
	if g.MaxPlies > 0 {
		moves = moves[:min(len(moves), g.MaxPlies)]
	}
	result := r.Result()
	line := b.Line(start)
	for _, m := range moves {
		if m == movegen.NoMove {
			return cmp.Or(err, errPass)
		}
		if fault := line.Add(m, points(result, line.position.Side())); fault != nil {
			return cmp.Or(err, fault)
		}
	}
	return err
}

// points returns the weight that a game of the given result lends to the moves of side.
func points(result movegen.Result, side movegen.Color) int {
	switch result {
	case movegen.WinFor(side):
		return 2
	case movegen.WinFor(side.Other()):
		return 0
	}
	return 1
}
