// Package eval evaluates positions in centipawns, without search. Its terms form eight groups, each with a letter
// (mbxkcpar); any set of groups can be switched on. docs/eval.md lists the terms.
//
// An Evaluator belongs to one search worker and must not be used by two goroutines at once. A score is the sum of
// counts times weights, tapered from middlegame to endgame. All weights come from one generated table
// (weight_table.go); Weights declares their names, letters and meanings.
//
// A trace records the counts; Explain and the tuner read it. The evaluator is compiled from one source, with and
// without the trace (judge). Files group terms by what they need, not by letter.
package eval
