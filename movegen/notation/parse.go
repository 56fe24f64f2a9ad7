package notation

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"alfiere/internal/message"
	"alfiere/movegen"
)

// ParseMove reads a legal move of p in any notation of this package; blanks around it are skipped. The shape of the
// text decides, so that whether a move is legal never changes what the text means:
//
//  1. two squares, with or without one of q, r, b, n in lower case, are UCI: these
//     letters are English in every language;
//  2. text that begins with a digit from 1 to 8 is numbers;
//  3. the rest is SAN or long algebraic with l's letters, which are capitals.
//
// The error is a *MoveError.
func ParseMove(p *movegen.Position, text string, l PieceLetters) (movegen.Move, error) {
	text = strings.Trim(text, " \t\r\n")
	switch {
	case isUCI(text):
		return ParseUCI(p, text)
	case text != "" && text[0] >= '1' && text[0] <= '8':
		return parseNumbers(p, text, l)
	}
	return ParseSAN(p, text, l)
}

// isUCI reports whether text has the exact shape of a UCI move.
func isUCI(text string) bool {
	_, _, end := squarePair(text)
	return end == 4 && (len(text) == 4 || len(text) == 5 && strings.IndexByte("qrbn", text[4]) >= 0)
}

// WithoutNumber removes the number of a move, such as in "12. Nf3" and "12...Nf6"; a
// text without a number stays as it is.
func WithoutNumber(text string) string {
	behind := strings.TrimLeft(text, "0123456789")
	if behind == text || behind == "" || behind[0] != '.' {
		return text
	}
	return strings.TrimLeft(behind, ". \t")
}

// parseNumbers reads a legal move of p as two pairs of digits, file and rank from 1 to 8 of the square that the piece
// leaves and of the one that it reaches: "45 37", "4 5 3 7", "4537". Castling is the king's move as in ParseUCI. A
// promotion piece follows as l's letter or, as in correspondence chess, a digit: 1 queen, 2 rook, 3 bishop, 4 knight.
// The error is a *MoveError.
func parseNumbers(p *movegen.Position, text string, l PieceLetters) (movegen.Move, error) {
	r := sanReader{text: text, letters: l, end: len(text)}
	var digits [4]int
	for i := range digits {
		r.skipSeparators()
		digit, ok := r.accept("12345678")
		if !ok {
			return movegen.NoMove, syntaxError(text, r.at)
		}
		digits[i] = int(digit - '1')
	}
	r.skipSeparators()
	from, to := movegen.MakeSquare(digits[0], digits[1]), movegen.MakeSquare(digits[2], digits[3])
	d := parsedMove{from: from.Bitboard(), exact: true, to: to}
	if digit, ok := r.accept("1234"); ok {
		d.promotion = movegen.Queen - movegen.PieceType(digit-'1')
	} else if !r.promotion(&d) {
		return movegen.NoMove, syntaxError(text, r.at)
	}
	if r.skipSeparators(); r.at != r.end {
		return movegen.NoMove, syntaxError(text, r.at)
	}
	return d.resolve(p, text)
}

// skipSeparators skips blanks and hyphens between numbers.
func (r *sanReader) skipSeparators() {
	for ok := true; ok; {
		_, ok = r.accept(" \t-")
	}
}

// FENArgument returns the FEN given by arguments of a command, which may be its fields one
// by one: startpos alone is the initial position, as in UCI. Other texts are returned joined
// by blanks. Files and protocols have their own form of the initial position.
func FENArgument(args ...string) string {
	text := strings.TrimSpace(strings.Join(args, " "))
	if text == "startpos" {
		return movegen.StartFEN
	}
	return text
}

// Printable replaces control characters, which could affect a terminal, by blanks, and
// bytes that are not UTF-8 by question marks.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

// maxQuote is the length in bytes to which errors cut quoted text.
const maxQuote = 32

// Quote returns the beginning of text, at most 32 bytes, in memory of its own, so that
// an error does not keep a text as long as a file.
func Quote(text string) string { return strings.Clone(text[:min(len(text), maxQuote)]) }

// Wrapper appends words to a text, with a blank or a line end between them. The zero
// value appends to nothing, with no limit to its lines.
type Wrapper struct {
	Text  []byte // what has been written
	Width int    // the longest line in characters; 0 is no limit

	used int // characters of the line
}

// Word appends a word: on the line if it fits, else on the next one. A word longer than a line has a line of its own.
func (w *Wrapper) Word(word string) {
	if w.used > 0 && w.Width > 0 && w.used+1+utf8.RuneCountInString(word) > w.Width {
		w.NewLine()
	}
	if w.used > 0 {
		w.Stay(word)
		return
	}
	w.append(word)
}

// Stay appends a word after a blank, however long the line becomes, for a word that
// would mean something else at the beginning of a line.
func (w *Wrapper) Stay(word string) {
	w.append(" ")
	w.append(word)
}

func (w *Wrapper) append(text string) {
	w.Text = append(w.Text, text...)
	w.used += utf8.RuneCountInString(text)
}

// NewLine ends the line.
func (w *Wrapper) NewLine() { w.Text, w.used = append(w.Text, '\n'), 0 }

// parsedMove is the content of a text that describes a move, before the move is found on the board.
type parsedMove struct {
	piece     movegen.PieceType // NoPieceType if it is not named
	from      movegen.Bitboard  // the squares that it can start from
	exact     bool              // the text names the starting square in full
	to        movegen.Square
	promotion movegen.PieceType // NoPieceType if it is not named
}

// resolve returns the one legal move of p that fits, or a *MoveError about text.
func (d parsedMove) resolve(p *movegen.Position, text string) (movegen.Move, error) {
	pieces := d.from & p.ByColor(p.Side())
	if d.piece != movegen.NoPieceType {
		pieces &= p.ByType(d.piece)
	}
	var buffer [4]movegen.Move
	fits := buffer[:0]
	for left := pieces; left != 0; {
		fits = d.appendFits(fits, p, left.Pop())
	}
	switch len(fits) {
	case 0:
		return movegen.NoMove, &MoveError{Reason: NotLegal, Text: Quote(text), Piece: d.piece, To: d.to, Pieces: pieces}
	case 1:
		return fits[0], nil
	}
	return movegen.NoMove, &MoveError{Reason: Ambiguous, Text: Quote(text), Piece: d.piece, To: d.to, Pieces: pieces,
		Candidates: slices.Clone(fits)}
}

// appendFits appends the legal moves of the piece on from that fit: several only if a
// pawn promotes and the text does not name the piece.
func (d parsedMove) appendFits(fits []movegen.Move, p *movegen.Position, from movegen.Square) []movegen.Move {
	if d.promotion == movegen.NoPieceType && p.PieceAt(from).Type() == movegen.Pawn && edgeRanks.Has(d.to) {
		for t := movegen.Queen; t >= movegen.Knight; t-- {
			if m := movegen.MakePromotion(from, d.to, t); p.IsLegal(m) {
				fits = append(fits, m)
			}
		}
		return fits
	}
	m := p.MoveFor(from, d.to, d.promotion)
	if m.Kind() == movegen.Castling && !d.exact || !p.IsLegal(m) {
		return fits
	}
	return append(fits, m)
}

const edgeRanks = movegen.Rank1 | movegen.Rank8

// reason says why a text is not read as a move.
type reason uint8

// The reasons.
const (
	Syntax    reason = iota + 1 // the text is no move in this notation
	NotLegal                    // no legal move is written like that
	Ambiguous                   // several legal moves are written like that
)

// The sentinels that errors.Is finds in a *MoveError, one for each Reason.
var (
	ErrSyntax    = errors.New("not a move in this notation")
	ErrNotLegal  = errors.New("not a legal move")
	ErrAmbiguous = errors.New("more than one move is written like this")
)

// MoveError is a text that is not read as a move.
type MoveError struct {
	Reason reason
	Text   string // what was read, cut to a few bytes
	Offset int    // Syntax: the byte of the text at which reading stopped, from 0

	// The content of a NotLegal text: the kind of piece (NoPieceType if it names squares
	// only), its target (NoSquare for castling), and the mover's pieces that it can mean.
	Piece  movegen.PieceType
	To     movegen.Square
	Pieces movegen.Bitboard

	Candidates []movegen.Move // Ambiguous: the legal moves that it can mean
}

// Error names the text, the reason, and the squares or moves concerned.
func (e *MoveError) Error() string { return e.Message().Error() }

// Message is Error for every language.
func (e *MoveError) Message() error {
	text, piece := message.Errorf("%q: %v", e.Text, e.Unwrap()), errors.New(pieceNames[e.Piece])
	switch {
	case e.Reason == Syntax:
		return message.Errorf("%v (character %d)", text, utf8.RuneCountInString(e.Text[:min(e.Offset, len(e.Text))])+1)
	case e.Reason == Ambiguous:
		moves := make([]string, len(e.Candidates))
		for i, m := range e.Candidates {
			moves[i] = UCI(m, false)
		}
		return message.Errorf("%v: %s", text, strings.Join(moves, ", "))
	case e.Piece == movegen.NoPieceType:
		return text
	case e.Pieces == 0:
		return message.Errorf("%v: there is no such %v", text, piece)
	case e.To >= movegen.NoSquare:
		return message.Errorf("%v: the %v on %v cannot castle so", text, piece, e.Pieces)
	}
	return message.Errorf("%v: no %v (%v) can go to %v", text, piece, e.Pieces, e.To)
}

// Unwrap returns the sentinel of the reason.
func (e *MoveError) Unwrap() error {
	switch e.Reason {
	case NotLegal:
		return ErrNotLegal
	case Ambiguous:
		return ErrAmbiguous
	}
	return ErrSyntax
}

// Meant returns the one move that a NotLegal text means in p, the position it was read
// in, so that a movegen.Game can be asked why it refuses that. ok is false if the text
// does not determine piece and target, or if only the promotion piece is wrong.
func (e *MoveError) Meant(p *movegen.Position) (m movegen.Move, ok bool) {
	if e.Reason != NotLegal || e.To >= movegen.NoSquare {
		return movegen.NoMove, false
	}
	from, known := e.origin()
	if e.Piece != movegen.NoPieceType || !known {
		if e.Pieces == 0 || e.Pieces.MoreThanOne() {
			return movegen.NoMove, false
		}
		from = e.Pieces.LSB()
	}
	promotion := movegen.NoPieceType
	if p.PieceAt(from).Type() == movegen.Pawn && (movegen.Rank1 | movegen.Rank8).Has(e.To) {
		promotion = movegen.Queen
	}
	m = p.MoveFor(from, e.To, promotion)
	return m, !p.IsLegal(m)
}

// origin returns the square that a text of two squares, or of numbers, begins with.
func (e *MoveError) origin() (s movegen.Square, ok bool) {
	var digits []byte
	for i := 0; i < len(e.Text) && len(digits) < 2; i++ {
		switch b := e.Text[i]; {
		case b >= '1' && b <= '8':
			digits = append(digits, b-'1')
		case i == 0 && b >= 'a' && b <= 'h':
			digits = append(digits, b-'a')
		case i == 0 || b >= 'A':
			return movegen.NoSquare, false
		}
	}
	if len(digits) < 2 {
		return movegen.NoSquare, false
	}
	return movegen.MakeSquare(int(digits[0]), int(digits[1])), true
}

var pieceNames = [...]string{movegen.NoPieceType: "piece", movegen.Pawn: "pawn", movegen.Knight: "knight",
	movegen.Bishop: "bishop", movegen.Rook: "rook", movegen.Queen: "queen", movegen.King: "king"}

func syntaxError(text string, offset int) *MoveError {
	return &MoveError{Reason: Syntax, Text: Quote(text), Offset: offset, To: movegen.NoSquare}
}
