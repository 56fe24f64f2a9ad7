// Package selfplay plays games between players of this program that are described by words: a
// council, a search with some of the knowledge, threads, more or fewer nodes. Its games are tasks
// of package work, so that any crew can play them, on any machine. Matches and their records are in
// protocol/client/arena and cmd/internal/tournament.
//
// At fixed nodes a game depends on its task alone; games with clocks or other engines are not
// reproducible.
package selfplay
