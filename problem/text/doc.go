// Package text writes analysed problems for composers: as text, plain, compact or in full; as JSON, one object a line
// (docs/problem-json.md); and their diagrams as SVG and for LaTeX. Piece letters and words come in several languages.
//
// All renderers read a Document: a problem.Report, the themes found in it, and the problem's author and source. The
// package neither solves nor parses; package problem/format reads files of problems. The command line, the console and
// the protocols use it.
package text
