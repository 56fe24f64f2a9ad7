package text

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/theme"
)

// reportTexts are the texts about positions and reports in the catalogue.
func reportTexts(t *testing.T) (english, italian []string) {
	t.Helper()
	catalogue, err := os.ReadFile("../../internal/message/italian.txt")
	if err != nil {
		t.Fatal(err)
	}
	section, _, found := strings.Cut(string(catalogue), "\n# Files of problems.\n")
	if !found {
		t.Fatal("the catalogue has no part about files")
	}
	for line := range strings.Lines(section) {
		if text, isItalian := strings.CutPrefix(line, "\t"); isItalian {
			italian = append(italian, text)
		} else if !strings.HasPrefix(line, "# ") {
			english = append(english, line)
		}
	}
	return english, italian
}

var wordPattern = regexp.MustCompile(`\pL{2,}`)

// wordsOf returns the words of texts in small letters.
func wordsOf(texts ...string) map[string]bool {
	list := map[string]bool{}
	for _, text := range texts {
		for _, word := range wordPattern.FindAllString(text, -1) {
			list[strings.ToLower(word)] = true
		}
	}
	return list
}

// englishWords are the words of all English texts that no Italian text has.
func englishWords(t *testing.T) map[string]bool {
	english, italian := reportTexts(t)
	list := wordsOf(english...)
	international := []string{"castling", "mutate", "zugzwang"} // the first of flags
	for _, th := range theme.Themes() {
		international = append(international, Italian().Text(th.Name))
	}
	for word := range wordsOf(append(italian, international...)...) {
		delete(list, word)
	}
	return list
}

// TestItalianIsItalianThroughout: no answer, of whatever kind, summary or list has an English word.
func TestItalianIsItalianThroughout(t *testing.T) {
	english := englishWords(t)
	if !english["sound"] || !english["threat"] || !english["pawn"] || english["zugzwang"] || len(english) < 250 {
		t.Fatalf("%d English words", len(english))
	}
	check := func(what string, text string) {
		t.Helper()
		for word := range wordsOf(text) {
			if english[word] {
				t.Errorf("%s: %q is English in\n%.2000s", what, word, text)
			}
		}
	}
	l := Italian()
	documents := corpus(t)
	for _, g := range golden {
		documents = append(documents, &Document{Report: report(t, g.fen, g.options)})
		o := WithThemes(g.options)
		o.Nodes = g.options.Nodes
		d := &Document{Report: report(t, g.fen, o)}
		d.Recognise()
		documents = append(documents, d)
	}
	all := make([]movegen.Fault, movegen.ImpossibleCheck+1)
	for code := range all {
		all[code] = movegen.Fault{Code: movegen.FaultCode(code), Field: movegen.FENField(code % 7), Text: "S", Squares: 1, Offset: 3}
	}
	documents = append(documents, &Document{Illegal: &Illegal{FEN: "8/8/8/8/8/8/8/8", Moves: 2, Faults: all}},
		&Document{Illegal: &Illegal{FEN: "8/8/8/8/8/8/8/8", Moves: 2, Faults: []movegen.Fault{{Code: movegen.KingCount}}}})
	sum := sumOf(someOutcomes())
	sum.Interrupted = true
	for _, d := range documents {
		for _, o := range []Options{Full(l), {Language: l}, {Language: l, Compact: true, Themes: true, Tries: true, SetPlay: true, Judgement: true}} {
			var out bytes.Buffer
			copied := *d
			copied.Title = ""
			if err := Write(&out, &copied, o); err != nil {
				t.Fatal(err)
			}
			if d.Report != nil {
				o := d.Outcome()
				sum.Add(&o)
				if err := WriteSVG(&out, &copied, 0, l); err != nil {
					t.Fatal(err)
				}
			}
			svg := regexp.MustCompile(`<[^>]*>`)
			check("answer", svg.ReplaceAllString(out.String(), " "))
		}
	}
	var summary strings.Builder
	if err := sum.Write(&summary, Options{Language: l}); err != nil {
		t.Fatal(err)
	}
	check("summary", summary.String())
	for _, list := range vocabularies() {
		var text strings.Builder
		if err := WriteVocabulary(&text, list.Name, l); err != nil {
			t.Fatal(err)
		}
		check(list.Name, text.String())
	}
}

func TestEveryMeaningIsKnownInItalian(t *testing.T) {
	for _, list := range vocabularies() {
		for _, term := range list.Terms {
			if plain := strings.TrimSuffix(term.Meaning, noGame); Italian().Text(plain) == plain {
				t.Errorf("%s: %q is not translated", list.Name, term.Meaning)
			}
		}
	}
}

// TestHintsNameWhatTheReaderCanWrite: flags on the command line, words in the console.
func TestHintsNameWhatTheReaderCanWrite(t *testing.T) {
	request, err := ParseRequest("5")
	if err != nil {
		t.Fatal(err)
	}
	d := &Document{Report: report(t, cumpeFEN, problem.Options{Moves: 2})}
	d.Report.Moves = 5
	words, err := request.Answer(*d)
	if err != nil {
		t.Fatal(err)
	}
	var flags strings.Builder
	if err := Write(&flags, d, Options{}); err != nil {
		t.Fatal(err)
	}
	if len(d.Report.Keys) == 0 || !strings.Contains(words, "; play 5 shows all of it") || !strings.Contains(flags.String(), "; --play 5 shows all of it") {
		t.Errorf("%s\n%s", words, flags.String())
	}
}
