// Package notation turns moves and positions into text and back: coordinates (UCI), SAN and long algebraic notation in
// any language's piece letters, pairs of numbers, EPD lines, rows of letters, patterns of boards and diagrams. It
// imports movegen and nothing else. Games are in movegen/pgn and movegen/gametree; callers add wording beyond letters
// and numbers.
//
// Readers are as lenient as possible without guessing: a text is one legal move or a typed error that says why not,
// never the likeliest of several. Writers are strict: two legal moves of a position never share a SAN.
//
// Wrapper puts words on lines, Printable makes unknown text safe to show, and Quote cuts text for errors.
package notation

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"alfiere/internal/message"
	"alfiere/movegen"
)

// PieceLetters is the six capital letters of the pieces in the order king, queen, rook, bishop, knight, pawn; on a
// board Black's pieces are the same letters in lower case. The empty PieceLetters is English. Any six letters that
// Validate accepts will do; with others the results are unspecified text, or errors.
//
// Pawns have their letter in rows, diagrams and the like only; in moves it may be read but is never written.
type PieceLetters string

// The languages most used. Italian: re, donna, torre, alfiere, cavallo, pedone.
//
// Figurine draws chessmen instead of letters, White's in outline and Black's filled on a board; in moves, as in print,
// the outlines are used for both colours. Either kind is read in a move.
const (
	English  PieceLetters = "KQRBNP"
	Italian  PieceLetters = "RDTACP"
	German   PieceLetters = "KDTLSB"
	French   PieceLetters = "RDTFCP"
	Spanish  PieceLetters = "RDTACP"
	Figurine PieceLetters = "♔♕♖♗♘♙"
)

// languages is the table of the languages with a name: code (ISO 639-1), English
// name and letters, the national ones as in the PGN standard, 8.2.3.1.
var languages = [...]struct {
	code, name string
	letters    PieceLetters
}{
	{"en", "english", English},
	{"it", "italian", Italian},
	{"de", "german", German},
	{"fr", "french", French},
	{"es", "spanish", Spanish},
	{"cs", "czech", "KDVSJP"},
	{"da", "danish", "KDTLSB"},
	{"nl", "dutch", "KDTLPO"},
	{"et", "estonian", "KLVORP"},
	{"fi", "finnish", "KDTLRP"},
	{"hu", "hungarian", "KVBFHG"},
	{"is", "icelandic", "KDHBRP"},
	{"no", "norwegian", "KDTLSB"},
	{"pl", "polish", "KHWGSP"},
	{"pt", "portuguese", "RDTBCP"},
	{"ro", "romanian", "RDTNCP"},
	{"sv", "swedish", "KDTLSB"},
	{"figurine", "figurine", Figurine},
}

// Languages returns the English names of the languages.
func Languages() (names []string) {
	for _, row := range languages {
		names = append(names, row.name)
	}
	return names
}

// ErrLanguage is returned for a language that is neither known by name nor six different capital letters.
var ErrLanguage = errors.New("not a language, nor six different capital letters (king, queen, rook, bishop, knight, " +
	"pawn)")

// ParseLanguage finds a language by its code ("it") or English name ("italian"), in any
// case, or accepts six letters of the user's own. The error is ErrLanguage.
func ParseLanguage(text string) (PieceLetters, error) {
	for _, row := range languages {
		if strings.EqualFold(text, row.code) || strings.EqualFold(text, row.name) {
			return row.letters, nil
		}
	}
	l := PieceLetters(text)
	if text == "" {
		return English, ErrLanguage
	}
	return l, l.Validate()
}

// Validate returns ErrLanguage unless l is usable: six different letters that have
// a capital and a small form, or one of the languages above.
func (l PieceLetters) Validate() error {
	if l == Figurine || l == "" {
		return nil
	}
	count := 0
	for i, letter := range string(l) {
		small := unicode.ToLower(letter)
		if small == letter || unicode.ToUpper(small) != letter || strings.ContainsRune(string(l[:i]), letter) {
			return ErrLanguage
		}
		count++
	}
	if count != len(pieceOrder) {
		return ErrLanguage
	}
	return nil
}

// pieceOrder holds the pieces in the order of PieceLetters.
var pieceOrder = [...]movegen.PieceType{movegen.King, movegen.Queen, movegen.Rook, movegen.Bishop, movegen.Knight,
	movegen.Pawn}

// Letter returns the letter of t in moves, '?' if l has none.
func (l PieceLetters) Letter(t movegen.PieceType) rune {
	if l == "" {
		l = English
	}
	i := 0
	for _, letter := range string(l) {
		if i < len(pieceOrder) && pieceOrder[i] == t {
			return letter
		}
		i++
	}
	return '?'
}

// BoardLetter returns the letter of a piece on a board: capital or outline for
// White, small or filled for Black, '.' for NoPiece.
func (l PieceLetters) BoardLetter(piece movegen.Piece) rune {
	if piece == movegen.NoPiece {
		return '.'
	}
	letter := l.Letter(piece.Type())
	if piece.Color() == movegen.White {
		return letter
	}
	if isOutline(letter) {
		return letter + blackFigurine
	}
	return unicode.ToLower(letter)
}

// blackFigurine is the distance from an outlined chessman to the filled one.
const blackFigurine = '♚' - '♔'

func isOutline(letter rune) bool { return letter >= '♔' && letter <= '♙' }

// piece is the inverse of BoardLetter; ok is false for any other letter.
func (l PieceLetters) piece(letter rune) (piece movegen.Piece, ok bool) {
	if letter == '.' {
		return movegen.NoPiece, true
	}
	color, capital := movegen.White, letter
	if isOutline(letter - blackFigurine) {
		color, capital = movegen.Black, letter-blackFigurine
	} else if unicode.IsLower(letter) {
		color, capital = movegen.Black, unicode.ToUpper(letter)
	}
	if t := l.pieceType(capital); t != movegen.NoPieceType {
		return movegen.MakePiece(color, t), true
	}
	return movegen.NoPiece, false
}

// pieceType is the inverse of Letter, NoPieceType for any other letter.
func (l PieceLetters) pieceType(letter rune) movegen.PieceType {
	if l == "" {
		l = English
	}
	i := 0
	for _, own := range string(l) {
		if own == letter && i < len(pieceOrder) && letter != utf8.RuneError {
			return pieceOrder[i]
		}
		i++
	}
	return movegen.NoPieceType
}

// board is the placement of a *movegen.Position, or of a *movegen.Builder that need not be legal yet.
type board interface {
	PieceAt(s movegen.Square) movegen.Piece
}

// Rows returns the board as eight strings of eight of l's letters, the eighth rank
// first: White in capitals, Black in small letters, '.' for an empty square.
func Rows(b board, l PieceLetters) [8]string {
	var rows [8]string
	for i := range rows {
		row := make([]byte, 0, 8*utf8.UTFMax)
		for file := range 8 {
			row = utf8.AppendRune(row, l.BoardLetter(b.PieceAt(movegen.MakeSquare(file, 7-i))))
		}
		rows[i] = string(row)
	}
	return rows
}

// ParseRows is the inverse of Rows. The builder has White to move and is not checked
// for legality yet. Rows do not hold castling rights: every rook in its corner may
// castle while its king is on the e-file. The error is ErrLanguage or names the row.
func ParseRows(rows []string, l PieceLetters) (movegen.Builder, error) {
	b := movegen.Builder{EnPassant: movegen.NoSquare, FullmoveNumber: 1}
	if err := l.Validate(); err != nil {
		return b, err
	}
	l = cmp.Or(l, English)
	if len(rows) != 8 {
		return b, errors.New("board: there must be eight rows")
	}
	for i, row := range rows {
		if utf8.RuneCountInString(row) != 8 {
			return b, message.Errorf("board: row %d must have eight letters, not %q", i+1, Quote(row))
		}
		s := movegen.MakeSquare(0, 7-i)
		for _, letter := range row {
			piece, ok := l.piece(letter)
			if !ok {
				return b, message.Errorf("board: row %d: no piece has the letter %q (%s, %s, '.' for an empty square)", i+1,
					string(letter), l, strings.ToLower(string(l)))
			}
			b.Board[s] = piece
			s++
		}
	}
	b.CastlingRooks = b.RooksAtHome()
	return b, nil
}

// PieceCount returns the number of White's men and of Black's in the form used with problem diagrams: "7+5".
func PieceCount(p *movegen.Position) string {
	return fmt.Sprintf("%d+%d", p.ByColor(movegen.White).Count(), p.ByColor(movegen.Black).Count())
}

// Editor places pieces on a board one at a time, by the lines of CECP's edit mode: "#" clears the board, "c" changes
// the colour of the pieces, "Pa4" places one and "xa4" empties a square.
type Editor struct {
	Builder movegen.Builder // the board, which need not be legal yet, and the side to move
	Color   movegen.Color   // of the pieces that are placed
}

// Edit carries out a line. For any other line it returns false and changes nothing.
func (e *Editor) Edit(line string) bool {
	switch line {
	case "#":
		e.Builder.Board = [64]movegen.Piece{}
		return true
	case "c":
		e.Color = e.Color.Other()
		return true
	}
	if len(line) != 3 {
		return false
	}
	square, ok := movegen.ParseSquare(line[1:])
	if !ok {
		return false
	}
	if line[0] == 'x' {
		e.Builder.Board[square] = movegen.NoPiece
		return true
	}
	t := English.pieceType(rune(line[0]))
	if t != movegen.NoPieceType {
		e.Builder.Board[square] = movegen.MakePiece(e.Color, t)
	}
	return t != movegen.NoPieceType
}

// Build returns the position. By the protocol's rule kings and rooks at home may castle, there is no en-passant
// capture, and the counters begin anew. Warnings and errors are those of Builder.Build.
func (e *Editor) Build(rules movegen.Rules) (movegen.Position, []movegen.Fault, error) {
	b := e.Builder
	b.CastlingRooks, b.EnPassant, b.HalfmoveClock, b.FullmoveNumber = b.RooksAtHome(), movegen.NoSquare, 0, 1
	return b.Build(rules)
}

// BuildRows returns the position of rows that ParseRows can read, with the given side to
// move. The error is that of ParseRows or of Builder.Build.
func BuildRows(rows []string, l PieceLetters, side movegen.Color,
	rules movegen.Rules) (movegen.Position, []movegen.Fault, error) {
	builder, err := ParseRows(rows, l)
	if err != nil {
		return movegen.Position{}, nil, err
	}
	builder.Side = side
	return builder.Build(rules)
}
