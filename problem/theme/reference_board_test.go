package theme

import (
	"strings"

	"alfiere/movegen"
)

// refBoard is the board of the reference implementation: a letter a square as in a FEN,
// 0 for an empty one and '#' for a man without powers. It shares no geometry with the
// package: everything is found by walking from square to square.
type refBoard [64]byte

// refOf reads the board of a position from its FEN.
func refOf(p *movegen.Position) (b refBoard) {
	rows, _, _ := strings.Cut(p.FEN(), " ")
	for i, row := range strings.Split(rows, "/") {
		file := 0
		for _, c := range []byte(row) {
			if c >= '1' && c <= '8' {
				file += int(c - '0')
				continue
			}
			b[8*(7-i)+file] = c
			file++
		}
	}
	return b
}

func isWhite(man byte) bool { return man >= 'A' && man <= 'Z' }

// has reports whether the square holds a man of the side.
func (b *refBoard) has(s int, white bool) bool {
	return b[s] != 0 && b[s] != '#' && isWhite(b[s]) == white
}

// kind is the letter of the man on s in lower case.
func (b *refBoard) kind(s int) byte { return b[s] | 0x20 }

func (b *refBoard) isSlider(s int) bool { return b[s] != 0 && strings.IndexByte("qrb", b.kind(s)) >= 0 }

// king is the square of the side's king.
func (b *refBoard) king(white bool) int {
	for s := range b {
		if b[s] != 0 && b.kind(s) == 'k' && isWhite(b[s]) == white {
			return s
		}
	}
	return -1
}

// step goes so many files and ranks from s; -1 is off the board.
func step(s, files, ranks int) int {
	file, rank := s%8+files, s/8+ranks
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return -1
	}
	return 8*rank + file
}

func sign(n int) int { return max(-1, min(1, n)) }

// direction is the step from s towards t if they share a line; ok is false if not.
func direction(s, t int) (files, ranks int, ok bool) {
	files, ranks = t%8-s%8, t/8-s/8
	ok = s != t && (files == 0 || ranks == 0 || files == ranks || files == -ranks)
	return sign(files), sign(ranks), ok
}

// path lists the squares strictly between s and t, none if they share no line.
func path(s, t int) (squares []int) {
	files, ranks, ok := direction(s, t)
	if !ok {
		return nil
	}
	for at := step(s, files, ranks); at != t; at = step(at, files, ranks) {
		squares = append(squares, at)
	}
	return squares
}

func contains(squares []int, s int) bool {
	for _, t := range squares {
		if t == s {
			return true
		}
	}
	return false
}

// moves reports whether the man on s, were it of the kind, goes from s to t in the way
// in which it captures, whatever stands between.
func goes(kind byte, white bool, s, t int) bool {
	files, ranks := t%8-s%8, t/8-s/8
	straight, diagonal := files == 0 || ranks == 0, files == ranks || files == -ranks
	switch kind {
	case 'k':
		return s != t && max(files, -files, ranks, -ranks) == 1
	case 'n':
		return files*files+ranks*ranks == 5
	case 'r':
		return s != t && straight
	case 'b':
		return s != t && diagonal
	case 'q':
		return s != t && (straight || diagonal)
	case 'p':
		return (ranks == 1) == white && (ranks == 1 || ranks == -1) && (files == 1 || files == -1)
	}
	return false
}

// attacks reports whether the man on s attacks t.
func (b *refBoard) attacks(s, t int) bool {
	if b[s] == 0 || !goes(b.kind(s), isWhite(b[s]), s, t) {
		return false
	}
	if b.isSlider(s) {
		for _, x := range path(s, t) {
			if b[x] != 0 {
				return false
			}
		}
	}
	return true
}

// attackers lists the men of the side that attack t.
func (b *refBoard) attackers(t int, white bool) (men []int) {
	for s := range b {
		if b.has(s, white) && b.attacks(s, t) {
			men = append(men, s)
		}
	}
	return men
}

// without returns the board with the squares emptied.
func (b *refBoard) without(squares ...int) *refBoard {
	c := *b
	for _, s := range squares {
		c[s] = 0
	}
	return &c
}

// with returns the board with a man on the square.
func (b *refBoard) with(s int, man byte) *refBoard {
	c := *b
	c[s] = man
	return &c
}

// after returns the board after a move of a man from s to t that is no castling,
// promotion or capture en passant.
func (b *refBoard) after(s, t int) *refBoard { return b.with(t, b[s]).without(s) }

// inCheck reports whether the side's king is attacked.
func (b *refBoard) inCheck(white bool) bool { return len(b.attackers(b.king(white), !white)) > 0 }

// pinner returns the man that pins the side's man on s, -1 if none does: with s empty it
// would check.
func (b *refBoard) pinner(s int, white bool) int {
	king := b.king(white)
	if s == king || !b.has(s, white) {
		return -1
	}
	for _, a := range b.without(s).attackers(king, !white) {
		if contains(path(a, king), s) {
			return a
		}
	}
	return -1
}

// parrySquares lists where the mated side could parry the one check: the checking man
// and the squares between it and the king.
func (b *refBoard) parrySquares(white bool) []int {
	king := b.king(white)
	checkers := b.attackers(king, !white)
	if len(checkers) != 1 {
		return nil
	}
	return append(path(checkers[0], king), checkers[0])
}

// reaches reports whether the man on s, not the king, could go to t if it were not
// pinned; captures en passant are left out.
func (b *refBoard) reaches(s, t int) bool {
	white := isWhite(b[s])
	switch {
	case b.kind(s) == 'k' || b.has(t, white):
		return false
	case b.kind(s) != 'p':
		return b.attacks(s, t)
	case b.attacks(s, t):
		return b.has(t, !white)
	}
	forward, home := 1, 1
	if !white {
		forward, home = -1, 6
	}
	one := step(s, 0, forward)
	two := step(s, 0, 2*forward)
	return b[t] == 0 && (t == one || t == two && s/8 == home && b[one] == 0)
}

// couldParry reports whether the man on s could parry the check, were it not pinned.
func (b *refBoard) couldParry(s int) bool {
	for _, t := range b.parrySquares(isWhite(b[s])) {
		if b.reaches(s, t) {
			return true
		}
	}
	return false
}

// beside lists the squares round s.
func beside(s int) (squares []int) {
	for t := range 64 {
		if goes('k', true, s, t) {
			squares = append(squares, t)
		}
	}
	return squares
}

// flights lists the squares that the side's king could go to: no man of its own, or one
// without powers, stands there, and no other man of the enemy guards them.
func (b *refBoard) flights(white bool) (squares []int) {
	king := b.king(white)
	open := b.without(king)
	for _, t := range beside(king) {
		if !b.has(t, white) && b[t] != '#' && len(open.attackers(t, !white)) == 0 {
			squares = append(squares, t)
		}
	}
	return squares
}

// shut lists the side's queens, rooks and bishops, not pinned, that could parry the
// check along a line through s if s were transparent, and did so through s alone. Those
// on whose line the square from lay before are left out.
func (b *refBoard) shut(s, from int, white bool) (men []int) {
	transparent := b.without(s)
	for man := range b {
		if man == s || !b.has(man, white) || !b.isSlider(man) || b.pinner(man, white) >= 0 {
			continue
		}
		for _, t := range b.parrySquares(white) {
			way := path(man, t)
			if t != s && contains(way, s) && transparent.attacks(man, t) && !contains(way, from) {
				men = append(men, man)
				break
			}
		}
	}
	return men
}
