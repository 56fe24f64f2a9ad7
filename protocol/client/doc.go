// Package client is the GUI's side of a session with an engine: it starts the engine as a process, speaks UCI or
// CECP (xboard's protocol) with it, sends it the game and the clocks, and reads its moves.
//
// A Program describes how to start an engine; the Engine that it opens plays game after game. New returns the
// conversation alone, over a Conn. An engine's answer is a Reply with a Report.
//
// The package knows the rules of chess but does not search. Sub-package arena plays matches, and inprocess runs an
// engine of this process like an external one.
package client
