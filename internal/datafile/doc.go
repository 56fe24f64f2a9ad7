// Package datafile reads and writes files that may be compressed with gzip or Zstandard. A Reader detects
// compression by the first bytes, a Writer by the end of the name. Both are streams: memory does not grow
// with the file.
package datafile
