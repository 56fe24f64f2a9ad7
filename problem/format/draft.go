package format

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// draft is a problem of Popeye's while it is read.
type draft struct {
	problem   Problem
	board     [64]movegen.Piece
	side      movegen.Color    // that mates
	uncastled movegen.Bitboard // kings and rooks that may not castle
	enPassant movegen.Square
}

// newDraft returns a draft of which nothing is known but the language.
func (p *popeye) newDraft(line int) *draft {
	return &draft{
		problem: Problem{Statement: forsyth.Statement{Line: line},
			Popeye: text.Popeye{Tongue: p.words.tongue, KeysOnly: true}},
		enPassant: movegen.NoSquare,
	}
}

// finish makes the problem of the draft, which has ended.
func (d *draft) finish() (Problem, error) {
	if d.problem.Moves == 0 || d.board == [64]movegen.Piece{} {
		return Problem{Twin: d.problem.Twin, Popeye: d.problem.Popeye},
			&forsyth.Error{Line: d.problem.Line, Column: 1, Err: errIncomplete}
	}
	b := movegen.Builder{Board: d.board, Side: d.side, EnPassant: d.enPassant, FullmoveNumber: 1}
	if d.problem.PostKey {
		b.Side = b.Side.Other()
	}
	b.CastlingRooks = d.castlingRooks(&b)
	position, _, err := b.Build(problem.Composed)
	var illegal *movegen.FENError
	if errors.As(err, &illegal) {
		b.CastlingRooks, b.EnPassant = 0, movegen.NoSquare // the board is what matters
		return Problem{Statement: forsyth.Statement{Moves: d.problem.Moves}, Twin: d.problem.Twin, Popeye: d.problem.Popeye},
			&forsyth.IllegalError{Line: d.problem.Line, FEN: b.FEN(), Faults: illegal.Faults}
	}
	d.problem.Position = position
	d.problem.Passed = text.CheckPassed(&position, d.enPassant)
	return d.problem, err
}

// castlingRooks are the rooks that may castle: all at home, if the file does not say
// otherwise of them or of their king.
func (d *draft) castlingRooks(b *movegen.Builder) movegen.Bitboard {
	rooks := b.RooksAtHome() &^ d.uncastled
	for s := range movegen.NoSquare {
		if b.Board[s].Type() == movegen.King && d.uncastled.Has(s) {
			rooks &^= movegen.RankOf(s.Rank())
		}
	}
	return rooks
}

// pieces puts men on empty squares of the board.
func (p *popeye) pieces(d *draft) error {
	return p.men(func(man movegen.Piece, s movegen.Square) error {
		if d.board[s] != movegen.NoPiece {
			return p.occupied(s)
		}
		d.board[s] = man
		return nil
	})
}

// men reads men until a word that is none, a colour, then men with their squares, and puts each down.
func (p *popeye) men(put func(man movegen.Piece, s movegen.Square) error) error {
	color := -1
	for {
		if err := p.next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		man, squares := forsyth.CutSquares(p.word)
		if len(squares) == 0 || len(man) > 2 {
			c := find(p.words.colors, p.word)
			switch {
			case c >= 0 && c <= int(movegen.Black):
				color = c
				continue
			case c >= 0:
				return p.fault(problem.ErrUnsupported)
			case find(p.words.commands[:], p.word) >= 0, p.family != nil && find(p.words.twinnings[:], p.word) >= 0:
				p.again = true
				return nil
			}
			return p.fault(forsyth.ErrMan)
		}
		if color < 0 {
			return p.fault(errColor)
		}
		t, err := p.man(man)
		if err != nil {
			return err
		}
		for _, s := range squares {
			if err := put(movegen.MakePiece(movegen.Color(color), t), s); err != nil {
				return err
			}
		}
	}
}

// menOrder is the order of the men's letters in a vocabulary.
var menOrder = [...]movegen.PieceType{movegen.King, movegen.Queen, movegen.Rook, movegen.Bishop, movegen.Knight,
	movegen.Pawn}

// man returns the type of man that letters of the word read last stand for.
func (p *popeye) man(letters string) (movegen.PieceType, error) {
	if letters == "" {
		return movegen.NoPieceType, p.fault(forsyth.ErrMan)
	}
	small := strings.ToLower(letters)
	index := strings.Index(p.words.men, small)
	switch {
	case len(small) == 1 && index >= 0:
		return menOrder[index], nil
	case small == "n" && strings.Contains(p.words.men, "s"):
		return movegen.NoPieceType, p.fault(forsyth.ErrKnight)
	}
	return movegen.NoPieceType, p.fault(problem.ErrUnsupported)
}

// forsyth reads the board from a8 to h1: letters, small ones for Black, numbers of empty squares, and slashes, which
// say nothing. Empty squares at the end may be left out.
func (p *popeye) forsyth(d *draft) error {
	if err := p.argument(); err != nil {
		return err
	}
	square := 0 // counted as they are read
	for i := 0; i < len(p.word); {
		c := p.word[i]
		switch {
		case c == '/':
			i++
		case c >= '0' && c <= '9':
			end := i
			for end < len(p.word) && p.word[end] >= '0' && p.word[end] <= '9' {
				end++
			}
			empty, err := strconv.Atoi(p.word[i:end])
			if err != nil || empty > 64-square {
				return p.fault(errForsyth)
			}
			square += empty
			i = end
		default:
			if c < 'A' || square >= 64 {
				return p.fault(errForsyth)
			}
			t, err := p.man(p.word[i : i+1])
			if err != nil {
				return err
			}
			color := movegen.White
			if c >= 'a' {
				color = movegen.Black
			}
			d.board[movegen.MakeSquare(square%8, 7-square/8)] = movegen.MakePiece(color, t)
			square++
			i++
		}
	}
	return nil
}
