package search

import (
	"alfiere/eval"
	"alfiere/eval/network"
	"alfiere/movegen"
	"alfiere/tt"
)

// ttAccess is the transposition table as a worker sees it: results are looked up and saved there, and in the hash file
// if the request has one. It makes mate scores relative to the node and separates results of different settings.
// Nodes know neither.
type ttAccess struct {
	tt       *tt.Table
	keySalt  movegen.Key // keeps values of different knowledge apart
	file     *HashFile   // nil without one
	minDepth int         // results of fewer plies stay out of the file
	fileSalt movegen.Key // keeps apart in the file what contempt makes different
}

// newTTAccess returns the access of a search.
func newTTAccess(table *tt.Table, request *Request, drawScores [2]Score) ttAccess {
	use := &request.HashFileUse
	return ttAccess{
		tt: table, file: use.File, minDepth: max(use.Depth, 1),
		keySalt: knowledgeSalt(request.Knowledge, request.Network) ^ request.Legacy.salt() ^ request.Endgames.salt(),
		// The salt of the endgame tables is taken back: the file needs none, as it has no scores of theirs.
		fileSalt: contemptSalt(drawScores) ^ request.Endgames.salt() ^ request.Endgames.fileSalt(),
	}
}

// knowledgeSalt keeps entries of different knowledge and of different networks apart; the eight letters have none.
func knowledgeSalt(k eval.Knowledge, n *network.Network) movegen.Key {
	salt := movegen.Key(eval.Thesis^k) * 0x9e3779b97f4a7c15
	if n != nil && k&eval.Learned != 0 {
		salt ^= movegen.Key(movegen.Mix(uint64(n.Checksum()) + 1))
	}
	return salt
}

// probe fills in the fields of n that begin with tt. The file is probed
// only if the table has no result as deep; the result is then copied to the table.
func (s *ttAccess) probe(n *node) {
	n.ttEval, n.ttBound = noEval, tt.None
	entry, found := s.tt.Probe(n.key ^ s.keySalt)
	// The file speaks of all moves, and so not of a node that leaves one out.
	if s.file != nil && n.depth >= s.minDepth && !n.excluding && !(found && int(entry.Depth) >= n.depth) {
		if kept, ok := s.file.Probe(n.key ^ s.keySalt ^ s.fileSalt); ok && !(found && kept.Depth <= entry.Depth) {
			s.tt.Store(n.key^s.keySalt, kept)
			entry, found = kept, true
		}
	}
	if n.ttHit = found; found {
		n.ttMove, n.ttScore, n.ttEval = entry.Move, fromTT(entry.Score, n.ply), Score(entry.Eval)
		n.ttDepth, n.ttBound = int(entry.Depth), entry.Bound
		n.ttPV = n.ttPV || entry.PV
	}
}

// save keeps the best score and move of n as the result of a search of the given depth.
func (s *ttAccess) save(n *node, depth int, bound tt.Bound, rawEval Score) {
	entry := tt.Entry{Move: n.bestMove, Score: toTT(n.bestScore, n.ply),
		Eval: int16(rawEval), Depth: int8(depth), Bound: bound, PV: n.ttPV}
	s.tt.Store(n.key^s.keySalt, entry)
	// A search without endgame tables could not go on from where only they see the win.
	if s.file != nil && depth >= s.minDepth && !n.bestScore.decidedByTB() {
		s.file.Store(n.key^s.keySalt^s.fileSalt, entry)
	}
}

// saveTB saves the result of the endgame tables for n, but not in the file: it is probed again there.
func (s *ttAccess) saveTB(n *node) {
	s.tt.Store(n.key^s.keySalt, tt.Entry{Move: n.bestMove, Score: toTT(n.bestScore, n.ply), Eval: int16(n.ttEval),
		Depth: int8(min(n.depth+tbSaveDepth, MaxPly-1)), Bound: n.tbBound, PV: n.ttPV})
}

// move returns the move that the table has for the position with the key, NoMove if none.
func (s *ttAccess) move(key movegen.Key) movegen.Move {
	entry, _ := s.tt.Probe(key ^ s.keySalt)
	return entry.Move
}

// prefetch loads the table's entry for the key into the processor's cache some time before
// it is probed: memory is slow.
func (s *ttAccess) prefetch(key movegen.Key) { s.tt.Prefetch(key ^ s.keySalt) }

// toTT makes the score of a mate or a win by tables relative to the node, as the table keeps it.
func toTT(s Score, ply int) int16 {
	if s > TBBound {
		s += Score(ply)
	} else if s < -TBBound {
		s -= Score(ply)
	}
	return int16(s)
}

// fromTT is the inverse of toTT.
func fromTT(stored int16, ply int) Score {
	s := Score(stored)
	if s > TBBound {
		s -= Score(ply)
	} else if s < -TBBound {
		s += Score(ply)
	}
	return s
}
