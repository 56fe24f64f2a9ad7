// Package exchange takes problems from files into a collection, and writes them from it: in the formats of package
// format, and as tables, sheets, pages and diagrams, which are not read. Files are streams: memory does not grow with
// them.
//
// An Importer stores a thousand problems at a time and reports of each what became of it once that is certain. What
// cannot be read is reported with its place, and the rest goes in.
package exchange
