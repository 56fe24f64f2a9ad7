package tournament

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"alfiere/book"
	"alfiere/internal/datafile"
	"alfiere/movegen"
	"alfiere/protocol/client/arena"
)

// ReadOpenings reads the file of openings. Without one, openings are the initial position or, in
// Chess960, each of its starting positions. Those before the first one come last.
func (r *Tournament) ReadOpenings() (openings []movegen.Position, err error) {
	switch {
	case book.IsBook(r.Openings):
		return r.bookOpenings() // they are in a random order already
	case r.Openings != "":
		if openings, err = r.fileOpenings(); err != nil {
			return nil, err
		}
	case r.Match.Chess960:
		for number := range movegen.Chess960Starts {
			openings = append(openings, movegen.Chess960Start(number))
		}
	}
	if r.Shuffle != 0 {
		arena.Shuffle(openings, r.Shuffle)
	}
	if r.Start > len(openings) && r.Start > 1 {
		return nil, fmt.Errorf("--start %d: there are only %d openings", r.Start, len(openings))
	}
	if r.Start > 1 {
		openings = slices.Concat(openings[r.Start-1:], openings[:r.Start-1])
	}
	return openings, nil
}

// fileOpenings reads a file of openings, which are games if its name ends with .pgn.
func (r *Tournament) fileOpenings() (openings []movegen.Position, err error) {
	file, err := datafile.Open(r.Openings)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rules := movegen.Rules{Chess960: r.Match.Chess960}
	if strings.EqualFold(filepath.Ext(datafile.Plain(r.Openings)), ".pgn") {
		openings, err = arena.ReadGameOpenings(io.Reader(file), rules, r.Plies)
	} else if r.Plies > 0 {
		err = errors.New("--plies is for games (.pgn) and books (.bin)")
	} else {
		openings, err = arena.ReadOpenings(file, rules)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.Openings, err)
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s: there are no positions in it", r.Openings)
	}
	return openings, nil
}

// Default depth of a book's lines, and the number of failed attempts to find a new line after which
// the book counts as exhausted.
const (
	bookPlies = 8
	bookTries = 1000
)

// bookOpenings draws lines from a book, each move in proportion to its weight, and returns their final positions: one
// for each round of the match, without repetitions, or all that the book has. They depend on the seed alone.
func (r *Tournament) bookOpenings() (openings []movegen.Position, err error) {
	if r.Match.Chess960 {
		return nil, fmt.Errorf("%s: a book has no openings of Chess960", r.Openings)
	}
	b, err := book.Open(r.Openings)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	plies := r.Plies
	if plies == 0 {
		plies = bookPlies
	}
	random := rand.NewPCG(r.Shuffle, 0)
	seen := map[string]bool{}
	for tries := 0; len(openings) < (r.Match.Games+1)/2 && tries < bookTries; tries++ {
		position := movegen.StartPosition()
		depth := 0
		for ; depth < plies; depth++ {
			move, err := b.Choose(&position, random)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", r.Openings, err)
			}
			if move == movegen.NoMove {
				break
			}
			position.Make(move)
		}
		if fen := position.FEN(); depth > 0 && !seen[fen] && position.HasLegalMove() {
			seen[fen] = true
			openings = append(openings, position)
			tries = 0
		}
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s: no move of the book is legal in the initial position", r.Openings)
	}
	return openings, nil
}
