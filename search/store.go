package search

import (
	"alfiere/eval"
	"alfiere/eval/network"
	"alfiere/movegen"
	"alfiere/tt"
)

// store is where a worker looks up and saves results: the table, and the
// hash file if the request has one. It makes mate scores relative to the
// node and separates results of different settings. Nodes know neither.
type store struct {
	table    *tt.Table
	keySalt  movegen.Key // keeps values of different knowledge apart
	file     *HashFile   // nil without one
	minDepth int         // results of fewer plies stay out of the file
	fileSalt movegen.Key // keeps apart in the file what contempt makes different
}

// newStore returns the store of a search.
func newStore(table *tt.Table, request *Request, drawScores [2]Score) store {
	use := &request.HashFileUse
	return store{
		table: table, file: use.File, minDepth: max(use.Depth, 1),
		keySalt: knowledgeSalt(request.Knowledge, request.Network) ^ request.Legacy.salt() ^ request.Endgames.salt(),
		// The salt of the tables is taken back: the file needs none, as it has no scores of theirs.
		fileSalt: contemptSalt(drawScores) ^ request.Endgames.salt() ^ request.Endgames.fileSalt(),
	}
}

// knowledgeSalt keeps table entries of different knowledge and of different networks apart; the
// eight letters have none.
func knowledgeSalt(k eval.Knowledge, n *network.Network) movegen.Key {
	salt := movegen.Key(eval.Thesis^k) * 0x9e3779b97f4a7c15
	if n != nil && k&eval.Learned != 0 {
		salt ^= movegen.Key(movegen.Mix(uint64(n.Checksum()) + 1))
	}
	return salt
}

// probe fills in the fields of n that begin with tt. The file is probed
// only if the table has no result as deep; the result is then copied to the table.
func (s *store) probe(n *node) {
	n.ttEval, n.ttBound = noEval, tt.None
	entry, found := s.table.Probe(n.key ^ s.keySalt)
	// The file speaks of all moves, and so not of a node that leaves one out.
	if s.file != nil && n.depth >= s.minDepth && !n.excluding && !(found && int(entry.Depth) >= n.depth) {
		if kept, ok := s.file.Probe(n.key ^ s.keySalt ^ s.fileSalt); ok && !(found && kept.Depth <= entry.Depth) {
			s.table.Store(n.key^s.keySalt, kept)
			entry, found = kept, true
		}
	}
	if n.ttHit = found; found {
		n.ttMove, n.ttScore, n.ttEval = entry.Move, fromTable(entry.Score, n.ply), Score(entry.Eval)
		n.ttDepth, n.ttBound = int(entry.Depth), entry.Bound
		n.formerPV = n.formerPV || entry.PV
	}
}

// save keeps the best score and move of n as the result of a search of the given depth.
func (s *store) save(n *node, depth int, bound tt.Bound, rawEval Score) {
	entry := tt.Entry{Move: n.bestMove, Score: toTable(n.bestScore, n.ply),
		Eval: int16(rawEval), Depth: int8(depth), Bound: bound, PV: n.formerPV}
	s.table.Store(n.key^s.keySalt, entry)
	// A search without tables could not go on from where only they see the win.
	if s.file != nil && depth >= s.minDepth && !n.bestScore.decidedByTables() {
		s.file.Store(n.key^s.keySalt^s.fileSalt, entry)
	}
}

// saveFound saves the result of the endgame tables for n, but not in the file: it is probed again there.
func (s *store) saveFound(n *node) {
	s.table.Store(n.key^s.keySalt, tt.Entry{Move: n.bestMove, Score: toTable(n.bestScore, n.ply), Eval: int16(n.ttEval),
		Depth: int8(min(n.depth+foundDepth, MaxPly-1)), Bound: n.tableBound, PV: n.formerPV})
}

// move returns the move that the table has for the position with the key, NoMove if none.
func (s *store) move(key movegen.Key) movegen.Move {
	entry, _ := s.table.Probe(key ^ s.keySalt)
	return entry.Move
}

// prefetch loads the table's entry for the key into the processor's cache some time before
// it is probed: memory is slow.
func (s *store) prefetch(key movegen.Key) { s.table.Prefetch(key ^ s.keySalt) }

// toTable makes the score of a mate or a win by tables relative to the node, as the table keeps it.
func toTable(s Score, ply int) int16 {
	if s > TableBound {
		s += Score(ply)
	} else if s < -TableBound {
		s -= Score(ply)
	}
	return int16(s)
}

// fromTable is the inverse of toTable.
func fromTable(stored int16, ply int) Score {
	s := Score(stored)
	if s > TableBound {
		s -= Score(ply)
	} else if s < -TableBound {
		s += Score(ply)
	}
	return s
}
