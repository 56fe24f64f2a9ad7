package gametree

// summary counts the contents of a tree.
type summary struct {
	Moves       int
	Generations int // the longest line in half-moves
	Ended       int // lines at whose end the game is over
	Missing     int // replies that were announced and are not in the tree
}

// Summary counts the contents of the tree.
func (t *Tree) Summary() summary {
	s := summary{Moves: t.Len(), Missing: t.Missing(Root)}
	for generation := range t.Generations() {
		s.Generations++
		for _, n := range generation {
			if t.Ended(n) {
				s.Ended++
			}
			s.Missing += t.Missing(n)
		}
	}
	return s
}
