// Package search finds the best move: iterative deepening with aspiration windows
// around a fail-soft principal variation search, a quiescence search at the
// horizon, and a transposition table shared by any number of threads (lazy SMP).
//
// An Engine takes a Request and answers with a Result; on the way it reports Info.
// It neither parses nor prints, knows no protocol, logs nothing and does not look
// into opening books: the controller in package protocol does. Time and stopping
// are values handed in: Limits and the context.
//
// A node goes through these files, in this order:
//
//	worker.go      the node is counted; stops, draws, the stack of plies, evaluation
//	node.go        alphaBeta, the outer node, in eleven steps: what is known, pruning, extensions
//	store.go       stored results: transposition table, hash file, salts, mate scores
//	endgame.go     probing of endgame tables
//	history.go     history of moves and corrections of the evaluation
//	moves.go       searchMoves, the inner loop, in six steps: prune, reduce, recurse
//	picker.go      the moves of the node in order, as candidates; those that are deferred
//	quiescence.go  quiescence search, in five steps
//	smp.go         results and current moves of the other threads; nil with one thread
//
// Their numbers are in parameter.go. Around them, engine.go takes a Request and starts
// the workers, iterate.go deepens, root.go searches the root's moves,
// which endgame_root.go ranks if tables know them, and clock.go says
// when time is up. legacy.go has what only GNU Chess 4 offered, statistics.go counts if
// the program is built to, and bench.go measures.
//
// With one thread a search limited by depth or nodes is deterministic: the same
// requests to a new engine give the same nodes and moves.
package search
