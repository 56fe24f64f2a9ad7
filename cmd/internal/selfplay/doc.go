// Package selfplay lets players of this program, which words describe, play against each
// other: a council, a search with some of the knowledge, threads, more or fewer nodes. Its
// games are tasks of package work, so that any crew can play them, on any machine; what a
// match is, and what becomes of its games, is the matter of protocol/client/arena and of
// cmd/internal/tournament.
//
// At fixed nodes a game depends on its task alone; clocks and other engines do not play the
// same game twice.
package selfplay
