// Package council is the consulting player: members with different knowledge propose a move each
// for the same position, and a criterion chooses the one that is played. Where threads divide the
// tree, it divides chess knowledge (after the player "Gnupar" of a thesis of 1997:
// docs/consulting.md).
//
// A Master has the Search method of an engine, so protocols, matches and pages use it like one. It
// asks Members: searches in this process, other engines in processes of their own, or, by package
// broker, searches on other machines.
package council
