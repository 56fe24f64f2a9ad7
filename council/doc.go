// Package council is the consulting player: members with different knowledge each propose a move for
// the same position, and a criterion chooses one of them. Threads divide the tree; a council divides
// chess knowledge, like the player "Gnupar" of a thesis (docs/consultation-results.md).
//
// A Master has the Search method of an engine, so protocols, matches and pages use it like one. Its Members are
// searches in this process, other engines in their own processes, or searches on other machines (package broker).
package council
