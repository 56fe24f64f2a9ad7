// Package exchange takes problems from files into a collection, and writes them from it: FEN
// and EPD, Popeye's input, Olive's YAML, PGN and lines of JSON, read by content; tables,
// sheets, pages and diagrams are written only. Files are streams: memory does not grow
// with them.
//
// An Importer stores a thousand problems at a time and tells of each what became of it once
// that is certain. What cannot be read is told with its place, and the rest goes in.
package exchange
