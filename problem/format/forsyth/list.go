package forsyth

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
)

// colorWord is a word in front of the men of a side, and the letters of its language.
type colorWord struct {
	word    string
	color   movegen.Color
	letters notation.PieceLetters
}

// colorWords are the words of the languages that lists of men are read in.
var colorWords = []colorWord{
	{"white", movegen.White, ""}, {"black", movegen.Black, ""},
	{"w", movegen.White, ""}, {"b", movegen.Black, ""}, {figurine, movegen.White, ""},
	{"bianco", movegen.White, notation.Italian}, {"nero", movegen.Black, notation.Italian},
	{"bianchi", movegen.White, notation.Italian}, {"neri", movegen.Black, notation.Italian},
	{"weiss", movegen.White, notation.German}, {"schwarz", movegen.Black, notation.German},
	{"weiß", movegen.White, notation.German},
	{"blancs", movegen.White, notation.French}, {"noirs", movegen.Black, notation.French},
	{"blanc", movegen.White, notation.French}, {"noir", movegen.Black, notation.French},
	{"белые", movegen.White, russian},
	{"чёрные", movegen.Black, russian}, {"черные", movegen.Black, russian},
}

// russian are the letters of Кр, Ф, Л, С, К, п. The king's is its second one, since the first is the knight's.
const russian notation.PieceLetters = "РФЛСКП"

// figurine is the color word of white figurines, which Black's men may have, too, if something separates the sides.
const figurine = "♔"

// blackFigurines are in the order of notation.Figurine.
const blackFigurines = "♚♛♜♝♞♟"

// findColor returns the entry of a word, which may end with a colon; nil if there is none. A single letter needs
// the colon, because b may be the beginning of something else.
func findColor(word string) *colorWord {
	bare := strings.ToLower(strings.TrimSuffix(word, ":"))
	for i := range colorWords {
		if bare == colorWords[i].word && (len(bare) > 1 || len(word) > 1) {
			return &colorWords[i]
		}
	}
	return nil
}

// IsColor reports whether a word names the side whose men follow in a list.
func IsColor(word string) bool { return findColor(word) != nil }

// startsList reports whether a line begins another list, since the one above it has Black's men already.
func startsList(above, line string) bool {
	word, _ := listWord(line, 0)
	side, _, _ := cutMan(word)
	if side == nil {
		side = findColor(word)
	}
	l, err := readList(above)
	hasBlack := err == nil && len(l.men) > 0 && l.men[len(l.men)-1].color == movegen.Black
	return hasBlack && (side != nil && side.color == movegen.White || side == nil && divides(line))
}

// IsList reports whether the text begins a list of men, as in "White Kd5 Qf2 Black Kh1" or "wKd5 Qf2 / bKh1".
func IsList(text string) bool {
	word, end := listWord(text, 0)
	if strings.Count(firstWord(text), "/") > 1 {
		return false
	}
	if findColor(word) != nil {
		next, end := listWord(text, end)
		if problem.IsNumber(next) {
			next, _ = listWord(text, end) // after the number of men
		}
		_, _, squares := cutMan(next)
		return next == "" || len(squares) > 0
	}
	_, letters, squares := cutMan(word)
	next, _ := listWord(text, end)
	return letters != "" && len(squares) > 0 && next != ""
}

// continuesList reports whether a line can go on with a list of men that the lines above it have begun.
func continuesList(line string) bool {
	word, end := listWord(line, 0)
	if isBetweenSides(word) {
		word, _ = listWord(line, end)
	}
	_, _, squares := cutMan(word)
	return len(squares) > 0 || findColor(word) != nil || isStipulation(word)
}

// isWholeList reports whether a list of men has both sides and a stipulation, so that nothing need follow.
func isWholeList(text string) bool {
	l, err := readList(text)
	return err == nil && l.moves > 0 && len(l.men) > 0 && l.men[len(l.men)-1].color == movegen.Black
}

// isStipulation reports whether a stipulation begins with the word.
func isStipulation(word string) bool {
	switch strings.ToLower(word) {
	case "mate", "mat", "matt", "matto":
		return true
	}
	return strings.Contains(word, "#") || problem.IsOtherStipulation(word)
}

// isBetweenSides reports whether a word separates White's men from Black's.
func isBetweenSides(word string) bool {
	return word == "/" || word == "+" || word == "-" || word == "–" || word == "—"
}

// divides reports whether a line has a word between the sides.
func divides(line string) bool {
	word, at := listWord(line, 0)
	for word != "" && !isBetweenSides(word) {
		word, at = listWord(line, at)
	}
	return word != ""
}

// listWord returns the next word of a list from byte at on, and its end. A slash is a word, and so is a plus sign
// unless a number follows, as in (4+3).
func listWord(text string, at int) (word string, end int) {
	const between = " \t\r\n,;.()+|"
	for at < len(text) && strings.IndexByte(between, text[at]) >= 0 {
		next := strings.TrimLeft(text[at+1:], " ")
		if at++; text[at-1] == '+' && next != "" && (next[0] < '0' || next[0] > '9') {
			return "+", at
		}
	}
	end = at
	for end < len(text) && strings.IndexByte(between, text[end]) < 0 {
		switch text[end] {
		case '/':
			return text[at:max(end, at+1)], max(end, at+1)
		case ':':
			return text[at : end+1], end + 1
		}
		end++
	}
	return text[at:end], end
}

// CutSquares returns the squares that a word ends with, and what is in front of them.
func CutSquares(word string) (head string, squares []movegen.Square) {
	for len(word) >= 2 {
		s, ok := movegen.ParseSquare(strings.ToLower(word[len(word)-2:]))
		if !ok {
			break
		}
		squares = append([]movegen.Square{s}, squares...)
		word = word[:len(word)-2]
	}
	return word, squares
}

// cutMan takes a word apart: w or b in front of a capital letter, the man's letter, its squares. A figurine becomes an
// English letter, a black one with its colour.
func cutMan(word string) (color *colorWord, letters string, squares []movegen.Square) {
	letters, squares = CutSquares(word)
	runes := []rune(strings.TrimRight(letters, "\ufe0e\ufe0f")) // which make a character text or a picture
	if len(runes) == 1 {
		letters = string(runes)
		if i := slices.Index([]rune(notation.Figurine), runes[0]); i >= 0 {
			return findColor(figurine), string(notation.English[i]), squares
		} else if i = slices.Index([]rune(blackFigurines), runes[0]); i >= 0 {
			return findColor("b:"), string(notation.English[i]), squares
		}
	}
	if strings.EqualFold(letters, "Кр") {
		return nil, "Р", squares
	}
	if len(runes) == 2 && unicode.IsUpper(runes[1]) {
		color = findColor(string(runes[0]) + ":")
		letters = string(runes[1])
	}
	if len(runes) > 2 || len(runes) == 2 && color == nil || strings.ContainsAny(letters, "0123456789/#") {
		return nil, word, nil
	}
	return color, letters, squares
}

// listedMan is a man of a list on its square.
type listedMan struct {
	color  movegen.Color
	letter rune // a capital; 0 for a pawn that is written without one
	square movegen.Square
	at     int // the byte of its word
	word   string
}

// list is a list of men that has been read.
type list struct {
	men     []listedMan
	letters notation.PieceLetters // of the language of its words for the sides; empty if they are English
	moves   int
}

// readList reads the words of a list. The error is an *Error whose column counts from the beginning of the text.
func readList(text string) (*list, error) {
	l, color, divided := &list{}, movegen.White, false
	s := &statement{line: []byte(text)}
	for word, at := listWord(text, 0); word != ""; word, at = listWord(text, at) {
		start := at - len(word)
		if isStipulation(word) {
			if err := s.stipulation(start); err != nil {
				return nil, err
			}
			l.moves = s.moves
			for at < len(s.line) && s.line[at] == ' ' && text[at] != '\n' {
				at++ // over the numeral, which has been read
			}
			continue
		}
		if side := findColor(word); side != nil {
			color, l.letters, divided = side.color, max(l.letters, side.letters), true
			continue
		}
		if isBetweenSides(word) {
			color, divided = movegen.Black, true
			continue
		}
		side, letters, squares := cutMan(word)
		if side != nil && !(side.word == figurine && divided) {
			color = side.color
		}
		if len(squares) == 0 && problem.IsNumber(word) {
			continue // the number of men
		}
		if len(squares) == 0 {
			return nil, &Error{Column: start + 1, Text: Clip(word), Err: ErrMan}
		}
		letter := rune(0)
		for _, r := range letters {
			letter = unicode.ToUpper(r)
		}
		for _, square := range squares {
			l.men = append(l.men, listedMan{color, letter, square, start, word})
		}
	}
	return l, nil
}

// board makes the board of a list's men, as a FEN has it.
func (l *list) board(c Conventions) (string, error) {
	letters, err := l.spoken(c)
	if err != nil {
		return "", err
	}
	b := movegen.Builder{EnPassant: movegen.NoSquare, FullmoveNumber: 1}
	for _, man := range l.men {
		if b.Board[man.square] != movegen.NoPiece {
			return "", &Error{Column: man.at + 1, Squares: man.square.Bitboard(), Err: ErrOccupied}
		}
		b.Board[man.square] = movegen.MakePiece(man.color, man.in(letters))
	}
	return firstWord(b.FEN()), nil
}

// spoken returns the letters of the list: those of the language of its words, the English ones, with S for the knight
// too, those of the conventions, or those of any language: the first that have all letters of the list and both kings.
func (l *list) spoken(c Conventions) (notation.PieceLetters, error) {
	const composers = "KQRBSP"
	for _, kings := range [...]bool{true, false} {
		for _, letters := range [...]notation.PieceLetters{l.letters, notation.English, composers, c.Letters,
			notation.German, notation.Italian, notation.French, russian} {
			if letters != "" && l.fits(letters, kings) {
				return letters, nil
			}
		}
	}
	known := notation.English + composers
	for _, man := range l.men {
		switch {
		case man.letter == 'N':
			return "", &Error{Column: man.at + 1, Text: Clip(man.word), Err: ErrKnight}
		case man.letter != 0 && !strings.ContainsRune(string(known), man.letter):
			return "", &Error{Column: man.at + 1, Text: Clip(man.word), Err: ErrMan}
		}
	}
	return "", &Error{Column: 1, Err: ErrMan}
}

// fits reports whether the letters have all those of the list and, if kings are asked for, one king of each side.
func (l *list) fits(letters notation.PieceLetters, kings bool) bool {
	var count [2]int
	for _, man := range l.men {
		if man.letter != 0 && !strings.ContainsRune(string(letters), man.letter) {
			return false
		}
		if man.in(letters) == movegen.King {
			count[man.color]++
		}
	}
	return !kings || count == [2]int{1, 1}
}

// in returns the type of a man whose letter is one of these.
func (m *listedMan) in(letters notation.PieceLetters) movegen.PieceType {
	types := [...]movegen.PieceType{movegen.King, movegen.Queen, movegen.Rook, movegen.Bishop, movegen.Knight,
		movegen.Pawn}
	for i, letter := range []rune(letters) {
		if letter == m.letter {
			return types[i]
		}
	}
	return movegen.Pawn
}

// parseList reads a list of men, which may have several lines, the first of them with the number. Kings and rooks at
// home may castle, as in diagrams. The error is an *Error or an *IllegalError.
func (c Conventions) parseList(text string, number int) (Statement, error) {
	l, err := readList(text)
	board := ""
	if err == nil {
		board, err = l.board(c)
	}
	if fault, ok := errors.AsType[*Error](err); ok {
		before := text[:min(max(fault.Column-1, 0), len(text))]
		fault.Line = number + strings.Count(before, "\n")
		fault.Column -= strings.LastIndex(before, "\n") + 1
		return Statement{}, fault
	}
	s, err := c.parseLine(board, number)
	s.Moves = l.moves
	return s, err
}
