package text

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/problem"
)

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
	page, err := os.ReadFile("../../docs/problem-json.md")
	if err != nil {
		t.Fatal(err)
	}
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
