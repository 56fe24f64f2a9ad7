// Package council is the consulting player: members with different knowledge propose a move
// each for the same position, and a criterion chooses the one that is played. Instead of the
// tree, as threads do, it divides what is known of chess (the thesis of 1997 whose player
// "Gnupar" this is: docs/consulting.md).
//
// A Master has the Search method of an engine, so protocols, matches and pages drive it like
// one. It asks Members: searches in this process, other engines in processes of their own,
// or, by package broker, searches on other machines.
package council
