package pgn

import (
	"slices"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
)

// Game is a game with its tags, variations and comments.
type Game struct {
	// Tags have no effect once the game is read: its start is in Tree and its result in
	// Result. A Writer makes FEN, SetUp and Result fit them.
	Tags   Tags
	Tree   *gametree.Tree
	Result movegen.Result

	// Closing is a comment of its own before the result, such as why the game ended. A
	// Reader joins such a comment to that of the last move and leaves this empty.
	Closing string

	Line   int      // of the file it was read from, counted from 1; 0 without a file
	Faults []*Error // at most maxFaults of them
}

// NewGame returns a game with a tree and without tags. Its result is that of the last
// position of the main line, if it is mate or stalemate.
func NewGame(t *gametree.Tree) *Game {
	g := &Game{Tree: t}
	last := gametree.Root
	for n := range t.Line(gametree.Root) {
		last = n
	}
	p := t.Position(last)
	if !p.HasLegalMove() {
		g.Result = movegen.Drawn
		if p.InCheck() {
			g.Result = movegen.WinFor(p.Side().Other())
		}
	}
	return g
}

// Limits of a Reader. Anything longer is an error in the game.
const (
	MaxTag     = 4 << 10  // bytes of a tag
	maxTags    = 10_000   // tags of a game
	maxComment = 64 << 10 // bytes of a comment
	maxNesting = 64       // variations within variations
	maxFaults  = 16       // errors kept of one game
)

// Tag is a tag pair, such as [White "Anderssen"].
type Tag struct{ Name, Value string }

// Tags are the tag pairs of a game in their order.
type Tags []Tag

// roster holds the seven tags that every game has, in the order of the standard.
var roster = [...]Tag{{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"},
	{"Black", "?"}, {"Result", "*"}}

// Get returns the value of the first tag of that name, "" if there is none.
func (t Tags) Get(name string) string {
	if i := t.index(name); i >= 0 {
		return t[i].Value
	}
	return ""
}

// Set changes the value of the first tag of that name, or adds one at the end.
func (t *Tags) Set(name, value string) {
	if i := t.index(name); i >= 0 {
		(*t)[i].Value = value
		return
	}
	*t = append(*t, Tag{name, value})
}

func (t Tags) index(name string) int {
	return slices.IndexFunc(t, func(tag Tag) bool { return tag.Name == name })
}
