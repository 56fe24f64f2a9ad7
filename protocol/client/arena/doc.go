// Package arena plays matches between two or more players and computes their statistics. It does not search.
//
// A Player is an engine in its own process (client.Engine) or in this one (inprocess.Player). The referee is
// movegen.Game: it checks every move, and repetition, fifty moves and dead positions end a game at once. A player
// loses, and the fault is counted, if it plays an illegal move, exceeds its time, makes a false claim, crashes or
// hangs. The PGN file is the state of a match: an interrupted match resumes from it.
//
// Only cmd and experiments may import the package.
package arena
