// Package eval judges positions. Its knowledge has eight kinds, each with a letter
// (mbxkcpar) and a file of its own; every term belongs to one of them, and any set
// of them can be switched on.
//
// An Evaluator belongs to one search worker: it owns its scratch memory and its
// caches and must not be used by two goroutines at once. All numbers are integer
// centipawns and come from one table of weights (weight_table.go). A score is the
// sum of counts times weights, tapered from middlegame to endgame; a trace records
// the counts, and Explain and the tuner read it. There is no second evaluator: the one
// source is compiled with records and without (judge). What a letter says about a man's
// type and square alone is a row that New adds up beforehand (standing); what the letters
// say about a single piece is added up in one visit to it (pieces).
//
// The package does not search: hanging pieces are judged by who attacks whom.
package eval
