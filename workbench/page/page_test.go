package page

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

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
		outline, rest := found[letter], ""
		if len(outline) > maxColumns-len("  K: \"\",") {
			first, second, _ := strings.Cut(outline, "zM")
			outline, rest = first+"z", fmt.Sprintf("\n    + %q", "M"+second)
		}
		fmt.Fprintf(&men, "  %s: %q%s,\n", letter, outline, rest)
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

const (
	maxScriptLines = 500
	maxColumns     = 120
)

// TestScriptsKeepTheRules checks every file of the page: scripts are short, nothing comes from
// another host, and no text becomes HTML.
func TestScriptsKeepTheRules(t *testing.T) {
	forbidden := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(|setAttribute\("style"`)
	foreign := regexp.MustCompile(`(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}`)
	inline := regexp.MustCompile(`<script>|<style|\sstyle="|\son[a-z]+="`)
	err := fs.WalkDir(Sources(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(Sources(), name)
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

// TestLinesOfScriptsAreShort finds lines of more than maxColumns columns. A tab counts four.
func TestLinesOfScriptsAreShort(t *testing.T) {
	for _, name := range must.Get(fs.Glob(Sources(), "js/*.js"))(t) {
		text := strings.ReplaceAll(string(must.Get(fs.ReadFile(Sources(), name))(t)), "\t", "    ")
		for i, line := range strings.Split(text, "\n") {
			if utf8.RuneCountInString(line) > maxColumns {
				t.Errorf("%s:%d has more than %d columns", name, i+1, maxColumns)
			}
		}
	}
}

// TestTheIndexNamesFilesThatAreThere follows the references of index.html and the imports of the scripts.
func TestTheIndexNamesFilesThatAreThere(t *testing.T) {
	seen := map[string]bool{}
	references := map[string]*regexp.Regexp{".html": regexp.MustCompile(`()(?:href|src)="([^"#]+)"`), ".js": loading}
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
				if len(found[1]) == 0 {
					follow(path.Join(path.Dir(name), string(found[2])))
				}
			}
		}
	}
	follow("index.html")
	if !seen["bundle/problem.js"] || !seen["css/problem.css"] {
		t.Errorf("the page of problems was not found: %v", seen)
	}
}

// TestOpeningsAreWritten checks that the lines of the table of openings can be played, are written as the program
// writes moves, have a name in both languages and the key of their position, and that no position has two names.
func TestOpeningsAreWritten(t *testing.T) {
	t.Parallel()
	const name = "openings.txt"
	text, err := fs.ReadFile(Files(), name)
	must.Do(t, err)
	named := map[string]string{} // by key
	want := regexp.MustCompile(`(?m)^[^|\n]+\|[^|\n]+\|[^|\n]+(\|[0-9a-z]*)?$`).ReplaceAllStringFunc(string(text), func(line string) string {
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

// TestBundlesAreWhole bundles the page: no import is left, modules of the frame are in its bundle only, and each line
// of a bundle has its place in a module.
func TestBundlesAreWhole(t *testing.T) {
	files := Files()
	frame := string(must.Get(fs.ReadFile(files, "bundle/app.js"))(t))
	problem := string(must.Get(fs.ReadFile(files, "bundle/problem.js"))(t))
	defines := func(text, name string) bool { return strings.Contains(text, `modules["`+name+`"] ??=`) }
	if !defines(frame, "dom.js") || !defines(frame, "server.js") || defines(frame, "problem.js") ||
		defines(problem, "dom.js") || !defines(problem, "report.js") {
		t.Error("a module is in the wrong bundle")
	}
	for _, name := range must.Get(fs.Glob(files, "bundle/*.js"))(t) {
		text := string(must.Get(fs.ReadFile(files, name))(t))
		if left := regexp.MustCompile(`(?m)^(import|export) .*$`).FindAllString(text, -1); len(left) != 1 {
			t.Errorf("%s has %q", name, left)
		}
		var about sourceMapFile
		must.Do(t, json.Unmarshal(must.Get(fs.ReadFile(files, name+".map"))(t), &about))
		if lines, groups := strings.Count(text, "\n"), strings.Count(about.Mappings, ";"); groups != lines-1 {
			t.Errorf("%s has %d lines, its map %d", name, lines, groups)
		}
		for _, source := range about.Sources {
			_ = must.Get(fs.Stat(files, path.Join("bundle", source)))(t)
		}
	}
}

// TestModulesThatCannotBeBundled asks for a module that is missing, and for a circle.
func TestModulesThatCannotBeBundled(t *testing.T) {
	for want, app := range map[string]string{
		"no module b.js":                  `import "./b.js";`,
		"app.js imports itself by app.js": `import { a } from "./app.js";`,
	} {
		_, err := Bundled(fstest.MapFS{"js/app.js": {Data: []byte(app + "\n")}, "js/server.js": {}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// paragraph is a theme's name and its definition in a file of definitions.
var paragraph = regexp.MustCompile(`(?m)^([^\n]+)\n((?:[^\n]+\n)+)`)

// TestThemesAreDefinedOnThePage checks that the page has the definitions of docs/themes.md, an Italian translation
// of similar length for each, and a definition for every theme.
func TestThemesAreDefinedOnThePage(t *testing.T) {
	var english strings.Builder
	for _, section := range strings.Split(string(must.Get(os.ReadFile("../../docs/themes.md"))(t)), "\n### ")[1:] {
		name, rest, _ := strings.Cut(section, "\n")
		rest, _, _ = strings.Cut(rest, "\n## ")
		plain := strings.NewReplacer("**", "", "`", "", "*", "").Replace(strings.Join(strings.Fields(rest), " "))
		fmt.Fprintf(&english, "%s\n%s\n\n", name, wrapped(plain))
	}
	want := strings.TrimSuffix(english.String(), "\n")
	const name = "themes/en.txt"
	if *update {
		must.Do(t, os.WriteFile(path.Join("static", name), []byte(want), 0o644))
	}
	if got, err := fs.ReadFile(Files(), name); !*update && (err != nil || string(got) != want) {
		t.Errorf("%s does not match docs/themes.md (%v): run go test ./workbench/page -update", name, err)
	}
	italian := must.Get(fs.ReadFile(Files(), "themes/it.txt"))(t)
	all, got := paragraph.FindAllStringSubmatch(want, -1), paragraph.FindAllStringSubmatch(string(italian), -1)
	if len(got) != len(all) {
		t.Errorf("Italian defines %d themes, English %d", len(got), len(all))
	}
	for i := range min(len(got), len(all)) {
		if got[i][1] != all[i][1] {
			t.Fatalf("themes/it.txt has %s where docs/themes.md has %s", got[i][1], all[i][1])
		}
		if length := float64(len(got[i][2])) / float64(len(all[i][2])); length < 0.7 || length > 1.7 {
			t.Errorf("the Italian definition of %s is %.1f times as long", got[i][1], length)
		}
	}
	for theme := range text.ThemeNames() {
		if name := text.ThemeNames()[theme]; !strings.Contains("\n"+want, "\n"+name+"\n") {
			t.Errorf("%s (%s) has no definition", theme, name)
		}
	}
}

// wrapped breaks a text into lines of at most 120 columns.
func wrapped(text string) string {
	lines := []string{""}
	for _, word := range strings.Fields(text) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case utf8.RuneCountInString(*last)+1+utf8.RuneCountInString(word) <= maxColumns:
			*last += " " + word
		default:
			lines = append(lines, word)
		}
	}
	return strings.Join(lines, "\n")
}
