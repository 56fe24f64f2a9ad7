package pgn

import (
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
)

// Filter is what is asked of a game: all that is not empty must hold.
type Filter struct {
	Players      []string // each is a part of the name of one of the players
	White, Black string   // parts of their names
	Result       string   // as PGN writes it
	Tags         Tags     // with just these values
	Positions    []movegen.Key
}

// FitsTags reports whether the tags of the game that r stands before are those asked
// for. Letters of names may be small or capital. It reads no moves, so a game that does
// not fit can be skipped.
func (f *Filter) FitsTags(r *Reader) bool {
	white, black := strings.ToLower(r.Tag("White")), strings.ToLower(r.Tag("Black"))
	for _, player := range f.Players {
		player = strings.ToLower(player)
		if !strings.Contains(white, player) && !strings.Contains(black, player) {
			return false
		}
	}
	for _, tag := range f.Tags {
		if r.Tag(tag.Name) != tag.Value {
			return false
		}
	}
	return strings.Contains(white, strings.ToLower(f.White)) && strings.Contains(black, strings.ToLower(f.Black))
}

// FitsGame reports whether the result is the one asked for, and each of the positions
// arises in the game, before its first move or in a variation, too.
func (f *Filter) FitsGame(g *Game) bool {
	if f.Result != "" && g.Result.String() != f.Result {
		return false
	}
	for _, key := range f.Positions {
		if !arises(g.Tree, key) {
			return false
		}
	}
	return true
}

// arises reports whether a position of that key is in the tree.
func arises(t *gametree.Tree, key movegen.Key) bool {
	start := t.Start()
	if start.Key() == key {
		return true
	}
	for n, p := range t.Walk() {
		next := *p
		next.MakeOrPass(t.Move(n))
		if next.Key() == key {
			return true
		}
	}
	return false
}
