package text

import (
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/theme"
)

// stage is a phase with its moves as they say the same in all phases.
type stage struct {
	*problem.Phase
	entries     []entry        // effective defences, and refutations
	threats     []movegen.Move // each once
	threatMoves []movegen.Move // the same as they are played
}

// entry is a defence with what answers it: nothing if it refutes.
type entry struct {
	defence movegen.Move
	mates   []movegen.Move // identities, each once
	moves   []movegen.Move // the same as they are played
}

func newStage(ph *problem.Phase) *stage {
	n := len(ph.Threats.Moves)
	for i := range ph.Variations {
		n += len(ph.Variations[i].Mates.Moves)
	}
	room := make([]movegen.Move, 2*n) // of all lists, for there are many
	s := &stage{Phase: ph, entries: make([]entry, 0, len(ph.Variations)+len(ph.Refutations))}
	s.threats, s.threatMoves, room = identities(ph, &ph.Threats, room)
	for i := range ph.Variations {
		if v := &ph.Variations[i]; v.Effective {
			e := entry{defence: v.Defence}
			e.mates, e.moves, room = identities(ph, &v.Mates, room)
			s.entries = append(s.entries, e)
		}
	}
	if ph.Move != movegen.NoMove {
		for _, m := range ph.Refutations {
			s.entries = append(s.entries, entry{defence: m})
		}
	}
	return s
}

// identities returns the different moves as they say the same in all phases, sorted, and each as it
// is played, in room, of which it returns the rest.
func identities(ph *problem.Phase, mates *problem.Mates, room []movegen.Move) (ids, moves, rest []movegen.Move) {
	n := len(mates.Moves)
	ids, moves, rest = room[:0:n], room[n:n:2*n], room[2*n:]
	for _, m := range mates.Moves {
		m = mates.Named(m)
		id := ph.Identity(m)
		if i, seen := slices.BinarySearch(ids, id); !seen {
			ids, moves = slices.Insert(ids, i, id), slices.Insert(moves, i, m)
		}
	}
	return ids, moves, rest
}

// entry returns what the phase says of a defence, nil if it is impossible or stops no threat.
func (s *stage) entry(defence movegen.Move) *entry {
	for i := range s.entries {
		if s.entries[i].defence == defence {
			return &s.entries[i]
		}
	}
	return nil
}

// sole returns the only one of the moves, NoMove if there are others.
func sole(ids []movegen.Move) movegen.Move {
	if len(ids) != 1 {
		return movegen.NoMove
	}
	return ids[0]
}

// changes reports whether both entries are answered, and by different moves.
func (e *entry) changes(other *entry) bool {
	return e != nil && other != nil && len(e.mates) > 0 && len(other.mates) > 0 &&
		!slices.ContainsFunc(e.mates, func(m movegen.Move) bool { return slices.Contains(other.mates, m) })
}

// sameAnswers reports whether both entries are there and answered alike, or neither is.
func sameAnswers(e, f *entry) bool {
	return (e == nil) == (f == nil) && (e == nil || slices.Equal(e.mates, f.mates))
}

// likeness counts what an earlier phase shares with the actual play.
type likeness struct {
	changed, transferred int
	paradoxes            int // threats of the one phase that answer defences in the other
	matter               []movegen.Move
}

// worth weighs what is shared: a change may be chance, two are play.
func (l likeness) worth() int { return l.changed + l.transferred + l.paradoxes }

// share finds what a phase shares with the intended keys.
func (b *tableBuilder) share(s *stage) (sum likeness) {
	for _, key := range b.keys {
		if key != s {
			l := share(s, key)
			sum.changed, sum.transferred = sum.changed+l.changed, sum.transferred+l.transferred
			sum.paradoxes, sum.matter = sum.paradoxes+l.paradoxes, append(sum.matter, l.matter...)
		}
	}
	return sum
}

// share finds what an earlier phase shares with the actual play. All moves of one man that change
// alike are one change, and mates that other mates accompany do not count as transferred.
func share(before, key *stage) (l likeness) {
	var seen [][3]movegen.Move
	for _, c := range problem.Compare(before.Phase, key.Phase) {
		e, count, what := before.entry(c.Defence), &l.changed, [3]movegen.Move{}
		switch {
		case c.Kind == problem.Changed:
			what = [3]movegen.Move{c.Defence & 63, e.mates[0], key.entry(c.Defence).mates[0]}
		case c.Kind == problem.Transferred && len(e.mates) == 1:
			count, what[1] = &l.transferred, e.mates[0]
		default:
			continue
		}
		l.matter = append(l.matter, c.Defence, c.Other)
		if !slices.Contains(seen, what) {
			seen = append(seen, what)
			*count++
		}
	}
	if before.Move != movegen.NoMove {
		l.meet(before, key)
		l.meet(key, before)
	}
	return l
}

// meet counts the defences of one phase that the only threat of the other answers, and
// twice if it is what they refute there.
func (l *likeness) meet(threatens, answers *stage) {
	threat := sole(threatens.threats)
	if threat == movegen.NoMove || slices.Contains(answers.threats, threat) {
		return
	}
	for _, e := range answers.entries {
		if sole(e.mates) != threat {
			continue
		}
		l.matter = append(l.matter, e.defence)
		l.paradoxes++
		if slices.Contains(threatens.Refutations, e.defence) {
			l.paradoxes++
		}
	}
}

// defencesThatMatter returns the defences that the phases share, and those of themes.
func (b *tableBuilder) defencesThatMatter() map[movegen.Move]bool {
	matter := map[movegen.Move]bool{}
	for i, s := range b.stages {
		for _, m := range b.share(s).matter {
			matter[m] = true
		}
		for _, e := range s.entries {
			if b.thematic[e.defence] > 0 {
				matter[e.defence] = true
			}
			for _, other := range b.stages[:i] {
				if e.changes(other.entry(e.defence)) {
					matter[e.defence] = true
				}
			}
		}
	}
	return matter
}

// weight is how much a theme makes of a move: 1 if changes as such are the theme, 2 if it is one of letters.
type weight int

// readThemes marks the first moves and the defences of the themes that several phases show together.
func (b *tableBuilder) readThemes(themes []theme.Found) {
	for _, f := range themes {
		if !isBetweenPhases(&f) {
			continue
		}
		if b.thematic == nil {
			b.thematic, b.lettered = map[movegen.Move]weight{}, map[movegen.Move]bool{}
		}
		w := weight(2)
		name := f.Theme.Name
		if strings.HasSuffix(name, " mates") || name == "mutate" || name == "changed continuations" {
			w = 1
		}
		for _, line := range f.Lines {
			b.thematic[line[0]] = max(b.thematic[line[0]], w)
			if len(line) > 1 && line[1] != movegen.NoMove {
				b.thematic[line[1]] = max(b.thematic[line[1]], w)
			}
			if len(line) > 2 && w > 1 {
				phase := problem.Phase{Move: line[0]}
				b.lettered[phase.Identity(line[2])] = true
			}
		}
	}
}

// isBetweenPhases reports whether several phases show the theme together, each by a threat,
// a defence with its answer, or a refutation.
func isBetweenPhases(f *theme.Found) bool {
	if f.Theme.Group != theme.Phases && f.Theme.Group != theme.Threats {
		return false
	}
	several := false
	for _, line := range f.Lines {
		if len(line) < 2 || len(line) == 2 && line[0] == movegen.NoMove {
			return false
		}
		several = several || line[0] != f.Lines[0][0]
	}
	return several
}
