package movegen

// Perft counts the legal move sequences of the given length from p (Muller 1978;
// the field's test of move generators). The last ply is counted from the length of
// the move list. depth is at least 0; depths beyond MaxPerftDepth are cut to it.
func Perft(p *Position, depth int) uint64 {
	depth = min(depth, MaxPerftDepth)
	if depth <= 0 {
		return 1
	}
	frames := make([]perftFrame, depth)
	frames[0].position = *p
	frames[depth-1].list.countOnly = true
	return perft(frames)
}

// MaxPerftDepth is the greatest depth that Perft counts to.
const MaxPerftDepth = 64

// PerftEntry is the count below one first move.
type PerftEntry struct {
	Move  Move
	Nodes uint64
}

// Divide is Perft split by first move, in the order of generation. depth is at least 1.
func Divide(p *Position, depth int) []PerftEntry {
	var list MoveList
	p.LegalMoves(&list)
	entries := make([]PerftEntry, 0, list.Len())
	for _, m := range list.Moves() {
		next := p.After(m)
		entries = append(entries, PerftEntry{m, Perft(&next, depth-1)})
	}
	return entries
}

// perftFrame is one ply of the preallocated stack.
type perftFrame struct {
	position Position
	list     MoveList
}

func perft(frames []perftFrame) (nodes uint64) {
	frame := &frames[0]
	frame.position.LegalMoves(&frame.list)
	if len(frames) == 1 {
		return uint64(frame.list.count)
	}
	below := frames[1:]
	for i := range frame.list.count {
		below[0].position = frame.position
		below[0].position.Make(frame.list.At(i))
		nodes += perft(below)
	}
	return nodes
}
