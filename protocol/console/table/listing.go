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
	t.out.Print(wrapped(append(words, t.game.Outcome().Result.String())))
}

// maxLine is the longest line of a list of moves in characters.
const maxLine = 79

// wrapped returns words in lines.
func wrapped(words []string) string {
	w := notation.Wrapper{Width: maxLine}
	for _, word := range words {
		w.Word(word)
	}
	w.NewLine()
	return string(w.Text)
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
	t.out.Print(wrapped(words))
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
