package api

import (
	"context"

	"alfiere/eval"
)

// playMethods are the rows for playing and looking.
func playMethods() []Method {
	return []Method{
		Define("play", "What can be chosen: levels, letters, councils, criteria, forms of trees.", playing),
		Define("game", "The referee: the moves of a game, the legal moves now, results, claims, and why a move is refused.",
			game),
		Define("evaluate", "What a position is worth, man by man and letter by letter.", evaluate),
		Heavy(Define("search", "The best moves, or that of a player of some strength, with what it thinks.", searching)),
		Heavy(Define("council", "What the members of a council propose, and their vote.", consultCouncil)),
		Heavy(Define("graph", "What a search thinks of each move of a game.", graph)),
		long(Define("pgn/read", "A game of a text in PGN, with all its variations.", pgnRead)),
		long(Define("pgn/write", "A tree as PGN.", pgnWrite)),
		Heavy(long(Define("pgn/annotate", "A tree whose main line a search has judged.", pgnAnnotate))),
		long(Define("tree/convert", "A tree of a game in another notation.", treeConvert)),
		Heavy(Define("tree/grow", "A tree of all moves, or the best, from a position on.", treeGrow)),
	}
}

// long marks a method that is sent whole files.
func long(m Method) Method {
	m.Body = 2 * maxGameText
	return m
}

// levels are ratings by which a player can choose an opponent, weakest first; 0 is full
// strength. Any rating between the first and the last is one, too.
var levels = [...]int{800, 1050, 1300, 1500, 1700, 1900, 2100, 2300, 2500, 0}

// choices is what pages offer to choose from.
type choices struct {
	Levels   []int    `json:"levels"`
	Letters  string   `json:"letters"` // of knowledge
	Criteria []named  `json:"criteria"`
	Councils []string `json:"councils"`
	Forms    []string `json:"forms"` // of trees
}

// named is something with a name and what it does.
type named struct {
	Name string `json:"name"`
	Says string `json:"says"`
}

// playing is the method "play".
func playing(context.Context, *Asked, Emit) (any, error) {
	c := choices{Levels: levels[:], Letters: eval.Letters, Criteria: criteria(), Councils: councils[:], Forms: forms()}
	return c, nil
}
