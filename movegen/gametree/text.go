package gametree

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"alfiere/movegen"
)

// WriteText writes the tree as text: the board strings of its start, then the generations, one below the other with a
// blank line between, the replies to each move on lines of their own. If the first generation has entries other than
// moves, its size precedes it. The error is that of w, or an *Error that wraps errPass.
func WriteText(w io.Writer, t *Tree, l Letters) error {
	names := l.alphabet()
	out := &textWriter{w: bufio.NewWriter(w)}
	fmt.Fprintf(out.w, "%s\n", strings.Join(BoardStrings(&t.start, l), " "))
	if t.Missing(Root) > 0 || t.Ended(Root) {
		fmt.Fprintf(out.w, "\n%d", t.Announced(Root))
	}
	var buffer []byte
	err := t.entries(func(generation int, e entry) error {
		buffer = appendText(buffer[:0], &e, &names)
		return out.entry(generation, e.newParent, buffer)
	})
	if err != nil {
		return err
	}
	if out.width > 0 {
		out.w.WriteByte('\n')
	}
	return out.w.Flush()
}

// textWriter arranges entries on lines.
type textWriter struct {
	w          *bufio.Writer
	generation int
	width      int // of the line so far, in characters
}

// lineWidth is the longest line in characters.
const lineWidth = 80

func (w *textWriter) entry(generation int, newParent bool, text []byte) (err error) {
	width := utf8.RuneCount(text)
	between := "  "
	switch {
	case generation != w.generation:
		between = "\n\n"
		if generation == 1 {
			between = "\n"
		}
	case newParent || w.width+2+width > lineWidth:
		between = "\n"
	}
	if between[0] == '\n' {
		w.width = 0
	} else {
		w.width += len(between)
	}
	w.generation = generation
	w.width += width
	w.w.WriteString(between)
	_, err = w.w.Write(text)
	return err
}

// appendText appends "P z 20 52 54".
func appendText(text []byte, e *entry, names *alphabet) []byte {
	switch e.kind {
	case endedEntry:
		return append(text, '0')
	case missingEntry:
		return append(text, "-1"...)
	}
	text = append(utf8.AppendRune(text, names.letter(e.piece, e.color)), ' ')
	captured := 'z'
	if e.captured != empty {
		captured = names.letter(e.captured, e.color.Other())
	} else if e.color == movegen.Black {
		captured = 'Z'
	}
	text = append(utf8.AppendRune(text, captured), ' ')
	if e.becomes != empty {
		text = append(utf8.AppendRune(text, names.letter(e.becomes, e.color)), ' ')
	}
	return fmt.Appendf(text, "%d %d%d %d%d", e.count, e.from.File()+1, e.from.Rank()+1, e.to.File()+1, e.to.Rank()+1)
}

// Reading says how trees are read. The zero value reads Italian letters and standard chess.
type Reading struct {
	Letters Letters // of a text that does not begin with a board
	Rules   movegen.Rules
}

// ReadText reads a tree text and returns the letters it is written in. A text that does not begin with a board begins
// with the initial position. The error is that of r, or an *Error.
func ReadText(r io.Reader, how Reading) (*Tree, Letters, error) {
	in := textReader{r: bufio.NewReader(r)}
	board := board{Position: movegen.StartPosition(), Letters: how.Letters, SideKnown: false}
	if in.boardAhead() {
		var err error
		if board, err = in.board(how.Rules); err != nil {
			return nil, "", err
		}
	} else if how.Letters != "" {
		l, err := ParseLetters(string(how.Letters))
		if err != nil {
			return nil, "", err
		}
		board.Letters = l
	}
	if board.Letters == "" {
		board.Letters = Italian
	}
	in.assembler = newAssembler(board.Position, board.SideKnown, board.Letters)
	for {
		more, err := in.entry()
		if err != nil {
			return nil, "", err
		}
		if !more {
			break
		}
	}
	t, err := in.finish()
	return t, board.Letters, err
}

// textReader reads a tree text character by character.
type textReader struct {
	*assembler
	r     *bufio.Reader
	began bool // an entry, or the size of the first generation, has been read
}

// boardAhead reports whether the text begins with a board: with a string of more
// letters than any move has, or with a character of no move.
func (t *textReader) boardAhead() bool {
	for size := 64; ; size *= 2 {
		text, err := t.r.Peek(size)
		word := strings.TrimLeftFunc(string(text), isSeparator)
		if len(word) < 16 && err == nil {
			continue // nothing but blanks yet
		}
		run := 0
		for _, r := range word {
			if r >= '0' && r <= '9' || isSeparator(r) {
				break
			}
			run++
		}
		first, _ := utf8.DecodeRuneInString(word)
		return run > 3 || run > 0 && !isEntryRune(first)
	}
}

func (t *textReader) board(rules movegen.Rules) (board, error) {
	var r boardReader
	for r.count < boardSize {
		letter, _, err := t.r.ReadRune()
		if err == io.EOF {
			break
		}
		if err != nil {
			return board{}, err
		}
		if err := r.add(letter); err != nil {
			return board{}, err
		}
	}
	b, err := r.board(rules, movegen.White)
	if err != nil { // if White gives check, Black is to move
		if other, otherErr := r.board(rules, movegen.Black); otherErr == nil {
			other.SideKnown = true
			return other, nil
		}
	}
	return b, err
}

// next returns the next character with a meaning, and whether blanks were skipped before it; at the end it is 0.
func (t *textReader) next() (r rune, blank bool, err error) {
	for {
		r, _, err = t.r.ReadRune()
		if err == io.EOF {
			return 0, blank, nil
		}
		if err != nil || isEntryRune(r) {
			return r, blank, err
		}
		blank = true
	}
}

// maxDigits is the length of the longest number of an entry.
const maxDigits = 8

// entry reads the next entry, and the zeros after it, which are entries of their own. more is false at the end.
func (t *textReader) entry() (more bool, err error) {
	var letters []rune
	r, _, err := t.next()
	for ; err == nil && unicode.IsLetter(r); r, _, err = t.next() {
		if letters = append(letters, r); len(letters) > 3 {
			return false, t.syntax(string(letters), "two or three letters and a number")
		}
	}
	if err != nil || r == 0 && letters == nil {
		return false, err
	}
	if r == '-' {
		if letters != nil {
			return false, t.syntax(string(letters)+"-", "a positive number after the letters")
		}
		return true, t.negative()
	}
	return true, t.number(letters, r)
}

// syntax returns the error for an entry that cannot be read.
func (t *textReader) syntax(text, expected string) error {
	t.index++
	return t.fault(errSyntax, text, expected)
}

// negative reads the digits after a minus sign, without blanks between them.
func (t *textReader) negative() error {
	text := "-"
	for {
		r, blank, err := t.next()
		if err != nil {
			return err
		}
		if r == 0 || blank || r < '0' || r > '9' {
			if r != 0 {
				err = t.r.UnreadRune()
			}
			if err == nil && strings.Trim(text, "-0") == "" {
				err = t.syntax(text, "a negative number")
			}
			if err != nil {
				return err
			}
			t.began = true
			return t.add(entry{kind: missingEntry, count: 1}, text)
		}
		if len(text) <= maxDigits {
			text += string(r)
		}
	}
}

// number reads digits, the first of which is r, up to the next letter or sign. There
// may be blanks between them: single zeros after the number are entries.
func (t *textReader) number(letters []rune, r rune) (err error) {
	var digits []byte
	alone := 0 // single zeros at the end
	blank, word := true, 0
	for {
		if r < '0' || r > '9' {
			break
		}
		if blank {
			word = 0
		}
		word++
		switch {
		case r != '0', !blank:
			// The zeros that seemed single are part of the number.
			for ; alone > 0; alone-- {
				digits = append(digits, '0')
			}
			digits = append(digits, byte(r))
		default:
			alone++
		}
		if len(digits) > maxDigits {
			return t.syntax(string(letters)+string(digits), "at most 8 digits")
		}
		if alone > maxDigits && letters == nil && len(digits) == 0 {
			if err := t.zeros(alone - 1); err != nil {
				return err
			}
			alone = 1
		}
		if r, blank, err = t.next(); err != nil {
			return err
		}
	}
	if r != 0 {
		if err := t.r.UnreadRune(); err != nil {
			return err
		}
	}
	if err := t.positive(letters, digits); err != nil {
		return err
	}
	return t.zeros(alone)
}

// zeros adds place-holders of ended lines.
func (t *textReader) zeros(count int) error {
	for range count {
		t.began = true
		if err := t.add(entry{kind: endedEntry, count: 1}, "0"); err != nil {
			return err
		}
	}
	return nil
}

// positive interprets a number and the letters before it, either of which may be missing.
func (t *textReader) positive(letters []rune, digits []byte) error {
	text := string(letters) + string(digits)
	switch {
	case letters == nil && len(digits) == 0:
		return nil
	case letters == nil && !t.began && len(digits) <= 4 && digits[0] != '0':
		t.began = true
		count, err := strconv.Atoi(string(digits))
		t.expectRoot(count)
		return err
	case letters == nil:
		return t.syntax(text, "letters before a number, unless it is 0 or negative")
	case len(letters) < 2:
		return t.syntax(text, "the letters of the moving piece and of the captured one, or z")
	case len(digits) < 5:
		return t.syntax(text, "at least 5 digits: replies, file and rank twice")
	}
	t.began = true
	e, problem := t.parse(letters, digits)
	if problem != "" {
		return t.syntax(text, problem)
	}
	return t.add(e, text)
}

// parse reads the letters and digits of a move. problem says what was expected instead.
func (t *textReader) parse(letters []rune, digits []byte) (e entry, problem string) {
	var what [3]coloured
	for i, letter := range letters {
		c, ok := t.names.known[letter]
		if i == 1 && (letter == 'z' || letter == 'Z') {
			e.either = ok && c.figure != empty // also the letter of a piece
			if !e.either {
				c.figure = empty
			}
			if c.color = movegen.White; letter == 'z' {
				c.color = movegen.Black
			}
		} else if !ok || c.figure == empty {
			return e, fmt.Sprintf("pieces %s, not %q", string(t.names.upper[1:]), letter)
		}
		what[i] = c
	}
	color := what[0].color
	if what[1].color == color {
		return e, "the captured piece's letter, or z, in the other case than the moving piece's"
	}
	if len(letters) == 3 && what[2].color != color {
		return e, "what the piece becomes in the same case as the piece"
	}
	squares := digits[len(digits)-4:]
	for _, d := range squares {
		if d < '1' || d > '8' {
			return e, "squares of two digits from 1 to 8"
		}
	}
	e.figureMove = figureMove{piece: what[0].figure, captured: what[1].figure, becomes: what[2].figure,
		to: digitSquare(squares[2:]), color: color, colorKnown: true}
	e.from = digitSquare(squares)
	if e.count, _ = strconv.Atoi(string(digits[:len(digits)-4])); e.count < 1 {
		return e, "at least one reply: a line that has ended goes on with 0"
	}
	return e, ""
}

func digitSquare(digits []byte) movegen.Square {
	return movegen.MakeSquare(int(digits[0]-'1'), int(digits[1]-'1'))
}
