// Package protocol is the common part of all interfaces of the engine: the Controller,
// which owns the game, the options and the running search; the Player, which plays a
// game with a controller (side, clocks, pondering, due moves); and the input and output
// of a Session.
//
// The controller knows no protocol text. An adapter (uci, xboard, the console, later
// the web) parses a line, calls a method, and prints the Events that come back. Each
// adapter runs one loop with one select; that loop's goroutine is the only one that may
// touch the controller. Infos of a running search may be coalesced on the way; its
// result is never lost, and later events of an abandoned search are dropped.
//
// The package does not search: it declares the Searcher that it needs. It may be
// imported by adapters and by cmd, and imports search, problem, eval, book and
// movegen.
//
// Besides the adapters there are two sub-packages that this one does not import: client
// is the GUI's side of a session, which drives other engines, and protocoltest is
// shared by tests: a scripted searcher and the runner of golden transcripts.
package protocol
