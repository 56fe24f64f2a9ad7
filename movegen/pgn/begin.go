package pgn

import (
	"bytes"
	"errors"
	"unicode/utf8"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// moveNumber is the number of a move in the stream.
type moveNumber struct {
	value  int
	end    int  // index after it and its stops; 0 if there is none
	marked bool // by a full stop, bracket, colon or hyphen: no other text is written like that
	black  bool // by two full stops or more
}

// maxNumberDigits is the number of digits of movegen.MaxFullmoveNumber.
const maxNumberDigits = 6

// numberAt reads the number of a move in one of the forms "1", "1.", "1 .", "1...", "1…", "1)", "(1)", "1:" and "1-".
func (r *Reader) numberAt(at int) (n moveNumber) {
	open := r.buffer[at] == '('
	if open {
		at++
	}
	from := at
	for ; isDigit(r.buffer[at]) && at-from <= maxNumberDigits; at++ {
		n.value = n.value*10 + int(r.buffer[at]-'0')
	}
	if at == from || at-from > maxNumberDigits || open && r.buffer[at] != ')' {
		return moveNumber{}
	}
	n.marked = open || r.buffer[at] == ')' || r.separatorAt(at)
	if n.marked {
		at++
	}
	n.end = at
	stops := 0
	for at += r.spaces(at); ; n.end = at {
		if r.buffer[at] == '.' {
			at++
			stops++
		} else if bytes.HasPrefix(r.buffer[at:r.end], []byte("…")) {
			at += len("…")
			stops += 3
		} else {
			break
		}
	}
	if after := at + r.spaces(at); stops > 0 {
		// A digit after a full stop is that of a date or a fraction, or a move in numbers.
		n.marked, n.black = !isDigit(r.buffer[after]), stops > 1
	}
	return n
}

// separatorAt reports whether the byte after a number is a colon or hyphen that belongs to it,
// and not to a result or castling.
func (r *Reader) separatorAt(at int) bool {
	after := r.buffer[min(at+1, r.end)]
	return r.buffer[at] == ':' && !isDigit(after) ||
		r.buffer[at] == '-' && (after <= ' ' || isLetter(after) && after|0x20 != 'o')
}

// movesAhead reports whether a game without tags begins here: with the number of a move, or with a move. After a marked
// number anything is a game: if it cannot be read, it is a game with an error.
func (r *Reader) movesAhead() bool {
	at := r.at
	defer func() { r.at = at }()
	n := r.numberAt(r.at)
	if n.marked {
		return true
	}
	r.at = max(r.at, n.end)
	r.at += r.spaces(r.at)
	start := movegen.StartPosition()
	pass, err := r.firstMove(&start)
	switch {
	case n.end > 0:
		return err == nil || errors.Is(err, notation.ErrNotLegal) || errors.Is(err, notation.ErrAmbiguous)
	case err != nil || !pass:
		return err == nil
	}
	// Other text may begin with hyphens: the reply decides.
	start.MakeOrPass(movegen.NoMove)
	r.at += r.spaces(r.at)
	if n := r.numberAt(r.at); n.end > 0 {
		r.at = n.end + r.spaces(n.end)
	}
	_, err = r.firstMove(&start)
	return err == nil
}

// firstMove reads a move of p with what may be attached to it.
func (r *Reader) firstMove(p *movegen.Position) (pass bool, err error) {
	text := withPlainDashes(r.symbol())
	if move, _, ok := cutResult(text); ok {
		text = move
	}
	m, err := r.move(p, text)
	if err == nil {
		return m == movegen.NoMove, nil
	}
	if move, _, ok := cutGlyph(text); ok {
		if m, glyphErr := r.move(p, move); glyphErr == nil {
			return m == movegen.NoMove, nil
		}
	}
	return false, err
}

// beginsAnother reports whether the number here begins a game without tags: it is 1 after an
// empty line, though the game before has moves and no result.
func (r *Reader) beginsAnother() bool {
	if !r.begun || r.breaks < 2 || r.parser.depth > 0 {
		return false
	}
	n := r.numberAt(r.at)
	return n.value == 1 && !n.black && r.movesAhead()
}

// noteStray notes text outside of games, once for lines that follow each other.
func (r *Reader) noteStray() {
	at := r.here()
	if at.line > r.strayLine+1 && len(r.stray) < maxFaults {
		line, _, _ := bytes.Cut(r.buffer[r.at:min(r.end, r.at+32)], []byte{'\n'})
		r.stray = append(r.stray, r.newError(at, string(bytes.TrimRight(line, " \t\r")), ErrStray))
	}
	r.strayLine = at.line
}

// Stray returns the places of text between the previous game and this one, or after the last
// one if Next has returned false. Such text is in no game. Comments and lines that begin with
// % are not reported; there are at most maxFaults errors, one for lines that follow each other.
func (r *Reader) Stray() []*Error { return r.stray }

// byteOrderMark begins a file, and a part of one that was put together.
const byteOrderMark = "\xef\xbb\xbf"

// withPlainDashes returns the text of a symbol with hyphens in the place of other dashes.
func withPlainDashes(text []byte) []byte {
	for _, b := range text {
		if b >= utf8.RuneSelf {
			return []byte(notation.PlainDashes(decode(text)))
		}
	}
	return text
}
