// Package problemtext writes problem reports as text for composers: the diagram,
// the verdict in words, keys, threats and variations grouped by mate, set play and
// tries. Piece letters and words come in several languages.
//
// It reads a problem.Report and writes it; it solves nothing and parses nothing.
// The command line, the console and the protocols call it.
package problemtext
