package theme

import (
	"fmt"
	"slices"

	"alfiere/movegen"
)

// isUmnov: the attacker mates on the square that the defending man, not the king, has just left.
func isUmnov(e *ending) bool {
	return e.mate.To() == e.defence.From() && !e.movesKing() && e.mate.Kind() != movegen.Castling
}

// isKeller: the attacker mates on a square that a man of the defender, not the king, guards since the defence, and has
// not guarded before. It is not the one just left, the king has not moved, and the mating man does not interpose.
func isKeller(e *ending) bool {
	x := e.mate.To()
	if e.mate.Kind() == movegen.Castling || x == e.defence.To() || x == e.defence.From() || e.movesKing() ||
		e.interposes() {
		return false
	}
	them := e.before.Side()
	men := func(p *movegen.Position) movegen.Bitboard {
		return p.AttackersTo(x, p.Occupied()) & p.ByColor(them) &^ p.Pieces(them, movegen.King)
	}
	return men(&e.after)&^men(&e.before) != 0 && men(&e.before)&^men(&e.after) == 0 ||
		men(&e.after).Has(e.defence.To()) && !men(&e.before).Has(e.defence.From())
}

// interposes reports whether the mating man shuts the line of a check.
func (e *ending) interposes() bool {
	checkers := e.after.Checkers()
	return checkers != 0 && movegen.Between(e.after.King(e.after.Side()), checkers.LSB()).Has(e.mate.To())
}

// isMirrorMate: all eight squares beside the king are empty.
func isMirrorMate(e *ending) bool {
	beside := movegen.KingAttacks(e.end.King(e.end.Side()))
	return beside.Count() == 8 && beside&e.end.Occupied() == 0
}

// magnet: a queen, rook or bishop of the defender goes to three squares or more of one line, and each time the same man
// of the attacker mates on the square that lies in the same direction and distance from it.
func magnet(s *study) []showing {
	type pair struct {
		black, white movegen.Square
		shift        int
	}
	groups := map[pair]showing{}
	var order []pair
	for _, pl := range s.variations() {
		m := pl.mate()
		t := pl.mover()
		if t != movegen.Queen && t != movegen.Rook && t != movegen.Bishop || m.Kind() == movegen.Castling ||
			m.To() == pl.Defence.To() {
			continue
		}
		g := pair{pl.Defence.From(), m.From(), shiftOf(pl.Defence.To(), m.To())}
		if groups[g] == nil {
			order = append(order, g)
		}
		groups[g] = append(groups[g], pl.full())
	}
	var found []showing
	for _, g := range order {
		if lines := onOneLine(g.black, groups[g]); len(lines) >= 3 {
			found = append(found, lines)
		}
	}
	return found
}

// shiftOf returns where b is, seen from a.
func shiftOf(a, b movegen.Square) int {
	return (b.File()-a.File())*16 + b.Rank() - a.Rank()
}

// onOneLine returns the largest part of the lines whose defences go from the square to one line through it.
func onOneLine(from movegen.Square, lines showing) (best showing) {
	for _, l := range lines {
		way := movegen.Line(from, l[1].To())
		same := slices.DeleteFunc(slices.Clone(lines), func(other line) bool { return !way.Has(other[1].To()) })
		if len(same) > len(best) {
			best = same
		}
	}
	return best
}

// yFlights: after the key the king has exactly three moves, which form a Y, upright or
// turned by half a right angle: the stem and the two squares beside the king that are
// neither in line with it nor touch it. Each is answered by one mate.
func yFlights(s *study) []showing {
	king := s.actual.after.King(s.them)
	near := movegen.KingAttacks(king)
	if near.Count() != 8 {
		return nil
	}
	straight := near & movegen.PseudoAttacks(movegen.Rook, king)
	for stems := near; stems != 0; {
		stem := stems.Pop()
		arms := near &^ straight
		if arms.Has(stem) {
			arms = straight
		}
		squares := arms&^movegen.KingAttacks(stem) | stem.Bitboard()
		if s.kingGoes(squares) {
			return s.defences(king, squares)
		}
	}
	return nil
}

// kingGoes reports whether the king's moves after the key go to these squares and no others.
func (s *study) kingGoes(squares movegen.Bitboard) bool {
	king := s.actual.after.King(s.them)
	var reached movegen.Bitboard
	for _, m := range s.actual.after.Moves() {
		if m.From() == king {
			if m.Kind() == movegen.Castling {
				return false
			}
			reached |= m.To().Bitboard()
		}
	}
	return reached == squares
}

// fourCorners: one man stands on all four corners of the board, in the diagram or in lines of actual play.
func fourCorners(s *study) (found []showing) {
	const corners = movegen.Bitboard(1 | 1<<7 | 1<<56 | 1<<63)
	type visits struct {
		squares movegen.Bitboard
		lines   showing
	}
	men := map[movegen.Square]*visits{}
	for _, w := range s.ways() {
		for _, r := range w.men {
			if len(r.squares) == 1 {
				continue
			}
			var at movegen.Bitboard
			for _, square := range r.squares {
				at |= square.Bitboard() & corners
			}
			home := r.squares[0]
			if at == 0 {
				continue
			}
			if men[home] == nil {
				men[home] = &visits{}
			}
			if v := men[home]; at&^v.squares != 0 {
				v.squares |= at
				v.lines = append(v.lines, w.line)
			}
		}
	}
	for home := movegen.Square(0); home < movegen.NoSquare; home++ {
		if v := men[home]; v != nil && v.squares == corners {
			found = append(found, v.lines)
		}
	}
	return found
}

// underpromotion: a pawn promotes to rook, bishop or knight. For the attacker the queen
// would not do; for the defender the answer to a queen is another one.
func underpromotion(s *study) []showing {
	var under []promotion
	for _, side := range [...]movegen.Color{s.us, s.them} {
		list := s.promotions(side)
		under = append(under, slices.DeleteFunc(slices.Clone(list), func(p promotion) bool {
			return p.move.PromotionType() == movegen.Queen || side == s.them && !isListed(p, list)
		})...)
	}
	return s.each(func(l line) bool {
		return slices.ContainsFunc(under, func(p promotion) bool { return slices.Equal(p.line, l) })
	})
}

func isLight(s movegen.Square) bool { return (s.File()+s.Rank())%2 == 1 }

// echoes makes the finder of an echo, or a chameleon echo if the colours differ: two model mates with the king on
// different squares of one colour that are the same except for shifting, rotation and reflection.
func echoes(sameColour bool) func(*study) []showing {
	return func(s *study) (found []showing) {
		type mate struct {
			king movegen.Square
			line line
			end  movegen.Position
		}
		var models []mate
		var kings movegen.Bitboard
		for _, p := range s.pictured(isModel) {
			end := s.play(p.Line)
			models = append(models, mate{end.King(s.them), p.Line, end})
			kings |= end.King(s.them).Bitboard()
		}
		if !kings.MoreThanOne() {
			return nil
		}
		groups := map[string][]mate{}
		var order []string
		for _, m := range models {
			look := pattern(&m.end)
			if groups[look] == nil {
				order = append(order, look)
			}
			if !slices.ContainsFunc(groups[look], func(other mate) bool { return other.king == m.king }) {
				groups[look] = append(groups[look], m)
			}
		}
		for _, look := range order {
			var shown showing
			for _, a := range groups[look] {
				if slices.ContainsFunc(groups[look], func(b mate) bool {
					return a.king != b.king && (isLight(a.king) == isLight(b.king)) == sameColour
				}) {
					shown = append(shown, a.line)
				}
			}
			if shown != nil {
				found = append(found, shown)
			}
		}
		return found
	}
}

// pattern describes a mate so that mates which differ by shifting, rotation and reflection have the same description:
// the men that guard or check, those beside the king, and where the board ends beside it.
func pattern(end *movegen.Position) string {
	them := end.Side()
	king := end.King(them)
	occ := end.Occupied() &^ king.Bitboard()
	men := end.Checkers() | movegen.KingAttacks(king)&end.Occupied()
	for beside := movegen.KingAttacks(king); beside != 0; {
		men |= end.AttackersTo(beside.Pop(), occ) & end.ByColor(them.Other())
	}
	var best, parts []uint32
	for turn := range 8 {
		parts = parts[:0]
		add := func(what byte, file, rank int) {
			x, y := file-king.File(), rank-king.Rank()
			if turn&1 != 0 {
				x = -x
			}
			if turn&2 != 0 {
				y = -y
			}
			if turn&4 != 0 {
				x, y = y, x
			}
			parts = append(parts, uint32(what)<<16|uint32(8+x)<<8|uint32(8+y))
		}
		for rest := men; rest != 0; {
			at := rest.Pop()
			add(end.PieceAt(at).Letter(), at.File(), at.Rank())
		}
		for file := king.File() - 1; file <= king.File()+1; file++ {
			for rank := king.Rank() - 1; rank <= king.Rank()+1; rank++ {
				if file < 0 || file > 7 || rank < 0 || rank > 7 {
					add('#', file, rank)
				}
			}
		}
		if slices.Sort(parts); best == nil || slices.Compare(parts, best) < 0 {
			best = append(best[:0], parts...)
		}
	}
	return fmt.Sprint(best)
}
