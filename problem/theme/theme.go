// Package theme recognises the themes of directed mates in a problem.Report: patterns of keys, defences and mates that
// composers have names for. docs/themes.md defines each one as it is tested here.
//
// It reads reports and positions, and solves nothing itself but what errors allow a second move to do. The only text it
// provides is the themes' names, which are the field's terms. It imports only movegen and problem.
package theme

import (
	"fmt"
	"slices"

	"alfiere/movegen"
	"alfiere/problem"
)

// Theme is a row of the table of themes.
type Theme struct {
	Name  string // the field's English name, lower case: "star flights"
	Group group
	find  func(*study) []showing // each is one occurrence of the theme
}

// group is where a theme belongs in the menu.
type group uint8

// The groups of themes, in rising difficulty.
const (
	OnePiece      group = iota // the geometry of one piece's moves
	OneVariation               // what a single variation shows
	TwoVariations              // what two or more variations show together
	Threats                    // how defences separate threats
	Phases                     // what set play, tries and actual play show together
	Manoeuvres                 // what one man after another does in a longer problem
)

var groupNames = [...]string{"one piece", "one variation", "two variations", "threats", "phases", "manoeuvres"}

// String returns the name of the group in English.
func (g group) String() string { return groupNames[g] }

// line is a line of play from the first move of its phase. NoMove is the first move of
// set play, or the defender's pass in the line of a threat.
type line = []movegen.Move

// showing holds the lines that together show a theme once.
type showing = []line

// Found is a theme found in a problem. A theme that occurs twice, like two Grimshaws, is found twice.
type Found struct {
	Theme *Theme

	// Lines are the lines of play that show it, each from its first move. NoMove is the
	// first move of set play, or the defender's pass in the line of a threat.
	Lines [][]movegen.Move
}

// Recognise returns the themes of the intended keys in the order of the table: those that are named, despite other keys
// and shorter mates, or those of a sound problem. Otherwise the intended play is unknown, and only patterns of the
// defences are found, after each key. A key is a phase for those after it. The report should have set play,
// one-refutation tries, all defences and the judgement (see Options): themes that need what is missing are not found.
func Recognise(r *problem.Report) (found []Found) {
	if r.PostKey != nil {
		return nil
	}
	keys, unknown := r.ActualPlay(), r.Verdict != problem.Sound && r.Named == nil
	for i := 0; unknown && i < len(r.Keys); i++ {
		keys = append(keys[:i], &r.Keys[i])
	}
	studies := make([]*study, len(keys))
	for i, key := range keys {
		studies[i] = newStudy(r, key, keys[:i])
	}
	for _, t := range themes() {
		if unknown && !slices.Contains(patterns, t.Name) {
			continue
		}
		var shown []showing
		for _, s := range studies {
			shown = append(shown, t.find(s)...)
		}
		if len(keys) > 1 { // what tries show is the same for all keys
			shown = distinct(shown, func(lines showing) string { return fmt.Sprint(lines) })
		}
		for _, lines := range shown {
			found = append(found, Found{t, lines})
		}
	}
	return found
}

// Options returns the options that a report for Recognise should be made with.
func Options(moves int) problem.Options {
	return problem.Options{
		Moves: moves, SetPlay: true, Tries: 1, AllDefences: true, Judge: true,
		Play: moves,
	}
}

// study is the report of a sound problem, with what the finders need of it worked out once.
type study struct {
	report   *problem.Report
	us, them movegen.Color // who mates, and who defends
	left     int           // moves that the attacker has after the first one of actual

	actual *phase   // the key's
	set    *phase   // nil if the report has none
	tries  []*phase // those with one refutation, which may be stalemate, in the order of the report
	inside []stage  // see stagesOfPlay
	played []way    // see ways

	// What the phases are to the themes between them.
	key     *answers   // the actual play
	earlier []*answers // set play, if the report has it, the quiet tries and earlier keys
}

// phase is a problem.Phase with its positions: set play, virtual play or actual
// play, or in longer problems a later stage of them.
type phase struct {
	*problem.Phase
	prefix line             // the moves that lead to before
	before movegen.Position // where Move is played
	after  movegen.Position // the defender's turn
	plays  []*play          // one for every variation, ineffective ones too
	next   []*phase         // what follows each of Threats.Moves if they do not mate
}

// play is a variation with its positions.
type play struct {
	*problem.Variation
	phase *phase
	after movegen.Position // after the defence: the attacker's turn
	next  []*phase         // what follows each of Mates.Moves if they do not mate
}

func newStudy(r *problem.Report, key *problem.Phase, keys []*problem.Phase) *study {
	s := playOf(r, key)
	if r.Set != nil {
		s.set = newPhase(nil, r.Position, r.Set)
	}
	for i := range r.Tries {
		if len(r.Tries[i].Refutations) <= 1 {
			s.tries = append(s.tries, newPhase(nil, r.Position, &r.Tries[i]))
		}
	}
	s.key = newAnswers(s.actual, s.left)
	if s.set != nil {
		s.earlier = append(s.earlier, newAnswers(s.set, s.left))
	}
	for _, try := range s.quietTries() {
		s.earlier = append(s.earlier, newAnswers(try, s.left))
	}
	for _, other := range keys {
		if other.Kind != problem.Check {
			s.earlier = append(s.earlier, newAnswers(newPhase(nil, r.Position, other), s.left))
		}
	}
	return s
}

// newPhase adds the positions to f, whose Move is played in before. Threats to mate by promotion to rook or bishop are
// left out: they are named as the one to queen, which mates as well.
func newPhase(prefix line, before movegen.Position, f *problem.Phase) *phase {
	alias := func(m movegen.Move) bool { return f.Threats.Named(m) != m }
	if slices.ContainsFunc(f.Threats.Moves, alias) {
		named := *f
		named.Threats.Moves = slices.DeleteFunc(slices.Clone(f.Threats.Moves), alias)
		f = &named
	}
	ph := &phase{Phase: f, prefix: prefix, before: before, after: before}
	ph.after.MakeOrPass(f.Move)
	if len(f.Threats.Play) > 0 {
		passed := ph.after
		passed.MakeNull()
		for i := range f.Threats.Play {
			ph.next = append(ph.next, newPhase(ph.threatLine(), passed, &f.Threats.Play[i]))
		}
	}
	for i := range f.Variations {
		ph.plays = append(ph.plays, newPlay(ph, &f.Variations[i]))
	}
	return ph
}

func newPlay(ph *phase, v *problem.Variation) *play {
	pl := &play{Variation: v, phase: ph, after: ph.after.After(v.Defence)}
	for i := range v.Mates.Play {
		pl.next = append(pl.next, newPhase(pl.line(), pl.after, &v.Mates.Play[i]))
	}
	return pl
}

// line returns the moves up to the defence and then the given ones.
func (pl *play) line(moves ...movegen.Move) line {
	return slices.Concat(pl.phase.prefix, line{pl.phase.Move, pl.Defence}, moves)
}

// answer returns the one move that mates soonest after the defence, NoMove if there is a dual.
func (pl *play) answer() movegen.Move { return pl.Mates.Sole() }

// mate returns the answer if it mates, else NoMove.
func (pl *play) mate() movegen.Move {
	if pl.Mates.In != 1 {
		return movegen.NoMove
	}
	return pl.answer()
}

// full returns the whole line of a play with one answer.
func (pl *play) full() line { return pl.line(pl.answer()) }

// shownIn shows a theme once by the plays that have what is asked for.
func shownIn(plays []*play, has func(*play) bool) []showing {
	var lines showing
	for _, pl := range plays {
		if has(pl) {
			lines = append(lines, pl.full())
		}
	}
	return once(lines)
}

// thematic returns the plays of the phase that can show something: effective defences, each answered by one move that
// mates in that number of moves.
func (ph *phase) thematic(moves int) []*play {
	return slices.DeleteFunc(ph.answered(), func(pl *play) bool { return pl.Mates.In != moves })
}

// play returns the phase's play after the defence, nil if it has none.
func (ph *phase) play(defence movegen.Move) *play {
	for _, pl := range ph.plays {
		if pl.Defence == defence {
			return pl
		}
	}
	return nil
}

// threatLine returns the moves up to the pass and then the given ones.
func (ph *phase) threatLine(moves ...movegen.Move) line {
	return slices.Concat(ph.prefix, line{ph.Move, movegen.NoMove}, moves)
}

// endings returns the plays that end in mate, of the phase and every later stage of it that is reached without duals.
// In a two-mover these are the thematic plays of the phase.
func (ph *phase) endings() (plays []*play) {
	for _, pl := range ph.plays {
		if pl.Effective && pl.mate() != movegen.NoMove {
			plays = append(plays, pl)
		} else if next := pl.continuation(); next != nil {
			plays = append(plays, next.endings()...)
		}
	}
	return plays
}

// Longer problems contain shorter ones: what follows a continuation is a phase of its
// own. Themes of several variations are looked for in each of them.

// inner returns the phases that the play after ph contains, ph the first: those after the threat and after each
// effective defence, where the continuation has no dual. moves is the number of moves of ph, its own included.
func (ph *phase) inner(moves int) (all []stage) {
	all = append(all, stage{ph, moves})
	if next := ph.continuation(); next != nil {
		all = append(all, next.inner(ph.Threats.In)...)
	}
	for _, pl := range ph.plays {
		if next := pl.continuation(); next != nil {
			all = append(all, next.inner(pl.Mates.In)...)
		}
	}
	return all
}

// stage is a phase within a longer one, with its number of moves.
type stage struct {
	*phase
	moves int
}

// continuation returns the phase that begins with the one answer to an effective defence,
// nil if the answer mates, has a dual, or its play is not in the report.
func (pl *play) continuation() *phase {
	m := pl.answer()
	if !pl.Effective || m == movegen.NoMove || pl.next == nil {
		return nil
	}
	return pl.next[slices.Index(pl.Mates.Moves, m)]
}

// continuation returns the phase that begins with the one threat, nil under the same conditions.
func (ph *phase) continuation() *phase {
	m := ph.Threats.Sole()
	if m == movegen.NoMove || ph.next == nil {
		return nil
	}
	return ph.next[slices.Index(ph.Threats.Moves, m)]
}

// inStages makes the finder of a theme of two-movers look into longer problems too, at
// every stage that is two moves long. What two stages show alike is shown once.
func inStages(find func(*study) []showing) func(*study) []showing {
	return func(s *study) (found []showing) {
		if s.report.Moves <= 2 {
			return find(s)
		}
		for _, st := range s.stagesOfPlay() {
			if st.moves == 2 {
				part := &study{report: s.report, us: s.us, them: s.them, left: 1, actual: st.phase}
				found = append(found, find(part)...)
			}
		}
		return unequal(found)
	}
}

// stagesOfPlay returns the stages of actual play.
func (s *study) stagesOfPlay() []stage {
	if s.inside == nil {
		s.inside = s.actual.inner(s.report.Moves)
	}
	return s.inside
}

// unequal leaves out the showings whose last two moves are those of an earlier one.
func unequal(found []showing) []showing {
	return distinct(found, func(lines showing) (key string) {
		for _, l := range lines {
			key += fmt.Sprint(l[max(0, len(l)-2):])
		}
		return key
	})
}

// distinct leaves out the showings with the key of an earlier one.
func distinct(found []showing, key func(showing) string) []showing {
	seen := map[string]bool{}
	return slices.DeleteFunc(found, func(lines showing) bool {
		k := key(lines)
		known := seen[k]
		seen[k] = true
		return known
	})
}

// checks returns the checks that the continuations after the play give, each as an end of its line.
func (pl *play) checks() (ends []*ending) {
	next := pl.continuation()
	if next == nil {
		return nil
	}
	if next.after.InCheck() {
		ends = append(ends, &ending{before: pl.phase.after, defence: pl.Defence, after: pl.after, mate: next.Move,
			end: next.after})
	}
	for _, later := range next.plays {
		ends = append(ends, later.checks()...)
	}
	return ends
}

// finals returns the ends of all lines after a play with one answer: of the answer, if it
// mates, of its threats and of the variations after it.
func (pl *play) finals() (ends []*ending) {
	if pl.mate() != movegen.NoMove {
		return []*ending{pl.ending()}
	}
	next := pl.continuation()
	if next == nil {
		return nil
	}
	if next.Threats.In == 1 {
		for _, m := range next.Threats.Moves {
			ends = append(ends, next.threat(m))
		}
	}
	for _, later := range next.endings() {
		ends = append(ends, later.ending())
	}
	return ends
}
