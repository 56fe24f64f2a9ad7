package theme

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"alfiere/problem"
)

// named is a problem of testdata/named.txt, where others have named its themes.
type named struct {
	place   string // file:line
	fen     string
	moves   int
	source  string
	by      string
	theme   string
	also    []string
	missing []string // the names known not to be found
}

// readNamed reads testdata/named.txt, which describes its own format.
func readNamed(t *testing.T) (all []*named) {
	t.Helper()
	const name = "testdata/named.txt"
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		word, rest, _ := strings.Cut(lines.Text(), " ")
		rest = strings.TrimSpace(rest)
		if word == "fen" {
			all = append(all, &named{place: fmt.Sprintf("%s:%d", name, n), fen: rest})
		}
		if word == "" || strings.HasPrefix(word, "#") || word == "fen" {
			continue
		}
		p := all[len(all)-1]
		switch word {
		case "moves":
			if _, err := fmt.Sscan(rest, &p.moves); err != nil {
				t.Fatal(p.place, err)
			}
		case "source":
			p.source = rest
		case "by":
			p.by = rest
		case "theme":
			p.theme = rest
		case "also":
			p.also = append(p.also, rest)
		case "misses":
			theme, why, _ := strings.Cut(rest, ": ")
			if why == "" {
				t.Errorf("%s:%d: no reason", name, n)
			}
			p.missing = append(p.missing, theme)
		default:
			t.Fatalf("%s:%d: %q", name, n, word)
		}
	}
	return all
}

// TestThemesNamedByOthersAreFound measures how often what others call the theme of a
// problem is found. At least 95 of 100 must be; which are not is written in the file, and
// so is what is said beside the theme, of which nine in ten must be found with it.
func TestThemesNamedByOthersAreFound(t *testing.T) {
	var problems, foundThemes, names, foundNames int
	kinds := map[string]bool{}
	for _, p := range readNamed(t) {
		if p.source == "" || p.by == "" || p.theme == "" {
			t.Errorf("%s: source %q, named by %q, theme %q", p.place, p.source, p.by, p.theme)
		}
		r, all := examine(t, p.fen, p.moves)
		if r.Verdict != problem.Sound {
			t.Errorf("%s: %s: %v", p.place, p.source, r.Verdict)
		}
		var missing []string
		for _, name := range append([]string{p.theme}, p.also...) {
			kinds[name] = true
			names++
			if slices.ContainsFunc(all, func(f Found) bool { return f.Theme.Name == name }) {
				foundNames++
			} else {
				missing = append(missing, name)
			}
		}
		problems++
		if !slices.Contains(missing, p.theme) {
			foundThemes++
		}
		slices.Sort(missing)
		slices.Sort(p.missing)
		if !slices.Equal(missing, p.missing) {
			t.Errorf("%s: %s: not found: %q, known: %q", p.place, p.source, missing, p.missing)
		}
		for _, name := range missing {
			t.Logf("%s: no %s", p.source, name)
		}
	}
	t.Logf("the theme of %d of %d problems, %d of %d names, %d different ones", foundThemes, problems, foundNames, names, len(kinds))
	if problems < 40 || 100*foundThemes < 95*problems || 100*foundNames < 85*names {
		t.Error("too few are found")
	}
}
