package collection

import (
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"alfiere/problem/database/query"
	"alfiere/problem/text"
	"alfiere/workbench/api"
	"alfiere/workbench/apitest"
)

// reasonsOf are the formats by which the sources of a package say why something is refused.
func reasonsOf(t *testing.T, folder string) (formats []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../..", folder, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v: %d files in %s", err, len(files), folder)
	}
	var sources []string
	for _, name := range files {
		if !strings.HasSuffix(name, "_test.go") {
			sources = append(sources, filepath.Join(folder, filepath.Base(name)))
		}
	}
	formats, _ = apitest.Said(t, sources, map[string]int{"Because": 0, "expected": 0, "field": 0, "fault": 1, "unknown": 3})
	return formats
}

// Whoever adds a fault to the language of queries, or of rows of a board, must say it in Italian.
func TestEachFaultOfAQueryHasItalianWords(t *testing.T) {
	verbs := regexp.MustCompile(`%[a-z]`)
	formats := append(reasonsOf(t, "problem/database/query"), reasonsOf(t, "movegen/notation")...)
	if len(formats) < 50 {
		t.Errorf("there are only %d", len(formats))
	}
	for _, format := range formats {
		italian, has := italianReasons[format]
		if !has {
			t.Errorf("%q has no Italian words", format)
		}
		if got, want := verbs.FindAllString(italian, -1), verbs.FindAllString(format, -1); !slices.Equal(got, want) {
			t.Errorf("%q: the values are %q, and %q in %q", format, want, got, italian)
		}
		if italian == format && verbs.ReplaceAllString(format, "") != "" {
			t.Errorf("%q is the same in Italian", format)
		}
	}
	for format := range italianReasons {
		if format != "a query that counts lists no problems" && !slices.Contains(formats, format) {
			t.Errorf("%q is said nowhere", format)
		}
	}
}

func TestFaultsOfQueriesAreToldInTheLanguageOfThePage(t *testing.T) {
	for _, test := range []struct {
		query            string
		english, italian string
		offset           int
	}{
		{"pieces <= x", `expected a number or a field that is one, not "x"`, `qui va un numero o un campo che lo sia, non "x"`, 10},
		{"sound and", "expected a condition, not the end", "qui va una condizione, non la fine", 9},
		{`title:"é" "`, "the quotation mark is not closed", "le virgolette non sono chiuse", 11},
		{"sort by theme", "theme is not a field to sort by", "theme non è un campo per ordinare", 8},
		{"sort by yeer", `expected a field to sort by, not "yeer"; did you mean year?`, `qui va un campo per ordinare, non "yeer"; si intendeva year?`, 8},
		{"verdict:soun", `there is no verdict "soun", but sound`, `fra i valori di verdict non c'è "soun", ma c'è sound`, 8},
		{"position:8/8/8/8/8/8/8/7x", `row 8, the rank 1, "7x": letter 2: wanted is a man, 1 to 8, ?, A, a, [...], [^...] or *`,
			`riga 8, la traversa 1, "7x": carattere 2: qui va un pezzo, un numero da 1 a 8, ?, A, a, [...], [^...] o *`, 24},
		{"author:", "expected what author is to be, not the end", "qui va ciò che author deve essere, non la fine", 7},
	} {
		for language, want := range map[string]string{"": test.english, "en": test.english, "it": test.italian} {
			_, err := asking{language}.parse(test.query)
			fault, is := errors.AsType[*api.Fault](err)
			if !is || fault.Message != want || fault.Field != "query" || fault.Code != api.BadRequest || fault.Offset == nil || *fault.Offset != test.offset {
				t.Errorf("%s, %q: %+v", test.query, language, fault)
			}
		}
	}
	if _, err := (asking{"it"}).listing("sound count"); err == nil || err.Error() != "una ricerca che conta non elenca problemi" {
		t.Error(err)
	}
	if _, err := (asking{"xx"}).parse("sound"); err == nil {
		t.Error("there is no such language")
	}
}

// FuzzFaultsOfQueries looks for faults whose words and values do not fit.
func FuzzFaultsOfQueries(f *testing.F) {
	for _, line := range []string{"theme:grimshow", "position:8/8", "like:\"8/8/8/8/8/8/8/8 x\"", "anywhere:K/KR", "limit 0", "(((", "year 1960..1950", "sound = 1", "[%d"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		_, err := query.Parse(line)
		if err == nil {
			return
		}
		reason := err.(*query.Error).Reason
		for _, l := range []text.Language{text.English(), text.Italian()} {
			if text := reasonIn(l, reason); text == "" || strings.Contains(text, "%!") && !strings.Contains(line, "%!") {
				t.Errorf("%q: %s", line, text)
			}
		}
	})
}
