package arena

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
)

// errOver is wrapped by the error for an opening in which the game is over.
var errOver = errors.New("the game is over in this position")

// ReadOpenings reads the positions of an EPD or FEN file, one per line, under the rules; see
// notation.EPDReader. The error, which wraps a *notation.EPDError or errOver, is that of the first
// invalid line: a match should not begin with only some of its openings.
func ReadOpenings(r io.Reader, rules movegen.Rules) ([]movegen.Position, error) {
	var openings []movegen.Position
	for reader := notation.NewEPDReader(r, rules); ; {
		line, err := reader.Read()
		if err == io.EOF {
			return openings, nil
		}
		if err != nil {
			return nil, err
		}
		if referee.Start(line.Position).Over() {
			return nil, fmt.Errorf("line %d: %w", reader.Line(), errOver)
		}
		openings = append(openings, line.Position)
	}
}

// ReadGameOpenings reads openings that are given as games in PGN: matches begin in the position
// after the last move of each game's main line, or after plies half-moves if plies is above 0, with
// the castling rights of the rules. The error, which wraps a *pgn.Error, *movegen.FENError or
// errOver, is that of the first invalid game, or wraps pgn.ErrNoGame.
func ReadGameOpenings(r io.Reader, rules movegen.Rules, plies int) ([]movegen.Position, error) {
	var openings []movegen.Position
	reader := pgn.NewReader(r, pgn.Reading{})
	for reader.Next() {
		moves, err := reader.Moves()
		if err != nil {
			return nil, err
		}
		final := reader.Final()
		if plies > 0 && plies < len(moves) {
			final, _ = reader.Start() // set by the reading of Moves
			for _, m := range moves[:plies] {
				final.Make(m)
			}
		}
		position, _, err := rules.ParseFEN(final.FEN())
		if err == nil && referee.Start(position).Over() {
			err = errOver
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", reader.Line(), err)
		}
		openings = append(openings, position)
	}
	return openings, cmp.Or(reader.Err(), reader.NoGame())
}

// Shuffle puts openings into a random order that depends on seed alone.
func Shuffle(openings []movegen.Position, seed uint64) {
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(openings), func(i, j int) {
		openings[i], openings[j] = openings[j], openings[i]
	})
}
