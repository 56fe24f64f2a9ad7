package page

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

var update = flag.Bool("update", false, "write static/js/men.js and static/icon.svg")

// outlines returns the men's outlines in diagrams, by White's letters.
func outlines(t *testing.T) map[string]string {
	t.Helper()
	p, err := movegen.ParseFEN("7k/8/8/8/8/8/P7/KQRBN3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	var picture bytes.Buffer
	if err := new(notation.Picture).WriteSVG(&picture, &p); err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, man := range regexp.MustCompile(`<path class="([A-Z])"[^>]* d="([^"]*)"/>`).FindAllStringSubmatch(picture.String(), -1) {
		found[man[1]] = man[2]
	}
	return found
}

// TestMenAreThoseOfDiagrams compares the men of the page with those of diagrams.
func TestMenAreThoseOfDiagrams(t *testing.T) {
	found := outlines(t)
	var men strings.Builder
	men.WriteString("// The outlines of the men in a square of 100 by 100 units, as movegen/notation draws them in\n" +
		"// diagrams. This file is written by `go test ./workbench/page -update`.\n\n" +
		"/** @type {Readonly<Record<string, string>>} */\nexport const outlines = {\n")
	for _, letter := range strings.Split("KQRBNP", "") {
		fmt.Fprintf(&men, "  %s: %q,\n", letter, found[letter])
	}
	men.WriteString("};\n")
	icon := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="18" fill="#1f5a41"/>` +
		`<path fill="#fff" stroke="#1f5a41" stroke-width="3" d="` + found["B"] + `"/></svg>` + "\n"
	for name, want := range map[string]string{"js/men.js": men.String(), "icon.svg": icon} {
		if *update {
			if err := os.WriteFile(path.Join("static", name), []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := fs.ReadFile(Files(), name); !*update && (err != nil || string(got) != want) {
			t.Errorf("%s is not what diagrams draw (%v): go test ./workbench/page -update", name, err)
		}
	}
}

const maxScriptLines = 500

// TestScriptsKeepTheRules checks every file of the page: scripts are short, nothing comes from
// another host, and no text becomes HTML.
func TestScriptsKeepTheRules(t *testing.T) {
	forbidden := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(|setAttribute\("style"`)
	foreign := regexp.MustCompile(`(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}`)
	inline := regexp.MustCompile(`<script>|<style|\sstyle="|\son[a-z]+="`)
	err := fs.WalkDir(Files(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(Files(), name)
		if err != nil {
			return err
		}
		if lines := bytes.Count(text, []byte("\n")); path.Ext(name) == ".js" && lines > maxScriptLines {
			t.Errorf("%s has %d lines", name, lines)
		}
		if found := foreign.Find(bytes.ReplaceAll(text, []byte("http://www.w3.org/"), nil)); found != nil {
			t.Errorf("%s names another host: %s", name, found)
		}
		switch path.Ext(name) {
		case ".js":
			if found := forbidden.Find(text); found != nil {
				t.Errorf("%s uses %s", name, found)
			}
		case ".html":
			if found := inline.Find(text); found != nil {
				t.Errorf("%s has %q", name, found)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestTheIndexNamesFilesThatAreThere follows the references of index.html and the imports of the scripts.
func TestTheIndexNamesFilesThatAreThere(t *testing.T) {
	seen := map[string]bool{}
	references := map[string]*regexp.Regexp{
		".html": regexp.MustCompile(`(?:href|src)="([^"#]+)"`),
		".js":   regexp.MustCompile(`(?:from|import) ?\(?"(\./[^"]+)"`),
	}
	var follow func(name string)
	follow = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		text, err := fs.ReadFile(Files(), name)
		if err != nil {
			t.Error(err)
			return
		}
		if reference := references[path.Ext(name)]; reference != nil {
			for _, found := range reference.FindAllSubmatch(text, -1) {
				follow(path.Join(path.Dir(name), string(found[1])))
			}
		}
	}
	follow("index.html")
	if !seen["js/board.js"] || !seen["css/board.css"] {
		t.Errorf("the board was not found: %v", seen)
	}
}
