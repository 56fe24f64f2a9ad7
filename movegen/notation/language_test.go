package notation

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestThePageListsTheLanguages(t *testing.T) {
	page, err := os.ReadFile("../../docs/notations.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range languages {
		if row := fmt.Sprintf("| `%s` | %s | `%s` |\n", l.code, l.name, l.letters); !strings.Contains(string(page), row) {
			t.Errorf("docs/notations.md lacks %s", row)
		}
	}
}
