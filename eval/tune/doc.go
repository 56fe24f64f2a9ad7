// Package tune fits the weights of the evaluation to games of our own: it plays
// games at a fixed number of nodes, keeps the quiet positions with what came of
// them, and finds the weights whose scores predict the results best.
//
// Positions are kept in an archive, a file with which a killed run resumes. The fit reads
// the trace of the evaluation once for each position; since a score is linear in
// the weights but for the choice of the scale of an ending, the gradient is exact
// (model.go). What comes out is the source of the evaluation's table.
//
// The package searches nothing itself: whoever generates games hands a Player in.
// Only cmd imports it.
package tune
