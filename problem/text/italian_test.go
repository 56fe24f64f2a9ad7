package text

import (
	"bytes"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/theme"
)

// textsOf returns all texts in a value: of its fields, lists and what it points to.
func textsOf(v reflect.Value) (texts []string) {
	switch v.Kind() {
	case reflect.String:
		return []string{v.String()}
	case reflect.Pointer:
		if !v.IsNil() {
			return textsOf(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			texts = append(texts, textsOf(v.Field(i))...)
		}
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			texts = append(texts, textsOf(v.Index(i))...)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			texts = append(texts, textsOf(v.MapIndex(key))...)
		}
	}
	return texts
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

// englishWords are the words of everything that is said in English and of no Italian text.
func englishWords() map[string]bool {
	texts := textsOf(reflect.ValueOf(english))
	for _, list := range vocabularies() {
		for _, term := range list.Terms {
			texts = append(texts, term.Meaning)
			if italian.term(term.Name) != term.Name {
				texts = append(texts, term.Name)
			}
		}
	}
	for code := range movegen.ImpossibleCheck + 1 {
		texts = append(texts, code.String())
	}
	list := wordsOf(texts...)
	international := []string{"castling"} // of flags
	for _, th := range theme.Themes() {
		international = append(international, italian.term(th.Name))
	}
	for word := range wordsOf(append(textsOf(reflect.ValueOf(italian)), international...)...) {
		delete(list, word)
	}
	return list
}

// TestItalianIsItalianThroughout: no answer, of whatever kind, summary or list has an English
// word.
func TestItalianIsItalianThroughout(t *testing.T) {
	english := englishWords()
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

// TestEveryMeaningIsKnownInItalian, and nothing else is translated.
func TestEveryMeaningIsKnownInItalian(t *testing.T) {
	used := map[string]bool{noGame: true}
	for _, list := range vocabularies() {
		for _, term := range list.Terms {
			meaning := strings.TrimSuffix(term.Meaning, noGame)
			used[meaning] = true
			if translated := term.in(&italian); translated.Meaning == term.Meaning {
				t.Errorf("%s: %q is not translated", list.Name, term.Meaning)
			}
		}
	}
	shared := []string{"pickaninny", "albino", "allumwandlung", "switchback", "rundlauf", "platzwechsel", "excelsior", "en passant", "mutate"}
	for _, th := range theme.Themes() { // with a capital letter it is named after a person or place
		if italian.term(th.Name) == th.Name && strings.ToLower(th.Name) == th.Name && !slices.Contains(shared, th.Name) {
			t.Errorf("the theme %q is English", th.Name)
		}
	}
	for name := range italianThemes {
		if !slices.ContainsFunc(theme.Themes(), func(th *theme.Theme) bool { return th.Name == name }) {
			t.Errorf("%q is no theme", name)
		}
	}
	for meaning := range italianMeanings {
		if !used[meaning] {
			t.Errorf("%q is the meaning of nothing", meaning)
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
	if len(d.Report.Keys) == 0 || !strings.Contains(words, "with play 5 all of it") || !strings.Contains(flags.String(), "with --play 5 all of it") {
		t.Errorf("%s\n%s", words, flags.String())
	}
}
