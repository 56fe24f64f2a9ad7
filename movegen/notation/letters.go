package notation

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

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
