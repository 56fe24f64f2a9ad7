package text

import (
	"fmt"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/problem"
)

// changeKinds are the kinds of differences in the order in which they are written.
var changeKinds = [...]problem.ChangeKind{problem.Changed, problem.Transferred, problem.Added, problem.Removed}

// changeGroup are differences between two phases that differ in their defences only.
type changeGroup struct {
	problem.Change                   // the first of them
	before, after  string            // the mates as they are written
	defences       [2][]movegen.Move // in the earlier and in the later phase
}

// changesOf groups the differences between phases, or the keys of two twins, as variations are grouped.
func changesOf(from, to *text, changes []problem.Change) (groups []changeGroup) {
	for _, c := range changes {
		g := changeGroup{Change: c, before: from.replies(c.From, c.Defence, c.Before),
			after: to.replies(c.To, c.Other, c.New), defences: [2][]movegen.Move{{c.Defence}, {c.Other}}}
		same := slices.IndexFunc(groups, func(h changeGroup) bool {
			return g.From == h.From && g.To == h.To && g.Kind == h.Kind && g.before == h.before && g.after == h.after &&
				slices.Equal(g.Before, h.Before) && slices.Equal(g.New, h.New)
		})
		if same < 0 || from.options.Ungrouped {
			groups = append(groups, g)
			continue
		}
		for side, m := range [...]movegen.Move{c.Defence, c.Other} {
			if list := &groups[same].defences[side]; !slices.Contains(*list, m) {
				*list = append(*list, m)
			}
		}
	}
	return groups
}

// replies writes the mates after a defence in the phase that begins with first; nothing if there are none.
func (t *text) replies(first, defence movegen.Move, mates []movegen.Move) string {
	if len(mates) == 0 {
		return ""
	}
	p := t.afterFirst(first)
	after := p.After(defence)
	return t.moves(&after, mates, 2)
}

// write writes a difference between two phases: the defences with their mates in the earlier and in the later one.
func (g *changeGroup) write(from, to *text) string {
	side := func(t *text, first movegen.Move, defences []movegen.Move, mates string) string {
		p := t.afterFirst(first)
		return "1..." + t.defences(&p, defences, ^movegen.Bitboard(0)) + " " + mates
	}
	switch g.Kind {
	case problem.Added:
		return side(to, g.To, g.defences[1], g.after)
	case problem.Removed:
		return side(from, g.From, g.defences[0], g.before)
	case problem.Changed:
		return side(from, g.From, g.defences[0], g.before) + " → " + g.after
	}
	return side(from, g.From, g.defences[0], g.before) + " → " + side(to, g.To, g.defences[1], g.after)
}

// allChanges writes the differences between the phases: a paragraph for each phase that is compared with the key's
// play, and in it a line for each kind. What trivial tries have is counted only.
func (t *text) allChanges() {
	var out strings.Builder
	trivial, tries := 0, 0
	for groups := changesOf(t, t, t.report.Changes); len(groups) > 0; {
		from := groups[0].From
		n := slices.IndexFunc(groups, func(g changeGroup) bool { return g.From != from })
		if n < 0 {
			n = len(groups)
		}
		if t.isTrivial(from) {
			trivial += n
			tries++
		} else {
			out.WriteString(t.changesBetween(groups[:n]))
		}
		groups = groups[n:]
	}
	if trivial > 0 {
		out.WriteString("  " + t.words.Sprintf("omitted (trivial tries): changes %d, tries %d",
			trivial, tries) + "\n")
	}
	if out.Len() > 0 {
		fmt.Fprintf(t, "\n%s\n%s", t.words.Text("Changes between the phases"), out.String())
	}
}

// changesBetween writes the differences between two phases. Unless the diagram is provided for, and the key waits, all
// play is more or less added or removed: that is counted, and only where there is more to tell.
func (t *text) changesBetween(groups []changeGroup) string {
	provided := t.report.BlockKind == problem.CompleteBlock || t.report.BlockKind == problem.Mutate
	var out strings.Builder
	for _, kind := range changeKinds {
		var lines []string
		defences := 0
		for i := range groups {
			if g := &groups[i]; g.Kind == kind {
				lines = append(lines, g.write(t, t))
				defences += len(g.defences[0])
			}
		}
		head := "    " + t.words.Text(kind.String()) + ": "
		switch counted := !provided && (kind == problem.Added || kind == problem.Removed); {
		case lines == nil:
		case !counted:
			out.WriteString(t.wrapped(head, lines, ", "))
		case out.Len() > 0:
			fmt.Fprintf(&out, "%s%d\n", head, defences)
		}
	}
	if out.Len() == 0 {
		return ""
	}
	return fmt.Sprintf("  %s – %s\n%s", t.phaseLabel(groups[0].From), t.phaseLabel(groups[0].To), out.String())
}

// isTrivial reports whether the phase is a try that is not told either.
func (t *text) isTrivial(first movegen.Move) bool {
	i := slices.IndexFunc(t.report.Tries, func(try problem.Phase) bool { return try.Move == first })
	return i >= 0 && t.report.Triviality(&t.report.Tries[i]) != problem.Worthwhile && !isThematic(t.document.Themes, first)
}
