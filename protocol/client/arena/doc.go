// Package arena lets two players play matches: openings with both colours, clocks and
// other limits, adjudication, several games at a time, a record of every game, and the
// statistics of the result.
//
// A Player is an engine in a process of its own that speaks UCI or xboard
// (client.Engine), or one of this process (inprocess.Player). The referee is movegen.Game: it judges every
// move, and three repetitions, fifty moves and dead positions end a game at once, as
// in all arenas. A player that plays an illegal move, oversteps its time, claims a
// result that the board does not show, dies or hangs loses the game; what it did is
// counted.
//
// A match that was cut short goes on where it stopped: the PGN file is its state.
// MatchRun is a match with its files and its table; Entry reads what describes a player.
//
// The package may be imported by cmd and by experiments. It searches nothing itself.
package arena
