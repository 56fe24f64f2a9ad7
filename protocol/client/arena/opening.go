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

// ErrOver is wrapped by the error for an opening in which the game is over.
var ErrOver = errors.New("the game is over in this position")

// ReadOpenings reads the positions of an EPD or FEN file, one a line, as the rules know them;
// see notation.EPDReader. The error, which wraps a *notation.EPDError or ErrOver, is that
// of the first faulty line: a match should not begin with only some of its openings.
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
			return nil, fmt.Errorf("line %d: %w", reader.Line(), ErrOver)
		}
		openings = append(openings, line.Position)
	}
}

// ReadGameOpenings reads openings that are given as games in PGN: matches begin in the
// position after the last move of each game's main line, or after so many half-moves if plies
// is above 0, with the rights to castle that the rules know. The error, which wraps a
// *pgn.Error, *movegen.FENError or ErrOver, is that of the first faulty game, or wraps
// pgn.ErrNoGame.
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
			final, _ = reader.Start() // which Moves has read
			for _, m := range moves[:plies] {
				final.Make(m)
			}
		}
		position, _, err := rules.ParseFEN(final.FEN())
		if err == nil && referee.Start(position).Over() {
			err = ErrOver
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

// Chess960Starts is how many positions Chess960 can begin with.
const Chess960Starts = 960

// Chess960Start returns one of them by its number, from 0, in Scharnagl's order: 518 is
// that of standard chess.
func Chess960Start(number int) movegen.Position {
	var rank [8]movegen.PieceType
	place := func(piece movegen.PieceType, nth int) {
		for file, there := range rank {
			if there != movegen.NoPieceType {
				continue
			}
			if nth == 0 {
				rank[file] = piece
				return
			}
			nth--
		}
	}
	rank[number%4*2+1] = movegen.Bishop
	rank[number/4%4*2] = movegen.Bishop
	place(movegen.Queen, number/16%6)
	first, pair := 0, number/96 // the pairs of five squares, 01 02 03 04 12 …
	for ; pair >= 4-first; first++ {
		pair -= 4 - first
	}
	place(movegen.Knight, first)
	place(movegen.Knight, first+pair) // of four squares now
	for _, piece := range [...]movegen.PieceType{movegen.Rook, movegen.King, movegen.Rook} {
		place(piece, 0)
	}
	return startWith(rank)
}

// startWith returns the position in which both sides have these pieces at home.
func startWith(rank [8]movegen.PieceType) movegen.Position {
	b := movegen.Builder{EnPassant: movegen.NoSquare, FullmoveNumber: 1}
	for file, piece := range rank {
		for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
			home := movegen.MakeSquare(file, 0).Relative(c)
			b.Board[home] = movegen.MakePiece(c, piece)
			b.Board[movegen.MakeSquare(file, 1).Relative(c)] = movegen.MakePiece(c, movegen.Pawn)
			if piece == movegen.Rook {
				b.CastlingRooks |= home.Bitboard()
			}
		}
	}
	position, _, err := b.Build(movegen.Rules{Chess960: true})
	if err != nil {
		panic(err) // the pieces are those of a game
	}
	return position
}
