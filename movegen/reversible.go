package movegen

// reversibleMoves finds the move of a piece by what it changes in the key: a cuckoo table (Pagh and Rodler
// 2001; for chess, Marcel van Kervinck 2013) in which every change is at one of two places.
type reversibleMoves [1 << reversibleBits]struct {
	change Key
	move   Move // one of its two directions
}

// The table has 3,668 entries.
const reversibleBits = 13

// places returns where a change may be.
func places(change Key) (a, b Key) {
	const mask = 1<<reversibleBits - 1
	return change & mask, change >> 32 & mask
}

func buildReversible() *reversibleMoves {
	table := new(reversibleMoves)
	for _, c := range [...]Color{White, Black} {
		for t := Knight; t <= King; t++ {
			keys := &zobrist.piece[MakePiece(c, t)]
			for from := range Square(64) {
				for targets := PseudoAttacks(t, from); targets != 0; {
					if to := targets.Pop(); to > from {
						table.insert(keys[from]^keys[to]^zobrist.black, MakeMove(from, to, Normal))
					}
				}
			}
		}
	}
	return table
}

// insert puts a change at one of its places, and what was there at its other one.
func (t *reversibleMoves) insert(change Key, m Move) {
	at, _ := places(change)
	for {
		entry := &t[at]
		entry.change, change, entry.move, m = change, entry.change, m, entry.move
		if m == NoMove {
			return
		}
		if a, b := places(change); at == a {
			at = b
		} else {
			at = a
		}
	}
}

// KeyChange returns what a move between positions with these keys changes, apart from the side to move.
func KeyChange(a, b Key) Key { return a ^ b ^ zobrist.black }

// ReversibleMoveTo returns the legal move of a piece, neither capture nor castling, that makes p the
// position with the given key; NoMove if there is none. It takes a few nanoseconds if not.
func (p *Position) ReversibleMoveTo(key Key) Move {
	change := p.key ^ key
	a, b := places(change)
	entry := &reversible[a]
	if entry.change != change {
		if entry = &reversible[b]; entry.change != change {
			return NoMove
		}
	}
	m := entry.move
	if p.PieceAt(m.From()) == NoPiece {
		m = MakeMove(m.To(), m.From(), Normal)
	}
	if !p.IsLegal(m) {
		return NoMove
	}
	return m
}
