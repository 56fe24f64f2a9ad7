package arena

// Tally is what two contestants have played, as the first of them sees it. The zero value
// is that of the first two contestants when nothing has been played.
type Tally struct {
	First               int // who sees it
	Losses, Draws, Wins int
	Pairs               [5]int // complete pairs by half points
	Terminations        Terminations
	Faults              [2]Terminations // of the first one and of the other one

	half map[int]int // half points of the single games whose other one is to come
}

// Add takes a game into account. Each number may come once.
func (t *Tally) Add(g *Game) {
	points := g.Points(t.First)
	switch points {
	case 0:
		t.Losses++
	case 1:
		t.Draws++
	default:
		t.Wins++
	}
	t.Terminations[g.Termination]++
	if g.Termination.IsFault() {
		loser := 0
		if points == 2 {
			loser = 1
		}
		t.Faults[loser][g.Termination]++
	}
	pair := g.Number / 2
	if other, ok := t.half[pair]; ok {
		t.Pairs[points+other]++
		delete(t.half, pair)
		return
	}
	if t.half == nil {
		t.half = map[int]int{}
	}
	t.half[pair] = points
}

// Count returns the number of games.
func (t *Tally) Count() int { return t.Losses + t.Draws + t.Wins }

// FaultCount returns how many games the first one, 0, or the other one, 1, has lost by misbehaving.
func (t *Tally) FaultCount(side int) (count int) {
	for _, n := range t.Faults[side] {
		count += n
	}
	return count
}

// Sample returns the complete pairs, or the single games if there is no pair yet.
func (t *Tally) Sample() Sample {
	if pairs := Sample(t.Pairs[:]); pairs.Count() > 0 {
		return pairs
	}
	return Sample{t.Losses, t.Draws, t.Wins}
}

// Singles returns how many games whose other one is to come were lost, drawn and won.
func (t *Tally) Singles() (singles [3]int) {
	for _, points := range t.half {
		singles[points]++
	}
	return singles
}
