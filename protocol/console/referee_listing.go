package console

import (
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// list prints the moves played, and the result.
func (t *referee) list(string) {
	var words []string
	for p, m := range t.game.Plies() {
		word := notation.Squares(&p, m, t.Letters)
		if p.Side() == movegen.White || len(words) == 0 {
			word = numberedText(&p, word)
		}
		words = append(words, word)
	}
	t.out.Print(wrapped(append(words, t.game.Outcome().Result.String())))
}

// listMoves lists moves; for the side not to move, those that it would have if it were to move.
func (t *referee) listMoves(rest string) {
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

func (t *referee) listAttacked(rest string) {
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
