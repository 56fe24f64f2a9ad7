package theme

import (
	"testing"

	"alfiere/movegen"
)

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
		for _, pl := range newStudy(r, &r.Keys[0]).actual.thematic() {
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
