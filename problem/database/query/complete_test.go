package query

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// texts are those of completions.
func texts(c Completions) (list []string) {
	for _, completion := range c.List {
		list = append(list, completion.Text)
	}
	return list
}

func TestWhatIsBegunIsCompleted(t *testing.T) {
	for _, test := range []struct {
		line string // up to the cursor
		from int
		want string // among the texts, with | between them
		not  string
	}{
		{"", 0, "theme:|miniature |not ", "and "},
		{"min", 0, "miniature ", "theme:"},
		{"sound ", 6, "theme:|and |sort by ", ""},
		{"sound an", 6, "and |anywhere:", "or "},
		{"theme:", 6, "Grimshaw ", "sound "},
		{"theme:gri", 6, `Grimshaw |"pawn Grimshaw" |"white Grimshaw" `, "Novotny "},
		{"theme:pawn gr", 6, `"pawn Grimshaw" `, "Grimshaw "},
		{`theme:"pawn gr`, 6, `"pawn Grimshaw" `, ""},
		{"theme:grimshaw ", 15, "and |author:", "Novotny "},
		{"theme:grimshaw and not theme:nov", 29, "Novotny ", ""},
		{"key gives fl", 4, `"gives flight" `, "flaws "},
		{"key:", 4, "castling ", ""},
		{"set ma", 0, "set mates ", ""},
		{"pieces ", 7, "<= |>= ", ""},
		{"pieces <", 8, "", "sound "},
		{"white > bl", 8, "black ", "sound "},
		{"pieces <= 8 ", 12, "sound |sort by ", "<= "},
		{"#2 so", 3, "sound |sort by |source:", ""},
		{"#2 sort by ye", 11, "year ", "sound "},
		{"#2 sort by year ", 16, "desc |limit ", "year "},
		{"#2 sort by year desc, ", 22, "pieces ", "limit "},
		{"#2 count ", 9, "by ", "year "},
		{"#2 count by dec", 12, "decade ", ""},
		{"(cooked or sho", 11, "short ", ""},
		{"author ", 7, ":|= ", ""},
		{"position:8/8/", 13, "", "sound "},
		{"limit ", 6, "", "sound "},
		{"peices the", 7, "theme:|themes ", ""},
	} {
		got := Complete(test.line, len(test.line))
		for text := range strings.SplitSeq(test.want, "|") {
			if text != "" && !slices.Contains(texts(got), text) {
				t.Errorf("%q: no %q in %q", test.line, text, texts(got))
			}
		}
		if test.not != "" && slices.Contains(texts(got), test.not) {
			t.Errorf("%q: %q is in %q", test.line, test.not, texts(got))
		}
		if got.From != test.from || got.To != len(test.line) {
			t.Errorf("%q: from %d to %d, wanted from %d", test.line, got.From, got.To, test.from)
		}
	}
	for line, typed := range map[string]string{"sound author:lo": "lo", `author:"sam lo`: "sam lo", "source = ": "", "author:": "", "key move = Q": "Q"} {
		if got := Complete(line, len(line)); got.Field == nil || got.Typed != typed || line[got.From:] != strings.TrimSpace(line[got.From:]) {
			t.Errorf("%q: %+v", line, got)
		}
	}
}

// All that there is can be reached by each of its beginnings.
func TestEveryNameIsCompleted(t *testing.T) {
	for _, f := range fields {
		for cut := 1; cut <= len(f.Name); cut++ {
			line := "sound (not " + f.Name[:cut]
			if got := texts(Complete(line, len(line))); !slices.ContainsFunc(got, func(text string) bool { return strings.HasPrefix(text, f.Name) }) {
				t.Errorf("%q: %q", line, got)
			}
		}
		for i, value := range f.Values {
			if i%4 != len(f.Name)%4 && len(f.Values) > 30 { // a sample of the themes
				continue
			}
			for cut := range len(value) {
				if _, whole := f.valueOf(value[:cut]); whole && cut > 0 && value[cut] != ' ' || !utf8.RuneStart(value[cut]) || strings.HasSuffix(value[:cut], " ") {
					continue
				}
				line := f.Name + ":" + value[:cut]
				if got := texts(Complete(line, len(line))); !slices.Contains(got, quoteIfNeeded(value)+" ") {
					t.Errorf("%q: %q", line, got)
				}
			}
		}
	}
}

// What is put in is understood there, whatever stands before.
func TestCompletionsFit(t *testing.T) {
	m := newMaker(11)
	for range 60 {
		q := Query{Where: m.expr(2)}
		line := q.String()
		for range 4 {
			cursor := m.IntN(len(line) + 1)
			got := Complete(line, cursor)
			if got.From > got.To || got.To > cursor || got.From < 0 {
				t.Fatalf("%q at %d: from %d to %d", line, cursor, got.From, got.To)
			}
			before := line[:got.From]
			if _, err := Parse(before); err != nil && err.(*Error).Column <= utf8.RuneCountInString(strings.TrimRight(before, " ")) {
				continue // the end of a word that means something else with the rest
			}
			for i, completion := range got.List {
				if i%3 != cursor%3 && i > 5 || slices.Contains([]string{"limit ", "offset ", "count ", "count by ", "sort by ", "and ", "or "}, completion.Text) {
					continue
				}
				text := before + completion.Text
				if _, err := Parse(text); err != nil && err.(*Error).Column <= utf8.RuneCountInString(strings.TrimRight(text, " ")) {
					t.Fatalf("%q at %d, then %q: %v", line[:cursor], got.From, completion.Text, err)
				}
			}
		}
	}
}

func FuzzComplete(f *testing.F) {
	for _, line := range []string{"theme:gri", `author:"sam`, "sort by year desc, ", "key gives ", "(((", "é é", "white > "} {
		f.Add(line, len(line))
	}
	f.Fuzz(func(t *testing.T, line string, cursor int) {
		got := Complete(line, cursor)
		if got.From < 0 || got.From > got.To || got.To > len(line) {
			t.Fatalf("from %d to %d of %d", got.From, got.To, len(line))
		}
	})
}
