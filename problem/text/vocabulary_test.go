package text

import (
	"os"
	"strings"
	"testing"
)

func TestEveryTermHasAMeaningAndStandsInTheDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/problem-json.md")
	if err != nil {
		t.Fatal(err)
	}
	_, page2, found := strings.Cut(string(page), "## Vocabulary\n")
	if !found {
		t.Fatal("the page has no vocabulary")
	}
	section, _, _ := strings.Cut(page2, "\n## ")
	rows := strings.Count(section, "\n| `")
	for _, list := range vocabularies() {
		if len(list.Terms) < 4 {
			t.Errorf("%s: %d terms", list.Name, len(list.Terms))
		}
		var names []string
		for _, term := range list.Terms {
			if term.Name == "" || term.Meaning == "" {
				t.Errorf("%s: %+v", list.Name, term)
			}
			names = append(names, term.Name)
		}
		if list.Name == "themes" {
			continue // docs/themes.md defines them, as a test of theirs asks
		}
		row := "\n| `" + list.Name + "` | `" + strings.Join(names, "`, `") + "` |\n"
		if rows--; !strings.Contains(section, row) {
			t.Errorf("%s: the page lacks %s", list.Name, row)
		}
	}
	if rows != 0 {
		t.Errorf("the page has %d rows more than there are vocabularies", rows)
	}
}

func TestVocabulariesAreListed(t *testing.T) {
	var text strings.Builder
	if err := WriteVocabulary(&text, "merits", English()); err != nil || !strings.HasPrefix(text.String(), "gives flights   after the key the king has moves") {
		t.Errorf("%v\n%s", err, text.String())
	}
	if err := WriteVocabulary(&text, "keys", English()); err == nil || !strings.Contains(err.Error(), "flaws, merits, warnings") {
		t.Error(err)
	}
}
