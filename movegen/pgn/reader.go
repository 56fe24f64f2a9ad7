// Package pgn reads and writes games in Portable Game Notation. It does not hold trees of moves: gametree does.
//
// A Reader goes through a stream game by game, in constant memory. Next reads the tags of a game; then Moves returns
// its main line, Game all of it, or neither is called and the moves are skipped. The reader is lenient;
// docs/notations.md lists the forms it accepts. An error in one game is an *Error, and the next game is read normally.
//
// A Layout writes the export format. A Conversion converts between PGN and the other forms of a tree: tree text,
// numbers, table, board and FEN.
package pgn

import (
	"bytes"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// Reading says how games are read. The zero value reads English moves.
type Reading struct {
	Language notation.PieceLetters
	Keep     bool // the bytes of the stream, for Source, Before and Retag
}

// Reader reads a stream of games. Stray reports any other text between games.
type Reader struct {
	lexer
	language notation.PieceLetters
	pieces   [256]movegen.PieceType // by their letter in a move

	text  []byte    // of the tags
	spans []tagSpan // within text
	begin place     // of the game
	game  int
	// unread is set while the moves of the game are still to be read or skipped.
	unread    bool
	ending    int64  // offset after the result that ends the moves, 0 without one
	last      int64  // offset after the previous game
	first     int64  // offset of the game, a comment before its moves included
	behind    int64  // offset after the game, once it has been read
	foreword  []byte // a comment before the moves of a game without tags
	start     movegen.Position
	result    movegen.Result
	faults    []*Error
	stray     []*Error // text before the game that is in none
	strayLine int      // the last line with such text
	hasMoves  bool     // the game has moves
	moves     []movegen.Move
	parser    parser
}

// tagSpan is the place of a tag in Reader.text, and in the stream.
type tagSpan struct {
	name, value, end int
	from, to         int64
}

// NewReader returns a Reader of source, which it reads ahead.
func NewReader(source io.Reader, how Reading) *Reader {
	r := &Reader{lexer: newLexer(source), language: how.Language}
	r.saved.on = how.Keep
	r.behind = r.here().offset
	for t := movegen.Knight; t <= movegen.King; t++ {
		if letter := how.Language.Letter(t); letter < 0x80 {
			r.pieces[letter] = t
		}
	}
	return r
}

// Next goes to the next game and reads its tags; the unread rest of the previous game
// is skipped. It returns false at the end of the stream.
func (r *Reader) Next() bool {
	if r.unread {
		r.movetext(parseNothing)
	}
	r.text, r.spans, r.faults, r.foreword = r.text[:0], r.spans[:0], nil, nil
	r.stray, r.strayLine = nil, -1
	r.result = movegen.Ongoing
	r.last = r.behind
	if r.saved.on {
		r.forget(r.last)
	}
	if !r.findGame() {
		r.first = r.here().offset
		r.behind = r.first
		return false
	}
	r.game++
	r.begin, r.ending = r.here(), 0
	if r.foreword == nil || r.buffer[r.at] == '[' {
		r.omission = place{} // otherwise it is that of a line between the comment and the moves
	}
	r.unread = true
	for r.tagAhead() && !(len(r.spans) > 0 && r.nextTagIs("Event") && r.tagValue("Event") != nil) {
		r.tag()
	}
	if len(r.spans) > 0 || r.foreword == nil {
		r.foreword, r.first = nil, r.begin.offset
	}
	r.result = parseResult(r.tagValue("Result"))
	return true
}

// findGame goes to the beginning of the next game; false is the end of the stream.
func (r *Reader) findGame() bool {
	busy := 0 // the line on which text was skipped
	for {
		r.ahead(MaxTag)
		b := r.blanks()
		first := r.line != busy
		switch {
		case b == 0 && r.at == r.end:
			return false
		case b == '[' && r.tagAhead():
			return true
		case (b == '{' || b == ';') && r.commentBetween(first):
			continue
		case first && (isSymbol[b] || b == '(') && r.movesAhead():
			return true
		case b == byteOrderMark[0] && bytes.HasPrefix(r.buffer[r.at:r.end], []byte(byteOrderMark)):
			r.at += len(byteOrderMark)
			continue
		case isSymbol[b]:
			r.noteStray()
			r.symbol()
		default:
			r.noteStray()
			r.at++
		}
		busy, r.foreword = r.line, nil
	}
}

// commentBetween reads a comment between games; ok is false if it does not end. It may belong
// to a game without tags if it is the first text of its line.
func (r *Reader) commentBetween(first bool) (ok bool) {
	begin := r.here().offset
	begins := r.foreword == nil || len(r.foreword) > maxComment
	if begins {
		r.omission = place{}
	}
	var text []byte
	if r.buffer[r.at] == ';' {
		text = r.semicolon()
	} else if text, ok = r.braces(); !ok {
		return false
	}
	switch {
	case !first:
		r.foreword = nil
		return true
	case begins:
		r.foreword, r.first = []byte{}, begin
	}
	r.foreword = append(append(r.foreword, ' '), text...)
	return true
}

// Tag returns the value of the first tag of that name, "" if there is none.
func (r *Reader) Tag(name string) string { return decode(r.tagValue(name)) }

// tagValue is Tag in the bytes of the file, nil if there is none.
func (r *Reader) tagValue(name string) []byte {
	for _, s := range r.spans {
		if string(r.text[s.name:s.value]) == name {
			return r.text[s.value:s.end]
		}
	}
	return nil
}

// Tags returns all tags of the game in their order.
func (r *Reader) Tags() Tags {
	tags := make(Tags, len(r.spans))
	for i, s := range r.spans {
		tags[i] = Tag{decode(r.text[s.name:s.value]), decode(r.text[s.value:s.end])}
	}
	return tags
}

// Line returns the line, from 1, on which the game begins.
func (r *Reader) Line() int { return r.begin.line }

// Offset returns the byte of the stream, from 0, at which the game begins.
func (r *Reader) Offset() int64 { return r.begin.offset }

// End skips the unread rest of the game and returns the byte of the stream after it. complete is true if the moves end
// with the result of the tag Result and an empty line follows, which End then includes. Otherwise the game may have
// been cut off while it was written.
func (r *Reader) End() (offset int64, complete bool) {
	if r.unread {
		r.movetext(parseNothing)
	}
	r.ahead(MaxTag)
	end := r.here().offset
	if r.ending == 0 || r.result.String() != r.Tag("Result") {
		return end, false
	}
	for at, lines := r.at, 0; at < r.end; at++ {
		switch r.buffer[at] {
		case '\n':
			if lines++; lines == 2 {
				return end + int64(at-r.at) + 1, true
			}
		case ' ', '\t', '\r':
		default:
			return end, false
		}
	}
	return end, false
}

// Result returns the result: that of the tag until the moves are read, then the one that follows the moves, if any.
func (r *Reader) Result() movegen.Result { return r.result }

// Start returns the position in which the game begins. The error is an *Error that wraps ErrStart or errVariant.
func (r *Reader) Start() (movegen.Position, error) {
	rules := movegen.Rules{Composed: true}
	fen := r.Tag("FEN")
	switch variant := strings.ToLower(r.Tag("Variant")); {
	case isChess960Variant(variant):
		rules.Chess960 = true
	case variant == "", variant == "standard", variant == "chess", variant == "normal",
		strings.Contains(variant, "from position"), variant == "?", variant == "none":
		rules.Chess960 = namesRooks(fen)
	default:
		return movegen.StartPosition(), r.newError(r.begin, variant, errVariant)
	}
	if fen == "" {
		return movegen.StartPosition(), nil
	}
	p, _, err := rules.ParseFEN(fen)
	if err != nil {
		return movegen.StartPosition(), r.newError(r.begin, fen, message.Errorf("%w: %w", ErrStart, err))
	}
	return p, nil
}

// isChess960Variant reports whether a value of the tag Variant means Chess960.
func isChess960Variant(value string) bool {
	value = strings.ToLower(value)
	return strings.Contains(value, "960") || strings.HasPrefix(value, "fischer")
}

// namesRooks reports whether the castling rights of a FEN are written as files, which only Chess960 needs.
func namesRooks(fen string) bool {
	fields := strings.Fields(fen)
	return len(fields) > 2 && strings.ContainsAny(fields[2], "ABCDEFGHabcdefgh")
}

// Err returns the error of the stream, nil if it has ended normally.
func (r *Reader) Err() error { return r.err }

// Faults returns the errors found so far in the game, at most maxFaults.
func (r *Reader) Faults() []*Error { return r.faults }

func (r *Reader) newError(at place, text string, err error) *Error {
	return &Error{Line: at.line, Column: at.column, Game: r.game, Text: decode([]byte(notation.Quote(text))), Err: err}
}

func (r *Reader) fault(at place, text []byte, err error) {
	if len(r.faults) < maxFaults {
		r.faults = append(r.faults, r.newError(at, string(text[:min(len(text), 32)]), err))
	}
}

// firstFault returns the first of Faults as an error.
func (r *Reader) firstFault() error {
	if len(r.faults) > 0 {
		return r.faults[0]
	}
	return nil
}

// parseResult reads the value of a Result tag or the result after the moves.
func parseResult(text []byte) movegen.Result {
	if bytes.ContainsAny(text, ":½–—−‐‑") || !utf8.Valid(text) {
		text = []byte(resultForms.Replace(notation.PlainDashes(decode(text))))
	}
	switch string(text) {
	case "1-0":
		return movegen.WhiteWins
	case "0-1":
		return movegen.BlackWins
	case "1/2-1/2", "1/2":
		return movegen.Drawn
	}
	return movegen.Ongoing
}

// resultForms replaces other ways to write the signs of a result.
var resultForms = strings.NewReplacer(":", "-", "½", "1/2")

// cutResult cuts a result that is attached to the end of a move.
func cutResult(text []byte) (move []byte, result movegen.Result, ok bool) {
	if n := len(text); n < 2 || strings.IndexByte("-:/\xc2", text[n-2]) < 0 {
		return text, movegen.Ongoing, false // nearly every move
	}
	for _, form := range [...]string{"1-0", "0-1", "1:0", "0:1", "1/2-1/2", "½-½", "½:½", "½"} {
		move, ok = bytes.CutSuffix(text, []byte(form))
		if ok && len(move) > 1 && (bytes.ContainsFunc(move, unicode.IsLetter) || castlingFiles(move) > 1) &&
			!bytes.HasSuffix(move, []byte("-")) {
			return move, parseResult([]byte(form)), true
		}
	}
	return text, movegen.Ongoing, false
}
