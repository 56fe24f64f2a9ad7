package query

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the list of fields into the documentation")

const page = "../../../docs/problems-query.md"

func readPage(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestTheExamplesOfThePageAreAnswered asks them of a collection.
func TestTheExamplesOfThePageAreAnswered(t *testing.T) {
	examples := regexp.MustCompile("(?m)^\\| `([^`]+)` \\| [^|]+ \\|$").FindAllStringSubmatch(strings.Split(readPage(t), "## The language")[0], -1)
	if len(examples) != 8 {
		t.Errorf("there are %d examples", len(examples))
	}
	db, all := newMaker(8).fill(t, 100)
	for _, example := range examples {
		q, err := Parse(example[1])
		if err != nil {
			t.Errorf("%s: %v", example[1], err)
			continue
		}
		ask(t, db, example[1])
		for _, r := range all {
			r.holds(q.Where)
		}
	}
}

// TestThePageHasAllFields compares its list with that of the program; `problems fields` prints their meanings.
func TestThePageHasAllFields(t *testing.T) {
	var names []string
	for _, f := range fields {
		name := "`" + f.Form() + "`"
		if len(f.Also) > 0 {
			name += " (`" + strings.Join(f.Also, "`, `") + "`)"
		}
		names = append(names, name)
	}
	list := strings.Join(names, ",\n") + "\n"
	parts := regexp.MustCompile(`(?s)^(.*<!-- fields: [^\n]*-->\n)(.*)(<!-- end of the fields -->.*)$`).FindStringSubmatch(readPage(t))
	if parts == nil {
		t.Fatal("the page has no place for the list")
	}
	if *update {
		if err := os.WriteFile(page, []byte(parts[1]+list+parts[3]), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if parts[2] != list {
		t.Error("the list of fields is not that of the program: go test -update writes it")
	}
}
