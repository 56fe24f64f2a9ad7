package arena

// Standing is the results so far, pairing by pairing. The zero value is that of a match without
// games.
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
