package theme

import (
	"slices"

	"alfiere/movegen"
)

// lines returns the lines of the phase in full: those of the threats, then those of
// the effective defences, every one to its mate. Where several moves mate as soon,
// play no longer shows what the composer meant; only threats may be many, if they mate.
func (ph *phase) lines() (lines []line) {
	if ph.Threats.In == 1 {
		for _, m := range ph.Threats.Moves {
			lines = append(lines, ph.threatLine(m))
		}
	} else if next := ph.continuation(); next != nil {
		lines = next.lines()
	}
	for _, pl := range ph.plays {
		if pl.Effective && pl.mate() != movegen.NoMove {
			lines = append(lines, pl.full())
		} else if next := pl.continuation(); next != nil {
			lines = append(lines, next.lines()...)
		}
	}
	return lines
}

// route is the way of one man through a line: the squares it stood on, from that of the diagram to the last.
type route struct {
	piece   movegen.Piece // as in the diagram
	squares []movegen.Square
	forced  uint64 // bit i: the move to squares[i] answered a check
	taken   bool
}

// way is a line of actual play with the routes of all men.
type way struct {
	line line
	men  []*route
}

// ways returns the lines of actual play.
func (s *study) ways() []way {
	if s.played == nil {
		for _, l := range s.actual.lines() {
			s.played = append(s.played, way{l, s.routes(l)})
		}
	}
	return s.played
}

// routes follows every man of the diagram through the line l.
func (s *study) routes(l line) []*route {
	p := s.report.Position
	n := p.Occupied().Count()
	routes, homes, men := make([]route, n), make([]movegen.Square, n), make([]*route, n)
	var on [64]*route
	for i, occ := 0, p.Occupied(); occ != 0; i++ {
		at := occ.Pop()
		homes[i] = at
		routes[i] = route{piece: p.PieceAt(at), squares: homes[i : i+1 : i+1]}
		men[i], on[at] = &routes[i], &routes[i]
	}
	move := func(from, to movegen.Square) {
		if on[to] != nil {
			on[to].taken = true
		}
		on[to], on[from] = on[from], nil
		if p.InCheck() {
			on[to].forced |= 1 << len(on[to].squares)
		}
		on[to].squares = append(on[to].squares, to)
	}
	for _, m := range l {
		switch {
		case m == movegen.NoMove:
			p.MakeNull()
			continue
		case m.Kind() == movegen.Castling:
			king, rook := on[m.From()], on[m.To()]
			on[m.From()], on[m.To()] = nil, nil
			p.Make(m)
			king.squares = append(king.squares, m.KingTo())
			on[m.KingTo()] = king
			rook.squares = append(rook.squares, m.RookTo())
			on[m.RookTo()] = rook
			continue
		case m.Kind() == movegen.EnPassant:
			behind := movegen.RankOf(m.From().Rank()) & movegen.FileOf(m.To().File())
			on[behind.LSB()].taken = true
			on[behind.LSB()] = nil
		}
		move(m.From(), m.To())
		p.Make(m)
	}
	return men
}

// last returns where the man stands in the end.
func (r *route) last() movegen.Square { return r.squares[len(r.squares)-1] }

// cornerToCorner: a man goes in one move from a corner of the board to the one
// diagonally opposite, as key or in the play after it.
func cornerToCorner(s *study) []showing {
	const a1, h1, a8, h8 = movegen.Square(0), movegen.Square(7), movegen.Square(56), movegen.Square(63)
	return s.each(func(l line) bool {
		return slices.ContainsFunc(l, func(m movegen.Move) bool {
			from, to := m.From(), m.To()
			return from == a1 && to == h8 || from == h8 && to == a1 || from == h1 && to == a8 || from == a8 && to == h1
		})
	})
}

// each shows the theme once, by all lines of actual play that have what is asked for.
func (s *study) each(has func(line) bool) []showing {
	return s.eachOf(func(w *way) bool { return has(w.line) })
}

// eachWay is each for lines in which the men have what is asked for.
func (s *study) eachWay(have func([]*route) bool) []showing {
	return s.eachOf(func(w *way) bool { return have(w.men) })
}

func (s *study) eachOf(has func(*way) bool) []showing {
	var lines showing
	for i := range s.ways() {
		if w := &s.played[i]; has(w) {
			lines = append(lines, w.line)
		}
	}
	return once(lines)
}

// eachRoute shows the theme once, by all lines in which some man's route has what is asked for.
func (s *study) eachRoute(has func(*route) bool) []showing {
	return s.eachWay(func(men []*route) bool {
		return slices.ContainsFunc(men, has)
	})
}

// switchback: a man, not the defender's king, leaves a square and returns to it with its next move. A defender's man
// does not return in answer to a check, and no pawn promotes in between.
func switchback(s *study) []showing {
	driven := movegen.MakePiece(s.them, movegen.King)
	return s.eachRoute(func(r *route) bool {
		promoted := r.piece.Type() != movegen.Pawn
		for i := 2; i < len(r.squares) && r.piece != driven; i++ {
			promoted = promoted || r.squares[i-2].Relative(r.piece.Color()).Rank() == 7
			if promoted && r.squares[i] == r.squares[i-2] && (r.piece.Color() == s.us || r.forced>>i&1 == 0) {
				return true
			}
		}
		return false
	})
}

// rundlauf: a man leaves a square and returns to it in three moves or more by another
// way: no square twice, and the squares not all on one line.
func rundlauf(s *study) []showing { return s.eachRoute((*route).isRundlauf) }

func (r *route) isRundlauf() bool {
	for i := range r.squares {
		var visited movegen.Bitboard
		for j := i + 1; j < len(r.squares); j++ {
			if r.squares[j] != r.squares[i] {
				if visited.Has(r.squares[j]) {
					break
				}
				visited |= r.squares[j].Bitboard()
				continue
			}
			if line := movegen.Line(r.squares[i], r.squares[i+1]); j >= i+3 && visited&^line != 0 {
				return true
			}
			break
		}
	}
	return false
}

// platzwechsel: two men have exchanged their squares of the diagram at the end of a line. Castling is none.
func platzwechsel(s *study) []showing { return s.exchanges(func(_, _ *route) bool { return true }) }

// rovno: the two men are of the same kind and of different colours.
func rovno(s *study) []showing {
	return s.exchanges(func(a, b *route) bool {
		return a.piece.Type() == b.piece.Type() && a.piece.Color() != b.piece.Color()
	})
}

func (s *study) exchanges(have func(a, b *route) bool) []showing {
	return s.eachWay(func(men []*route) bool {
		for i, a := range men {
			for _, b := range men[:i] {
				if len(a.squares) > 1 && !a.taken && !b.taken && a.last() == b.squares[0] && b.last() == a.squares[0] &&
					have(a, b) {
					return true
				}
			}
		}
		return false
	})
}

// excelsior: a pawn goes from its first square to promotion in one line.
func excelsior(s *study) []showing {
	return s.eachRoute(func(r *route) bool {
		c := r.piece.Color()
		return r.piece.Type() == movegen.Pawn && r.squares[0].Relative(c).Rank() == 1 &&
			r.last().Relative(c).Rank() == 7
	})
}
