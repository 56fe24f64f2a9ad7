package uci

import "alfiere/movegen"

// display answers "d": the board as White sees it, the FEN, the key and who gives check.
func (a *adapter) display(string) {
	position := a.controller.Position()
	for rank := 7; rank >= 0; rank-- {
		row := make([]byte, 0, 16)
		for file := range 8 {
			row = append(row, ' ', position.PieceAt(movegen.MakeSquare(file, rank)).Letter())
		}
		a.out.Printf("%d %s", rank+1, string(row))
	}
	a.out.Printf("   a b c d e f g h\n\nfen %s", position.FEN())
	a.out.Printf("key %016x", uint64(position.Key()))
	a.out.Printf("checkers %s", position.Checkers().String())
}
