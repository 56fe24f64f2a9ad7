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

// identities returns the moves as they say the same in all phases, sorted, and one of those
// that are played for each, in room, of which it returns the rest. Mates by promotion that
// differ in name only are one.
func identities(ph *problem.Phase, mates *problem.Mates, room []movegen.Move) (ids, moves, rest []movegen.Move) {
	n := len(mates.Moves)
	ids, moves, rest = room[:0:n], room[n:n:2*n], room[2*n:]
	for _, m := range mates.Moves {
		id := ph.Identity(m)
		if mates.In == 1 && m.Kind() == movegen.Promotion && m.PromotionType() != movegen.Knight {
			id = movegen.MakePromotion(id.From(), id.To(), movegen.Queen)
		}
		i, seen := slices.BinarySearch(ids, id)
		switch {
		case !seen:
			ids, moves = slices.Insert(ids, i, id), slices.Insert(moves, i, m)
		case m.PromotionType() > moves[i].PromotionType():
			moves[i] = m
		}
	}
	return ids, moves, rest
}

// entry returns what the phase says of a defence, nil if it is impossible or stops no
// threat.
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

// has reports whether the move answers the defence of the entry.
func (e *entry) has(m movegen.Move) bool { return e != nil && slices.Contains(e.mates, m) }

// likeness counts what an earlier phase shares with the actual play.
type likeness struct {
	changed, transferred int
	paradoxes            int // threats of the one phase that answer defences in the other
	matter               []movegen.Move
}

// worth weighs what is shared: a change may be chance, two are play.
func (l likeness) worth() int { return l.changed + l.transferred + l.paradoxes }

// share finds what an earlier phase shares with the actual play. All moves of one man that change
// alike are one change.
func share(before, key *stage) (l likeness) {
	var seen [][3]movegen.Move
	for i := range before.entries {
		e := &before.entries[i]
		k := key.entry(e.defence)
		if e.changes(k) {
			l.matter = append(l.matter, e.defence)
			if change := [3]movegen.Move{e.defence & 63, e.mates[0], k.mates[0]}; !slices.Contains(seen, change) {
				seen = append(seen, change)
				l.changed++
			}
		}
		if m := sole(e.mates); m != movegen.NoMove && !k.has(m) {
			for j := range key.entries {
				f := &key.entries[j]
				if f.has(m) && f.defence != e.defence && !before.entry(f.defence).has(m) {
					l.matter = append(l.matter, e.defence, f.defence)
					if transfer := [3]movegen.Move{0, m}; !slices.Contains(seen, transfer) {
						seen = append(seen, transfer)
						l.transferred++
					}
				}
			}
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
	for i := range answers.entries {
		e := &answers.entries[i]
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
		if s != b.key {
			for _, m := range share(s, b.key).matter {
				matter[m] = true
			}
		}
		for k := range s.entries {
			e := &s.entries[k]
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

// weight is how much a theme makes of a move: 1 if changes as such are the theme, 2 if it
// is one of letters.
type weight int

// readThemes marks the first moves and the defences of the themes that several phases show
// together.
func (b *tableBuilder) readThemes(themes []theme.Found) {
	for i := range themes {
		f := &themes[i]
		if !isBetweenPhases(f) {
			continue
		}
		if b.thematic == nil {
			b.thematic, b.lettered = map[movegen.Move]weight{}, map[movegen.Move]bool{}
		}
		w := weight(2)
		if strings.HasSuffix(f.Theme.Name, " mates") || f.Theme.Name == "mutate" {
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
