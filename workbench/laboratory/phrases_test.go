package laboratory

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"alfiere/problem/text"
	"alfiere/workbench/apitest"
)

// ownSources are those of which each fault has Italian words; otherSources those of which
// those have that the page's forms can lead to.
var (
	ownSources = []string{
		"workbench/laboratory/folder.go", "workbench/laboratory/watch.go", "workbench/laboratory/form.go",
		"workbench/laboratory/start.go",
		"cmd/internal/workbench/method.go", "cmd/internal/laboratory/sets.go", "cmd/internal/laboratory/divide.go",
		"cmd/internal/laboratory/genetic.go", "cmd/internal/laboratory/tournament.go", "cmd/internal/laboratory/council.go",
	}
	otherSources = []string{
		"cmd/internal/laboratory/bench.go", "cmd/internal/laboratory/criteria.go", "cmd/internal/tournament/contestant.go",
		"cmd/internal/tournament/run.go", "cmd/internal/selfplay/player.go", "protocol/client/arena/sprt.go", "protocol/client/arena/text.go",
		"internal/cli/parse.go", "internal/wire/time.go", "council/experiment/breeding_parameters.go", "movegen/pgn/error.go",
	}
)

// speaks are the functions that say what is at fault.
var speaks = map[string]int{"New": 0, "Errorf": 0, "Usagef": 0, "badField": 1}

// inEnglish are faults that only a program can meet that asks wrongly, or that are put
// together of others.
var inEnglish = []string{
	"there is no experiment %q", "%s has no parameter %q", "%s cannot be given here, or not so often", "%s asks for no suites",
	"%s: %w", "%w", "--among: %w", "--council: %w", "--sprt: %w", "--plot: %w", "--player %q: %w",
	"%q: all is said by flags", "--plot: the name of the file must end with .svg", "%s: one position has no halves",
	"%s: %d positions are solved, not %d: this is a fault of the program",
}

func TestFaultsThatUsersCanMeetHaveItalianWords(t *testing.T) {
	verbs := regexp.MustCompile(`%[a-z]`)
	faults, all := apitest.Said(t, ownSources, speaks)
	if len(faults) < 35 {
		t.Errorf("there are only %d", len(faults))
	}
	for _, format := range faults {
		if _, has := phrases[format]; !has && !slices.Contains(inEnglish, format) {
			t.Errorf("%q has no Italian words", format)
		}
	}
	_, others := apitest.Said(t, otherSources, speaks)
	all += others
	for english, italian := range phrases {
		if !strings.Contains(all, english) {
			t.Errorf("%q is said nowhere", english)
		}
		if got, want := verbs.FindAllString(italian, -1), verbs.FindAllString(english, -1); !slices.Equal(got, want) {
			t.Errorf("%q: the values are %q, and %q in %q", english, want, got, italian)
		}
	}
}

func TestAFaultIsToldInItalian(t *testing.T) {
	if got := phrases.In(text.Italian(), "it is under way"); got != "è in corso" {
		t.Error(got)
	}
}
