// Package forsyth reads a problem as composers write it on a line: FEN or EPD, or the board alone, with the letters of
// several languages and S for the knight, followed by the stipulation.
//
// It is not part of package format because the page in the pocket reads positions with it:
// YAML and the readers of whole files, which format imports, would make the download larger
// by 64,000 bytes after compression, beyond the limit of 1.3 MB.
package forsyth

import (
	"bytes"
	"errors"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
)

// Conventions are how positions in lines are meant. In Popeye's language White is to move
// and kings and rooks at home may castle, whatever is said here.
type Conventions struct {
	White   bool                  // White mates in every FEN, whatever it says
	PostKey bool                  // the side to move defends
	Home    bool                  // kings and rooks at home may castle, whatever the FEN says
	Letters notation.PieceLetters // that a board may have beside the English ones
}

// ParseCastling reads what FENs without castling rights mean: "fen" that there are none,
// "home" that kings and rooks at home may castle, as composers take for granted. A position
// that has no field for it is always meant in the second way. The error says what is wanted.
func (c *Conventions) ParseCastling(text string) error {
	if text != "fen" && text != "home" {
		return errors.New("must be fen (use the FEN's castling field) or home (allow castling from home squares)")
	}
	c.Home = text == "home"
	return nil
}

// statement is a line of a composer's, being made an EPD. What is changed keeps its place,
// but for fields that were added at one place.
type statement struct {
	line      []byte
	given     string // the position as it stands in the line, before anything was changed
	from      int    // the byte of the line behind which fields were added
	added     int    // their bytes
	moves     int    // the stipulation; 0 if there is none behind the position
	unclaimed bool   // there was no field that says who may castle
}

// newStatement reads the position that a line begins with. The error is an *Error without its line.
func newStatement(line string, c Conventions) (*statement, error) {
	s := &statement{line: []byte(line)}
	board, at := wordAt(line, 0)
	if strings.IndexByte(board, '/') < 0 {
		return s, nil // what it is, the EPD's parser says
	}
	start := at - len(board)
	if err := s.translate(start, at, c.Letters); err != nil {
		return nil, err
	}
	fields := 1
	for ; fields < len(fieldReaders); fields++ {
		word, end := wordAt(line, at)
		if !fieldReaders[fields](word) {
			break
		}
		at = end
	}
	s.given = line[start:at]
	if word, _ := wordAt(line, at); fields < 4 && isField(word) {
		return s, nil // a FEN with a field at fault or left out
	}
	if err := s.stipulation(at); err != nil {
		return nil, err
	}
	if fields < 4 {
		s.unclaimed = fields < 3
		added := (" " + c.whiteMates() + " - -")[2*(fields-1):]
		s.from, s.added = at, len(added)
		s.line = append(s.line[:at:at], added+string(s.line[at:])...)
	}
	if c.White {
		letMove(s.line, c.whiteMates()[0])
	}
	return s, nil
}

// column is the column of the line that was given, for one of the line that was made of it.
func (s *statement) column(made int) int {
	if made > s.from+s.added {
		return made - s.added
	}
	if made > s.from && s.added > 0 {
		return s.from + 1
	}
	return made
}

// wordAt returns the next word of the line from byte at on, and its end.
func wordAt(line string, at int) (word string, end int) {
	const blanks = " \t;,\r\n"
	for at < len(line) && strings.IndexByte(blanks, line[at]) >= 0 {
		at++
	}
	end = at
	for end < len(line) && strings.IndexByte(blanks, line[end]) < 0 {
		end++
	}
	return line[at:end], end
}

// fieldReaders tell whether a word can be this field of a FEN.
var fieldReaders = [...]func(word string) bool{
	nil, // the board
	func(word string) bool { return word == "w" || word == "b" },
	func(word string) bool {
		return word == "-" || word != "" && strings.Trim(word, "KQkqABCDEFGHabcdefgh") == ""
	},
	func(word string) bool {
		return word == "-" || len(word) == 2 && word[0] != '#' && problem.IsNumber(word[1:])
	},
	problem.IsNumber,
	problem.IsNumber,
}

// isField reports whether a word looks like a field of a FEN rather than like what follows a position.
func isField(word string) bool {
	return word == "-" || len(word) == 1 && word != "#" || problem.IsNumber(word) ||
		strings.Trim(word, "KQkq") == "" && word != ""
}

// translate gives the board from byte start to end English letters. The letters of the
// language are tried if the English ones do not make a board with two kings, then S for
// the knight. The error is ErrKnight for a board with both S and N.
func (s *statement) translate(start, end int, letters notation.PieceLetters) error {
	board := s.line[start:end]
	if hasKings(board) && onlyLetters(board, notation.English) {
		return nil
	}
	const composers = "KQRBSP"
	for _, from := range [...]notation.PieceLetters{letters, composers} {
		if len(from) != len(notation.English) || !onlyLetters(board, from) {
			continue
		}
		made := bytes.Map(func(r rune) rune { return translated(r, from) }, board)
		if hasKings(made) {
			copy(board, made)
			return nil
		}
	}
	if onlyLetters(board, composers+"N") && bytes.ContainsAny(board, "Ss") {
		if at := bytes.IndexAny(board, "Nn"); at >= 0 {
			return &Error{Column: start + at + 1, Text: string(board[at]), Err: ErrKnight}
		}
	}
	return nil
}

// hasKings reports whether both kings are on the board.
func hasKings(board []byte) bool {
	return bytes.IndexByte(board, 'K') >= 0 && bytes.IndexByte(board, 'k') >= 0
}

// onlyLetters reports whether all letters of the board are of these, large or small.
func onlyLetters(board []byte, letters notation.PieceLetters) bool {
	known := "12345678/" + string(letters) + strings.ToLower(string(letters))
	return bytes.IndexFunc(board, func(r rune) bool { return !strings.ContainsRune(known, r) }) < 0
}

// translated returns the English letter for one of a language, and what is no letter.
func translated(r rune, from notation.PieceLetters) rune {
	if at := strings.IndexRune(string(from), r); at >= 0 {
		return rune(notation.English[at])
	}
	if at := strings.IndexRune(strings.ToLower(string(from)), r); at >= 0 {
		return rune(notation.English[at]) - 'A' + 'a'
	}
	return r
}

// stipulation reads #2, 2# or "mate in 2" from byte at on, if it stands there, and blanks
// it out. It refuses other stipulations.
func (s *statement) stipulation(at int) error {
	line := string(s.line)
	word, end := wordAt(line, at)
	start := end - len(word)
	number := ""
	switch strings.ToLower(word) {
	case "#":
		number, end = wordAt(line, end)
	case "mate", "mat", "matt", "matto":
		number, end = wordAt(line, end)
		if in := strings.ToLower(number); in == "in" || in == "en" {
			number, end = wordAt(line, end)
		}
	default:
		if !strings.Contains(word, "#") && !problem.IsOtherStipulation(word) {
			return nil
		}
		number = word
	}
	moves, err := problem.ParseStipulation(number)
	if err != nil {
		return &Error{Column: start + 1, Text: Clip(line[start:end]), Err: err}
	}
	s.moves = moves
	for i := start; i < end; i++ {
		s.line[i] = ' '
	}
	return nil
}

// claim lets kings and rooks at home castle where the convention is so, and returns the
// position with the rooks at home that may not castle as it stands.
func claim(p movegen.Position, home bool) (movegen.Position, movegen.Bitboard) {
	b := p.Builder()
	rooks := b.RooksAtHome()
	barred := rooks &^ b.CastlingRooks
	if barred == 0 || !home {
		return p, barred
	}
	b.CastlingRooks |= rooks
	if claimed, _, err := b.Build(problem.Composed); err == nil {
		return claimed, 0
	}
	return p, barred
}

// whiteMates is the side to move if White mates, as in a FEN.
func (c Conventions) whiteMates() string {
	if c.PostKey {
		return "b"
	}
	return "w"
}

// letMove rewrites the FEN that a line begins with so that a side is to move, as composers take for granted. It is done
// before the FEN is judged: which king may be in check depends on it. The length stays, for the columns of messages.
func letMove(line []byte, side byte) {
	other := "b"
	if side == 'b' {
		other = "w"
	}
	fields := bytes.Fields(line) // they share the line's memory
	if len(fields) < 4 || bytes.IndexByte(fields[0], '/') < 0 || string(fields[1]) != other {
		return
	}
	fields[1][0] = side
	for i := range fields[3] { // a side cannot capture its own pawn
		fields[3][i] = "- "[min(i, 1)]
	}
}
