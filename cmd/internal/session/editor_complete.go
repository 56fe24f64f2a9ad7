package session

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// tab completes the text before the cursor. The common beginning of several words is inserted; if
// that adds nothing, they are listed.
func (e *editor) tab(line string, at int, key rune) (newLine string, newAt int, done bool) {
	if key != '\t' {
		return "", 0, false
	}
	complete := e.complete.Load()
	if complete == nil || *complete == nil {
		return line, at, true
	}
	from, words := (*complete)(line[:at])
	if len(words) == 0 {
		return line, at, true
	}
	found := words[0]
	if len(words) > 1 {
		if found = common(words); len(found) <= at-from {
			_, _ = e.terminal.Write([]byte(columns(words, e.Columns())))
			return line, at, true
		}
	} else if !strings.HasSuffix(found, "/") && !strings.HasPrefix(line[at:], " ") {
		found += " "
	}
	return line[:from] + found + line[at:], from + len(found), true
}

// common returns the longest common prefix of the words.
func common(words []string) string {
	prefix := words[0]
	for _, word := range words[1:] {
		for !strings.HasPrefix(word, prefix) {
			_, size := utf8.DecodeLastRuneInString(prefix)
			prefix = prefix[:len(prefix)-size]
		}
	}
	return prefix
}

// columns lists words in lines of at most width characters.
func columns(words []string, width int) string {
	widest := 0
	for _, word := range words {
		widest = max(widest, utf8.RuneCountInString(word)+2)
	}
	perLine := max((width-1)/widest, 1)
	var text strings.Builder
	for i, word := range words {
		if i%perLine == perLine-1 || i == len(words)-1 {
			text.WriteString(word + "\n")
		} else {
			fmt.Fprintf(&text, "%-*s", widest, word)
		}
	}
	return text.String()
}
