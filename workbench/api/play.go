package api

import (
	"context"

	"alfiere/eval"
)

// playMethods returns the methods for playing and analysing games.
func playMethods() []Method {
	return []Method{
		Define("play", "Lists the choices: levels, letters, councils, criteria, forms of trees.", playing),
		defineIn("game", "Referees a game: its moves, the legal moves, results, claims, and why a move is refused.",
			game),
		defineIn("evaluate", "Evaluates a position, man by man and letter by letter.", evaluate),
		Heavy(defineIn("search",
			"Finds the best moves, or the move of a player of some strength, with its thoughts.", searching)),
		Heavy(defineIn("council", "Asks a council: the members' proposals and their vote.", consultCouncil)),
		Heavy(defineIn("graph", "Evaluates each move of a game.", graph)),
		long(defineIn("pgn/read", "Reads a game from PGN, with all its variations.", pgnRead)),
		long(defineIn("pgn/write", "Writes a tree as PGN.", pgnWrite)),
		Heavy(long(defineIn("pgn/annotate", "Annotates the main line of a tree by a search.", pgnAnnotate))),
		long(defineIn("tree/convert", "Converts a tree of a game to another notation.", treeConvert)),
		Heavy(defineIn("tree/grow", "Grows a tree of all moves, or the best, from a position.", treeGrow)),
	}
}

// long marks a method that receives whole files.
func long(m Method) Method {
	m.Body = 2 * maxGameText
	return m
}

// levels are the ratings offered for the opponent, weakest first; 0 is full strength. Any rating
// between the first and the last rating is valid, too.
var levels = [...]int{800, 1050, 1300, 1500, 1700, 1900, 2100, 2300, 2500, 0}

// choices are the values that the page offers.
type choices struct {
	Levels   []int               `json:"levels"`
	Letters  string              `json:"letters"` // of evaluation terms
	Criteria []named             `json:"criteria"`
	Councils []string            `json:"councils"`
	Members  map[string][]string `json:"members"` // of each council
	Forms    []string            `json:"forms"`   // of trees
}

// named is a name with a description.
type named struct {
	Name string `json:"name"`
	Says string `json:"says"`
}

// playing is the method "play".
func playing(context.Context, *Asked, Emit) (any, error) {
	c := choices{Levels: levels[:], Letters: eval.Letters, Criteria: criteria(), Councils: councils[:],
		Members: members(), Forms: forms()}
	return c, nil
}
