package text

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/message"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/theme"
)

// reportTexts are the texts about positions and reports in the catalogue.
func reportTexts(t *testing.T) (english, italian []string) {
	t.Helper()
	catalogue := must.Get(os.ReadFile("../../internal/message/italian.txt"))(t)
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
			must.Do(t, Write(&out, &copied, o))
			if d.Report != nil {
				o := d.Outcome()
				sum.Add(&o)
				must.Do(t, WriteSVG(&out, &copied, 0, l))
			}
			svg := regexp.MustCompile(`<[^>]*>`)
			check("answer", svg.ReplaceAllString(out.String(), " "))
		}
	}
	var summary strings.Builder
	must.Do(t, sum.Write(&summary, Options{Language: l}))
	check("summary", summary.String())
	for _, list := range vocabularies() {
		var text strings.Builder
		must.Do(t, WriteVocabulary(&text, list.Name, l))
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
	request := must.Get(ParseRequest("5"))(t)
	d := &Document{Report: report(t, cumpeFEN, problem.Options{Moves: 2})}
	d.Report.Moves = 5
	words := must.Get(request.Answer(*d))(t)
	var flags strings.Builder
	must.Do(t, Write(&flags, d, Options{}))
	if len(d.Report.Keys) == 0 || !strings.Contains(words, "; play 5 shows all of it") || !strings.Contains(flags.String(), "; --play 5 shows all of it") {
		t.Errorf("%s\n%s", words, flags.String())
	}
}

// bothLanguages are those that have words.
var bothLanguages = map[string]Language{"english": English(), "italian": Italian()}

func TestLanguagesHaveCodesAndNames(t *testing.T) {
	for name, want := range map[string]message.Language{"en": message.English, "english": message.English,
		"ENGLISH": message.English,
		"it":      message.Italian, "italian": message.Italian, "ITALIAN": message.Italian, "german": message.English} {
		if l, err := ParseLanguage(name); err != nil || l.Language != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// judged is a hand-made report that has one of everything.
func judged(t *testing.T) *problem.Report {
	t.Helper()
	r := *report(t, cumpeFEN, full(2))
	r.Keys = slices.Clone(r.Keys)
	r.Keys[0].Flaws, r.Changes, r.Pictures, r.Warnings = nil, nil, nil, nil
	r.Economy = &problem.Economy{}
	return &r
}

// lineWith returns the line of a text that begins, after its indent, with the prefix.
func lineWith(text, prefix string) string {
	for l := range strings.Lines(text) {
		if l = strings.TrimSpace(l); strings.HasPrefix(l, prefix) {
			return l
		}
	}
	return ""
}

// squares is the set of the named squares.
func squares(names ...string) (set movegen.Bitboard) {
	for _, name := range names {
		s, ok := movegen.ParseSquare(name)
		if !ok {
			panic(name)
		}
		set |= s.Bitboard()
	}
	return set
}

// TestEveryFindingHasItsSentence: the golden texts have what each finding adds to a report, and its fields in JSON.
func TestEveryFindingHasItsSentence(t *testing.T) {
	for name, l := range bothLanguages {
		o := Options{Judgement: true, Language: l}
		var out strings.Builder
		plain := judged(t)
		without := writtenWith(t, &Document{Report: plain}, o)
		write := func(finding string, find func(r *problem.Report)) {
			r := *plain
			r.Keys, r.Economy = slices.Clone(r.Keys), &problem.Economy{}
			find(&r)
			lines, _ := added(writtenWith(t, &Document{Report: &r}, o), without)
			_, fields := jsonLine(t, &Document{Report: &r}, Full(l))
			fmt.Fprintf(&out, "== %s\n%s\n", finding, strings.Join(lines, "\n"))
			for _, field := range []string{"flaws", "merits", "warnings", "changes", "block_kind"} {
				if list, empty := fields[field].([]any); fields[field] != nil && !(empty && len(list) == 0) {
					fmt.Fprintf(&out, "%s: %v\n", field, fields[field])
				}
			}
		}
		for kind := problem.ChecksKing; kind <= problem.ExposesKing; kind++ {
			write(kind.String(), func(r *problem.Report) {
				r.Keys[0].Flaws = []problem.Flaw{{Kind: kind, Squares: squares("c2", "f7")}}
			})
		}
		for kind := problem.PromotedPiece; kind <= problem.EnPassantUnproven; kind++ {
			for _, count := range [][2]int{{0, 0}, {2, 0}, {3, 1}} {
				write(fmt.Sprint(kind, count), func(r *problem.Report) {
					r.Warnings = []problem.Warning{{Kind: kind, Color: movegen.Black, Squares: squares("h1", "h2"), Need: count[0], Have: count[1]}}
				})
			}
		}
		for kind := problem.Changed; kind <= problem.Removed; kind++ {
			write(kind.String(), func(r *problem.Report) {
				key, before := &r.Keys[0], r.Set.Variations[0].Mates.Moves
				defence := key.Variations[0].Defence
				c := problem.Change{Kind: kind, From: movegen.NoMove, To: key.Move, Defence: defence, Other: defence,
					Before: before, New: key.Variations[0].Mates.Moves}
				if kind == problem.Transferred {
					c.Other = key.Variations[1].Defence
				}
				r.Changes = []problem.Change{c}
			})
		}
		for _, p := range []problem.Picture{{}, {Model: true}, {Model: true, Ideal: true}, {Double: true}, {Pins: squares("h2", "b2")},
			{Model: true, Pins: squares("h2")}, {Ideal: true, Double: true}, {Double: true, Pins: squares("a1", "a2")}} {
			write("picture", func(r *problem.Report) {
				v := &r.Keys[0].Variations[0]
				p.Line = []movegen.Move{r.Keys[0].Move, v.Defence, v.Mates.Moves[0]}
				r.Pictures = []problem.Picture{p, {Line: p.Line}}
			})
		}
		for kind := problem.NoBlock; kind <= problem.Mutate; kind++ {
			write(kind.String(), func(r *problem.Report) {
				r.BlockKind, r.Economy.Superfluous = kind, squares("f2", "g3")
			})
		}
		compare(t, "sentences_"+name, out.String())
	}
}

// TestEveryFieldOfTheJSONIsDocumented: the page has a word for each.
func TestEveryFieldOfTheJSONIsDocumented(t *testing.T) {
	page := must.Get(os.ReadFile("../../docs/problem-json.md"))(t)
	seen := map[reflect.Type]bool{}
	var visit func(of reflect.Type)
	visit = func(of reflect.Type) {
		for of.Kind() == reflect.Slice || of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct || seen[of] {
			return
		}
		seen[of] = true
		for i := range of.NumField() {
			name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
			if !of.Field(i).Anonymous && !strings.Contains(string(page), "`"+name+"`") &&
				!strings.Contains(string(page), `"`+name+`"`) {
				t.Errorf("%v: %q is not documented", of, name)
			}
			visit(of.Field(i).Type)
		}
	}
	visit(reflect.TypeFor[ReportForm]())
	visit(reflect.TypeFor[jsonFault]())
	if len(seen) < 9 {
		t.Errorf("%d forms", len(seen))
	}
}

// TestUnprovidedMovesOfTheSetPlayAreNamed, one or several; without a mate there is nothing to name them with.
func TestUnprovidedMovesOfTheSetPlayAreNamed(t *testing.T) {
	numbers := map[int]bool{}
	for _, d := range corpus(t) {
		set := d.Report.Set
		if set == nil {
			continue
		}
		text := writtenWith(t, d, Options{SetPlay: true, AllDefences: true})
		got := lineWith(text[strings.Index(text, "\nSet play\n"):], "no mate after 1...")
		if want := len(set.Refutations) > 0 && len(set.Variations) > 0; want != (got != "") {
			t.Errorf("%s: %d moves are unprovided: %q", d.Title, len(set.Refutations), got)
		}
		for _, m := range set.Refutations {
			if got != "" && !strings.Contains(got, m.To().String()) {
				t.Errorf("%s: %v is missing in %q", d.Title, m, got)
			}
		}
		if got != "" {
			numbers[min(len(set.Refutations), 2)] = true
		}
	}
	if !numbers[1] || !numbers[2] {
		t.Errorf("numbers of unprovided moves: %v", numbers)
	}
}

// TestTheSetPlayBeginsWithAPass: the man on a1 stays where it is.
func TestTheSetPlayBeginsWithAPass(t *testing.T) {
	r := judged(t)
	r.Position, _, _ = movegen.Rules{Composed: true}.ParseFEN("7k/8/5K2/8/8/8/8/R7 w - - 0 1")
	defence, mate := movegen.MakeMove(63, 55, movegen.Normal), movegen.MakeMove(0, 7, movegen.Normal)
	r.Keys, r.Set, r.Tries = nil, nil, nil
	r.Changes = []problem.Change{{Kind: problem.Removed, Defence: defence, Other: defence, Before: []movegen.Move{mate}}}
	got := writtenWith(t, &Document{Report: r}, Options{Judgement: true})
	if want := "\n  set play – set play\n    removed: 1...Kh7 2.Rh1+\n"; !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
}

func TestEveryTermHasAMeaningAndStandsInTheDocs(t *testing.T) {
	page := must.Get(os.ReadFile("../../docs/problem-json.md"))(t)
	_, page2, found := strings.Cut(string(page), "## Vocabulary\n")
	if !found {
		t.Fatal("the page has no vocabulary")
	}
	section, _, _ := strings.Cut(page2, "\n## ")
	rows := strings.Count(section, "\n- `")
	section = strings.Join(strings.Fields(section), " ") + " - "
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
		row := "- `" + list.Name + "`: `" + strings.Join(names, "`, `") + "` - "
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
