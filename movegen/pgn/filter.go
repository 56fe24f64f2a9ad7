package pgn

import (
	"cmp"
	"strconv"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
)

// Filter is a set of conditions on a game: all that are not empty must hold.
type Filter struct {
	Players      []string // each is a part of the name of one of the players
	White, Black string   // parts of their names
	Result       string   // as PGN writes it
	Tags         Tags     // with just these values
	Elo          *Range   // of both players
	AnyElo       *Range   // of at least one player
	Dates        *Dates
	ECO          Codes
	Openings     []string // each is a part of the name of the opening

	Plies         *Range // half-moves of the main line
	End           End
	Positions     []movegen.Key // each arises somewhere in the tree
	Patterns      []Pattern     // likewise
	Material      []Material    // each is on the board during Stable positions of the main line
	FinalMaterial []Material    // one of them is on the board when the game ends
	Stable        int           // positions in a row; the end of the game completes them; 0 is 1

	// Classify returns code and name of the opening of a game that has no tags for them;
	// nil finds none.
	Classify func(*gametree.Tree) (code, name string)
}

// End is how a game ends on the board.
type End uint8

// The ends of games; AnyEnd is no condition.
const (
	AnyEnd End = iota
	Checkmate
	Stalemate
)

// FitsTags reports whether the tags of r's current game fit the conditions. Case does
// not count in names. It reads no moves, so a game that does not fit can be skipped.
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
	return strings.Contains(white, strings.ToLower(f.White)) && strings.Contains(black, strings.ToLower(f.Black)) &&
		f.fitsElo(r) && (f.Dates == nil || f.Dates.Have(cmp.Or(r.Tag("Date"), r.Tag("UTCDate"))))
}

// fitsElo reports whether the ratings fit. A player without a rating does not fit.
func (f *Filter) fitsElo(r *Reader) bool {
	if f.Elo == nil && f.AnyElo == nil {
		return true
	}
	have := func(rng *Range, name string) bool {
		elo, err := strconv.Atoi(strings.TrimSpace(r.Tag(name)))
		return err == nil && elo > 0 && rng.Has(elo)
	}
	return (f.Elo == nil || have(f.Elo, "WhiteElo") && have(f.Elo, "BlackElo")) &&
		(f.AnyElo == nil || have(f.AnyElo, "WhiteElo") || have(f.AnyElo, "BlackElo"))
}

// FitsGame reports whether the moves fit the conditions. Positions and patterns may
// also arise before the first move or in a variation.
func (f *Filter) FitsGame(g *Game) bool {
	if f.Result != "" && g.Result.String() != f.Result || !f.fitsOpening(g) || !f.fitsMainLine(g.Tree) {
		return false
	}
	for _, key := range f.Positions {
		if !arises(g.Tree, func(p *movegen.Position) bool { return p.Key() == key }) {
			return false
		}
	}
	for i := range f.Patterns {
		if !arises(g.Tree, f.Patterns[i].Fits) {
			return false
		}
	}
	return true
}

// fitsOpening checks the tags, or the moves if there are no such tags.
func (f *Filter) fitsOpening(g *Game) bool {
	if len(f.ECO) == 0 && len(f.Openings) == 0 {
		return true
	}
	code, name := g.Tags.Get("ECO"), strings.TrimSpace(g.Tags.Get("Opening")+" "+g.Tags.Get("Variation"))
	if f.Classify != nil && (!isCode(code) && len(f.ECO) > 0 || name == "" && len(f.Openings) > 0) {
		foundCode, foundName := f.Classify(g.Tree)
		if !isCode(code) {
			code = foundCode
		}
		name = cmp.Or(name, foundName)
	}
	name = strings.ToLower(name)
	for _, part := range f.Openings {
		if !strings.Contains(name, strings.ToLower(part)) {
			return false
		}
	}
	return len(f.ECO) == 0 || f.ECO.Have(code)
}

// fitsMainLine checks the length, the end and the material of the main line.
func (f *Filter) fitsMainLine(t *gametree.Tree) bool {
	plies := 0
	p := t.Start()
	runs := make([]run, len(f.Material))
	f.count(runs, &p)
	for n := range t.Line(gametree.Root) {
		p.MakeOrPass(t.Move(n))
		plies++
		f.count(runs, &p)
	}
	for _, r := range runs {
		if !r.found && r.length == 0 { // a run at the end of the game counts, however short
			return false
		}
	}
	if f.Plies != nil && !f.Plies.Has(plies) {
		return false
	}
	if len(f.FinalMaterial) > 0 && !fitsAny(f.FinalMaterial, &p) {
		return false
	}
	return f.End == AnyEnd || !p.HasLegalMove() && p.InCheck() == (f.End == Checkmate)
}

// run is how long some material has been on the board.
type run struct {
	length int // positions up to the last one
	found  bool
}

func (f *Filter) count(runs []run, p *movegen.Position) {
	for i := range runs {
		r := &runs[i]
		if !f.Material[i].Fits(p) {
			r.length = 0
		} else if r.length++; r.length >= f.Stable {
			r.found = true
		}
	}
}

func fitsAny(list []Material, p *movegen.Position) bool {
	for i := range list {
		if list[i].Fits(p) {
			return true
		}
	}
	return false
}

// arises reports whether such a position is in the tree.
func arises(t *gametree.Tree, fits func(*movegen.Position) bool) bool {
	start := t.Start()
	if fits(&start) {
		return true
	}
	for n, p := range t.Walk() {
		next := *p
		next.MakeOrPass(t.Move(n))
		if fits(&next) {
			return true
		}
	}
	return false
}
