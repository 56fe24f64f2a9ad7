// Package eval evaluates positions in centipawns, without search. Its terms form eight heuristics and a learned ninth,
// each with a letter (mbxkcparn); any set of them can be switched on. docs/eval.md lists the terms.
//
// An Evaluator belongs to one search worker and must not be used by two goroutines at once. A score is the sum of
// counts times weights, tapered from middlegame to endgame, and of the output of a network, letter n. All weights come
// from one generated table (weight_table.go); Weights declares their names, letters and meanings.
//
// A trace records the counts and the output; Explain and the tuner read it. The evaluator is compiled from one source,
// with and without the trace (judge). Files group terms by what they need, not by letter.
package eval

// Each letter's terms are computed in these files:
//
//	file             letters      terms
//	piece_square.go  m x k c p r  by type and square alone; New adds them up in advance
//	piece.go         x k a r      in one visit to each knight, bishop, rook and queen
//	pawn.go          p a          by the pawns alone: structure, candidates; cached
//	shelter.go       k a          by pawns and kings: shelter, storms, kings near pawns; cached
//	placement.go     b x r        outposts, threats, open files, space, the move, pairs of pieces, their worth by pawns
//	king.go          k            castling, defenders, the danger of the king; parameter.go: its numbers
//	passed.go        a            passed pawns, pins and discovered attacks, rooks on the seventh rank
//	endgame.go       a r          driving a bare king (a), drawish endings (r); kpk.go
//	learned.go       n            the output of the network (package network)
