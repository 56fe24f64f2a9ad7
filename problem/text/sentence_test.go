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
func bothLanguages(t *testing.T) []Language {
	t.Helper()
	italian, err := ParseLanguage("it")
	if err != nil {
		t.Fatal(err)
	}
	return []Language{English(), italian}
}

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

func TestEveryFlawAndMeritHasItsSentence(t *testing.T) {
	for _, l := range bothLanguages(t) {
		for kind := problem.ChecksKing; kind <= problem.ExposesKing; kind++ {
			r := judged(t)
			r.Keys[0].Flaws = []problem.Flaw{{Kind: kind, Squares: squares("c2", "f7")}}
			want := l.Text(kind.String()) + " (c2, f7)"
			if kind.IsMerit() {
				want += " (" + l.Text("a merit") + ")"
			}
			got := writtenWith(t, &Document{Report: r}, Options{Judgement: true, Language: l})
			if lineWith(got, want) != want || !strings.Contains(got, "\n"+l.Text("The key")+" 1.") {
				t.Errorf("%v: no %q in\n%s", kind, want, got)
			}
			_, fields := jsonLine(t, &Document{Report: r}, Full(l))
			list := fields["flaws"].([]any)
			if kind.IsMerit() {
				if len(list) > 0 {
					t.Errorf("%v is a flaw", kind)
				}
				list = fields["merits"].([]any)
			}
			if got := fmt.Sprint(list); got != fmt.Sprintf("[map[key:d5d6 key_san:Kd6 name:%v squares:[c2 f7]]]", kind) {
				t.Errorf("%v: %s", kind, got)
			}
		}
	}
}

func TestEveryWarningHasItsSentence(t *testing.T) {
	for _, l := range bothLanguages(t) {
		for kind := problem.PromotedPiece; kind <= problem.EnPassantUnproven; kind++ {
			for _, count := range []struct{ need, have int }{{0, 0}, {2, 0}, {3, 1}} {
				r := judged(t)
				r.Warnings = []problem.Warning{{Kind: kind, Color: movegen.Black, Squares: squares("h1", "h2"), Need: count.need, Have: count.have}}
				want := l.Text("Black") + ": " + l.Text(kind.String()) + " (" + string(l.letters.Letter(movegen.King)) + "h1, " +
					string(l.letters.Letter(movegen.Bishop)) + "h2)"
				if kind >= problem.CastlingRefuted {
					want += ": " + l.Text(warningMeanings[kind])
				}
				if count.need > 0 {
					want += ": " + l.Sprintf("at least %d", count.need)
				}
				if count.have > 0 {
					want += ", " + l.Sprintf("at most %d possible", count.have)
				}
				switch men := string(l.letters.Letter(movegen.King)) + "h1, " + string(l.letters.Letter(movegen.Bishop)) + "h2"; {
				case kind != problem.ImpossiblePawns:
				case count.need == 0:
					want = l.Text("Black") + ": " + l.Sprintf("impossible pawns (%s): no captures explain their files", men)
				default:
					want = l.Text("Black") + ": " + l.Sprintf("impossible pawns (%s): captures needed: %d, opposing men missing: %d, "+
						"capturable by pawns: %d", men, count.need, 12, count.have)
				}
				got := writtenWith(t, &Document{Report: r}, Options{Judgement: true, Language: l})
				if lineWith(got, want) != want || !strings.Contains(got, "\n"+l.Text("Warnings")+"\n") {
					t.Errorf("%v: no %q in\n%s", kind, want, got)
				}
				_, fields := jsonLine(t, &Document{Report: r}, Full(l))
				w := fields["warnings"].([]any)[0].(map[string]any)
				if w["name"] != kind.String() || w["color"] != "black" || w["impossible"] != kind.IsImpossible() ||
					fmt.Sprint(w["squares"]) != "[h1 h2]" || number(w["need"]) != count.need || number(w["have"]) != count.have {
					t.Errorf("%v: %v", kind, w)
				}
			}
		}
	}
}

// number is a number of JSON, 0 if it is left out.
func number(value any) int {
	if value == nil {
		return 0
	}
	return int(value.(float64))
}

func TestEveryChangeHasItsSentence(t *testing.T) {
	r := judged(t)
	key, set := &r.Keys[0], r.Set
	defence, other := key.Variations[0].Defence, key.Variations[1].Defence
	before, now := set.Variations[0].Mates.Moves, key.Variations[0].Mates.Moves
	for kind, want := range map[problem.ChangeKind]string{
		problem.Changed:     "    changed: 1...Ne1 2.Qxh2# → 2.Qxh2#",
		problem.Transferred: "    transferred: 1...Ne1 2.Qxh2# → 1...Ng1 2.Qxh2#",
		problem.Added:       "    added: 1...Ne1 2.Qxh2#",
		problem.Removed:     "    removed: 1...Ne1 2.Qxh2#",
	} {
		c := problem.Change{Kind: kind, From: movegen.NoMove, To: key.Move, Defence: defence, Other: defence, Before: before, New: now}
		if kind == problem.Transferred {
			c.Other = other
		}
		r.Changes = []problem.Change{c}
		got := writtenWith(t, &Document{Report: r}, Options{Judgement: true})
		if !strings.Contains(got, "\n  set play – 1.Kd6!\n"+want+"\n") {
			t.Errorf("%v: no %q in\n%s", kind, want, got)
		}
		_, fields := jsonLine(t, &Document{Report: r}, Full(English()))
		j := fields["changes"].([]any)[0].(map[string]any)
		if j["kind"] != kind.String() || j["from"] != "0000" || j["to"] != "d5d6" || j["defence"] != uci(defence) ||
			(j["other"] != nil) != (kind == problem.Transferred) || j["other"] != nil && j["other"] != uci(other) {
			t.Errorf("%v: %v", kind, j)
		}
	}
}

func TestEveryPictureHasItsSentence(t *testing.T) {
	r := judged(t)
	v := &r.Keys[0].Variations[0]
	line := []movegen.Move{r.Keys[0].Move, v.Defence, v.Mates.Moves[0]}
	for want, p := range map[string]problem.Picture{
		"":                            {},
		"model mate":                  {Model: true},
		"ideal mate":                  {Model: true, Ideal: true},
		"double check":                {Double: true},
		"pin of b2, h2":               {Pins: squares("h2", "b2")},
		"model mate, pin of h2":       {Model: true, Pins: squares("h2")},
		"ideal mate, double check":    {Ideal: true, Double: true},
		"double check, pin of a1, a2": {Double: true, Pins: squares("a1", "a2")},
	} {
		p.Line = line
		r.Pictures = []problem.Picture{p, {Line: line}}
		got := writtenWith(t, &Document{Report: r}, Options{Judgement: true})
		if found := strings.Contains(got, "\nMates\n  "); found != (want != "") {
			t.Errorf("%q: mates are named: %t", want, found)
		}
		if want != "" && !strings.Contains(got, "\nMates\n  "+want+": 1.Kd6! 1...Ne1 2.Qxh2#\n") {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestTheKindOfBlockAndSuperfluousMenAreNamed(t *testing.T) {
	for _, l := range bothLanguages(t) {
		for kind := problem.NoBlock; kind <= problem.Mutate; kind++ {
			r := judged(t)
			r.BlockKind = kind
			r.Economy.Superfluous = squares("f2", "g3")
			got := writtenWith(t, &Document{Report: r}, Options{Judgement: true, Language: l})
			if kind == problem.NoBlock {
				if lineWith(got, l.Text("Kind")+": ") != "" {
					t.Errorf("a kind that is none is named:\n%s", got)
				}
				continue
			}
			if want := l.Text("Kind") + ": " + l.Text(kind.String()); lineWith(got, l.Text("Kind")+": ") != want {
				t.Errorf("no %q in\n%s", want, got)
			}
			queen := string(l.letters.Letter(movegen.Queen))
			heading := l.Text("Superfluous men in actual play")
			if want := heading + ": " + queen + "f2, g3"; lineWith(got, heading) != want {
				t.Errorf("no %q in\n%s", want, got)
			}
		}
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

// TestUnprovidedMovesOfTheSetPlayAreNamed, one or several; without a mate there is
// nothing to name them with.
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
