// Package text writes analysed problems for composers: as text, plain, compact
// or in full; as JSON, one object a line (docs/problem-json.md); and their diagrams as
// SVG and for LaTeX. Piece letters and words come in several languages.
//
// A Document is what all renderers read: a problem.Report, the themes found in it, and
// who composed the problem. The package solves nothing and parses nothing; files of
// problems are read by problemtext/collection. The command line, the console and the
// protocols call it.
package text
