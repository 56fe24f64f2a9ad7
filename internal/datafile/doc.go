// Package datafile reads and writes files that may be compressed by gzip or Zstandard. A Reader
// decides by the first bytes, whatever the name; a Writer by the end of the name. Both are streams:
// memory does not grow with the file.
package datafile
