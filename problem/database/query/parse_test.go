package query

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// again maps lines to the lines that their queries print.
var again = map[string]string{
	"":                                     "",
	"  ":                                   "",
	"#2":                                   `stipulation = "#2"`,
	"s#3.5 moves 3":                        `stipulation = "s#3.5" and moves = 3`,
	`Stip:"h#2"`:                           `stipulation = "h#2"`,
	"stipulation #3":                       `stipulation = "#3"`,
	"pieces<=8":                            "pieces <= 8",
	"PIECES ≤ 8 and men ≠ 5":               "pieces <= 8 and pieces != 5",
	"white = 6 black > 3":                  "white = 6 and black > 3",
	"white <> black":                       "white != black",
	"wQ = 0 wS >= 2 bP":                    "wQ = 0 and wN >= 2 and bP >= 1",
	"miniature not meredith":               "miniature and not meredith",
	"year 1950..1960":                      "year 1950..1960",
	"year = 1950-1960":                     "year 1950..1960",
	"year != 1950–1960":                    "not year 1950..1960",
	"year 1980.. or year ..12":             "year >= 1980 or year <= 12",
	"year:1950":                            "year = 1950",
	"not not sound":                        "not not sound",
	"(sound)":                              "sound",
	"a" + "nalyzed C+":                     "analysed and sound",
	"(#2 or #3) (sound or cooked)":         `(stipulation = "#2" or stipulation = "#3") and (sound or cooked)`,
	"not (#2 and sound)":                   `not (stipulation = "#2" and sound)`,
	"sound and (cooked and short)":         "sound and (cooked and short)",
	"sound or cooked and short":            "sound or (cooked and short)",
	"no solution no-solution nosolution":   "no solution and no solution and no solution",
	"set mates setmates > 2":               "set mates >= 1 and set mates > 2",
	"key move = Qa1+":                      `key move:"Q-a1"`,
	"theme:grimshaw and not theme:novotny": "theme:Grimshaw and not theme:Novotny",
	"theme:pawn grimshaw sound":            `theme:"pawn Grimshaw" and sound`,
	"theme pawn-Grimshaw theme:'le grand'": `theme:"pawn Grimshaw" and theme:"le Grand"`,
	"theme:white grimshaw theme:grimshaw":  `theme:"white Grimshaw" and theme:Grimshaw`,
	"theme:auw theme:cyclic zagoruiko":     "theme:allumwandlung and theme:Rice",
	"theme:Salazar":                        "theme:reversal",
	"theme != karlstrom-fleck":             `not theme:Karlström-Fleck`,
	"theme:unpin of the mating man":        `theme:"unpin of the mating man"`,
	"theme:unpin of a defender":            `theme:"unpin of a defender"`,
	"themes >= 3 theme and key:*":          "themes >= 3 and theme:* and key:*",
	"key gives flight key takes-flight key:castling":      `key:"gives flight" and key:"takes flight" and key:castling`,
	"key = unpin key=Qa1 key:O-O":                         `key:unpin and key move:"Q-a1" and key move:"O-O"`,
	"verdict:none picture:model change:transferred":       "verdict:none and picture:model and change:transferred",
	"variations >= 8 tries=set mates":                     "variations >= 8 and tries = set mates",
	`author:loyd author="Sam Loyd"`:                       `author:"loyd" and author = "Sam Loyd"`,
	`author:lo* author 'O\'Connor' author:O'Connor`:       `author:"lo*" and author:"O'Connor" and author:"O'Connor"`,
	"award award:prize not title":                         `award:* and award:"prize" and not title:*`,
	`"a key" 'x "y"' "\\"x""`:                             "!column 17",
	`"a \"key\""`:                                         `text:"a \"key\""`,
	"anywhere:K?R/?[^p]?":                                 `anywhere:"K?R/?[^p]?"`,
	"(anywhere:KR) sound":                                 `anywhere:"KR" and sound`,
	"position:8/8/8/8/8/k2K4/7Q/8":                        `position:"8/8/8/8/8/k2K4/7Q/8"`,
	`like:"8/8/8/8/8/k2K4/7Q/8 w - - 0 1"`:                `like:"8/8/8/8/8/k2K4/7Q/8 w"`,
	"like != */*/*/*/*/*/*/Q*":                            `not like:"????????/????????/????????/????????/????????/????????/????????/Q???????"`,
	"sort year":                                           "sort by year",
	"sound sort by year desc, pieces, author ascending":   "sound sort by year desc, pieces, author",
	"#2 limit 5 offset 10":                                `stipulation = "#2" limit 5 offset 10`,
	"offset 3 limit 4 sort by id":                         "sort by id limit 4 offset 3",
	"sound count":                                         "sound count",
	"count by decade limit 3":                             "count by decade limit 3",
	"count by set mates":                                  "count by set mates",
	"über loyd sort by year":                              `text:"über" and text:"loyd" sort by year`,
	"tries + variations - 2 > 10":                         "tries + variations - 2 > 10",
	"variations >= tries * 2 + 1 sound":                   "variations >= tries * 2 + 1 and sound",
	"key:Bf1-h3 key:B- key:f1- key:-h3 key=h3":            `key move:"Bf1-h3" and key move:"B" and key move:"f1-" and key move:"-h3" and key move:"P-h3"`,
	"key Sbd2 key = exd5 key:e2e4 key:a7a8q key:0-0-0":    `key move:"Nb-d2" and key move:"Pe-d5" and key move:"e2-e4" and key move:"a7-a8=Q" and key move:"O-O-O"`,
	"key:B key:bishop":                                    `key move:"B" and key:bishop`,
	"threat threat:Q threat != \"2.Qe4#\"":                `threat:* and threat:"Q" and not threat:"Q-e4"`,
	`variation:"1...Bd4 2.Qe4#" variation:"1... Bd4"`:     `variation:"B-d4 Q-e4" and variation:"B-d4"`,
	`variation:2.Qe4 set play:"1…Kd4 2. *" try:"Bd4? e5"`: `variation:"* Q-e4" and set play:"K-d4 *" and try:"B-d4 P-e5"`,
	`try:"1.Bd4? e5!" try:"1...e5!" try:1.Bd4`:            `try:"B-d4 P-e5" and try:"* P-e5" and try:"B-d4"`,
	"added 2024 changed < 2024-05 added >= 2024-05-17":    "added = 2024-01-01..2024-12-31 and changed = ..2024-04-30 and added = 2024-05-17..",
	"added != 2024-05 added > 2024-02":                    "not added = 2024-05-01..2024-05-31 and added = 2024-03-01..",
	"matrix:17 reference:H77 flaw:takes-flights":          `matrix:17 and reference:"H77" and flaw:"takes flights"`,
	"merit:unpins warning:promoted piece vacated":         `merit:unpins and warning:"promoted piece" and vacated >= 1`,
}

func TestQueriesArePrinted(t *testing.T) {
	for line, want := range again {
		q, err := Parse(line)
		if place, isFault := strings.CutPrefix(want, "!"); isFault {
			if err == nil || !strings.HasPrefix(err.Error(), place+":") {
				t.Errorf("%s: %v", line, err)
			}
			continue
		}
		if err != nil || q.String() != want {
			t.Errorf("%s: %v, %v", line, q, err)
			continue
		}
		second, err := Parse(q.String())
		if err != nil || !reflect.DeepEqual(q, second) {
			t.Errorf("%s: printed and read again it is %v, %v", line, second, err)
		}
	}
}

func TestFaultsSayWhereAndWhat(t *testing.T) {
	for line, want := range map[string]string{
		"pieces <= x":                           `column 11: expected a number or a number field, not "x"`,
		"pieces = ":                             "column 10: expected a number, a range such as 1950..1960 or a number field, not the end",
		"sound and":                             "column 10: expected a condition, not the end",
		"peices":                                `column 1: expected a condition, not "peices"`,
		"tries+variations > 3":                  "column 6: put blanks around +",
		"tries + theme > 3":                     "column 9: theme is not a number or a number field",
		"threat:Q9":                             `column 8: expected a move such as Bf1-h3, Bh3, f1- (its first square), B or O-O, not "Q9"`,
		"threat:\"Qe4 Qe5\"":                    "column 8: expected a move such as",
		"variation:x":                           "column 11: expected one or two moves such as",
		"added >= 2024-13":                      "column 10: expected a date such as 2024, 2024-05 or 2024-05-17",
		"added 2024..2023":                      "column 7: the range 2024..2023 ends before it begins",
		"matrix:Q":                              "column 8: expected the number of a problem",
		"flaw:check":                            `column 6: there is no flaw "check"; similar: checks, unprovided check`,
		"(sound":                                "column 7: expected and, or, a condition or ), not the end",
		"sound)":                                `column 6: expected a condition, and, or, sort by, limit, offset or count, not ")"`,
		"sound or or cooked":                    `column 10: expected a condition, not "or"`,
		"year 1960..1950":                       "column 6: the range 1960..1950 ends before it begins",
		"sound = 1":                             "column 7: sound takes no value",
		"grimshaw":                              `column 1: "grimshaw" is a value of theme: write theme:Grimshaw`,
		"theme:grimshow":                        `column 7: there is no theme "grimshow"`,
		`theme:"fresh grimshaw"`:                `column 7: there is no theme "fresh grimshaw"; similar: Grimshaw`,
		"theme:grim":                            `column 7: there is no theme "grim"; similar: Grimshaw, pawn Grimshaw, white Grimshaw`,
		"sound 903":                             `column 7: expected a condition`,
		"903":                                   `column 1: expected a condition, not "903"; to find a problem by its number, write id = 903`,
		"theme >= 2":                            `column 7: expected theme:…, = or !=, not ">="`,
		"author < x":                            `column 8: expected author:…, = or !=`,
		"author:":                               "column 8: expected a value for author, not the end",
		`author:"--"`:                           `column 8: "--" contains no word`,
		"comment = x":                           "column 1: comment cannot be compared with = or !=: write comment:",
		`"open`:                                 "column 1: the closing quotation mark is missing",
		"!sound":                                "column 1: ! is valid only in !=",
		"key = Q9":                              `column 7: there is no key "Q9"`,
		"key move = castle":                     "column 12: expected a move",
		"like 8/8":                              `column 6: expected like:… with rows as in a FEN, not "8/8"`,
		"like:":                                 "column 6: expected rows as in a FEN, such as",
		"position:8/8/8/8/8/8/8":                "column 10: expected eight rows",
		"position:8/8/8/8/8/8/8/7x":             `column 25: row 8, the rank 1, "7x": letter 2`,
		"anywhere:K/KR":                         `column 12: row 2, "KR": there are 2 squares, but 1 in the first row`,
		`anywhere:"K w"`:                        "column 10: nothing may follow the rows of a part of a board",
		`like:"8/8/8/8/8/8/8/8 x"`:              "column 6: expected w or b (the side to move) after the rows",
		"sort by yeer":                          `column 9: expected a field to sort by, not "yeer"`,
		"sort by theme":                         "column 9: theme is not a field to sort by",
		"count by sound":                        "column 10: sound is not a field to count by",
		"limit 0":                               "column 1: limit must be at least 1",
		"limit 5 limit 6":                       "column 9: limit is given twice",
		"limit x":                               `column 7: expected a number, not "x"`,
		"sound count sort by year":              "sort and count cannot be combined",
		"sound limit 3 cooked":                  "column 15: expected a condition, and, or, sort by",
		"a\x00b":                                "column 2: invalid character",
		"\xff":                                  "column 1: invalid character",
		strings.Repeat("(", 50) + "sound":       "column 41: the query is nested more than 40 levels deep",
		strings.Repeat("not ", 50) + "sound":    "the query is nested more than 40 levels deep",
		strings.Repeat("sound ", 201):           "column 1201: the query has more than 200 conditions",
		strings.Repeat("x", 5000):               "the query has 5000 bytes; the limit is 4096",
		"pieces = 12345678901":                  "expected a number",
		"'; DROP TABLE problem; --":             "column 1: the closing quotation mark is missing",
		"pieces = 1; DROP TABLE problem":        `column 10: expected a number`,
		"pieces = 1 union select * from author": `column 25: expected a condition, not "*"`,
	} {
		_, err := Parse(line)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v", line, err)
		}
	}
}

func TestNamesThatThereAreNotAreReported(t *testing.T) {
	for line, want := range map[string]string{"theme:grimshow": "Grimshaw", "peices > 3": "pieces", "sort by yeer": "year", "key:casteling": "castling"} {
		_, err := Parse(line)
		fault, ok := err.(*Error)
		if !ok {
			t.Fatalf("%s: %v", line, err)
		}
		_, names := fault.Known()
		if !strings.Contains(strings.Join(names, ","), want) {
			t.Errorf("%s: %v", line, names)
		}
	}
}

// TestNoTextOfAQueryIsInTheSQL puts a mark into every place where a text may stand.
func TestNoTextOfAQueryIsInTheSQL(t *testing.T) {
	const mark = `zz"'; DROP TABLE problem; --`
	for _, f := range fields {
		var conditions []Expr
		if f.column.words != "" {
			conditions = append(conditions, &match{f, false, mark})
		}
		if f.column.whole != "" {
			conditions = append(conditions, &match{f, true, mark}, &IsA{f, mark})
		}
		for _, e := range conditions {
			statement := (&Query{Where: &not{And{e, e}}}).Statement()
			if strings.Contains(statement.SQL, "zz") || len(statement.Args) == 0 {
				t.Errorf("%s: %s", f.Name, statement.SQL)
			}
		}
	}
}

// FuzzParse looks for lines that are misread.
func FuzzParse(f *testing.F) {
	for line := range again {
		f.Add(line)
	}
	f.Add(`"; DROP TABLE problem; --" limit 3`)
	f.Fuzz(func(t *testing.T, line string) {
		q, err := Parse(line)
		if err != nil {
			fault, ok := err.(*Error)
			if !ok || fault.Column < 1 || fault.Column > utf8.RuneCountInString(line)+1 || fault.Reason.Error() == "" {
				t.Fatalf("%q: %v", line, err)
			}
			return
		}
		printed := q.String()
		second, err := Parse(printed)
		if err != nil && len(printed) <= maxLength {
			t.Fatalf("%q: printed %q: %v", line, printed, err)
		}
		if err == nil && !reflect.DeepEqual(q, second) {
			t.Fatalf("%q: printed %q, read again %q", line, printed, second)
		}
		q.Statement()
	})
}

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
