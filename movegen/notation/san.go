package notation

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"alfiere/movegen"
)

// SAN returns m, a legal move of p, in standard algebraic notation with l's letters: "Nbd7", "exd6", "e8=Q+", "O-O#".
// The origin is written only if other legal moves require it: the file, else the rank, else both. NoMove is "--".
func SAN(p *movegen.Position, m movegen.Move, l PieceLetters) string {
	var text [16]byte
	return string(AppendSAN(text[:0], p, m, l))
}

// AppendSAN is SAN for callers that keep a buffer; it allocates nothing else.
func AppendSAN(text []byte, p *movegen.Position, m movegen.Move, l PieceLetters) []byte {
	if m == movegen.NoMove {
		return append(text, "--"...)
	}
	t := p.PieceAt(m.From()).Type()
	switch {
	case m.Kind() == movegen.Castling:
		return appendCheck(appendCastling(text, m), p, m)
	case t != movegen.Pawn:
		text = utf8.AppendRune(text, l.Letter(t))
		text = appendOrigin(text, p, m, t)
	case p.IsCapture(m):
		text = append(text, 'a'+byte(m.From().File()))
	}
	if p.IsCapture(m) {
		text = append(text, 'x')
	}
	text = appendPromotion(appendSquare(text, m.To()), m, l)
	return appendCheck(text, p, m)
}

func appendCastling(text []byte, m movegen.Move) []byte {
	if m.To() > m.From() {
		return append(text, "O-O"...)
	}
	return append(text, "O-O-O"...)
}

func appendPromotion(text []byte, m movegen.Move, l PieceLetters) []byte {
	if t := m.PromotionType(); t != movegen.NoPieceType {
		text = utf8.AppendRune(append(text, '='), l.Letter(t))
	}
	return text
}

// appendOrigin appends the file, rank or both that distinguish the piece of m, of type
// t, from others that can legally go to the same square.
func appendOrigin(text []byte, p *movegen.Position, m movegen.Move, t movegen.PieceType) []byte {
	from, to := m.From(), m.To()
	rivals := movegen.AttacksOf(t, p.Side(), to, p.Occupied()) & p.Pieces(p.Side(), t) &^ from.Bitboard()
	for others := rivals; others != 0; {
		s := others.Pop()
		if !p.IsLegal(movegen.MakeMove(s, to, movegen.Normal)) {
			rivals &^= s.Bitboard()
		}
	}
	if rivals == 0 {
		return text
	}
	sameFile := rivals&movegen.FileOf(from.File()) != 0
	sameRank := rivals&movegen.RankOf(from.Rank()) != 0
	if !sameFile || sameRank {
		text = append(text, 'a'+byte(from.File()))
	}
	if sameFile {
		text = append(text, '1'+byte(from.Rank()))
	}
	return text
}

// appendCheck appends '+' if m gives check and '#' if it mates.
func appendCheck(text []byte, p *movegen.Position, m movegen.Move) []byte {
	next := p.After(m)
	switch {
	case !next.InCheck():
		return text
	case next.HasLegalMove():
		return append(text, '+')
	}
	return append(text, '#')
}

// ParseSAN reads a legal move of p in standard or long algebraic notation with l's
// letters. Besides what SAN and Long write it takes
//   - check, mate, capture and promotion marks that are missing, superfluous or of
//     another kind: "Nf3", "N:f3", "Nxf3+", "Qh4ch", "e8Q", "e8(Q)", "e8=q", "ed6", "exd6 e.p.";
//   - annotation marks, "Nf3!?"; castling with zeros, "0-0";
//   - more of the origin than needed, "Ngf3", "Ng1f3", and two squares without the
//     piece, "g1f3", "d2xa2", where the king may also castle as in ParseUCI;
//   - a pawn's letter, figurines of either colour, and dashes of any length.
//
// Piece letters are capitals ("bxc3" is a pawn's move). A pawn's capture shows the
// mark or the file: "d5" is never exd5. The error is a *MoveError.
func ParseSAN(p *movegen.Position, text string, l PieceLetters) (movegen.Move, error) {
	r := sanReader{text: text, letters: l, end: len(text)}
	r.trim()
	switch PlainDashes(r.text[r.at:r.end]) {
	case "O-O", "0-0", "o-o":
		return castle(p, text, true)
	case "O-O-O", "0-0-0", "o-o-o":
		return castle(p, text, false)
	}
	d, ok := r.move()
	if !ok {
		return movegen.NoMove, syntaxError(text, r.at)
	}
	return d.resolve(p, text)
}

// dashes replaces the dashes and hyphens that word processors write.
var dashes = strings.NewReplacer("–", "-", "—", "-", "−", "-", "‐", "-", "‑", "-")

// PlainDashes returns the text with hyphens in the place of all other dashes.
func PlainDashes(text string) string { return dashes.Replace(text) }

// castle returns the castling move of p to the given side. text is for the error.
func castle(p *movegen.Position, text string, kingside bool) (movegen.Move, error) {
	king := p.King(p.Side())
	for rooks := p.CastlingRooks() & p.BackRank(p.Side()); rooks != 0; {
		rook := rooks.Pop()
		m := movegen.MakeMove(king, rook, movegen.Castling)
		if rook > king == kingside && p.IsLegal(m) {
			return m, nil
		}
	}
	return movegen.NoMove, &MoveError{Reason: NotLegal, Text: Quote(text), Piece: movegen.King,
		To: movegen.NoSquare, Pieces: king.Bitboard()}
}

// sanReader reads text from index at to index end.
type sanReader struct {
	text    string
	letters PieceLetters
	at, end int
}

// trim leaves out blanks and the marks after the move.
func (r *sanReader) trim() {
	rest := strings.TrimLeft(r.text, " \t")
	r.at = len(r.text) - len(rest)
	for before := len(rest) + 1; len(rest) < before; {
		before = len(rest)
		rest = strings.TrimRight(rest, "+#!? \t")
		for _, mark := range [...]string{"e.p.", "ep", "ch", "ch.", "mate"} {
			rest = strings.TrimSuffix(rest, mark)
		}
	}
	r.end = r.at + len(rest)
}

// next returns the next character and its length in bytes; at the end this is 0.
func (r *sanReader) next() (rune, int) {
	return utf8.DecodeRuneInString(r.text[r.at:r.end])
}

// accept skips the next character if it is one of set.
func (r *sanReader) accept(set string) (letter rune, ok bool) {
	letter, size := r.next()
	if size == 0 || letter == utf8.RuneError || !strings.ContainsRune(set, letter) {
		return 0, false
	}
	r.at += size
	return letter, true
}

// move reads everything. If it is not ok, at is where reading stopped.
func (r *sanReader) move() (d parsedMove, ok bool) {
	d.piece = r.piece()
	origin := r.partialSquare()
	mark, marked := r.accept("x:×-–—−‐‑")
	afterOrigin := r.at
	target := r.partialSquare()
	if !marked && (target == noSquare || origin.complete() && !target.complete()) {
		origin, target, r.at = noSquare, origin, afterOrigin // what follows is a promotion, such as b in "e8b"
	}
	if !target.complete() {
		return d, false
	}
	d.to, d.from, d.exact = target.squares.LSB(), origin.squares, origin.complete()
	if !d.exact && d.piece == movegen.NoPieceType {
		d.piece = movegen.Pawn
	}
	if d.piece == movegen.Pawn && !origin.file {
		file := movegen.FileOf(d.to.File())
		if marked && strings.ContainsRune("x:×", mark) {
			file = ^file
		}
		d.from &= file
	}
	return d, r.promotion(&d) && r.at == r.end
}

// piece reads a piece's letter, NoPieceType if there is none.
func (r *sanReader) piece() movegen.PieceType {
	letter, size := r.next()
	if isOutline(letter - blackFigurine) {
		letter -= blackFigurine
	}
	t := r.letters.pieceType(letter)
	if isOutline(letter) {
		t = Figurine.pieceType(letter)
	}
	if t != movegen.NoPieceType {
		r.at += size
	}
	return t
}

// promotion reads the piece that a pawn becomes, if there is one: "=Q", "Q", "/Q" or "(Q)". Its letter may be small.
func (r *sanReader) promotion(d *parsedMove) bool {
	start := r.at
	mark, marked := r.accept("=/(")
	t := r.piece()
	if t == movegen.NoPieceType {
		t = r.smallPiece()
	}
	switch {
	case !marked && t == movegen.NoPieceType:
		return true
	case t < movegen.Knight || t > movegen.Queen:
		r.at = start
		return false
	}
	d.promotion = t
	if mark == '(' {
		_, ok := r.accept(")")
		return ok
	}
	return true
}

// smallPiece reads the small letter of a piece to which a pawn promotes: of the language or,
// as in coordinates, English. NoPieceType if there is none, or if these two differ.
func (r *sanReader) smallPiece() movegen.PieceType {
	letter, size := r.next()
	capital := unicode.ToUpper(letter)
	if size == 0 || capital == letter {
		return movegen.NoPieceType
	}
	t, english := r.letters.pieceType(capital), movegen.NoPieceType
	if letter < utf8.RuneSelf {
		english = promotionByte(byte(letter))
	}
	switch {
	case t < movegen.Knight || t > movegen.Queen:
		t = english
	case english != movegen.NoPieceType && english != t:
		return movegen.NoPieceType
	}
	if t != movegen.NoPieceType {
		r.at += size
	}
	return t
}

// partialSquare is a square whose file, rank or both may be unknown.
type partialSquare struct {
	squares    movegen.Bitboard // that it can be
	file, rank bool             // known
}

var noSquare = partialSquare{squares: ^movegen.Bitboard(0)}

func (r *sanReader) partialSquare() partialSquare {
	s := noSquare
	if letter, ok := r.accept("abcdefgh"); ok {
		s.file, s.squares = true, s.squares&movegen.FileOf(int(letter-'a'))
	}
	if digit, ok := r.accept("12345678"); ok {
		s.rank, s.squares = true, s.squares&movegen.RankOf(int(digit-'1'))
	}
	return s
}

func (s partialSquare) complete() bool { return s.file && s.rank }
