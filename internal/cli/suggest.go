package cli

import (
	"errors"
	"fmt"
	"strings"
)

// maxSuggestions is the maximum number of suggestions for a misspelt word.
const maxSuggestions = 4

// Suggesting returns parse with suggestions added to its error. The error must have a method Known, which returns the
// unknown name and the known names.
func Suggesting(parse func(text string) error) func(text string) error {
	return func(text string) error {
		err := parse(text)
		if meant := Meant(err); len(meant) > 0 {
			return fmt.Errorf("%w%s", err, didYouMean(meant))
		}
		return err
	}
}

// Meant returns the suggestions that Suggesting would add to an error, or nil. It is for messages in other languages.
func Meant(err error) []string {
	unknown, ok := errors.AsType[interface {
		error
		Known() (name string, names []string)
	}](err)
	if !ok {
		return nil
	}
	return nearest(unknown.Known())
}

// Suggest returns the end of a message about an unknown word: the candidates that may have been meant, or "".
func Suggest(word string, candidates []string) string { return didYouMean(nearest(word, candidates)) }

// nearest returns the candidates that a user who typed word may have meant: those that begin with word, or that differ
// from it by the fewest typing errors. It returns nil if there are too many.
func nearest(word string, candidates []string) (found []string) {
	least := min((len(word)+1)/3, 2)
	for _, c := range candidates {
		d := typingErrors(strings.ToLower(word), strings.ToLower(c))
		if len(word) > 1 && strings.HasPrefix(strings.ToLower(c), strings.ToLower(word)) {
			d = min(d, 1)
		}
		if d < least {
			least, found = d, nil
		}
		if d == least {
			found = append(found, c)
		}
	}
	if len(found) > maxSuggestions {
		return nil
	}
	return found
}

// didYouMean returns the end of a message about an unknown name, or "" without suggestions.
func didYouMean(meant []string) string {
	if len(meant) == 0 {
		return ""
	}
	return "; did you mean " + alternatives(meant) + "?"
}

// alternatives joins words with commas, and the last two with "or".
func alternatives(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// typingErrors returns the Damerau-Levenshtein distance of two words: the number of missing, extra, wrong or swapped
// letters. No letter is changed twice.
func typingErrors(a, b string) int {
	var before []int // the row before the previous one
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j])
			if a[i] != b[j] {
				row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+1)
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
