package syzygy_test

import (
	"fmt"

	"alfiere/movegen"
	"alfiere/tt/syzygy"
)

// The retrograde analysis that the tables are held against. It works out, from the rules
// alone, every position of an ending, backwards from the mates. This file has its logic,
// retrograde_diagram_test.go the men, their moves and how positions are numbered;
// retrograde_check_test.go holds it against movegen, known figures and a search with a
// real clock.
//
// Between two zeroing moves (captures and moves of pawns) the pawns stand still. So an
// ending falls into slices, one for each placement of the pawns, and all that a zeroing
// move leads to is another slice or a smaller ending, which is analysed first.
//
// A value is the signed number of half-moves to the next zeroing move, that one counted,
// or to mate: positive if the side to move wins. There is one scale for wins within the
// 50-move rule and for those beyond it: a zeroing move into a lost position wins at
// distance 1, one into a blessed loss wins, cursed, at distance limit+1, so that shorter is
// better and beyond limit a win is cursed whatever the cause.
type value int8

const (
	drawn   value = 0 // and, during the analysis, what is not known yet
	mated   value = -127
	illegal value = -128 // no position: two men on a square, the king can be taken, a double
)

// lost returns the distance of a lost position; a mated side is at 0.
func (v value) lost() int {
	if v == mated {
		return 0
	}
	return -int(v)
}

// analysis is what has been analysed so far.
type analysis struct {
	limit   int // half-moves of the 50-move rule: 100
	endings map[material]orientation
}

// newAnalysis returns an empty analysis. limit is 100 but for tests of the rule itself.
func newAnalysis(limit int) *analysis {
	return &analysis{limit: limit, endings: map[material]orientation{}}
}

// wdl returns what the value is under the 50-move rule.
func (a *analysis) wdl(v value) syzygy.WDL {
	switch {
	case v == mated || v < 0 && v.lost() <= a.limit:
		return syzygy.Loss
	case v < 0:
		return syzygy.BlessedLoss
	case int(v) > a.limit:
		return syzygy.CursedWin
	case v > 0:
		return syzygy.Win
	}
	return syzygy.Draw
}

// before returns the value of a position, for its mover, if the move is played that leads
// to a position of value after.
func (a *analysis) before(after value, zeroing bool) value {
	switch {
	case after == drawn:
		return drawn
	case after == mated:
		return 1
	case zeroing:
		return [...]value{1, value(a.limit) + 1, drawn, -value(a.limit) - 1, -1}[a.wdl(after)-syzygy.Loss]
	case after < 0:
		return fit(after.lost() + 1)
	}
	return -fit(int(after) + 1)
}

// fit checks that a distance can be stored: none of four men and fewer is near the bound.
func fit(distance int) value {
	if distance > 120 {
		panic(fmt.Sprintf("retrograde analysis: a distance of %d half-moves", distance))
	}
	return value(distance)
}

// better reports whether the mover prefers v to w: a win to a draw to a loss, the shorter
// win, the longer loss.
func better(v, w value) bool {
	if (v > 0) != (w > 0) || (v < 0) != (w < 0) {
		return v > w
	}
	return v < w // both won or both lost
}

// judge returns the value of a position by its moves. quiet returns the value after a move
// that is not zeroing, illegal if it may not be played. With losing, any other result than
// a loss is as good as a draw.
func (a *analysis) judge(d *diagram, quiet func(diagram) value, losing bool) value {
	best, found := illegal, false
	d.moves(func(next diagram, zeroing bool) bool {
		var after value
		if zeroing {
			after = a.value(next)
		} else {
			after = quiet(next)
		}
		if after == illegal {
			return true
		}
		if v := a.before(after, zeroing); !found || better(v, best) {
			best, found = v, true
		}
		return !losing || best < 0
	})
	switch {
	case found:
		return best
	case d.inCheck(d.side):
		return mated
	}
	return drawn
}

// value returns the value of any position of an ending, illegal if it is none.
func (a *analysis) value(d diagram) value {
	of, found := a.endings[d.material()]
	if !found {
		of = a.add(&d)
	}
	inOrder, placement := of.arrange(&d)
	s := of.ending.slices[placement]
	if s == nil {
		s = &slice{ending: of.ending}
		of.ending.slices[placement] = s
		a.solve(s, &inOrder)
	}
	v := s.values[s.index(&inOrder)]
	if d.enPassant != movegen.NoSquare && v != illegal {
		return a.judge(&d, a.value, false)
	}
	return v
}

// solver is the analysis of one slice while it is under way.
type solver struct {
	*analysis
	*slice
	scratch diagram    // with the slice's pawns
	layers  [][]uint32 // the positions by the distance of their value
	cursed  []uint32   // positions with a zeroing move that wins, cursed
}

// solve analyses a slice; the pawns are on the same squares as in example.
func (a *analysis) solve(s *slice, example *diagram) {
	w := solver{analysis: a, slice: s, scratch: *example, layers: make([][]uint32, 130)}
	s.values = make([]value, s.size())
	for i := range s.values {
		if !s.diagram(i, &w.scratch) || w.scratch.inCheck(w.scratch.side.Other()) {
			s.values[i] = illegal
		}
	}
	w.begin()
	for distance := range w.layers {
		if distance == a.limit+1 {
			for _, i := range w.cursed {
				w.settle(int(i), value(distance))
			}
		}
		for _, i := range w.layers[distance] {
			w.predecessors(int(i))
		}
		w.layers[distance] = nil
	}
}

// begin finds what needs no look at other positions of the slice: mates, positions in which
// all moves are zeroing and lose, and those with a zeroing move that wins.
func (w *solver) begin() {
	legal := func(next diagram) value {
		if w.values[w.index(&next)] == illegal {
			return illegal
		}
		return drawn
	}
	for i, v := range w.values {
		if v == illegal {
			continue
		}
		w.diagram(i, &w.scratch)
		switch v := w.judge(&w.scratch, legal, false); {
		case int(v) == w.limit+1: // a quiet move may win earlier
			w.cursed = append(w.cursed, uint32(i))
		case v != drawn:
			w.settle(i, v)
		}
	}
}

// settle gives a position its value, if it has none.
func (w *solver) settle(i int, v value) {
	if w.values[i] != drawn {
		return
	}
	w.values[i] = v
	distance := int(v)
	if v < 0 {
		distance = v.lost()
	}
	w.layers[distance] = append(w.layers[distance], uint32(i))
}

// predecessors settles what follows from a position that has just been settled for those
// from which a quiet move leads to it. If it is lost they are won, and no shorter win is
// left to be found; if it is won they are lost if it was their last hope.
func (w *solver) predecessors(i int) {
	v := w.values[i]
	known := func(next diagram) value { return w.values[w.index(&next)] }
	w.diagram(i, &w.scratch)
	after := w.scratch
	after.unmoves(w.ending.free, func(d diagram) {
		j := w.index(&d)
		switch {
		case w.values[j] != drawn:
		case v < 0:
			w.settle(j, w.before(v, false))
		default:
			if u := w.judge(&d, known, true); u < 0 {
				w.settle(j, u)
			}
		}
	})
}
