package movegen

// Chess960Starts is the number of starting positions of Chess960.
const Chess960Starts = 960

// Chess960Start returns a starting position by its number, from 0 to Chess960Starts-1,
// in Scharnagl's order: 518 is that of standard chess.
func Chess960Start(number int) Position {
	var rank [8]PieceType
	place := func(piece PieceType, nth int) {
		for file, there := range rank {
			if there != NoPieceType {
				continue
			}
			if nth == 0 {
				rank[file] = piece
				return
			}
			nth--
		}
	}
	rank[number%4*2+1] = Bishop
	rank[number/4%4*2] = Bishop
	place(Queen, number/16%6)
	first, pair := 0, number/96 // the pairs of five squares, 01 02 03 04 12 …
	for ; pair >= 4-first; first++ {
		pair -= 4 - first
	}
	place(Knight, first)
	place(Knight, first+pair) // of four squares now
	for _, piece := range [...]PieceType{Rook, King, Rook} {
		place(piece, 0)
	}
	return startWith(rank)
}

// startWith returns the position in which both sides have these pieces at home.
func startWith(rank [8]PieceType) Position {
	b := Builder{EnPassant: NoSquare, FullmoveNumber: 1}
	for file, piece := range rank {
		for _, c := range [...]Color{White, Black} {
			home := MakeSquare(file, 0).Relative(c)
			b.Board[home] = MakePiece(c, piece)
			b.Board[MakeSquare(file, 1).Relative(c)] = MakePiece(c, Pawn)
			if piece == Rook {
				b.CastlingRooks |= home.Bitboard()
			}
		}
	}
	position, _, err := b.Build(Rules{Chess960: true})
	if err != nil {
		panic(err) // cannot happen: the pieces are those of a game
	}
	return position
}
