package theme

import (
	"fmt"
	"slices"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/problem"
)

// sample is every step-th of the sound two-movers, and all examples of two moves.
func sample(t *testing.T, step int) (reports []*problem.Report) {
	t.Helper()
	for i, r := range soundTwoMovers(t) {
		if i%step == 0 {
			reports = append(reports, r)
		}
	}
	return append(reports, exampleReports(t, 2)...)
}

// leftToRight returns p with its files exchanged; ok is false if a king could castle.
func leftToRight(p *movegen.Position) (mirrored movegen.Position, ok bool) {
	if p.CastlingRooks() != 0 {
		return mirrored, false
	}
	b := p.Builder()
	for s := range movegen.NoSquare {
		b.Board[s^7] = p.PieceAt(s)
	}
	if b.EnPassant != movegen.NoSquare {
		b.EnPassant ^= 7
	}
	mirrored, _, err := b.Build(movegen.Rules{Composed: true})
	return mirrored, err == nil
}

// census counts the themes by name, and lists the lines of those that a line shows by
// itself, with the squares of the moves exchanged by mask.
func census(found []Found, mask movegen.Square) []string {
	counts := map[string]int{}
	var lines []string
	for _, f := range found {
		counts[f.Theme.Name]++
		if f.Theme.Group != OneVariation {
			continue
		}
		for _, l := range f.Lines {
			text := f.Theme.Name
			for _, m := range l {
				if m == movegen.NoMove {
					text += " -"
					continue
				}
				text += fmt.Sprintf(" %v%v%d", m.From()^mask, m.To()^mask, m.PromotionType())
			}
			lines = append(lines, text)
		}
	}
	for name, n := range counts {
		lines = append(lines, fmt.Sprint(name, " times ", n))
	}
	slices.Sort(lines)
	return lines
}

// TestThemesAreTheSameInAMirror exchanges left and right, and the colours.
func TestThemesAreTheSameInAMirror(t *testing.T) {
	mirrored := 0
	for _, r := range sample(t, effort.Of(12, 36, 36)) {
		want := census(Recognise(r), 0)
		swapped := r.Position.Mirror()
		views := map[movegen.Square]movegen.Position{56: swapped}
		if p, ok := leftToRight(&r.Position); ok {
			views[7] = p
			mirrored++
		}
		for mask, p := range views {
			other := must.Get(problem.Analyse(t.Context(), p, Options(2)))(t)
			if got := census(Recognise(other), mask); !slices.Equal(got, want) {
				t.Errorf("%s shows\n%q\nand mirrored, as %s,\n%q", r.Position.FEN(), want, p.FEN(), got)
			}
		}
	}
	if mirrored == 0 {
		t.Error("nothing was mirrored")
	}
}

// withDuals are the themes that a variation with more than one mate can show.
var withDuals = map[string]bool{
	"mutate": true, "combinative separation": true, "changed mates": true, "added mates": true, "removed mates": true, "transferred mates": true,
}

// isInReport reports whether the line is in the report: a first move of a phase, then a
// defence and a mate, or a pass and a threat, or a refutation.
func isInReport(r *problem.Report, name string, l line) error {
	phases := []*problem.Phase{&r.Keys[0]}
	if r.Set != nil {
		phases = append(phases, r.Set)
	}
	for i := range r.Tries {
		phases = append(phases, &r.Tries[i])
	}
	i := slices.IndexFunc(phases, func(ph *problem.Phase) bool { return ph.Move == l[0] })
	switch {
	case i < 0 && name == "allumwandlung" && len(l) == 1:
		if after := r.Position.After(l[0]); after.InCheck() || after.HasLegalMove() {
			return fmt.Errorf("is neither a try nor a stalemate")
		}
		return nil
	case i < 0:
		return fmt.Errorf("begins with no first move")
	case len(l) == 1 || len(l) == 2 && slices.Contains(phases[i].Refutations, l[1]):
		return nil
	case len(l) == 2 && slices.Contains(patterns, name): // a defence with a dual
		return nil
	case len(l) != 3:
		return fmt.Errorf("has %d moves", len(l))
	case l[1] == movegen.NoMove:
		if !slices.Contains(phases[i].Threats.Moves, l[2]) {
			return fmt.Errorf("ends with no threat")
		}
		return nil
	}
	for _, v := range phases[i].Variations {
		if v.Defence == l[1] {
			if _, one := onlyMove(v.Mates.Moves); !one && !withDuals[name] {
				return fmt.Errorf("ends with a dual")
			}
			if !v.Effective || !slices.Contains(v.Mates.Moves, l[2]) {
				return fmt.Errorf("ends with no mate after an effective defence")
			}
			return nil
		}
	}
	return fmt.Errorf("has no defence")
}

func TestAThemeHasNoLineTwice(t *testing.T) {
	for _, r := range slices.Concat(sample(t, 1), exampleReports(t, 3), exampleReports(t, 4)) {
		for _, f := range Recognise(r) {
			for i, l := range f.Lines {
				if slices.ContainsFunc(f.Lines[:i], func(m line) bool { return slices.Equal(l, m) }) {
					t.Errorf("%s: %s: %s", r.Position.FEN(), f.Theme.Name, write(r.Position, l))
				}
			}
		}
	}
}

// TestEveryLineOfAThemeIsInTheReport holds that themes invent nothing.
func TestEveryLineOfAThemeIsInTheReport(t *testing.T) {
	for _, r := range sample(t, 1) {
		for _, f := range Recognise(r) {
			if len(f.Lines) == 0 {
				t.Errorf("%s: %s has no lines", r.Position.FEN(), f.Theme.Name)
			}
			for _, l := range f.Lines {
				if err := isInReport(r, f.Theme.Name, l); err != nil {
					t.Errorf("%s: %s: %s %v", r.Position.FEN(), f.Theme.Name, write(r.Position, l), err)
				}
			}
		}
	}
}

// onlyMove returns the one move of a list in which promotions of one pawn on one square
// count as one, that to the queen.
func onlyMove(moves []movegen.Move) (one movegen.Move, ok bool) {
	for i, m := range moves {
		if i > 0 && (m.From() != one.From() || m.To() != one.To()) {
			return 0, false
		}
		if i == 0 || m.PromotionType() == movegen.Queen {
			one = m
		}
	}
	return one, len(moves) > 0
}

// ofEnding are the themes of one defence and its mate as the package recognises them.
var ofEnding = map[string]func(*ending) bool{
	"self-block":              isSelfBlock,
	"self-pin":                isSelfPin,
	"unpin of the mating man": isUnpinOfMate,
	"pin-mate":                isPinMate,
	"interference":            isInterference,
	"line opening":            isLineOpening,
	"gate opening":            isGateOpening,
	"line closing":            isLineClosing,
	"unguard":                 isUnguard,
	"double-check mate":       isDoubleCheck,
	"battery":                 isBattery,
	"indirect battery":        isIndirectBattery,
}

// remain is how many endings keep a theme, lose it and gain it when a man is taken off the board
// and it is mate all the same.
type remain struct{ kept, lost, gained int }

// without returns the ending with a man taken off the board before its defence; ok is
// false if a move is then illegal or the mate is none.
func (e *ending) without(man movegen.Square) (f *ending, ok bool) {
	b := e.before.Builder()
	b.Board[man] = movegen.NoPiece
	b.CastlingRooks &^= man.Bitboard()
	before, _, err := b.Build(movegen.Rules{Composed: true})
	if err != nil || !before.IsLegal(e.defence) {
		return nil, false
	}
	f = &ending{before: before, defence: e.defence, after: before.After(e.defence), mate: e.mate}
	if !f.after.IsLegal(e.mate) {
		return nil, false
	}
	f.end = f.after.After(e.mate)
	return f, isMate(&f.end)
}

// afterRemoval is what remains of the endings of all sound two-movers. An independent
// implementation of the definitions in docs/themes.md agreed on every one when they were counted.
var afterRemoval = map[string]remain{
	"battery":                 {771, 12, 2},
	"double-check mate":       {248, 12, 5},
	"gate opening":            {701, 0, 0},
	"indirect battery":        {1401, 2, 41},
	"interference":            {71, 26, 16},
	"line closing":            {97, 6, 0},
	"line opening":            {1230, 4, 19},
	"pin-mate":                {572, 3, 1},
	"self-block":              {1081, 8, 38},
	"self-pin":                {423, 3, 1},
	"unguard":                 {2313, 2, 17},
	"unpin of the mating man": {67, 1, 3},
}

// TestTakingOffTheManThatMattersTakesTheTheme takes every man in turn off every ending: the
// endings that lose a theme are its near misses.
func TestTakingOffTheManThatMattersTakesTheTheme(t *testing.T) {
	got := map[string]remain{}
	for _, r := range soundTwoMovers(t) {
		for _, pl := range newStudy(r, &r.Keys[0], nil).actual.thematic(1) {
			e := pl.ending()
			for men := e.before.Occupied() &^ e.before.ByType(movegen.King); men != 0; {
				f, ok := e.without(men.Pop())
				if !ok {
					continue
				}
				for name, has := range ofEnding {
					count := got[name]
					before, now := has(e), has(f)
					switch {
					case before && now:
						count.kept++
					case before:
						count.lost++
					case now:
						count.gained++
					}
					got[name] = count
				}
			}
		}
	}
	for name := range ofEnding {
		if got[name] != afterRemoval[name] {
			t.Errorf("%s: %+v, want %+v", name, got[name], afterRemoval[name])
		}
	}
}
