package api

import (
	"context"

	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem/text"
)

// gameQuestion asks the referee.
type gameQuestion struct {
	played
	Draws string `json:"draws"` // "claim" (FIDE's rule, the default), "once" (every draw ends the game) or "never"
	End   string `json:"end"`   // its end now: "", "claim", "agree", or "white" or "black" with "resigns" or "time"
}

// ply is a move that was played, and the position after it.
type ply struct {
	Move
	Number int    `json:"number"`
	Side   string `json:"side"` // the side that moved
	FEN    string `json:"fen"`
	Check  string `json:"check,omitempty"` // the square of a king in check
}

// gameAnswer is the state of a game.
type gameAnswer struct {
	Start   string   `json:"start"`
	Plies   []ply    `json:"plies"`
	FEN     string   `json:"fen"`
	Side    string   `json:"side"`
	Number  int      `json:"number"` // of the next move
	Check   string   `json:"check,omitempty"`
	Legal   []Move   `json:"legal"`  // empty if the game is over
	Result  string   `json:"result"` // as in PGN
	Ending  string   `json:"ending,omitempty"`
	Says    string   `json:"says"`            // the state as a sentence
	Claim   string   `json:"claim,omitempty"` // why a draw can be claimed
	Refused *refusal `json:"refused,omitempty"`
}

// refusal is the reason why a move or a claim is refused; the moves before it remain.
type refusal struct {
	Index   int      `json:"index"` // of the move, from 0; the number of moves for an end
	Move    string   `json:"move,omitempty"`
	Reason  string   `json:"reason"` // for programs
	Message string   `json:"message"`
	Squares []string `json:"squares,omitempty"`
}

// drawRules are the draw rules by name.
var drawRules = map[string]movegen.DrawRule{
	"": movegen.DrawsByClaim, "claim": movegen.DrawsByClaim, "once": movegen.DrawsAtOnce, "never": movegen.DrawsNever,
}

// game is the method "game".
func game(_ context.Context, q *gameQuestion, l text.Language, _ Emit) (any, error) {
	rule, known := drawRules[q.Draws]
	if !known {
		return nil, &Fault{Code: BadRequest, Field: "draws", Message: "draws must be claim, once or never"}
	}
	g, refused, err := q.played.game(rule, l)
	if err != nil {
		return nil, err
	}
	outcome := g.Outcome()
	w := writer{l, q.Chess960}
	if q.End != "" && refused == nil {
		var end error
		if outcome, end, err = q.end(g); err != nil {
			return nil, err
		}
		if end != nil {
			outcome, refused = g.Outcome(), newRefusal(g.Len(), "", end, l)
		}
	}
	start, now := g.Start(), g.Position()
	a := gameAnswer{Start: w.fen(&start), Plies: w.plies(g), FEN: w.fen(&now), Side: now.Side().String(),
		Number: now.FullmoveNumber(), Check: checked(&now), Legal: []Move{}, Result: outcome.Result.String(),
		Says: w.stands(&now, outcome), Refused: refused}
	if outcome.Result != movegen.Ongoing {
		a.Ending = outcome.Ending.String()
		if outcome.Ending == movegen.NotEnded {
			a.Ending, a.Says = "time", w.timeIsUp(outcome.Result)
		}
		return a, nil
	}
	for _, m := range now.Moves() {
		a.Legal = append(a.Legal, w.move(&now, m))
	}
	if draw := g.Draw(); draw != movegen.NotEnded {
		a.Claim = l.Text(endings[draw])
	}
	return a, nil
}

// end ends the game as requested. refused is the reason if the game cannot end so; err is a *Fault.
func (q *gameQuestion) end(g *movegen.Game) (o movegen.Outcome, refused, err error) {
	switch q.End {
	case "claim":
		refused = g.ClaimDraw()
	case "agree":
		refused = g.AgreeDraw()
	case "white resigns", "black resigns":
		loser := movegen.White
		if q.End[0] == 'b' {
			loser = movegen.Black
		}
		if refused = g.Resign(); refused == nil { // also on the other side's turn
			return movegen.Outcome{Result: movegen.WinFor(loser.Other()), Ending: movegen.Resignation}, nil, nil
		}
	case "white time", "black time":
		if refused = g.Resign(); refused == nil {
			return movegen.Outcome{Result: timeResult(g.Position(), q.End[0] == 'w')}, nil, nil
		}
	default:
		return o, nil, &Fault{Code: BadRequest, Field: "end",
			Message: "end must be claim, agree, white resigns, black resigns, white time or black time"}
	}
	return g.Outcome(), refused, nil
}

// timeResult returns the result when White, or Black, runs out of time: a draw if the other side has only its king.
func timeResult(p movegen.Position, white bool) movegen.Result {
	winner := movegen.White
	if white {
		winner = movegen.Black
	}
	if p.ByColor(winner).MoreThanOne() {
		return movegen.WinFor(winner)
	}
	return movegen.Drawn
}

// writer writes moves and positions in the form that a request asks for.
type writer struct {
	language text.Language
	chess960 bool
}

// fen returns the FEN of a position; in Chess960 with the files of the rooks.
func (w writer) fen(p *movegen.Position) string {
	if w.chess960 {
		return p.ShredderFEN()
	}
	return p.FEN()
}

// move describes a legal move of p, or NoMove, a pass.
func (w writer) move(p *movegen.Position, m movegen.Move) Move {
	text := notation.UCI(m, w.chess960)
	d := Move{UCI: text, SAN: notation.SAN(p, m, w.language.Letters())}
	if m != movegen.NoMove {
		d.From, d.To, d.Promotion = text[:2], text[2:4], text[4:]
	}
	return d
}

// plies describes the moves of a game.
func (w writer) plies(g *movegen.Game) []ply {
	list := make([]ply, 0, g.Len())
	for before, m := range g.Plies() {
		list = append(list, w.ply(&before, m))
	}
	return list
}

// ply describes a move that is played in p.
func (w writer) ply(p *movegen.Position, m movegen.Move) ply {
	after := *p
	after.MakeOrPass(m)
	return ply{Move: w.move(p, m), Number: p.FullmoveNumber(), Side: p.Side().String(),
		FEN: w.fen(&after), Check: checked(&after)}
}

// checked returns the square of the king in check, or "".
func checked(p *movegen.Position) string {
	if !p.InCheck() {
		return ""
	}
	return p.King(p.Side()).String()
}

// playMethods returns the methods for playing and analysing games.
func playMethods() []Method {
	return []Method{
		Define("play", playing),
		defineIn("game", game),
		defineIn("evaluate", evaluate),
		Heavy(defineIn("search", searching)),
		Heavy(defineIn("council", consultCouncil)),
		Heavy(defineIn("graph", graph)),
		long(defineIn("pgn/read", pgnRead)),
		long(defineIn("pgn/write", pgnWrite)),
		Heavy(long(defineIn("pgn/annotate", pgnAnnotate))),
		long(defineIn("tree/convert", treeConvert)),
		Heavy(defineIn("tree/grow", treeGrow)),
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
