package page

import (
	"bytes"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem/text"
)

var update = flag.Bool("update", false, "write static/js/men.js and static/icon.svg")

// outlines returns the men's outlines in diagrams, by White's letters.
func outlines(t *testing.T) map[string]string {
	t.Helper()
	p := must.Get(movegen.ParseFEN("7k/8/8/8/8/8/P7/KQRBN3 w - - 0 1"))(t)
	var picture bytes.Buffer
	must.Do(t, new(notation.Picture).WriteSVG(&picture, &p))
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
			must.Do(t, os.WriteFile(path.Join("static", name), []byte(want), 0o644))
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
	must.Do(t, err)
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

// TestOpeningsAreWritten checks that the lines of the table of openings can be played, are written as the program
// writes moves, have a name in both languages and the key of their position, and that no position has two names.
func TestOpeningsAreWritten(t *testing.T) {
	t.Parallel()
	const name = "js/play-openings.js"
	text, err := fs.ReadFile(Files(), name)
	must.Do(t, err)
	named := map[string]string{} // by key
	want := regexp.MustCompile(`(?m)^[^/*\n]+\|[^|\n]+\|[^|\n]+(\|[0-9a-z]*)?$`).ReplaceAllStringFunc(string(text), func(line string) string {
		parts := strings.Split(line, "|")
		p := movegen.StartPosition()
		for _, san := range strings.Fields(parts[0]) {
			move, err := notation.ParseSAN(&p, san, notation.English)
			if err != nil {
				t.Errorf("%s: %s: %v", parts[0], san, err)
				break
			}
			if written := notation.SAN(&p, move, notation.English); written != san {
				t.Errorf("%s: %s is written %s", parts[0], san, written)
			}
			p = p.After(move)
		}
		hash := fnv.New32a()
		fmt.Fprint(hash, strings.Join(strings.Fields(p.FEN())[:2], " "))
		key := strconv.FormatUint(uint64(hash.Sum32()), 36)
		if other := named[key]; other != "" {
			t.Errorf("%s has the position of %s", line, other)
		}
		named[key] = line
		return strings.Join(append(parts[:3:3], key), "|")
	})
	if len(named) < 180 {
		t.Errorf("%d openings", len(named))
	}
	if *update {
		err = os.WriteFile(path.Join("static", name), []byte(want), 0o644)
	}
	if err != nil || !*update && string(text) != want {
		t.Errorf("the table of openings has other keys (%v): go test ./workbench/page -update", err)
	}
}

// imports returns the modules that a module needs before it runs, without type imports and modules loaded on demand.
var imports = regexp.MustCompile(`(?m)^(?:import|export) (?:[^"()]* from )?"(\./[^"]+)";$`)

// preloads are the lines of index.html with the modules that every page needs.
var preloads = regexp.MustCompile(`(?:<link rel="modulepreload" href="[^"]+">\n)*<script type="module"`)

// needed is the table of js/preloads.js.
var needed = regexp.MustCompile(`(?s)const needed = \{\n.*?\};\n`)

// TestModulesArePreloaded checks the modules that index.html preloads for every page, and those that
// js/preloads.js preloads for each.
func TestModulesArePreloaded(t *testing.T) {
	every := closure(t, nil, "js/app.js", "js/server.js")
	if !slices.Contains(every, "js/dom.js") || slices.Contains(every, "js/problem.js") {
		t.Fatalf("imports are followed badly: %v", every)
	}
	var links, table strings.Builder
	for _, name := range every {
		if name != "js/app.js" {
			fmt.Fprintf(&links, "<link rel=\"modulepreload\" href=\"%s\">\n", name)
		}
	}
	links.WriteString(`<script type="module"`)
	written(t, "index.html", preloads, links.String())
	table.WriteString("const needed = {\n")
	for _, page := range []string{"problem", "collection", "play", "laboratory"} {
		fmt.Fprintf(&table, "  %s: `", page)
		width := 120
		for _, name := range closure(t, every, "js/"+page+".js") {
			name = strings.TrimSuffix(path.Base(name), ".js")
			if width += len(name) + 1; width > 110 {
				table.WriteString("\n   ")
				width = 4 + len(name)
			}
			table.WriteString(" " + name)
		}
		table.WriteString("\n  `,\n")
	}
	table.WriteString("};\n")
	written(t, "js/preloads.js", needed, table.String())
}

// closure returns the modules that some modules need, themselves included, in order, without those of others.
func closure(t *testing.T, others []string, first ...string) []string {
	var found []string
	var follow func(name string)
	follow = func(name string) {
		if slices.Contains(found, name) || slices.Contains(others, name) {
			return
		}
		found = append(found, name)
		text := must.Get(fs.ReadFile(Files(), name))(t)
		for _, needed := range imports.FindAllSubmatch(text, -1) {
			follow(path.Join(path.Dir(name), string(needed[1])))
		}
	}
	for _, name := range first {
		follow(name)
	}
	slices.Sort(found)
	return found
}

// written checks that a file has a text in a place, or writes it.
func written(t *testing.T, name string, place *regexp.Regexp, text string) {
	before, err := fs.ReadFile(Files(), name)
	if err != nil || !place.Match(before) {
		t.Fatalf("%s: %v, or there is no place for preloads", name, err)
	}
	want := place.ReplaceAllLiteralString(string(before), text)
	if *update {
		err = os.WriteFile(path.Join("static", name), []byte(want), 0o644)
	}
	if err != nil || !*update && string(before) != want {
		t.Errorf("%s preloads other modules than are needed (%v): go test ./workbench/page -update", name, err)
	}
}

// TestThemesAreDefinedOnThePage checks that the page has the definitions of docs/themes.md, an Italian translation
// of similar length for each, and a definition for every theme.
func TestThemesAreDefinedOnThePage(t *testing.T) {
	content := must.Get(os.ReadFile("../../docs/themes.md"))(t)
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
		must.Do(t, os.WriteFile(path.Join("static", name), []byte(script.String()), 0o644))
	}
	if got, err := fs.ReadFile(Files(), name); !*update && (err != nil || string(got) != script.String()) {
		t.Errorf("%s does not match docs/themes.md (%v): run go test ./workbench/page -update", name, err)
	}
	italian := must.Get(fs.ReadFile(Files(), "js/theme-definitions-it.js"))(t)
	key := regexp.MustCompile(`(?m)^  "([^"]+)": "(.+)",$`)
	want, got := key.FindAllStringSubmatch(script.String(), -1), key.FindAllStringSubmatch(string(italian), -1)
	if len(got) != len(want) {
		t.Errorf("Italian defines %d themes, English %d", len(got), len(want))
	}
	for i := range min(len(got), len(want)) {
		if got[i][1] != want[i][1] {
			t.Fatalf("theme-definitions-it.js has %s where docs/themes.md has %s", got[i][1], want[i][1])
		}
		if length := float64(len(got[i][2])) / float64(len(want[i][2])); length < 0.7 || length > 1.7 {
			t.Errorf("the Italian definition of %s is %.1f times as long", got[i][1], length)
		}
	}
	for theme := range text.ThemeNames() {
		if english := text.ThemeNames()[theme]; !strings.Contains(script.String(), fmt.Sprintf("%q:", english)) {
			t.Errorf("%s (%s) has no definition", theme, english)
		}
	}
}
