// Package protocol is what all ways of talking to the engine have in common: the
// Controller, which owns the game, the options and the running search; the Player, which
// sits at a board by means of a controller: side, clocks, pondering, moves that are due;
// and a Session's ways in and out.
//
// The controller knows no protocol text. An adapter (uci, xboard, the console, later
// the web) parses a line, calls a method, and prints the Events that come back. Each
// adapter runs one loop with one select; that loop's goroutine is the only one that may
// touch the controller. Infos of a running search may be coalesced on the way, its
// result is never lost, and what an abandoned search still says is dropped.
//
// The package does not search: it declares the Searcher that it needs. It may be
// imported by adapters and by cmd, and imports search, problem, eval, book and
// movegen.
//
// Beside the adapters there are two sub-packages that this one does not know: client is
// the GUI's side of a session, by which other engines are driven, and protocoltest is
// what tests share: a scripted searcher and the runner of golden transcripts.
package protocol
