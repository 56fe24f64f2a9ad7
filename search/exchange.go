package search

import (
	"slices"

	"alfiere/movegen"
	"alfiere/tt"
)

// exchangeLines gives the best line to the searches in its company, and lets their lines order the moves
// of the next iteration: their first moves follow the best lines, and the rest goes where the table knows
// no move. Neither scores nor the moves searched depend on what others believe.
func (w *worker) exchangeLines(lines int) {
	exchange := w.run.company.Exchange
	if exchange == nil || !w.main {
		return
	}
	for _, line := range slices.Backward(exchange(slices.Clone(w.rootMoves[0].pv), w.run.nodes())) {
		p := w.run.request.Position
		for i, m := range line {
			if !p.IsLegal(m) {
				break
			}
			if i == 0 {
				w.promote(m, lines)
			}
			w.tt.suggest(p.Key(), m)
			p.Make(m)
		}
	}
}

// promote puts a root move at the index to, if it is behind and endgame tables do not rank it differently.
func (w *worker) promote(m movegen.Move, to int) {
	at := slices.IndexFunc(w.rootMoves, func(r rootMove) bool { return r.move == m })
	if at <= to || w.rootMoves[at].rank() != w.rootMoves[to].rank() {
		return
	}
	moved := w.rootMoves[at]
	copy(w.rootMoves[to+1:at+1], w.rootMoves[to:at])
	w.rootMoves[to] = moved
}

// suggest saves a move for the position with the key if the table knows none.
func (s *ttAccess) suggest(key movegen.Key, m movegen.Move) {
	entry, found := s.tt.Probe(key ^ s.keySalt)
	if !found {
		entry = tt.Entry{Eval: int16(noEval)}
	}
	if entry.Move == movegen.NoMove {
		entry.Move = m
		s.tt.Store(key^s.keySalt, entry)
	}
}
