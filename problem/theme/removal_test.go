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

// ofMovers are the themes of the men that defend and mate: no third man can be taken
// away, or seldom.
var ofMovers = map[string]bool{"gate opening": true, "self-pin": true, "unguard": true}

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

// reference is the ending as the reference implementation sees it.
func (e *ending) reference() *refPlay {
	return &refPlay{defence: e.defence, mate: e.mate, before: refOf(&e.before), after: refOf(&e.after), end: refOf(&e.end),
		atWhite: e.after.Side() == movegen.White}
}

// TestTakingOffTheManThatMattersTakesTheTheme takes every man in turn off every ending.
// Where it is mate all the same, package and reference must agree on what is left; and
// each theme must go at least once, for these are its near misses.
func TestTakingOffTheManThatMattersTakesTheTheme(t *testing.T) {
	left, gone, come := map[string]int{}, map[string]int{}, map[string]int{}
	for _, r := range sample(t, 8) {
		for _, pl := range newStudy(r, &r.Keys[0]).actual.thematic() {
			e := pl.ending()
			for men := e.before.Occupied() &^ e.before.ByType(movegen.King); men != 0; {
				f, ok := e.without(men.Pop())
				if !ok {
					continue
				}
				ref := f.reference()
				for name, has := range ofEnding {
					want, ok := ofDefence[name]
					if !ok {
						want = ofMate[name]
					}
					now := has(f)
					if now != want(ref) {
						t.Errorf("%s, %v %v: %s is %t, the reference says %t", f.before.FEN(), f.defence, f.mate, name, now, !now)
					}
					switch before := has(e); {
					case before && now:
						left[name]++
					case before:
						gone[name]++
					case now:
						come[name]++
					}
				}
			}
		}
	}
	for name := range ofEnding {
		t.Logf("%-24s stays %5d, goes %4d, comes %4d", name, left[name], gone[name], come[name])
		if left[name] == 0 || gone[name] == 0 && !ofMovers[name] {
			t.Errorf("%s stays %d times and goes %d times", name, left[name], gone[name])
		}
	}
}
