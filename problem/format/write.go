package format

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// What a format cannot hold; errors.Is finds them.
var (
	ErrNoMate  = errors.New("this format supports only direct mates")
	ErrTooLong = errors.New("the texts of the problem are too long for this format")
)

// position is the position of a problem of a collection.
func position(r *problem.Record) (movegen.Position, error) {
	at, err := r.Position()
	if err != nil {
		return at, message.Errorf("problem %d: %w", r.ID, err)
	}
	return at, nil
}

// Mate returns the position of a direct mate. The error wraps ErrNoMate, or is a *movegen.FENError.
func Mate(r *problem.Record) (movegen.Position, error) {
	at, err := position(r)
	if err == nil && r.Moves() == 0 {
		err = message.Errorf("problem %d: %w, not %s", r.ID, ErrNoMate, r.Stipulation)
	}
	return at, err
}

// writeEPD writes a problem as a line.
func writeEPD(out *bytes.Buffer, twins []*problem.Record, _ Solutions) error {
	p := twins[0]
	at, err := Mate(p)
	if err != nil {
		return err
	}
	line := notation.EPD{Position: at,
		Operations: []notation.Operation{{Code: "dm", Operands: []notation.Operand{{Text: strconv.Itoa(p.Moves())}}}}}
	c := text.CaptionOf(p)
	for _, op := range [...]struct{ code, text string }{
		{"id", c.ID}, {"title", c.Title}, {"author", c.Author}, {"source", c.Source},
	} {
		if op.text != "" {
			line.Operations = append(line.Operations, notation.Operation{Code: op.code,
				Operands: []notation.Operand{{Text: op.text, Quoted: true}}})
		}
	}
	fmt.Fprintln(out, line.String())
	return nil
}

// errNoWords refuses twins whose difference Popeye cannot express.
var errNoWords = errors.New("the twins cannot be expressed in Popeye")

// diagramOf returns the position of the first twin and how each twin differs from it. The error wraps
// ErrNoMate, or is errNoWords.
func diagramOf(twins []*problem.Record) (at movegen.Position, words []string, err error) {
	if at, err = Mate(twins[0]); err != nil {
		return at, nil, err
	}
	words, ok := changes(twins)
	if !ok {
		return at, nil, errNoWords
	}
	return at, words, nil
}

// maxPopeyeLine is the length of a text in bytes; Popeye ends at a line of 256 bytes.
const maxPopeyeLine = 240

// writePopeye writes the problems of a diagram as Popeye's input.
func writePopeye(out *bytes.Buffer, twins []*problem.Record, _ Solutions) error {
	p := twins[0]
	at, words, err := diagramOf(twins)
	if err != nil {
		return err
	}
	board, zero := zeroBoard(p)
	if !zero || len(twins) == 1 {
		board, zero = p.Board(), false
	}
	if isEmpty(&board) {
		return errNoWords
	}
	c := text.CaptionOf(p)
	for _, line := range [...]struct{ command, text string }{
		{"Author", c.Author}, {"Origin", c.Source}, {"Title", c.Title}, {"Stipulation", p.Stipulation},
		{"Option", strings.Join(oliveOptions(&Problem{Statement: forsyth.Statement{Position: at}}), " ")},
		{"Pieces", popeyeMen(&board, allSquares(&board))},
	} {
		if line.text != "" {
			fmt.Fprintf(out, "%s %s\n", line.command, text.Clipped(line.text, maxPopeyeLine))
		}
	}
	for i, change := range words {
		switch {
		case i == 0 && zero:
			fmt.Fprintf(out, "ZeroPosition %s\n", change)
		case i > 0:
			fmt.Fprintf(out, "Twin %s\n", change)
		}
	}
	return nil
}

// number is a number that is not 0.
func number(n int) string { return strings.TrimLeft(strconv.Itoa(n), "0") }

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
