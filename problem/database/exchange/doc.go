// Package exchange imports problems from files into a collection and exports them: in the formats of package format,
// and also as tables, sheets, pages and diagrams, which it only writes. Files are streams: memory does not grow with
// them.
//
// An Importer stores a thousand problems at a time and then reports the outcome of each. Entries that cannot be read
// are reported with their place, and the others are stored.
package exchange
