package format

import (
	"io"
	"strconv"

	"alfiere/movegen"
	"alfiere/problem/format/forsyth"
)

// turned moves every man to where to says, files and ranks counted from 0. It reports whether all stay on the board.
func (d *draft) turned(to func(file, rank int) (int, int)) bool {
	var board [64]movegen.Piece
	for i, man := range d.board {
		if man == movegen.NoPiece {
			continue
		}
		s := movegen.Square(i)
		file, rank := to(s.File(), s.Rank())
		if file < 0 || file > 7 || rank < 0 || rank > 7 {
			return false
		}
		board[movegen.MakeSquare(file, rank)] = man
	}
	d.board = board
	return true
}

// rotate turns the board, against the clock.
func (p *popeye) rotate(d *draft) error {
	if err := p.argument(); err != nil {
		return err
	}
	angle, err := strconv.Atoi(p.word)
	if err != nil || angle != 90 && angle != 180 && angle != 270 {
		return p.fault(errAngle)
	}
	for range angle / 90 {
		d.turned(func(file, rank int) (int, int) { return 7 - rank, file })
	}
	d.changed("%s %d", p.words.changes.rotate, angle)
	return nil
}

// mirrors are the axes, by the corners that change places.
var mirrors = []struct {
	corners string
	to      func(file, rank int) (int, int)
}{
	{"a1<-->h1", func(file, rank int) (int, int) { return 7 - file, rank }},
	{"a1<-->a8", func(file, rank int) (int, int) { return file, 7 - rank }},
	{"a1<-->h8", func(file, rank int) (int, int) { return 7 - rank, 7 - file }},
	{"a8<-->h1", func(file, rank int) (int, int) { return rank, file }},
}

// mirror reflects the board. Its corners may be written with or without the arrow.
func (p *popeye) mirror(d *draft) error {
	if err := p.argument(); err != nil {
		return err
	}
	at, corners := *p.fault(errMirror), p.word
	if isSquare(corners) {
		if err := p.next(); err != nil && err != io.EOF {
			return err
		} else if err == nil && isSquare(p.word) {
			corners += "<-->" + p.word
		} else {
			p.again = err == nil
		}
	}
	names := make([]string, len(mirrors))
	for i := range mirrors {
		names[i] = mirrors[i].corners
	}
	i := find(names, corners)
	if i < 0 {
		return &at
	}
	d.turned(mirrors[i].to)
	d.changed("%s %s", p.words.changes.mirror, names[i])
	return nil
}

// isSquare reports whether a word is the name of a square.
func isSquare(word string) bool {
	head, squares := forsyth.CutSquares(word)
	return head == "" && len(squares) == 1
}

// shift moves all men as far as the one square is from the other.
func (p *popeye) shift(d *draft) error {
	from, to, err := p.twoSquares()
	if err != nil {
		return err
	}
	if !d.turned(func(file, rank int) (int, int) {
		return file + to.File() - from.File(), rank + to.Rank() - from.Rank()
	}) {
		return p.fault(errOffBoard)
	}
	d.changed("%s %s ==> %s", p.words.changes.shift, from, to)
	return nil
}

// twinWords are the words for a twin's change.
type twinWords struct {
	colors                        string // a letter for White and one for Black
	rotate, mirror, shift, polish string
}
