package problem

import (
	"cmp"
	"context"
	"slices"

	"alfiere/movegen"
)

// What is done to a man, as Neighbour.Change names it.
const (
	manRemoved   = "removed"
	manMoved     = "moved"
	manExchanged = "exchanged"
	manAdded     = "added"
)

// Neighbour is a position one change away from a diagram: what a composer could try next.
type Neighbour struct {
	Change   string         // removed, moved, exchanged or added
	From     movegen.Square // where the man stood; NoSquare if it is added
	To       movegen.Square // where it stands; NoSquare if it is removed
	Was      movegen.Piece  // what stood on From
	Is       movegen.Piece  // what stands on To
	Position movegen.Position

	// Of one that is sound.
	Key    movegen.Move
	Threat bool // by the key
	statistics
	base *Neighbourhood
}

// Gains names what a sound neighbour has gained, the greatest gain first; losses are not listed. If the diagram is not
// sound, "sound" is the only gain. "economy" is the same key with no less content and one man fewer.
func (n *Neighbour) Gains() (gains []string) {
	r := n.base
	if r.Base.Verdict != Sound || !r.Base.Complete {
		return []string{"sound"}
	}
	sameKey := r.Base.Keys[0].Move == n.Key
	for _, g := range [...]struct {
		gain string
		has  bool
	}{
		{"economy", n.Change == manRemoved && sameKey && n.Defences >= r.Defences && n.Mates >= r.Mates &&
			n.Duals <= r.Duals},
		{"key", !sameKey},
		{"defences", n.Defences > r.Defences},
		{"mates", n.Mates > r.Mates},
		{"duals", n.Duals < r.Duals},
	} {
		if g.has {
			gains = append(gains, g.gain)
		}
	}
	return gains
}

// Neighbourhood is a diagram, and how far its neighbours were examined.
type Neighbourhood struct {
	Base       *Report
	statistics        // of the diagram, if that is sound
	Of, Done   int    // all neighbours, and those solved or abandoned
	Sound      int    // that were found
	GivenUp    int    // that took too many nodes
	Nodes      uint64 // in all
}

// Neighbours solves a diagram and then its neighbours in turn, within the Moves and Nodes of the options, and calls
// found with the sound ones. After each neighbour it calls told with the numbers of finished and of all neighbours.
// When the context ends it returns what it has so far. The errors are those of Analyse.
func Neighbours(ctx context.Context, p movegen.Position, o Options, told func(done, of int),
	found func(*Neighbour)) (*Neighbourhood, error) {
	base, err := Analyse(ctx, p, o)
	if err != nil {
		return nil, err
	}
	result := &Neighbourhood{Base: base, Nodes: base.Nodes}
	if base.Complete && base.Verdict == Sound {
		result.statistics = base.Statistics()
	}
	all := neighboursOf(&p)
	result.Of = len(all)
	for i := range all {
		n := &all[i]
		report, err := Analyse(ctx, n.Position, o)
		if err != nil {
			return nil, err
		}
		result.Nodes += report.Nodes
		if ctx.Err() != nil && !report.Complete {
			break
		}
		result.Done++
		switch {
		case !report.Complete:
			result.GivenUp++
		case report.Verdict == Sound:
			result.Sound++
			n.Key, n.Threat = report.Keys[0].Move, report.Keys[0].Kind == Threat
			n.statistics, n.base = report.Statistics(), result
			found(n)
		}
		told(result.Done, result.Of)
	}
	return result, nil
}

// neighboursOf returns the neighbours of a diagram that are legal, and no odder than it: a surplus of
// men, a check that no last move can have given or a right to capture en passant that goes
// are not brought in. Those come first that composers try first: men removed, then moved to
// the next square or exchanged, pawns added, men moved farther, pieces added.
func neighboursOf(p *movegen.Position) (all []Neighbour) {
	base := p.Builder()
	_, odd, err := base.Build(Composed)
	if err != nil {
		return nil
	}
	for _, n := range manChanges(&base) {
		b := base
		if n.From != movegen.NoSquare {
			b.Board[n.From] = movegen.NoPiece
		}
		if n.To != movegen.NoSquare {
			b.Board[n.To] = n.Is
		}
		if n.Is.Type() == movegen.Pawn && n.To.Bitboard()&(movegen.Rank1|movegen.Rank8) != 0 {
			continue
		}
		next, warnings, err := b.Build(Composed)
		if err == nil && !odder(warnings, odd) {
			n.Position = next
			all = append(all, n)
		}
	}
	slices.SortStableFunc(all, func(a, b Neighbour) int { return cmp.Compare(a.turn(), b.turn()) })
	return all
}

// manChanges are all changes of a board by one man, legal or not, without the positions.
func manChanges(b *movegen.Builder) (all []Neighbour) {
	add := func(change string, from, to movegen.Square, was, is movegen.Piece) {
		all = append(all, Neighbour{Change: change, From: from, To: to, Was: was, Is: is})
	}
	for s := movegen.A1; s <= movegen.H8; s++ {
		was := b.PieceAt(s)
		if was == movegen.NoPiece {
			for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
				for t := movegen.Pawn; t < movegen.King; t++ {
					add(manAdded, movegen.NoSquare, s, movegen.NoPiece, movegen.MakePiece(c, t))
				}
			}
			continue
		}
		for to := movegen.A1; to <= movegen.H8; to++ {
			if b.PieceAt(to) == movegen.NoPiece {
				add(manMoved, s, to, was, was)
			}
		}
		if was.Type() == movegen.King {
			continue
		}
		add(manRemoved, s, movegen.NoSquare, was, movegen.NoPiece)
		for t := movegen.Pawn; t < movegen.King; t++ {
			if t != was.Type() {
				add(manExchanged, s, s, was, movegen.MakePiece(was.Color(), t))
			}
		}
	}
	return all
}

// odder reports whether a warning is among new that is none of the diagram's.
func odder(now, before []movegen.Fault) bool {
	return slices.ContainsFunc(now, func(f movegen.Fault) bool {
		return f.Code != movegen.CastlingDropped &&
			!slices.ContainsFunc(before, func(b movegen.Fault) bool { return b.Code == f.Code })
	})
}

// turn is when the neighbour is tried, the smaller the sooner.
func (n *Neighbour) turn() int {
	const far = 8 // more than any distance
	switch n.Change {
	case manRemoved:
		return 0
	case manMoved:
		if d := distance(n.From, n.To); d > 1 {
			return 3*far + d
		}
		return 1
	case manExchanged:
		return far
	}
	if n.Is.Type() == movegen.Pawn {
		return 2 * far
	}
	return 4*far + int(n.Is.Type())
}

// distance is how many steps a king takes from one square to another.
func distance(a, b movegen.Square) int {
	file, rank := a.File()-b.File(), a.Rank()-b.Rank()
	return max(file, -file, rank, -rank)
}
