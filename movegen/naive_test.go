package movegen

import (
	"fmt"
	"strconv"
	"strings"
)

// naiveBoard is the reference implementation of Position: a mailbox of FEN letters that knows no bitboard, no pin and
// no check mask. It tries every move on a copy and asks whether a piece then hits the king. Nothing of this package's
// code is used here, so that one mistake cannot hide in both.
type naiveBoard struct {
	at         [64]byte // FEN letter, 0 for an empty square
	black      bool     // Black is to move
	castling   [64]bool // rooks that may still castle
	passed     int      // square behind a pawn that has just made a double step, or -1
	half, full int
}

// naiveMove is a move in the terms of the board: castling goes from king to rook.
type naiveMove struct {
	from, to            int
	promotion           byte // 'n', 'b', 'r', 'q' or 0
	enPassant, castling bool
}

func (m naiveMove) String() string {
	text := naiveName(m.from) + naiveName(m.to)
	if m.promotion != 0 {
		text += string(m.promotion)
	}
	if m.castling {
		text += "(castling)"
	}
	return text
}

func naiveName(s int) string { return string([]byte{"abcdefgh"[s%8], "12345678"[s/8]}) }

// naive reads a FEN whose castling rights are Shredder letters, as ShredderFEN
// writes them; every other FEN of the tests goes through ParseFEN first.
func naive(shredderFEN string) naiveBoard {
	fields := strings.Fields(shredderFEN)
	b := naiveBoard{black: fields[1] == "b", passed: -1}
	for i, row := range strings.Split(fields[0], "/") {
		s := 8 * (7 - i)
		for _, letter := range []byte(row) {
			if letter <= '8' {
				s += int(letter - '0')
				continue
			}
			b.at[s] = letter
			s++
		}
	}
	for _, letter := range []byte(fields[2]) {
		if letter >= 'a' {
			b.castling[56+int(letter-'a')] = true
		} else if letter >= 'A' {
			b.castling[letter-'A'] = true
		}
	}
	if fields[3] != "-" {
		b.passed = int(fields[3][0]-'a') + 8*int(fields[3][1]-'1')
	}
	b.half, _ = strconv.Atoi(fields[4])
	b.full, _ = strconv.Atoi(fields[5])
	return b
}

func isBlack(letter byte) bool { return letter >= 'a' }

func lower(letter byte) byte { return letter | 0x20 }

// own reports whether the side to move has a piece on s.
func (b *naiveBoard) own(s int) bool { return b.at[s] != 0 && isBlack(b.at[s]) == b.black }

// naiveStep returns the square n files and m ranks away, -1 beyond the edge.
func naiveStep(s, files, ranks int) int {
	file, rank := s%8+files, s/8+ranks
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return -1
	}
	return 8*rank + file
}

// reach returns what the piece on s hits: every square a piece of its kind could capture on, its own men included.
func (b *naiveBoard) reach(s int) (hit []int) {
	piece := b.at[s]
	straight := [][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	diagonal := [][2]int{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}
	steps, far := append(straight, diagonal...), 8
	switch lower(piece) {
	case 'r':
		steps = straight
	case 'b':
		steps = diagonal
	case 'k':
		far = 1
	case 'n':
		steps, far = [][2]int{{1, 2}, {-1, 2}, {2, 1}, {-2, 1}, {1, -2}, {-1, -2}, {2, -1}, {-2, -1}}, 1
	case 'p':
		steps, far = [][2]int{{1, 1}, {-1, 1}}, 1
		if isBlack(piece) {
			steps = [][2]int{{1, -1}, {-1, -1}}
		}
	}
	for _, d := range steps {
		for n, to := 0, naiveStep(s, d[0], d[1]); to >= 0 && n < far; n, to = n+1, naiveStep(to, d[0], d[1]) {
			hit = append(hit, to)
			if b.at[to] != 0 {
				break
			}
		}
	}
	return hit
}

// attackers returns the squares of the men of one side that hit s.
func (b *naiveBoard) attackers(s int, black bool) (from []int) {
	for i, piece := range b.at {
		if piece == 0 || isBlack(piece) != black {
			continue
		}
		for _, hit := range b.reach(i) {
			if hit == s {
				from = append(from, i)
			}
		}
	}
	return from
}

func (b *naiveBoard) king(black bool) int {
	letter := byte('K')
	if black {
		letter = 'k'
	}
	for s, piece := range b.at {
		if piece == letter {
			return s
		}
	}
	return -1
}

// inCheck reports whether the king of one side is hit.
func (b *naiveBoard) inCheck(black bool) bool { return len(b.attackers(b.king(black), !black)) > 0 }

// moves returns the legal moves.
func (b *naiveBoard) moves() map[naiveMove]bool {
	legal := make(map[naiveMove]bool)
	try := func(m naiveMove) {
		if next := b.after(m); !next.inCheck(b.black) {
			legal[m] = true
		}
	}
	for s := range b.at {
		if b.own(s) {
			b.movesFrom(s, try)
		}
	}
	for s, may := range b.castling {
		if may && b.own(s) && b.castlingAllowed(s) {
			legal[naiveMove{from: b.king(b.black), to: s, castling: true}] = true
		}
	}
	return legal
}

// movesFrom tries every move of the man on s, castling aside.
func (b *naiveBoard) movesFrom(s int, try func(naiveMove)) {
	if lower(b.at[s]) == 'p' {
		b.pawnMoves(s, try)
		return
	}
	for _, to := range b.reach(s) {
		if !b.own(to) {
			try(naiveMove{from: s, to: to})
		}
	}
}

func (b *naiveBoard) pawnMoves(s int, try func(naiveMove)) {
	up, home, last := 1, 1, 7
	if b.black {
		up, home, last = -1, 6, 0
	}
	var targets []naiveMove
	if one := naiveStep(s, 0, up); b.at[one] == 0 {
		targets = append(targets, naiveMove{from: s, to: one})
		if two := naiveStep(s, 0, 2*up); s/8 == home && b.at[two] == 0 {
			targets = append(targets, naiveMove{from: s, to: two})
		}
	}
	for _, to := range b.reach(s) {
		if b.at[to] != 0 && !b.own(to) {
			targets = append(targets, naiveMove{from: s, to: to})
		} else if to == b.passed {
			targets = append(targets, naiveMove{from: s, to: to, enPassant: true})
		}
	}
	for _, m := range targets {
		if m.to/8 != last {
			try(m)
			continue
		}
		for _, m.promotion = range []byte("nbrq") {
			try(m)
		}
	}
}

// castlingTargets returns where king and rook end when the king castles with the rook on s.
func (b *naiveBoard) castlingTargets(s int) (kingTo, rookTo int) {
	row := s / 8 * 8
	if s > b.king(b.black) {
		return row + 6, row + 5
	}
	return row + 2, row + 3
}

// castlingAllowed goes by FIDE's words for Chess960: all squares between king and target, rook and target are free of
// other men, and the king passes no square that is hit. The rook does not shield its own king there.
func (b *naiveBoard) castlingAllowed(rook int) bool {
	king := b.king(b.black)
	kingTo, rookTo := b.castlingTargets(rook)
	without := *b
	without.at[king], without.at[rook] = 0, 0
	for s := min(king, kingTo, rook, rookTo); s <= max(king, kingTo, rook, rookTo); s++ {
		onKingWay := s >= min(king, kingTo) && s <= max(king, kingTo)
		onRookWay := s >= min(rook, rookTo) && s <= max(rook, rookTo)
		if (onKingWay || onRookWay) && without.at[s] != 0 {
			return false
		}
		if !onKingWay {
			continue
		}
		visit := without
		visit.at[s] = b.at[king]
		if s == king {
			visit = *b
		}
		if visit.inCheck(b.black) {
			return false
		}
	}
	return true
}

// after returns the board after m, legal or not.
func (b *naiveBoard) after(m naiveMove) naiveBoard {
	next := *b
	piece := b.at[m.from]
	next.black, next.passed, next.half = !b.black, -1, b.half+1
	if b.black {
		next.full++
	}
	if lower(piece) == 'p' || b.at[m.to] != 0 && !m.castling {
		next.half = 0
	}
	next.castling[m.from], next.castling[m.to] = false, false
	if lower(piece) == 'k' {
		for s := range next.castling {
			if b.own(s) {
				next.castling[s] = false
			}
		}
	}
	next.at[m.from] = 0
	switch {
	case m.castling:
		kingTo, rookTo := b.castlingTargets(m.to)
		next.at[m.to] = 0
		next.at[kingTo], next.at[rookTo] = piece, b.at[m.to]
		return next
	case m.enPassant:
		next.at[m.from/8*8+m.to%8] = 0
	case lower(piece) == 'p' && (m.to-m.from == 16 || m.from-m.to == 16):
		next.passed = (m.from + m.to) / 2
	case m.promotion != 0:
		piece = m.promotion
		if !b.black {
			piece -= 'a' - 'A'
		}
	}
	next.at[m.to] = piece
	return next
}

// fen writes the board with Shredder letters. The en-passant square is shown
// after every double step, or only where a capture is legal.
func (b *naiveBoard) fen(everyPassed bool) string {
	var rows []string
	for rank := 7; rank >= 0; rank-- {
		row := ""
		for file := range 8 {
			if letter := b.at[8*rank+file]; letter != 0 {
				row += string(letter)
			} else {
				row += "1"
			}
		}
		for n := 8; n > 1; n-- {
			row = strings.ReplaceAll(row, strings.Repeat("1", n), strconv.Itoa(n))
		}
		rows = append(rows, row)
	}
	side, rights, passed := "w", "", "-"
	if b.black {
		side = "b"
	}
	for file := 7; file >= 0; file-- {
		if b.castling[file] {
			rights += string("ABCDEFGH"[file])
		}
	}
	for file := 7; file >= 0; file-- {
		if b.castling[56+file] {
			rights += string("abcdefgh"[file])
		}
	}
	if rights == "" {
		rights = "-"
	}
	if b.passed >= 0 && (everyPassed || b.enPassantLegal()) {
		passed = naiveName(b.passed)
	}
	return fmt.Sprintf("%s %s %s %s %d %d", strings.Join(rows, "/"), side, rights, passed, b.half, b.full)
}

func (b *naiveBoard) enPassantLegal() bool {
	for m := range b.moves() {
		if m.enPassant {
			return true
		}
	}
	return false
}
