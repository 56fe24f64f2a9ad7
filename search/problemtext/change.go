package problemtext

import (
	"fmt"
	"slices"

	"alfiere/movegen"
	"alfiere/search/problem"
)

// changeGroup are differences between two phases that differ in their defences only.
type changeGroup struct {
	problem.Change                   // the first of them
	before, after  string            // the mates as they are written
	defences       [2][]movegen.Move // in the earlier and in the later phase
}

// changes groups the differences between phases as variations are grouped.
func (t *text) changes() (groups []changeGroup) {
	for _, c := range t.report.Changes {
		g := changeGroup{Change: c, before: t.replies(c.From, c.Defence, c.Before), after: t.replies(c.To, c.Other, c.New),
			defences: [2][]movegen.Move{{c.Defence}, {c.Other}}}
		same := slices.IndexFunc(groups, func(h changeGroup) bool {
			return g.From == h.From && g.To == h.To && g.Kind == h.Kind && g.before == h.before && g.after == h.after &&
				slices.Equal(g.Before, h.Before) && slices.Equal(g.New, h.New)
		})
		if same < 0 || t.options.Ungrouped {
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

// replies writes the mates after a defence in the phase that begins with first; nothing if
// there are none.
func (t *text) replies(first, defence movegen.Move, mates []movegen.Move) string {
	if len(mates) == 0 {
		return ""
	}
	p := t.afterFirst(first)
	after := p.After(defence)
	return t.moves(&after, mates, 2)
}

// change writes a difference between two phases: the defences with their mates in the
// earlier and in the later one.
func (t *text) change(g *changeGroup) string {
	side := func(first movegen.Move, defences []movegen.Move, mates string) string {
		p := t.afterFirst(first)
		return "1..." + t.defences(&p, defences, ^movegen.Bitboard(0)) + " " + mates
	}
	var play string
	switch g.Kind {
	case problem.Added:
		play = side(g.To, g.defences[1], g.after)
	case problem.Removed:
		play = side(g.From, g.defences[0], g.before)
	case problem.Changed:
		play = side(g.From, g.defences[0], g.before) + " → " + g.after
	default:
		play = side(g.From, g.defences[0], g.before) + " → " + side(g.To, g.defences[1], g.after)
	}
	return fmt.Sprintf("%s – %s, %s: %s", t.phaseName(g.From), t.phaseName(g.To), t.words.term(g.Kind.String()), play)
}
