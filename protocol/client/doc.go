// Package client is the GUI's side of a session with an engine: it starts an engine as
// a process of its own, speaks UCI or CECP (xboard's protocol) with it, tells it whose
// turn it is and what the clocks show, and takes its moves.
//
// A Program says how an engine is started; the Engine that it opens plays game after
// game. A Client is the conversation alone, over a Conn that may be anything that
// carries lines. What an engine tells comes back as a Reply with a Report; how it may
// misbehave, the errors say.
//
// The package knows the rules of chess, for it reads moves, and nothing of how moves
// are found: it imports movegen, notation and wire, and no searcher. Sub-package arena
// lets engines play matches, conformance holds them against the rules of their
// protocol, and inprocess lets an engine of this process play like one of another.
package client
