// Package datafile reads and writes files that may be compressed. A Reader detects compression by the first bytes, a
// Writer by the end of the name. Both are streams: memory does not grow with the file. The package decompresses gzip.
// A program that also reads Zstandard passes the decompressor of the package zstandard, whose module is large.
package datafile
