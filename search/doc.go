// Package search finds the best move: iterative deepening with aspiration windows around a principal variation
// search, a quiescence search, and a transposition table shared by any number of threads (lazy SMP).
//
// An Engine takes a Request, reports Info and returns a Result. Limits and the context end a search. The package
// knows no protocol, neither parses nor prints, and does not use opening books: protocol.Controller does.
//
// With one thread a search limited by depth or nodes is deterministic: the same requests to a new engine give the
// same nodes and moves.
package search

// A node goes through these files, in this order:
//
//	worker.go      the node is counted; stops, draws, the stack of plies, evaluation
//	node.go        alphaBeta, the outer node, in eleven steps: what is known, pruning, extensions
//	tt.go          access to the transposition table and the hash file: salts, mate scores
//	endgame.go     probing of endgame tables
//	history.go     history of moves and corrections of the evaluation
//	moves.go       searchMoves, the inner loop, in six steps: prune, reduce, recurse
//	killers.go     the killer moves and how long they are kept
//	picker.go      the moves of the node in order, as candidates; those that are deferred
//	quiescence.go  quiescence search, in five steps
//	smp.go         results and current moves of the other threads; nil with one thread
//
// Their numbers are in parameter.go; a build with the tag tuning lets users set them, see tuning.go. engine.go takes a
// Request and starts the workers, iterate.go deepens, root.go searches the root's moves, endgame_root.go ranks them if
// endgame tables know them, and clock.go ends the search. legacy.go holds options of GNU Chess 4, statistics.go counts
// in a special build, and bench.go measures.
