// Package analysis presents the results of searches of positions and games: as text, JSON and
// graphs for people, and as evaluations and glyphs in trees of games. An Annotator judges the
// moves of a game and marks mistakes; a Grower extends a tree by the moves that the search
// prefers; Endgame reports what endgame tables know; ExplanationText and the commands of evaluation.go
// explain the evaluation. Scores for people are White's. Flags and files belong to the callers.
package analysis
