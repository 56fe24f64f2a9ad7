package cli

import (
	"errors"
	"strings"

	"alfiere/internal/message"
)

// maxSuggestions is the maximum number of suggestions for a misspelt word.
const maxSuggestions = 4

// Suggesting returns parse with suggestions added to its error. The error must have a method Known, which returns the
// unknown name and the known names.
func Suggesting(parse func(text string) error) func(text string) error {
	return func(text string) error {
		err := parse(text)
		if meant := Meant(err); len(meant) > 0 {
			return message.Errorf("%w%s", err, didYouMean(meant))
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

// retired lists the names that version 3.0 removed, sorted. Both programs share it. A row applies only where a program
// has no command or flag of that name; a flag without a command was one of several commands. Instead completes the
// sentence "NAME was removed in 3.0: ".
var retired = []struct{ Name, Instead string }{
	{"--priority", "programs at a broker share its workers equally"},
	{"batches", "use alfiere-lab status; Ctrl-C in a program ends its tasks"},
	{"book check", "use book dump, which reports the first error of a book"},
	{"broker --metrics", "set http: 127.0.0.1:8222 in the file of --config, and run prometheus-nats-exporter"},
	{"conformance", "use fastchess --compliance ENGINE"},
	{"man", "the archives of a release have the manual pages in the folder man1"},
	{"pgn duplicates", "use pgn-extract -D"},
	{"pgn filter", "use pgn-extract, as in pgn-extract -TpAnderssen -Tr1-0 FILE"},
	{"pgn sample", "use pgn-extract --selectonly NUMBERS"},
	{"pgn sort", "use pgn-extract -#1, and cat in the order of alfiere pgn list FILE | sort -k2,2"},
	{"pgn split", "use pgn-extract -#1000 or -E3"},
	{"pgn statistics", "use alfiere match --recount FILE"},
	{"problems export --per-page", "write HTML with --form html and print it in a browser"},
	{"tune", "use alfiere-lab tune"},
	{"web --cert", "web serves this machine only; use ssh -L 8564:127.0.0.1:8564 HOST on another machine"},
	{"web --key", "web serves this machine only; use ssh -L 8564:127.0.0.1:8564 HOST on another machine"},
	{"web --names", "web serves this machine only; use ssh -L 8564:127.0.0.1:8564 HOST on another machine"},
	{"web --password-file", "web serves this machine only; use ssh -L 8564:127.0.0.1:8564 HOST on another machine"},
	{"worker --metrics", "use alfiere-lab status --json"},
}

// Retired returns what to use instead of a subcommand or flag that was removed. The path is without the program's name,
// as in "pgn filter" or "mate --pdf".
func Retired(path string) (instead string, ok bool) {
	for _, row := range retired {
		if row.Name == path {
			return row.Instead, true
		}
	}
	return "", false
}

// retiredError returns the usage error for a name that was removed, or nil.
func retiredError(path string) error {
	if instead, ok := Retired(path); ok {
		return Usagef("%s was removed in 3.0: %s", path, instead)
	}
	return nil
}
