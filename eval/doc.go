// Package eval judges positions. Its knowledge has eight kinds, each with a letter
// (mbxkcpar); every term belongs to one of them, and any set of them can be switched on.
//
// An Evaluator belongs to one search worker: it owns its scratch memory and its
// caches and must not be used by two goroutines at once. All numbers are integer
// centipawns and come from one table of weights (weight_table.go), whose fields, their
// letters and meanings are declared once (Weights). A score is the sum of counts times
// weights, tapered from middlegame to endgame; a trace records the counts, and Explain and
// the tuner read it. There is no second evaluator: the one source is compiled with records
// and without (judge).
//
// Terms are grouped by what they need, since that is what makes them cheap, and not by
// letter alone. Each letter's terms are computed in these files:
//
//	file             letters      what
//	piece_square.go  m x k c p r  by type and square alone; New adds it up beforehand
//	piece.go         x k a r      in one visit to each knight, bishop, rook and queen
//	pawn.go          p a          by the pawns alone: structure, candidates; cached
//	shelter.go       k a          by pawns and kings: shelter, storms, kings near pawns; cached
//	placement.go     b            outposts, threats, a king in check
//	mobility.go      x            open files, space, the move
//	king.go          k            castling, defenders, danger
//	passed.go        a            passed pawns
//	attack.go        a            pins and discovered attacks, rooks on the seventh rank
//	relation.go      r            pairs of pieces, their worth by the number of pawns
//	endgame.go       a r          driving a bare king (a), drawish endings (r); kpk.go
//
// The package does not search: hanging pieces are found by counting attackers and defenders.
package eval
