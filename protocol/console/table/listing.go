package table

import (
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// list prints the moves played, and the result.
func (t *table) list(string) {
	var words []string
	for p, m := range t.game.Plies() {
		word := notation.Squares(&p, m, t.Letters)
		if p.Side() == movegen.White || len(words) == 0 {
			word = numberedSquares(&p, m, t.Letters)
		}
		words = append(words, word)
	}
	t.out.Print(wrapWords(append(words, t.game.Outcome().Result.String())))
}

// wrapWords puts blanks or line ends between words.
func wrapWords(words []string) string {
	const width = 79
	var text strings.Builder
	used := 0
	for _, word := range words {
		switch {
		case used == 0:
		case used+1+len(word) > width:
			text.WriteByte('\n')
			used = 0
		default:
			text.WriteByte(' ')
			used++
		}
		text.WriteString(word)
		used += len(word)
	}
	text.WriteByte('\n')
	return text.String()
}

// listMoves lists moves; those of the side that is not to move are its moves if it were.
func (t *table) listMoves(rest string) {
	var moves []movegen.Move
	square, isSquare := movegen.ParseSquare(rest)
	switch word := strings.ToLower(rest); {
	case word == "":
		moves = t.game.MovesOf(t.game.Side())
	case word == "all" || word == "tutte":
		moves = t.game.AllMoves()
	case word == "white" || word == "bianco":
		moves = t.game.MovesOf(movegen.White)
	case word == "black" || word == "nero":
		moves = t.game.MovesOf(movegen.Black)
	case isSquare:
		moves = t.game.MovesFrom(square)
	default:
		t.refuse(t.noSquare, rest)
		return
	}
	if len(moves) == 0 {
		t.out.Printf("%s", t.none)
		return
	}
	p := t.game.Position()
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = notation.Squares(&p, m, t.Letters)
	}
	t.out.Print(wrapWords(words))
}

func (t *table) listAttacked(rest string) {
	square, ok := movegen.ParseSquare(rest)
	if !ok {
		t.refuse(t.noSquare, rest)
		return
	}
	p := t.game.Position()
	attacked := p.AttacksFrom(square)
	if attacked == 0 {
		t.out.Printf("%s", t.none)
		return
	}
	t.out.Printf("%v", attacked)
}
