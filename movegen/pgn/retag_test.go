package pgn

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// retagged returns the text of the first game with changed tags.
func retagged(t *testing.T, text string, set Tags, remove ...string) string {
	t.Helper()
	r := NewReader(strings.NewReader(text), Reading{Keep: KeepGames})
	r.Next()
	r.Moves()
	changed, err := r.Retag(set, remove)
	if err != nil {
		t.Fatal(err)
	}
	return string(changed)
}

func TestTagsAreChangedAndNothingElse(t *testing.T) {
	set := Tags{{"ECO", "C33"}, {"Opening", `King's "Gambit" \`}}
	const eco, opening = `[ECO "C33"]`, `[Opening "King's \"Gambit\" \\"]`
	for _, test := range []struct{ name, text, want string }{
		{"new ones", "[White \"a\"]\n\n1. e4  e5 {x} *", "[White \"a\"]\n" + eco + "\n" + opening + "\n\n1. e4  e5 {x} *"},
		{"old ones", "[ECO \"?\"]\n[White \"a\"]\n\n1. e4 *", eco + "\n[White \"a\"]\n" + opening + "\n\n1. e4 *"},
		{"both", "[Opening  \"x\\\"\" ]\r\n[ECO \"B\"]\r\n\r\n1. e4 *", opening + "\r\n" + eco + "\r\n\r\n1. e4 *"},
		{"carriage returns", "[White \"a\"]\r\n\r\n1. e4 *", "[White \"a\"]\r\n" + eco + "\r\n" + opening + "\r\n\r\n1. e4 *"},
		{"one to remove", "[White \"a\"]\n[Variation \"b\"]\n\n1. e4 *", "[White \"a\"]\n" + eco + "\n" + opening + "\n\n1. e4 *"},
		{"one to remove in between", "[Variation \"b\"]\n[White \"a\"]\n\n1. e4 *", "[White \"a\"]\n" + eco + "\n" + opening + "\n\n1. e4 *"},
		{"no tags", "1. e4 *", eco + "\n" + opening + "\n\n1. e4 *"},
		{"twice the same", "[ECO \"A\"]\n[ECO \"B\"]\n[Opening \"o\"]\n*", eco + "\n" + opening + "\n*"},
		{"all in a line", "[ECO \"A\"][White \"x\"] 1. e4 *", eco + "[White \"x\"]\n" + opening + " 1. e4 *"},
		{"a remark between tags", "[White \"a\"]\n; a remark\n[ECO \"A\"]\n\n1. e4 *", "[White \"a\"]\n; a remark\n" + eco + "\n" + opening + "\n\n1. e4 *"},
		{"a value without quotation marks", "[ECO A ] [White a]\n\n1. e4 *", eco + " [White a]\n" + opening + "\n\n1. e4 *"},
		{"only a tag to remove", "[Variation \"b\"]\n\n1. e4 *", eco + "\n" + opening + "\n\n1. e4 *"},
		{"a comment before the moves and no tags", "{x} 1. e4 *", eco + "\n" + opening + "\n\n{x} 1. e4 *"},
		{"a comment that looks like tags", "[White \"a\"]\n\n1. e4 {\n[ECO \"A\"]} *", "[White \"a\"]\n" + eco + "\n" + opening + "\n\n1. e4 {\n[ECO \"A\"]} *"},
	} {
		if got := retagged(t, test.text, set, "Variation"); got != test.want {
			t.Errorf("%s:\n%s", test.name, got)
		}
	}
}

// TestRetaggedGamesKeepAllElse writes tags in many ways.
func TestRetaggedGamesKeepAllElse(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	names := []string{"ECO", "Opening", "Variation", "White", "Site", "X_1"}
	values := []string{"", "a", "?", `\"`, `\\`, "Réti", "R\xe9ti", "]", "[", "{"}
	breaks := []string{"\n", "\r\n", "\n\n", " ", "", "\n  "}
	moves := []string{"1. e4 e5 *", "{[ECO \"x\"]} 1. e4 1-0", "1. e4 {;} ; [x \"y\"]\n*", "*", "1. e4 (1. d4 {\n}) 1/2-1/2", "1. Ke4 rest"}
	done := 0
	for range 800 {
		var text strings.Builder
		for range random.IntN(6) {
			text.WriteString("[" + names[random.IntN(len(names))] + strings.Repeat(" ", 1+random.IntN(2)) + `"` + values[random.IntN(len(values))] + `"]`)
			text.WriteString(breaks[random.IntN(len(breaks))])
		}
		game := moves[random.IntN(len(moves))]
		text.WriteString("\n" + game)
		set := Tags{{"ECO", "C33"}, {"Opening", "O"}}[:1+random.IntN(2)]
		var remove []string
		if random.IntN(2) == 0 {
			remove = []string{"Variation"}
		}
		before := text.String()
		r := NewReader(strings.NewReader(before), Reading{})
		if !r.Next() || len(r.Faults()) > 0 {
			continue
		}
		done++
		after := retagged(t, before, set, remove...)
		s := NewReader(strings.NewReader(after), Reading{})
		if !s.Next() {
			t.Fatalf("%q has become %q", before, after)
		}
		others := func(tag Tag) bool { return set.index(tag.Name) >= 0 || slices.Contains(remove, tag.Name) }
		if !slices.Equal(slices.DeleteFunc(r.Tags(), others), slices.DeleteFunc(s.Tags(), others)) {
			t.Fatalf("%q has become %q", before, after)
		}
		for _, tag := range set {
			if s.Tag(tag.Name) != tag.Value {
				t.Fatalf("%q has become %q", before, after)
			}
		}
		if !strings.HasSuffix(after, game) {
			t.Fatalf("%q has become %q", before, after)
		}
		if again := retagged(t, after, set, remove...); again != strings.TrimLeft(after, " \r\n") {
			t.Fatalf("%q is changed again to %q", after, again)
		}
	}
	if done < 560 {
		t.Errorf("%d of 800 are done", done)
	}
}

func FuzzRetag(f *testing.F) {
	f.Add("[White \"a\"]\n[ECO \"A\"]\n\n1. e4 *")
	f.Fuzz(func(t *testing.T, text string) {
		r := NewReader(strings.NewReader(text), Reading{})
		if !r.Next() {
			return
		}
		if _, err := r.Moves(); err != nil {
			return
		}
		changed := retagged(t, text, Tags{{"ECO", "C33"}}, "Variation")
		s := NewReader(strings.NewReader(changed), Reading{})
		if !s.Next() || s.Tag("ECO") != "C33" || s.Tag("Variation") != "" || s.Tag("White") != r.Tag("White") {
			t.Errorf("%q has become %q", text, changed)
		}
	})
}
