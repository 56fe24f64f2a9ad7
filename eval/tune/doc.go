// Package tune fits the weights of the evaluation to self-played games: it plays games at a fixed number of nodes,
// keeps their quiet positions with the results, and finds the weights whose scores predict the results best.
//
// An archive file holds the positions; an interrupted run resumes from it. The fit reads the evaluation's trace once
// per position. Scores are linear in the weights, except for the choice of an endgame's scale, so the gradient is
// exact (model.go). The output is the source of the evaluation's table.
//
// The package does not search: its caller provides a Player. Only cmd imports it.
package tune
