package page

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"alfiere/problem/text"
)

// TestThemesAreDefinedOnThePage checks that the page has the definitions of docs/themes.md, an Italian translation
// of similar length for each, and a definition for every theme.
func TestThemesAreDefinedOnThePage(t *testing.T) {
	content, err := os.ReadFile("../../docs/themes.md")
	if err != nil {
		t.Fatal(err)
	}
	var script strings.Builder
	script.WriteString("// The theme definitions of docs/themes.md, written by `go test ./workbench/page -update`.\n\n" +
		"/** @type {Readonly<Record<string, string>>} */\nexport const definitions = {\n")
	for _, section := range strings.Split(string(content), "\n### ")[1:] {
		name, rest, _ := strings.Cut(section, "\n")
		rest, _, _ = strings.Cut(rest, "\n## ")
		plain := strings.NewReplacer("**", "", "`", "", "*", "").Replace(strings.Join(strings.Fields(rest), " "))
		fmt.Fprintf(&script, "  %q: %q,\n", name, plain)
	}
	script.WriteString("};\n")
	const name = "js/theme-definitions.js"
	if *update {
		if err := os.WriteFile(path.Join("static", name), []byte(script.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := fs.ReadFile(Files(), name); !*update && (err != nil || string(got) != script.String()) {
		t.Errorf("%s does not match docs/themes.md (%v): run go test ./workbench/page -update", name, err)
	}
	italian, err := fs.ReadFile(Files(), "js/theme-definitions-it.js")
	if err != nil {
		t.Fatal(err)
	}
	key := regexp.MustCompile(`(?m)^  "([^"]+)": "(.+)",$`)
	want, got := key.FindAllStringSubmatch(script.String(), -1), key.FindAllStringSubmatch(string(italian), -1)
	if len(got) != len(want) {
		t.Errorf("Italian defines %d themes, English %d", len(got), len(want))
	}
	for i := range min(len(got), len(want)) {
		if length := float64(len(got[i][2])) / float64(len(want[i][2])); got[i][1] != want[i][1] || length < 0.7 || length > 1.7 {
			t.Errorf("Italian definition %s should be that of %s, and is %.1f times as long", got[i][1], want[i][1], length)
		}
	}
	for theme := range text.ThemeNames() {
		if english := text.ThemeNames()[theme]; !strings.Contains(script.String(), fmt.Sprintf("%q:", english)) {
			t.Errorf("%s (%s) has no definition", theme, english)
		}
	}
}
