package eval

import (
	"math/bits"

	"alfiere/eval/network"
	"alfiere/movegen"
)

// Kinds is the number of kinds of knowledge.
const Kinds = len(Letters)

// Cell is what one kind of knowledge says about one piece or pawn, from its owner's point of view, in centipawns.
type Cell struct {
	Middlegame, Endgame int
	Centipawns          int // both tapered and scaled, rounded towards zero
}

// Row is a piece or pawn of the table, or a side as a whole: then Square is NoSquare and Piece is the side's king.
type Row struct {
	Piece  movegen.Piece
	Square movegen.Square
	Cells  [Kinds]Cell // in the order of Letters
}

// Explanation is an evaluation taken apart. The centipawns of White's cells less those of Black's, plus Learned and
// Rest, are Score: nothing is hidden. A piece's cell of letter n is what that letter would lose without the piece;
// kings have none. No cell is off by a whole centipawn, and as each is rounded by itself the same piece in the same
// circumstances always shows the same number; that is why the rounding has a place of its own.
type Explanation struct {
	Knowledge Knowledge
	Rows      []Row // White's pieces and pawns by square, White as a side, then the same of Black
	Phase     int   // share of the middlegame values, in twenty-fourths
	Scale     int   // how much the endgame values count, in sixty-fourths
	Learned   Cell  // what letter n says beyond single pieces, from White's point of view
	Rest      int   // what rounding took from the cells, and the bound of scores
	Score     int   // centipawns from White's point of view
	Side      movegen.Color
}

// Explain evaluates p with the kinds of knowledge in k and takes the score apart. The network is
// that of letter n; nil is that of the program.
func Explain(p *movegen.Position, k Knowledge, n *network.Network) *Explanation {
	var trace Trace
	evaluator := NewWith(k, n)
	score := evaluator.Trace(p, &trace)
	if p.Side() == movegen.Black {
		score = -score
	}
	x := &Explanation{Knowledge: k, Phase: trace.Phase, Scale: trace.Scale, Score: score, Side: p.Side()}
	for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
		for pieces := p.ByColor(c); pieces != 0; {
			s := pieces.Pop()
			x.Rows = append(x.Rows, Row{Piece: p.PieceAt(s), Square: s})
		}
		x.Rows = append(x.Rows, Row{Piece: movegen.MakePiece(c, movegen.King), Square: movegen.NoSquare})
	}
	values := weightTable.List()
	for _, term := range trace.Terms {
		cell := &x.row(term).Cells[bits.TrailingZeros16(uint16(term.Kind))]
		w := &values[term.Weight]
		cell.Middlegame += term.Count * int(w.Middlegame)
		cell.Endgame += term.Count * int(w.Endgame)
	}
	x.learned(evaluator, trace.Learned)
	now := taper{trace.Phase, trace.Scale}
	x.Learned.Centipawns = now.centipawns(makeScore(x.Learned.Middlegame, x.Learned.Endgame))
	x.Rest = x.Score - x.Learned.Centipawns
	for i := range x.Rows {
		row := &x.Rows[i]
		for j := range row.Cells {
			cell := &row.Cells[j]
			cell.Centipawns = now.centipawns(makeScore(cell.Middlegame, cell.Endgame))
			x.Rest -= signOf(row.Piece.Color()) * cell.Centipawns
		}
	}
	return x
}

// Total adds up the column of one kind (its place in Letters) for one side.
func (x *Explanation) Total(c movegen.Color, kind int) (total Cell) {
	for i := range x.Rows {
		if row := &x.Rows[i]; row.Piece.Color() == c {
			total.Middlegame += row.Cells[kind].Middlegame
			total.Endgame += row.Cells[kind].Endgame
			total.Centipawns += row.Cells[kind].Centipawns
		}
	}
	return total
}

// Total adds up the row's cells.
func (r *Row) Total() (total Cell) {
	for _, cell := range r.Cells {
		total.Middlegame += cell.Middlegame
		total.Endgame += cell.Endgame
		total.Centipawns += cell.Centipawns
	}
	return total
}

// learned fills in the cells of letter n, whose whole value is given from White's point of view.
func (x *Explanation) learned(e *Evaluator, whole int) {
	x.Learned = Cell{Middlegame: whole, Endgame: whole}
	for i := range x.Rows {
		row := &x.Rows[i]
		if whole == 0 || row.Square == movegen.NoSquare || row.Piece.Type() == movegen.King {
			continue
		}
		piece := e.learnedOf(row.Square)
		cell := &row.Cells[Kinds-1]
		cell.Middlegame, cell.Endgame = signOf(row.Piece.Color())*piece, signOf(row.Piece.Color())*piece
		x.Learned.Middlegame -= piece
		x.Learned.Endgame -= piece
	}
}

func (x *Explanation) row(term term) *Row {
	for i := range x.Rows {
		if row := &x.Rows[i]; row.Square == term.Square && row.Piece.Color() == term.Color {
			return row
		}
	}
	panic("eval: a term for an empty square")
}

// signOf is +1 for White and -1 for Black.
func signOf(c movegen.Color) int { return 1 - 2*int(c) }
