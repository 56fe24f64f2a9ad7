package theme

import (
	"fmt"
	"slices"

	"alfiere/movegen"
)

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
