// Package search finds the best move: iterative deepening with aspiration windows
// around a fail-soft principal variation search, a quiescence search at the
// horizon, and a transposition table shared by any number of threads (lazy SMP).
//
// An Engine takes a Request and answers with a Result; on the way it reports Info.
// It neither parses nor prints, knows no protocol, logs nothing and does not look
// into opening books: the controller in package protocol does. Time and stopping
// are values handed in: Limits and the context.
//
// With one thread a search limited by depth or nodes is deterministic: the same
// requests to a new engine give the same nodes and moves.
package search
