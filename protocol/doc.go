// Package protocol is the common part of all interfaces of the engine: the Controller owns the game, the options and
// the running search; the Player plays a game with a controller (side, clocks, pondering, due moves); a Session has
// input and output. The controller knows no protocol text: an adapter (uci, xboard, console) parses a line, calls a
// method, and prints the Events that come back.
//
// Each adapter runs one loop with one select; only the goroutine of that loop may touch the controller. Infos of a
// running search may be coalesced; its result is never lost; later events of an abandoned search are dropped.
//
// The package does not search: it declares the Searcher that it needs. It does not import its adapters, nor the
// sub-package client (the GUI's side of a session, to drive other engines).
package protocol
