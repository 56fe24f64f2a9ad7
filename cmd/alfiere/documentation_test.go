package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/doctest"
	"alfiere/internal/testing/must"
)

// maxWords bounds README.md, CONTRIBUTING.md and docs/*.md together.
const maxWords = 30500

// Share of sentences with more than maxSentence words, inline code not counted.
const (
	maxSentence  = 30
	maxLongShare = 0.03
)

// avoided are phrases that no page uses.
var avoided = regexp.MustCompile(`(?i)\b(is told|are told|tells of|so many|stands for|at fault|is given up|` +
	`who (closes|reads|wants|plays|asks|stands)|may be said|is not said|nothing is said|kinds of knowledge|` +
	`of which each|first-named|the latter of these|what (composers|users) (met|ask)|looks? whether|goes? on with|` +
	`in their place|the house|worked on at once)\b`)

// prose returns the paragraphs and list items of a page without code, tables, headings and comments.
func prose(page string) (paragraphs []string) {
	page = regexp.MustCompile("(?s)```.*?```|<!--.*?-->").ReplaceAllString(page, "\n\n")
	item := regexp.MustCompile(`^ *(?:[-*]|\d+\.) `)
	paragraph := ""
	flush := func() {
		if paragraph != "" {
			paragraphs = append(paragraphs, paragraph)
		}
		paragraph = ""
	}
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\n")
		switch {
		case line == "" || line[0] == '#' || line[0] == '|' || strings.HasPrefix(line, "    "):
			flush()
		case item.MatchString(line):
			flush()
			paragraph = item.ReplaceAllString(line, "")
		default:
			paragraph = strings.TrimSpace(paragraph + " " + strings.TrimSpace(line))
		}
	}
	flush()
	return paragraphs
}

// sentences splits a paragraph, its inline code and the targets of its links removed.
func sentences(paragraph string) []string {
	paragraph = regexp.MustCompile("`[^`]*`").ReplaceAllString(paragraph, "X")
	paragraph = regexp.MustCompile(`\]\([^)]*\)`).ReplaceAllString(paragraph, "]")
	return regexp.MustCompile(`[.!?][)*"]* +`).Split(paragraph, -1)
}

// words counts what has a letter or digit and is no inline code.
func words(sentence string) (n int) {
	word := regexp.MustCompile(`[\pL\d]`)
	for _, w := range strings.Fields(sentence) {
		if strings.Trim(w, `X,;.()[]*/`) != "" && word.MatchString(w) {
			n++
		}
	}
	return n
}

func TestTheDocumentationIsShort(t *testing.T) {
	all := 0
	for _, text := range doctest.Pages(t) {
		all += len(strings.Fields(text))
	}
	if all > maxWords {
		t.Errorf("the documentation has %d words, more than %d", all, maxWords)
	}
}

func TestSentencesAreShort(t *testing.T) {
	all, long := 0, map[string][]string{}
	n := 0
	for name, text := range doctest.Pages(t) {
		for _, paragraph := range prose(text) {
			for _, sentence := range sentences(paragraph) {
				all++
				if words(sentence) > maxSentence {
					long[name] = append(long[name], sentence)
					n++
				}
			}
		}
	}
	share := float64(n) / float64(all)
	t.Logf("%d of %d sentences have more than %d words", n, all, maxSentence)
	if share > maxLongShare || all < 500 {
		for name, found := range long {
			t.Errorf("%s:\n  %s", name, strings.Join(found, "\n  "))
		}
	}
}

func TestLongSentencesAreFound(t *testing.T) {
	long := strings.Repeat("word ", maxSentence+1)
	page := "# " + long + "\n\nShort. " + long + "`and code`.\n\n- item\n- " + long + "\n\n| " + long + "|\n\n    " + long + "\n"
	n := 0
	for _, paragraph := range prose(page) {
		for _, sentence := range sentences(paragraph) {
			if words(sentence) == maxSentence+1 {
				n++
			} else if words(sentence) > 1 {
				t.Errorf("%q has %d words", sentence, words(sentence))
			}
		}
	}
	if n != 2 {
		t.Errorf("%d long sentences are found, not 2", n)
	}
}

func TestPagesAvoidPhrases(t *testing.T) {
	for name, text := range doctest.Pages(t) {
		text = regexp.MustCompile("(?m)```(?s:.*?)```|^    .*$|`[^`\n]*`").ReplaceAllString(text, "")
		for _, found := range avoided.FindAllString(strings.Join(strings.Fields(text), " "), -1) {
			t.Errorf("%s: %q", name, found)
		}
	}
}

// anchors returns the fragments that the headings of a page make.
func anchors(page string) (names []string) {
	for _, heading := range regexp.MustCompile(`(?m)^#+ +(.+)$`).FindAllStringSubmatch(page, -1) {
		plain := regexp.MustCompile(`[^\pL\d _-]`).ReplaceAllString(strings.ToLower(heading[1]), "")
		names = append(names, strings.ReplaceAll(plain, " ", "-"))
	}
	return names
}

func TestLinksLeadSomewhere(t *testing.T) {
	pages := doctest.Pages(t)
	links := 0
	for name, text := range pages {
		text = regexp.MustCompile("(?m)```(?s:.*?)```|^    .*$|`[^`\n]*`").ReplaceAllString(text, "")
		for _, link := range regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(text, -1) {
			if strings.Contains(link[1], "://") {
				continue
			}
			links++
			file, anchor, _ := strings.Cut(link[1], "#")
			target := name
			if file != "" {
				target = filepath.ToSlash(filepath.Join(filepath.Dir(name), file))
			}
			if _, err := os.Stat(filepath.Join("../..", target)); err != nil {
				t.Errorf("%s: the link %s leads nowhere", name, link[1])
			} else if anchor != "" && !slices.Contains(anchors(pages[target]), anchor) {
				t.Errorf("%s: %s has no heading for %s", name, target, link[1])
			}
		}
	}
	if links < 50 {
		t.Errorf("only %d links are found", links)
	}
}

// figure is a row of docs/figures.json, which .ci/figures writes. A result without games is written by hand, from Page.
type figure struct {
	Task, Result, Measured, Commit, Command, Page string
	Wins, Draws, Losses                           int
	Elo, Low95, High95                            float64
}

// row returns the figure as a row of a table.
func (f figure) row() string {
	if games := f.Wins + f.Draws + f.Losses; games > 0 {
		f.Task += fmt.Sprintf(", %d games", games)
		f.Result = strings.ReplaceAll(fmt.Sprintf("%+.0f [%+.0f, %+.0f] Elo", f.Elo, f.Low95, f.High95), "-", "−")
	}
	return fmt.Sprintf("| %s | %s | %s, %s |", f.Task, f.Result, f.Measured, f.Commit)
}

// missing returns the numbers of a result written by hand that its page lacks.
func (f figure) missing(pages map[string]string) (numbers []string) {
	number := regexp.MustCompile(`\d[\d,.]*\d|\d`)
	known := number.FindAllString(pages[f.Page], -1)
	for _, n := range number.FindAllString(f.Result, -1) {
		if !slices.Contains(known, n) {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

func TestFiguresComeFromTheirFile(t *testing.T) {
	var figures []figure
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile(doctest.Root+"/docs/figures.json"))(t), &figures))
	pages := doctest.Pages(t)
	known := map[string]bool{}
	for _, f := range figures {
		known[f.row()] = true
		if f.Command == "" || !strings.Contains(pages["README.md"], f.row()) {
			t.Errorf("README.md lacks the row %s, or docs/figures.json its command", f.row())
		}
		if missing := f.missing(pages); len(missing) > 0 {
			t.Errorf("%s: %q lacks %s", f.Task, f.Page, missing)
		}
	}
	for _, name := range []string{"README.md", "docs/search.md"} {
		rows := regexp.MustCompile(`(?m)^\| .* \| \d{4}-\d\d-\d\d, [0-9a-f]{8} \|$`).FindAllString(pages[name], -1)
		if len(rows) < 2 {
			t.Errorf("%s has only %d rows of figures", name, len(rows))
		}
		for _, row := range rows {
			if !known[row] {
				t.Errorf("%s: docs/figures.json has no figure for the row %s", name, row)
			}
		}
	}
}

func TestNamesInUseAreNotRetired(t *testing.T) { doctest.CheckRetired(t, doctest.Flags(newProgram())) }

func TestPagesNameSubcommandsAndFlags(t *testing.T) {
	doctest.CheckFlags(t, "alfiere", doctest.Flags(newProgram()))
}

func TestHelpAvoidsPhrases(t *testing.T) { doctest.CheckHelp(t, newProgram()) }

func TestCommandsOfThePages(t *testing.T) {
	doctest.Run(t, "alfiere", engineArgument, doctest.Flags(newProgram()))
}
