// Package client is the GUI's side of a session with an engine: it starts an engine as a process of
// its own, speaks UCI or CECP (xboard's protocol) with it, sends it the game and the clocks, and
// takes its moves.
//
// A Program describes how to start an engine; the Engine that it opens plays game after game. A
// Client is the conversation alone, over a Conn, which may be anything that carries lines. An
// engine's answer is a Reply with a Report; the errors are its possible kinds of misbehaviour.
//
// The package knows the rules of chess, because it reads moves, but not how moves are found: it
// imports movegen, notation and wire, and no searcher. Sub-package arena plays matches between
// engines, conformance checks engines against the rules of their protocol, and inprocess lets an
// engine of this process play like one in another process.
package client
