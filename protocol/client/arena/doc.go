// Package arena lets two players play matches: openings with both colours, clocks and
// other limits, adjudication, several games at a time, a record of every game, and the
// statistics of the result.
//
// A Player is an engine in a process of its own that speaks UCI or xboard (client.Engine), or one of this
// process (inprocess.Player). The referee is movegen.Game: it checks every move, and three repetitions,
// fifty moves and dead positions end a game at once, as in all arenas. A player that plays an illegal
// move, oversteps its time, claims a result that the board does not show, crashes or hangs loses the game,
// and its fault is counted.
//
// An interrupted match is resumed where it stopped: the PGN file is its state.
//
// The package may be imported by cmd and by experiments. It searches nothing itself.
package arena
