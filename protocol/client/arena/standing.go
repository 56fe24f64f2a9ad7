package arena

// Standing is the results so far, pairing by pairing. The zero value is that of a match without games.
type Standing struct {
	Terminations Terminations

	tallies map[Pairing]*Tally
	count   int
}

// Add counts a game. Each game number may be added once.
func (s *Standing) Add(g *Game) {
	p := pairingOf(g.White, g.Black)
	if s.tallies == nil {
		s.tallies = map[Pairing]*Tally{}
	}
	if s.tallies[p] == nil {
		s.tallies[p] = &Tally{First: p.First}
	}
	s.tallies[p].Add(g)
	s.Terminations[g.Termination]++
	s.count++
}

// Count returns the number of games.
func (s *Standing) Count() int { return s.count }

// Tally returns the games of a pairing as its first contestant sees them.
func (s *Standing) Tally(p Pairing) *Tally {
	if t := s.tallies[p]; t != nil {
		return t
	}
	return &Tally{First: p.First}
}

// Faults returns how many games a contestant has lost by each kind of fault.
func (s *Standing) Faults(contestant int) (faults Terminations) {
	for p, t := range s.tallies {
		for side, who := range [2]int{p.First, p.Second} {
			if who != contestant {
				continue
			}
			for how, n := range t.Faults[side] {
				faults[how] += n
			}
		}
	}
	return faults
}

// FaultCount returns how many games were lost by faults.
func (s *Standing) FaultCount() (count int) {
	for how, n := range s.Terminations {
		if Termination(how).IsFault() {
			count += n
		}
	}
	return count
}

// Tally is the results of two contestants from the view of the first one. The zero value is that of
// the first two contestants without games.
type Tally struct {
	First               int // from whose view
	Losses, Draws, Wins int
	Pairs               [5]int // complete pairs by half points
	Terminations        Terminations
	Faults              [2]Terminations // of the first and the second contestant

	half map[int]int // half points of single games whose partner is still missing
}

// Add counts a game. Each game number may be added once.
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

// Sample returns the complete pairs, or the single games if there is no pair yet.
func (t *Tally) Sample() Sample {
	if pairs := Sample(t.Pairs[:]); pairs.Count() > 0 {
		return pairs
	}
	return Sample{t.Losses, t.Draws, t.Wins}
}

// Singles returns how many games whose partner is still missing were lost, drawn and won.
func (t *Tally) Singles() (singles [3]int) {
	for _, points := range t.half {
		singles[points]++
	}
	return singles
}
