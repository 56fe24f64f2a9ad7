// Package search finds the best move: iterative deepening with aspiration windows around a principal variation
// search, a quiescence search, and a transposition table shared by any number of threads (lazy SMP).
//
// An Engine takes a Request, reports Info and returns a Result. Limits and the context end a search. The package
// knows no protocol, neither parses nor prints, and does not use opening books: protocol.Controller does.
//
// To read the code, begin with node.go (the outer node) and moves.go (the inner loop); docs/search.md explains both.
// With one thread a search limited by depth or nodes is deterministic: the same requests to a new engine give the
// same nodes and moves.
package search
