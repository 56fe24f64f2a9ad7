package format

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"alfiere/problem"
	"alfiere/problem/format/forsyth"
)

// diagram is what twins may change.
type diagram struct {
	board       [64]byte // as Record.Board returns it
	stipulation string
}

// change says in Popeye's words how another diagram comes from this one; nothing if they are
// the same, or differ in more than Popeye can say.
func (d *diagram) change(to diagram) string {
	var words []string
	if d.board != to.board {
		words = append(words, boardChange(&d.board, &to.board))
	}
	if d.stipulation != to.stipulation {
		words = append(words, "Stipulation "+to.stipulation)
	}
	return strings.Join(words, " ")
}

// boardChange says how a board comes from another one.
func boardChange(from, to *[64]byte) string {
	var gone, come []int // squares that are empty then, and those with another man
	for s := range from {
		switch {
		case from[s] == to[s]:
		case to[s] == '.':
			gone = append(gone, s)
		default:
			come = append(come, s)
		}
	}
	switch {
	case len(gone) == 1 && len(come) == 1 && from[gone[0]] == to[come[0]]:
		return fmt.Sprintf("Move %s %s", squareName(gone[0]), squareName(come[0]))
	case len(gone) == 0 && len(come) == 2 && from[come[0]] == to[come[1]] && from[come[1]] == to[come[0]]:
		return fmt.Sprintf("Exchange %s %s", squareName(come[0]), squareName(come[1]))
	}
	if len(gone)+len(come) > 4 {
		if words := imageWords(from, to); words != "" {
			return words
		}
	}
	var words []string
	if len(gone) > 0 {
		var squares strings.Builder
		for _, s := range gone {
			squares.WriteString(squareName(s))
		}
		words = append(words, "Remove "+squares.String())
	}
	if len(come) > 0 {
		words = append(words, "Add "+popeyeMen(to, come))
	}
	return strings.Join(words, " ")
}

// imageWords says how a whole board is turned, mirrored or swapped into another one; nothing if it is not.
func imageWords(from, to *[64]byte) string {
	turned := *from
	for angle := 90; angle < 360; angle += 90 {
		turned = image(&turned, func(file, rank int) (int, int) { return 7 - rank, file })
		if turned == *to {
			return fmt.Sprintf("Rotate %d", angle)
		}
	}
	for _, m := range mirrors {
		if image(from, m.to) == *to {
			return "Mirror " + m.corners
		}
	}
	for s, man := range from {
		if man != '.' {
			man ^= 'a' ^ 'A'
		}
		turned[s] = man
	}
	if turned == *to {
		return "PolishType"
	}
	return ""
}

// image moves every man to where to says, files and ranks counted from 0.
func image(board *[64]byte, to func(file, rank int) (int, int)) (moved [64]byte) {
	for s := range board {
		file, rank := to(s&7, 7-s>>3)
		moved[(7-rank)<<3|file] = board[s]
	}
	return moved
}

// squareName is the name of a square, counted from a8.
func squareName(s int) string { return string([]byte{'a' + byte(s&7), '8' - byte(s>>3)}) }

// popeyeMen writes the men on these squares, as in "White Kd6 Pa2b3 Black Kd8".
func popeyeMen(board *[64]byte, squares []int) string {
	var words []string
	for _, side := range [...]struct{ word, men string }{{"White", "KQRBNP"}, {"Black", "kqrbnp"}} {
		first := len(words)
		for i := range side.men {
			var all []byte
			for _, s := range squares {
				if board[s] == side.men[i] {
					all = append(all, squareName(s)...)
				}
			}
			if all != nil {
				words = append(words, "KQRBSP"[i:i+1]+string(all))
			}
		}
		if len(words) > first {
			words = append(words[:first], append([]string{side.word}, words[first:]...)...)
		}
	}
	return strings.Join(words, " ")
}

// allSquares are the squares with men.
func allSquares(board *[64]byte) (squares []int) {
	for s, man := range board {
		if man != '.' {
			squares = append(squares, s)
		}
	}
	return squares
}

// isEmpty reports whether there are no men.
func isEmpty(board *[64]byte) bool { return bytes.Count(board[:], []byte{'.'}) == len(board) }

// zeroBoard is the board of the diagram, which is no problem itself, in the letters of Record.Board.
func zeroBoard(first *problem.Record) ([64]byte, bool) {
	if first.Twin.Zero == "" {
		return [64]byte{}, false
	}
	zero := problem.Record{FEN: first.Twin.Zero}
	return zero.Board(), true
}

// changes are how each problem of a diagram differs, in Popeye's words: the first from the
// diagram that is no problem itself, if there is one. ok is false if there are no words for one.
func changes(twins []*problem.Record) (words []string, ok bool) {
	board, zero := zeroBoard(twins[0])
	before := diagram{board, twins[0].Stipulation}
	if !zero {
		before.board = twins[0].Board()
	}
	first := before
	for i, p := range twins {
		here := diagram{p.Board(), p.Stipulation}
		if i == 0 && !zero {
			words = append(words, "")
			continue
		}
		from, text := first, ""
		if p.Twin.Continued && i > 0 {
			from, text = before, "Continued "
		}
		change := from.change(here)
		if change == "" {
			return nil, false
		}
		words, before = append(words, text+change), here
	}
	return words, !slices.Contains(words[1:], "")
}

// Relabel states anew how a twin of a diagram differs: from the diagram, or from the twin before if it continues that.
func Relabel(twins []*problem.Record, i int) {
	p, first := twins[i], twins[0]
	from := diagram{first.Board(), first.Stipulation}
	if board, zero := zeroBoard(first); zero {
		from.board = board
	} else if i == 0 {
		return
	}
	if p.Twin.Continued && i > 0 {
		from = diagram{twins[i-1].Board(), twins[i-1].Stipulation}
	}
	p.Twin.Change = changeText(from, diagram{p.Board(), p.Stipulation})
}

// changeText says how another diagram comes from this one as twins are labelled, as in "wKd5-->d6  #3": Popeye's words
// for the change are read as twins are.
func changeText(from, to diagram) string {
	var parts []string
	if from.board != to.board {
		r := NewReader(strings.NewReader(fmt.Sprintf("BeginProblem Stipulation #1 Pieces %s\nTwin %s\nEndProblem\n",
			popeyeMen(&from.board, allSquares(&from.board)), boardChange(&from.board, &to.board))), forsyth.Conventions{})
		_, _ = r.Read()     // the diagram, which need not be legal
		twin, _ := r.Read() // nor need the twin be
		parts = append(parts, twin.Twin.Change)
	}
	if from.stipulation != to.stipulation {
		parts = append(parts, to.stipulation)
	}
	return strings.Join(parts, "  ")
}
