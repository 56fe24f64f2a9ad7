package problem

import "alfiere/movegen"

// statistics counts what a report holds.
type statistics struct {
	White, Black int // men
	Keys, Tries  int
	Defences     int // effective ones of all keys
	Mates        int // different moves that answer them, or begin to in longer problems
	Duals        int // defences with more than one answer
	Pure, Model  int // mates of the pictures, each counted once a line
	Ideal        int
	Pins         int // mates that need a pin
	DoubleChecks int
}

// Statistics counts what the report holds. The last five numbers are 0 unless it was
// judged.
func (r *Report) Statistics() statistics {
	s := statistics{
		White: r.Position.ByColor(movegen.White).Count(), Black: r.Position.ByColor(movegen.Black).Count(),
		Keys: len(r.Keys), Tries: len(r.Tries),
	}
	mates := make(map[movegen.Move]bool)
	for i := range r.Keys {
		s.Duals += r.Keys[i].Duals()
		for _, v := range r.Keys[i].Variations {
			if !v.Effective {
				continue
			}
			s.Defences++
			for _, m := range v.Mates.Moves {
				mates[v.Mates.named(m)] = true
			}
		}
	}
	s.Mates = len(mates)
	for i := range r.Pictures {
		p := &r.Pictures[i]
		s.Pure += one(p.Pure)
		s.Model += one(p.Model)
		s.Ideal += one(p.Ideal)
		s.Pins += one(p.Pins != 0)
		s.DoubleChecks += one(p.Double)
	}
	return s
}

// one is 1 for true.
func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
