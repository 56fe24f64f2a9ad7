// Package theme recognises the themes of directed mates in a problem.Report: patterns of keys, defences and mates that
// composers have names for. docs/themes.md defines each one as it is tested here.
//
// It reads reports and positions and solves nothing itself. The only text it provides
// is the themes' names, which are the field's terms. It imports only movegen and problem.
package theme

import (
	"slices"
	"sync"

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

// Recognise returns the themes of the problem in the order of the table. Only a sound problem has themes: with several
// keys or none, the intended play is unknown. The report should have set play, one-refutation tries, all defences and
// the judgement (see Options): themes that need what is missing are not found.
func Recognise(r *problem.Report) (found []Found) {
	if r.Verdict != problem.Sound || r.PostKey != nil {
		return nil
	}
	return RecogniseKey(r, r.Keys[0].Move)
}

// RecogniseKey is Recognise for a problem that need not be sound. It returns the themes of the intended key, ignoring
// other keys and shorter mates, or nil if the move is not a key of the report.
func RecogniseKey(r *problem.Report, key movegen.Move) (found []Found) {
	i := slices.IndexFunc(r.Keys, func(ph problem.Phase) bool { return ph.Move == key })
	if i < 0 {
		return nil
	}
	s := newStudy(r, &r.Keys[i])
	for _, t := range themes() {
		for _, lines := range t.find(s) {
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

// themes is the table of all themes, group by group.
var themes = sync.OnceValue(func() []*Theme {
	return slices.Concat(onePieceThemes(), oneVariationThemes(), twoVariationThemes(), threatThemes(), phaseThemes(),
		functionThemes(), manoeuvreThemes(), logicThemes())
})

// elements are what most problems show, whatever their theme is.
var elements = []string{
	"self-block", "self-pin", "unpin of the mating man", "pin-mate", "interference", "line opening", "gate opening",
	"line closing", "unguard", "double-check mate", "battery", "indirect battery", "model mate", "mirror mate",
	"incomplete block", "added mates", "removed mates",
}

// IsElement reports whether most problems show the theme in passing, as they do self-blocks and model mates.
func (t *Theme) IsElement() bool { return slices.Contains(elements, t.Name) }

// Themes returns a copy of the table of all themes, group by group.
func Themes() []*Theme { return slices.Clone(themes()) }
