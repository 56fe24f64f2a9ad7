package notation

import "strings"

// maxQuote is the length in bytes to which errors cut quoted text.
const maxQuote = 32

// Quote returns the beginning of text, at most 32 bytes, in memory of its own, so that
// an error does not keep a text as long as a file.
func Quote(text string) string { return strings.Clone(text[:min(len(text), maxQuote)]) }
