package tournament

import (
	"fmt"
	"strings"

	"alfiere/protocol/client/arena"
)

// ruleOf returns the stopping rule of an outcome, with what became of it: whether the match was stopped
// early, or had another rule at first. It is empty if the rule is unknown.
func (r *Tournament) ruleOf(o *outcome) string {
	count, first, last, planned := len(o.games), "", "", 0
	if count > 0 {
		first, last = o.games[0].Rule, o.games[count-1].Rule
	}
	if len(r.Match.Contestants) > 0 {
		last, planned = r.Match.Rule(), r.Match.GameCount()
	} else if _, err := fmt.Sscanf(last, "%d games", &planned); err != nil {
		planned = 0 // of a test that nobody has repeated
	}
	text := last
	switch {
	case last == "":
		return ""
	case first == last || count == 0:
		text += ", fixed beforehand"
	case first == "":
		text += ", fixed after games under an unknown rule"
	default:
		text += ", changed after games under another rule: " + first
	}
	if count < planned && !r.isInterim && !r.isDecided(o) {
		text += fmt.Sprintf("; stopped early, after %d", count)
	}
	return text
}

// isDecided reports whether the match's test has ended it.
func (r *Tournament) isDecided(o *outcome) bool {
	test := r.Match.Test
	return test != nil && test.Judge(o.standing.Tally(arena.Pairing{First: 0, Second: 1}).Sample()) != arena.Undecided
}

// writeRule prints the rule, if it is known.
func writeRule(b *strings.Builder, rule string) {
	if rule != "" {
		fmt.Fprintf(b, "  rule     %s\n", rule)
	}
}
