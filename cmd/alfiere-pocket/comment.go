package main

import (
	"bytes"
	"path"
)

// dropComments takes the comments out of modules and style sheets, which are a quarter of
// them: those that have lines of their own, and what the other lines are indented by. A file
// with a text over several lines, in which something may only look like a comment, stays as it
// is.
func dropComments(files map[string][]byte) {
	for name, text := range files {
		switch path.Ext(name) {
		case ".js", ".css":
			files[name] = uncommented(text)
		}
	}
}

// uncommented returns a file without the comments that have lines of their own.
func uncommented(text []byte) []byte {
	var kept []byte
	within := false // a comment that began on an earlier line
	for line := range bytes.Lines(text) {
		words := bytes.TrimSpace(line)
		switch {
		case within:
			if before, after, ends := bytes.Cut(words, []byte("*/")); ends {
				if len(after) > 0 || bytes.Contains(before, []byte("/*")) {
					return text
				}
				within = false
			}
		case bytes.HasPrefix(words, []byte("//")) || len(words) == 0:
		case bytes.HasPrefix(words, []byte("/*")) && (bytes.Index(words, []byte("*/")) == len(words)-2):
		case bytes.HasPrefix(words, []byte("/*")) && !bytes.Contains(words, []byte("*/")):
			within = true
		case bytes.Count(words, []byte("`"))%2 != 0:
			return text
		default:
			kept = append(append(kept, words...), '\n')
		}
	}
	return kept
}
