package problem

import "alfiere/movegen"

// CompareTwins lists how the actual play differs between two twins that have one key each, as Compare does between
// phases. Moves are the same if a man of one kind makes them from the same square to the same square. A man that alone
// of its kind stands elsewhere in the later twin is counted as if it stood where it does in the earlier one.
func CompareTwins(from, to *Report) []Change {
	twin := func(r *Report) *comparison {
		squares := twinSquares(&from.Position, &r.Position)
		return r.Keys[0].compared(func(m movegen.Move) identity {
			return identity{r.Position.PieceAt(m.From()), m&^63 | movegen.Move(squares[m.From()])}
		})
	}
	return compare(twin(from), twin(to))
}

// twinSquares returns for each square of a twin where its man stands in the diagram: on the same square, unless it
// alone of its kind has moved.
func twinSquares(diagram, twin *movegen.Position) (squares [64]movegen.Square) {
	gone, come := map[movegen.Piece]movegen.Bitboard{}, map[movegen.Piece]movegen.Bitboard{}
	for s := range movegen.NoSquare {
		squares[s] = s
		if was, is := diagram.PieceAt(s), twin.PieceAt(s); was != is {
			gone[was] |= s.Bitboard()
			come[is] |= s.Bitboard()
		}
	}
	for man, at := range come {
		if man != movegen.NoPiece && at.Count() == 1 && gone[man].Count() == 1 {
			squares[at.LSB()] = gone[man].LSB()
		}
	}
	return squares
}
