package theme

import (
	"slices"

	"alfiere/movegen"
)

// targets lists the squares at the given steps from s, nil unless all are on the board.
func targets(s int, steps [][2]int) (squares []int) {
	for _, d := range steps {
		t := step(s, d[0], d[1])
		if t < 0 {
			return nil
		}
		squares = append(squares, t)
	}
	return squares
}

var (
	diagonalSteps   = [][2]int{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	orthogonalSteps = [][2]int{{1, 0}, {0, -1}, {-1, 0}, {0, 1}}
	knightSteps     = [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// twice is the same way again.
func twice(steps [][2]int) (far [][2]int) {
	for _, d := range steps {
		far = append(far, [2]int{2 * d[0], 2 * d[1]})
	}
	return far
}

// defends reports whether the man on from defends on each of the squares, and with how
// many different answers.
func (s *refStudy) defends(from int, squares []int) (answers int, all bool) {
	var reached []int
	var mates []movegen.Move
	for _, p := range s.key.plays {
		if p.from() == from && contains(squares, p.to()) {
			if !contains(reached, p.to()) {
				reached = append(reached, p.to())
			}
			if !slices.Contains(mates, p.mate) {
				mates = append(mates, p.mate)
			}
		}
	}
	return len(mates), squares != nil && len(reached) == len(squares)
}

// flightsAre reports whether after the key the king's moves are those of the steps and no
// others, each answered by one mate.
func (s *refStudy) flightsAre(steps [][2]int) bool {
	king := s.after.king(!s.white)
	squares := targets(king, steps)
	after := s.report.Position.After(s.key.Move)
	for _, m := range after.Moves() {
		if int(m.From()) == king && (m.Kind() == movegen.Castling || !contains(squares, int(m.To()))) {
			return false
		}
	}
	_, all := s.defends(king, squares)
	return all
}

// someMan reports whether a man of the side, of one of the kinds after the key, has what
// is asked for.
func (s *refStudy) someMan(white bool, kinds string, has func(at int) bool) bool {
	for at := range s.after {
		if s.after.has(at, white) && slices.Contains([]byte(kinds), s.after.kind(at)) && has(at) {
			return true
		}
	}
	return false
}

// star reports whether one man of the kinds makes the moves as defences, not all with the
// same answer.
func (s *refStudy) star(kinds string, steps [][2]int) bool {
	return s.someMan(!s.white, kinds, func(at int) bool {
		answers, all := s.defends(at, targets(at, steps))
		return all && answers > 1
	})
}

// mates reports whether the man on from mates on all the squares, threats included.
func (s *refStudy) mates(from int, squares []int) bool {
	var reached []int
	for _, p := range slices.Concat(s.key.threats, s.key.plays) {
		if int(p.mate.From()) == from && contains(squares, int(p.mate.To())) && !contains(reached, int(p.mate.To())) {
			reached = append(reached, int(p.mate.To()))
		}
	}
	return squares != nil && len(reached) == len(squares)
}

// tours reports whether key and tries are moves of one man to all the squares. Tries that
// check count.
func (s *refStudy) tours(squares []int) bool {
	first := []movegen.Move{s.key.Move}
	for _, t := range s.report.Tries {
		first = append(first, t.Move)
	}
	for _, to := range squares {
		if !slices.ContainsFunc(first, func(m movegen.Move) bool {
			return m.From() == s.key.Move.From() && int(m.To()) == to
		}) {
			return false
		}
	}
	return squares != nil && contains(squares, int(s.key.Move.To()))
}

// pawnSteps are the four moves of a pawn on its first square; nil if it is elsewhere.
func pawnSteps(white bool, at int) (steps [][2]int) {
	forward, home := 1, 1
	if !white {
		forward, home = -1, 6
	}
	if at/8 != home {
		return nil
	}
	return [][2]int{{0, forward}, {0, 2 * forward}, {1, forward}, {-1, forward}}
}

func (s *refStudy) albino() bool {
	four := func(at int) []int { return targets(at, pawnSteps(s.white, at)) }
	from := int(s.key.Move.From())
	return s.someMan(s.white, "p", func(at int) bool { return s.mates(at, four(at)) }) ||
		s.diagram.kind(from) == 'p' && s.tours(four(from))
}

// refLines are the lines of actual play: threats and defences with their mates.
func (s *refStudy) refLines() (lines []line) {
	for _, p := range slices.Concat(s.key.threats, s.key.plays) {
		lines = append(lines, line{s.key.Move, p.defence, p.mate})
	}
	return lines
}

// someMove reports whether a move of actual play has what is asked for.
func (s *refStudy) someMove(has func(m movegen.Move) bool) bool {
	return slices.ContainsFunc(s.refLines(), func(l line) bool { return slices.ContainsFunc(l, has) })
}

func isCornerMove(m movegen.Move) bool {
	corners := []movegen.Square{0, 7, 56, 63}
	return slices.Contains(corners, m.From()) && m.To() == 63-m.From()
}

// switchesBack: in two moves the same man can only go and come back, with key and mate.
func (s *refStudy) switchesBack() bool {
	return slices.ContainsFunc(s.refLines(), func(l line) bool {
		key, mate := l[0], l[2]
		return key.Kind() != movegen.Castling && mate.From() == key.To() && mate.To() == key.From()
	})
}

// exchanges: two men stand where the other stood in the diagram. With one move of
// Black's and two of White's one of the three is the other man's.
func (s *refStudy) exchanges() bool {
	return slices.ContainsFunc(s.refLines(), func(l line) bool {
		if slices.ContainsFunc(l, func(m movegen.Move) bool { return m.Kind() == movegen.Castling }) {
			return false
		}
		var where [64]int // by square: where the man stood in the diagram
		for at := range where {
			where[at] = at
		}
		for _, m := range l {
			if m != movegen.NoMove {
				where[m.To()] = where[m.From()]
				where[m.From()] = -1
			}
		}
		for at, origin := range where {
			if origin >= 0 && origin != at && where[origin] == at {
				return s.diagram[at] != 0 && s.diagram[origin] != 0
			}
		}
		return false
	})
}

// ofPiece are the themes of one piece's moves.
var ofPiece = map[string]func(*refStudy) bool{
	"star flights": func(s *refStudy) bool { return s.flightsAre(diagonalSteps) },
	"plus flights": func(s *refStudy) bool { return s.flightsAre(orthogonalSteps) },
	"big star":     func(s *refStudy) bool { return s.star("bq", twice(diagonalSteps)) },
	"big plus":     func(s *refStudy) bool { return s.star("rq", twice(orthogonalSteps)) },
	"white knight wheel": func(s *refStudy) bool {
		return s.someMan(s.white, "n", func(at int) bool { return s.mates(at, targets(at, knightSteps)) })
	},
	"white knight tour": func(s *refStudy) bool {
		from := int(s.key.Move.From())
		return s.diagram.kind(from) == 'n' && s.tours(targets(from, knightSteps))
	},
	"pickaninny": func(s *refStudy) bool {
		return s.someMan(!s.white, "p", func(at int) bool {
			answers, all := s.defends(at, targets(at, pawnSteps(!s.white, at)))
			return all && answers > 1
		})
	},
	"albino":           (*refStudy).albino,
	"corner-to-corner": func(s *refStudy) bool { return s.someMove(isCornerMove) },
	"switchback":       (*refStudy).switchesBack,
	"platzwechsel":     (*refStudy).exchanges,
}
