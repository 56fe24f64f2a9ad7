package text

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/theme"
)

// judgement writes the report's sections beyond the play, compactly some of them.
func (t *text) judgement() {
	if t.options.Compact {
		t.keyFlaws()
		t.economy()
		return
	}
	if t.report.BlockKind != problem.NoBlock {
		t.begin(t.words.Text("Kind") + ": " + t.kinds())
	}
	t.keyFlaws()
	t.phaseTable()
	t.allChanges()
	t.pictures()
	t.economy()
	t.statistics()
}

// kinds writes what the key does to the set play; where there are several, what each of them does by itself.
func (t *text) kinds() string {
	r := t.report
	if len(r.Keys) == 1 {
		return t.words.Text(r.BlockKind.String())
	}
	names := make([]string, len(r.Keys))
	for i := range r.Keys {
		names[i] = "1." + t.san(&r.Position, r.Keys[i].Move) + " " + t.words.Text(r.Keys[i].Kind.String())
	}
	return strings.Join(names, ", ")
}

// keyFlaws writes what is remarkable about each key.
func (t *text) keyFlaws() {
	r := t.report
	for i := range r.Keys {
		var lines []string
		for _, f := range r.Keys[i].Flaws {
			lines = append(lines, t.flaw(&f))
		}
		t.list(t.words.Text("The key")+" 1."+t.san(&r.Position, r.Keys[i].Move), lines)
	}
}

// list writes lines below a heading, compactly all on its own line; nothing if there are none.
func (t *text) list(heading string, lines []string) {
	switch {
	case lines == nil:
	case t.options.Compact:
		t.tell(heading + ": " + strings.Join(lines, "; "))
	default:
		t.begin(heading)
		for _, line := range lines {
			t.add(textLine{indent: 2, text: line})
		}
	}
}

// named writes the term and, in brackets, the squares concerned.
func (t *text) named(name string, squares movegen.Bitboard) string {
	name = t.words.Text(name)
	if squares != 0 {
		name += fmt.Sprintf(" (%s)", strings.Join(squares.Names(), ", "))
	}
	return name
}

// flaw writes a flaw of a key, or a merit, which it says.
func (t *text) flaw(f *problem.Flaw) string {
	text := t.named(f.Kind.String(), f.Squares)
	if f.Kind.IsMerit() {
		text += " (" + t.words.Text("a merit") + ")"
	}
	return text
}

// warnings writes the warnings about the diagram.
func (t *text) warnings() {
	var lines []string
	for i := range t.report.Warnings {
		lines = append(lines, t.warning(&t.report.Warnings[i]))
	}
	t.list(t.words.Text("Warnings"), lines)
}

// warning writes an oddity with the men concerned and what was counted.
func (t *text) warning(w *problem.Warning) string {
	side := t.words.Text([...]string{"White", "Black"}[w.Color]) + ": "
	if w.Kind == problem.ImpossiblePawns {
		missing := 16 - t.report.Position.ByColor(w.Color.Other()).Count()
		if w.Need == 0 {
			return side + t.words.Sprintf("impossible pawns (%s): no captures explain their files",
				t.men(w.Squares))
		}
		return side + t.words.Sprintf("impossible pawns (%s): captures needed: %d, opposing men missing: %d, "+
			"capturable by pawns: %d", t.men(w.Squares), w.Need, missing, w.Have)
	}
	text := side + t.words.Text(w.Kind.String())
	if w.Squares != 0 {
		text += " (" + t.men(w.Squares) + ")"
	}
	if w.Kind >= problem.CastlingRefuted || w.Kind == problem.NoArrival {
		text += ": " + t.words.Text(warningMeanings[w.Kind])
	}
	if w.Need > 0 {
		text += ": " + t.words.Sprintf("at least %d", w.Need)
	}
	if w.Have > 0 {
		text += ", " + t.words.Sprintf("at most %d possible", w.Have)
	}
	return text
}

// men writes the men on the squares: "Ra1, c2".
func (t *text) men(squares movegen.Bitboard) string {
	var names []string
	for squares != 0 {
		s := squares.Pop()
		name := s.String()
		if kind := t.report.Position.PieceAt(s).Type(); kind != movegen.Pawn {
			name = string(t.letters.Letter(kind)) + name
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

func (t *text) phaseName(first movegen.Move) string {
	if first == movegen.NoMove {
		return strings.ToLower(t.words.Text("Set play"))
	}
	return "1." + t.san(&t.report.Position, first)
}

// phaseLabel is phaseName with the mark of a key or a try.
func (t *text) phaseLabel(first movegen.Move) string {
	name := t.phaseName(first)
	switch {
	case first == movegen.NoMove:
		return name
	case slices.ContainsFunc(t.report.Keys, func(k problem.Phase) bool { return k.Move == first }):
		return name + "!"
	}
	return name + "?"
}

// pictures writes the mates that are models or need a pin or a double check, those of one
// kind together. What a theme already shows about a mate is not repeated.
func (t *text) pictures() {
	var kinds []string
	lines := map[string][][]movegen.Move{}
	for _, p := range t.report.Pictures {
		if merits := t.merits(&p); merits != "" {
			if lines[merits] == nil {
				kinds = append(kinds, merits)
			}
			lines[merits] = append(lines[merits], p.Line)
		}
	}
	for i, kind := range kinds {
		if i == 0 {
			t.begin(t.words.Text("Mates"))
		}
		for _, p := range t.parts(lines[kind]) {
			t.add(textLine{indent: 2, text: kind + ": " + t.partLabel(&p, false), items: t.partItems(&p, false)})
		}
	}
}

// merits writes what is remarkable about a mate, unless a theme already shows it.
func (t *text) merits(p *problem.Picture) string {
	var merits []string
	switch {
	case p.Ideal && !t.isListed("ideal mate", p.Line):
		merits = append(merits, t.words.Text("ideal mate"))
	case p.Model && !p.Ideal && !t.isListed("model mate", p.Line):
		merits = append(merits, t.words.Text("model mate"))
	}
	if p.Double && !t.isListed("double-check mate", p.Line) {
		merits = append(merits, t.words.Text("double check"))
	}
	if p.Pins != 0 && !t.isListed("pin-mate", p.Line) {
		merits = append(merits, t.words.Sprintf("pin of %s", strings.Join(p.Pins.Names(), ", ")))
	}
	return strings.Join(merits, ", ")
}

// isReported reports whether the theme of that name is listed with the line.
func (t *text) isListed(name string, line []movegen.Move) bool {
	return slices.ContainsFunc(t.document.Themes, func(f theme.Found) bool {
		return t.options.names(f.Theme) && f.Theme.Name == name && slices.ContainsFunc(f.Lines, func(l []movegen.Move) bool {
			return slices.Equal(l, line)
		})
	})
}

// statistics counts what the keys' play shows.
func (t *text) statistics() {
	s := t.report.Statistics()
	counts := t.words.Sprintf("keys %d, tries %d, defences %d, different mates %d, duals %d",
		s.Keys, s.Tries, s.Defences, s.Mates, s.Duals)
	if s.Tries == 0 && !t.options.Tries { // the analysis has not searched for tries
		counts = t.words.Sprintf("keys %d, defences %d, different mates %d, duals %d", s.Keys, s.Defences, s.Mates, s.Duals)
	}
	t.begin(t.words.Text("Statistics") + ": " + counts)
}

// themes writes the themes with the lines that show them, each name once: a theme that
// occurs several times has a line below its name for each time. What most problems show comes last.
func (t *text) themes() {
	if !t.options.Themes {
		return
	}
	var groups [][]theme.Found
	for _, f := range t.document.Themes {
		if n := len(groups); !t.options.names(f.Theme) {
			continue
		} else if n > 0 && groups[n-1][0].Theme == f.Theme && t.tryOf(&groups[n-1][0]) == t.tryOf(&f) {
			groups[n-1] = append(groups[n-1], f)
		} else {
			groups = append(groups, []theme.Found{f})
		}
	}
	main := slices.DeleteFunc(slices.Clone(groups), func(g []theme.Found) bool { return g[0].Theme.IsElement() })
	groups = append(main, slices.DeleteFunc(groups, func(g []theme.Found) bool { return !g[0].Theme.IsElement() })...)
	if t.options.Compact {
		names := make([]string, len(groups))
		for i, group := range groups {
			names[i] = t.themeName(&group[0])
		}
		if len(names) > 0 {
			t.tell(t.words.Text("Themes") + ": " + strings.Join(names, ", "))
		}
		return
	}
	for i, group := range groups {
		if i == 0 {
			t.begin(t.words.Text("Themes"))
		}
		t.theme(group)
	}
}

// ParseEconomy reads the basis of superfluous men: "actual" play alone, or "tries" too, so
// that a man needed by a try is not superfluous.
func (o *Options) ParseEconomy(word string) error {
	if word != "actual" && word != "tries" {
		return errors.New("must be actual or tries")
	}
	o.KeepTries = word == "tries"
	return nil
}

// superfluous returns the men listed as superfluous, and the tries that are lost
// without some of them: of those that a solver may fall for or that themes name.
func (o *Options) superfluous(r *problem.Report, d *Document) (men movegen.Bitboard, lost []problem.Loss) {
	men = r.Economy.Superfluous
	for _, l := range r.Economy.Lost {
		tries := slices.DeleteFunc(slices.Clone(l.Tries), func(m movegen.Move) bool {
			return isTrivial(r, d.Themes, m) ||
				!slices.ContainsFunc(r.Tries, func(try problem.Phase) bool { return try.Move == m })
		})
		switch {
		case len(tries) == 0:
		case o.KeepTries:
			men &^= l.Man.Bitboard()
		default:
			lost = append(lost, problem.Loss{Man: l.Man, Tries: tries})
		}
	}
	return men, lost
}

// economy writes the superfluous men, and which tries some of them are needed for.
func (t *text) economy() {
	if t.report.Economy == nil {
		return
	}
	men, lost := t.options.superfluous(t.report, t.document)
	if men == 0 {
		return
	}
	heading := t.words.Text("Superfluous men in actual play")
	if t.options.KeepTries {
		heading = t.words.Text("Superfluous men in actual play and tries")
	}
	var notes []string
	for _, l := range lost {
		var names []string
		for _, m := range l.Tries {
			names = append(names, "1."+t.san(&t.report.Position, m)+"?")
		}
		needed := "%s: needed for the try %s"
		if len(names) > 1 {
			needed = "%s: needed for the tries %s"
		}
		notes = append(notes, t.words.Sprintf(needed, t.men(l.Man.Bitboard()), strings.Join(names, ", ")))
	}
	if t.options.Compact {
		t.tell(strings.Join(append([]string{heading + ": " + t.men(men)}, notes...), "; "))
		return
	}
	t.begin(heading + ": " + t.men(men))
	for _, note := range notes {
		t.add(textLine{indent: 2, text: note})
	}
}
