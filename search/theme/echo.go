package theme

import (
	"fmt"
	"slices"
	"strings"

	"alfiere/movegen"
)

// echo: two model mates with the king on different squares of one colour that are the same
// but for shifting, turning and mirroring.
func echo(s *study) []showing {
	return s.echoes(func(a, b movegen.Square) bool { return isLight(a) == isLight(b) })
}

// chameleonEcho: the same with squares of different colours.
func chameleonEcho(s *study) []showing {
	return s.echoes(func(a, b movegen.Square) bool { return isLight(a) != isLight(b) })
}

func isLight(s movegen.Square) bool { return (s.File()+s.Rank())%2 == 1 }

// echoes shows the model mates that look alike, with kings on two squares that go
// together.
func (s *study) echoes(together func(a, b movegen.Square) bool) (found []showing) {
	type mate struct {
		king movegen.Square
		line line
	}
	lines := s.actual.lines()
	groups := map[string][]mate{}
	var order []string
	for i := range s.report.Pictures {
		p := &s.report.Pictures[i]
		if !p.Model || !slices.ContainsFunc(lines, func(l line) bool { return slices.Equal(l, p.Line) }) {
			continue
		}
		end := s.play(p.Line)
		look := pattern(&end)
		if groups[look] == nil {
			order = append(order, look)
		}
		if king := end.King(s.them); !slices.ContainsFunc(groups[look], func(m mate) bool { return m.king == king }) {
			groups[look] = append(groups[look], mate{king, p.Line})
		}
	}
	for _, look := range order {
		var shown showing
		for _, a := range groups[look] {
			if slices.ContainsFunc(groups[look], func(b mate) bool { return a.king != b.king && together(a.king, b.king) }) {
				shown = append(shown, a.line)
			}
		}
		if shown != nil {
			found = append(found, shown)
		}
	}
	return found
}

// pattern describes a mate so that mates which differ by shifting, turning and mirroring
// have the same description: the men that guard or check, those beside the king, and where
// the board ends beside it.
func pattern(end *movegen.Position) string {
	them := end.Side()
	king := end.King(them)
	occ := end.Occupied() &^ king.Bitboard()
	men := end.Checkers() | movegen.KingAttacks(king)&end.Occupied()
	for beside := movegen.KingAttacks(king); beside != 0; {
		men |= end.AttackersTo(beside.Pop(), occ) & end.ByColor(them.Other())
	}
	var best string
	for turn := range 8 {
		var parts []string
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
			parts = append(parts, fmt.Sprintf("%c%d,%d", what, x, y))
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
		slices.Sort(parts)
		if text := strings.Join(parts, " "); best == "" || text < best {
			best = text
		}
	}
	return best
}
