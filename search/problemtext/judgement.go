package problemtext

import (
	"fmt"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/search/problem"
	"alfiere/search/theme"
)

// judgement writes what a composer wants to know beyond the play.
func (t *text) judgement() {
	r, words := t.report, t.words
	if r.BlockKind != problem.NoBlock {
		fmt.Fprintf(t, "\n%s: %s\n", words.blockKind, t.kinds())
	}
	t.keyFlaws()
	t.phaseTable()
	changes := t.changes()
	t.list(words.changes, len(changes), func(i int) string { return t.change(&changes[i]) })
	t.pictures()
	t.economy()
	t.statistics()
}

// kinds writes what the key does to the set play; where there are several, what each of
// them does by itself.
func (t *text) kinds() string {
	r := t.report
	if len(r.Keys) == 1 {
		return t.words.term(r.BlockKind.String())
	}
	names := make([]string, len(r.Keys))
	for i := range r.Keys {
		names[i] = "1." + t.san(&r.Position, r.Keys[i].Move) + " " + t.words.term(r.Keys[i].Kind.String())
	}
	return strings.Join(names, ", ")
}

// keyFlaws writes what is remarkable about each key.
func (t *text) keyFlaws() {
	r := t.report
	for i := range r.Keys {
		t.list(t.words.keyFlaws+" 1."+t.san(&r.Position, r.Keys[i].Move), len(r.Keys[i].Flaws), func(j int) string {
			return t.flaw(&r.Keys[i].Flaws[j])
		})
	}
}

// economy writes the superfluous men.
func (t *text) economy() {
	if e := t.report.Economy; e != nil && e.Superfluous != 0 {
		if !t.options.Compact {
			fmt.Fprintln(t)
		}
		fmt.Fprintf(t, "%s: %s\n", t.words.superfluous, t.men(e.Superfluous))
	}
}

// list writes a heading and n lines below it, compactly all on its own line; nothing if n
// is 0.
func (t *text) list(heading string, n int, line func(i int) string) {
	if n == 0 {
		return
	}
	if t.options.Compact {
		lines := make([]string, n)
		for i := range n {
			lines[i] = line(i)
		}
		fmt.Fprintf(t, "%s: %s\n", heading, strings.Join(lines, "; "))
		return
	}
	fmt.Fprintf(t, "\n%s\n", heading)
	for i := range n {
		fmt.Fprintf(t, "  %s\n", line(i))
	}
}

// named writes the term and, in brackets, the squares concerned.
func (t *text) named(name string, squares movegen.Bitboard) string {
	name = t.words.term(name)
	if squares != 0 {
		name += fmt.Sprintf(" (%s)", strings.Join(squareNames(squares), ", "))
	}
	return name
}

// flaw writes a flaw of a key, or a merit, which it says.
func (t *text) flaw(f *problem.Flaw) string {
	text := t.named(f.Kind.String(), f.Squares)
	if f.Kind.IsMerit() {
		text += " (" + t.words.merit + ")"
	}
	return text
}

// warnings writes the oddities of the diagram.
func (t *text) warnings() {
	t.list(t.words.warnings, len(t.report.Warnings), func(i int) string { return t.warning(&t.report.Warnings[i]) })
}

// warning writes an oddity with the men concerned and what was counted.
func (t *text) warning(w *problem.Warning) string {
	if w.Kind == problem.ImpossiblePawns {
		missing := 16 - t.report.Position.ByColor(w.Color.Other()).Count()
		if w.Need == 0 {
			return t.words.colors[w.Color] + ": " + fmt.Sprintf(t.words.noFiles, t.men(w.Squares))
		}
		return t.words.colors[w.Color] + ": " + fmt.Sprintf(t.words.captures, t.men(w.Squares), w.Need, missing, w.Have)
	}
	text := t.words.colors[w.Color] + ": " + t.words.term(w.Kind.String())
	if w.Squares != 0 {
		text += " (" + t.men(w.Squares) + ")"
	}
	if w.Need > 0 {
		text += ": " + fmt.Sprintf(t.words.needed, w.Need)
	}
	if w.Have > 0 {
		text += ", " + fmt.Sprintf(t.words.possible, w.Have)
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

func squareNames(squares movegen.Bitboard) []string {
	names := make([]string, 0, squares.Count())
	for squares != 0 {
		names = append(names, squares.Pop().String())
	}
	return names
}

// afterFirst returns the position after the first move of a phase.
func (t *text) afterFirst(m movegen.Move) movegen.Position {
	p := t.report.Position
	if m == movegen.NoMove {
		p.MakeNull()
	} else {
		p.Make(m)
	}
	return p
}

func (t *text) phaseName(first movegen.Move) string {
	if first == movegen.NoMove {
		return strings.ToLower(t.words.setPlay)
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

// pictures writes the mates that are models or need a pin or a double check.
func (t *text) pictures() {
	var lines []string
	for i := range t.report.Pictures {
		if merits := t.merits(&t.report.Pictures[i]); merits != "" {
			lines = append(lines, t.line(t.report.Pictures[i].Line)+": "+merits)
		}
	}
	t.list(t.words.pictures, len(lines), func(i int) string { return lines[i] })
}

// merits writes what is remarkable about a mate.
func (t *text) merits(p *problem.Picture) string {
	var merits []string
	switch {
	case p.Ideal:
		merits = append(merits, t.words.ideal)
	case p.Model:
		merits = append(merits, t.words.model)
	}
	if p.Double {
		merits = append(merits, t.words.doubleCheck)
	}
	if p.Pins != 0 {
		merits = append(merits, fmt.Sprintf(t.words.pinOf, strings.Join(squareNames(p.Pins), ", ")))
	}
	return strings.Join(merits, ", ")
}

// line writes a line of play from the first move on. NoMove is the move that is not
// made: the first one in set play, the defender's in a threat.
func (t *text) line(moves []movegen.Move) string {
	p := t.report.Position
	var b strings.Builder
	for i, m := range moves {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		switch {
		case m == movegen.NoMove && i == 0:
			p.MakeNull()
			continue
		case i%2 == 0:
			fmt.Fprintf(&b, "%d.", i/2+1)
		case b.Len() == 0:
			fmt.Fprintf(&b, "%d...", i/2+1)
		}
		if m == movegen.NoMove {
			b.WriteString("~")
			p.MakeNull()
			continue
		}
		b.WriteString(t.san(&p, m))
		p.Make(m)
	}
	return b.String()
}

// statistics counts what the keys' play shows.
func (t *text) statistics() {
	s := t.report.Statistics()
	fmt.Fprintf(t, "\n%s: "+t.words.counts+"\n",
		t.words.statistics, s.Keys, s.Tries, s.Defences, s.Mates, s.Duals)
}

// themes writes the themes with the lines that show them, each name once: a theme that
// occurs several times has a line below its name for each time.
func (t *text) themes() {
	if !t.options.Themes {
		return
	}
	var groups [][]theme.Found
	for _, f := range t.document.Themes {
		if n := len(groups); n > 0 && groups[n-1][0].Theme == f.Theme {
			groups[n-1] = append(groups[n-1], f)
		} else {
			groups = append(groups, []theme.Found{f})
		}
	}
	if t.options.Compact {
		names := make([]string, len(groups))
		for i, group := range groups {
			names[i] = t.words.term(group[0].Theme.Name)
		}
		if len(names) > 0 {
			fmt.Fprintf(t, "%s: %s\n", t.words.themes, strings.Join(names, ", "))
		}
		return
	}
	t.list(t.words.themes, len(groups), func(i int) string { return t.theme(groups[i]) })
}
