package collection

import (
	"errors"
	"strings"
	"testing"

	"alfiere/problem/database/query"
	"alfiere/problem/text"
	"alfiere/workbench/api"
)

func TestFaultsOfQueriesAreToldInTheLanguageOfThePage(t *testing.T) {
	for _, test := range []struct {
		query            string
		english, italian string
		offset           int
	}{
		{"pieces <= x", `expected a number or a number field, not "x"`, `qui va un numero o un campo numerico, non "x"`, 10},
		{"sound and", "expected a condition, not the end", "qui va una condizione, non la fine", 9},
		{`title:"é" "`, "the closing quotation mark is missing", "mancano le virgolette di chiusura", 11},
		{"sort by theme", "theme is not a field to sort by", "theme non è un campo per ordinare", 8},
		{"sort by yeer", `expected a field to sort by, not "yeer"; did you mean year?`, `qui va un campo per ordinare, non "yeer"; si intendeva year?`, 8},
		{"verdict:soun", `there is no verdict "soun"; similar: sound`, `fra i valori di verdict non c'è "soun"; simili: sound`, 8},
		{"position:8/8/8/8/8/8/8/7x", `row 8, the rank 1, "7x": letter 2: expected a man, 1 to 8, ?, A, a, [...], [^...] or *`,
			`riga 8, la traversa 1, "7x": carattere 2: qui va un pezzo, un numero da 1 a 8, ?, A, a, [...], [^...] o *`, 24},
		{"author:", "expected a value for author, not the end", "qui va un valore per author, non la fine", 7},
	} {
		for language, want := range map[string]string{"": test.english, "en": test.english, "it": test.italian} {
			_, err := asking{language}.parse(test.query)
			fault, is := errors.AsType[*api.Fault](err)
			if !is || fault.Message != want || fault.Field != "query" || fault.Code != api.BadRequest || fault.Offset == nil || *fault.Offset != test.offset {
				t.Errorf("%s, %q: %+v", test.query, language, fault)
			}
		}
	}
	if _, err := (asking{"it"}).listing("sound count"); err == nil || err.Error() != "questa ricerca conta i problemi e non può elencarli; togliere «count»" {
		t.Error(err)
	}
	if _, err := (asking{"xx"}).parse("sound"); err == nil {
		t.Error("there is no such language")
	}
}

// FuzzFaultsOfQueries looks for faults whose message and values do not match.
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
			if text := l.Error(reason); text == "" || strings.Contains(text, "%!") && !strings.Contains(line, "%!") {
				t.Errorf("%q: %s", line, text)
			}
		}
	})
}
