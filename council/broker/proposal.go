package broker

import (
	"errors"
	"fmt"
	"slices"

	"alfiere/council"
	"alfiere/movegen"
	"alfiere/search"
)

// proposalText is a proposal in a message. The attempt identifies its author.
type proposalText struct {
	Knowledge  string          `json:"knowledge"`
	Move       string          `json:"move"`
	Score      int             `json:"score"`
	Line       string          `json:"line"`
	Depth      int             `json:"depth"`
	RootMoves  int             `json:"rootmoves"`
	Nodes      uint64          `json:"nodes"`
	TBHits     uint64          `json:"tbhits,omitempty"`
	Elapsed    int64           `json:"elapsed"` // microseconds
	Iterations []iterationText `json:"iterations,omitempty"`
	Lines      []infoText      `json:"lines,omitempty"`
}

type iterationText struct {
	Move  string `json:"move"` // "0000" if it was not reported
	Score int    `json:"score"`
}

// infoText is a report of a line. Other reports are not sent.
type infoText struct {
	Depth    int    `json:"depth"`
	SelDepth int    `json:"seldepth"`
	MultiPV  int    `json:"multipv"`
	Score    int    `json:"score"`
	Bound    uint8  `json:"bound"`
	Line     string `json:"line"`
	Nodes    uint64 `json:"nodes"`
	Elapsed  int64  `json:"elapsed"` // microseconds
	Hashfull int    `json:"hashfull"`
	TBHits   uint64 `json:"tbhits,omitempty"`
}

// noMove is the text of search's NoMove.
const noMove = "0000"

var (
	errOtherMove = errors.New("proposal: the line does not begin with the move")
	errNotAsked  = errors.New("proposal: the move is not among the requested moves")
)

func proposalOf(p *council.Proposal) *proposalText {
	t := &proposalText{Knowledge: p.Knowledge.String(), Move: movesText([]movegen.Move{p.Move}), Score: int(p.Score),
		Line:  movesText(p.Line),
		Depth: p.Depth, RootMoves: p.RootMoves, Nodes: p.Nodes, TBHits: p.TBHits, Elapsed: microseconds(p.Elapsed)}
	for _, each := range p.Iterations {
		t.Iterations = append(t.Iterations, iterationText{movesText([]movegen.Move{each.Move}), int(each.Score)})
	}
	for i := range p.Lines {
		t.Lines = append(t.Lines, *infoOf(&p.Lines[i]))
	}
	return t
}

func infoOf(i *search.Info) *infoText {
	return &infoText{Depth: i.Depth, SelDepth: i.SelDepth, MultiPV: i.MultiPV, Score: int(i.Score), Bound: uint8(i.Bound),
		Line:  movesText(i.Line),
		Nodes: i.Nodes, Elapsed: microseconds(i.Elapsed), Hashfull: i.Hashfull, TBHits: i.TBHits}
}

// proposal reads the text of an answer to a request: all its moves can be played.
func (t *proposalText) proposal(request *search.Request) (council.Proposal, error) {
	var c checker
	position := request.Position
	p := council.Proposal{Knowledge: c.knowledge(t.Knowledge), Move: c.move(&position, t.Move),
		Score: c.score("score", t.Score),
		Line:  c.line(position, t.Line), Depth: within(&c, "depth", t.Depth, 0, maxDepth),
		RootMoves: within(&c, "rootmoves", t.RootMoves, 0, maxLines),
		Nodes:     t.Nodes, TBHits: t.TBHits, Elapsed: c.duration("elapsed", t.Elapsed)}
	if len(p.Line) > 0 && p.Line[0] != p.Move {
		c.fail(errOtherMove)
	}
	if asked := request.Limits.Moves; len(asked) > 0 && !slices.Contains(asked, p.Move) {
		c.fail(errNotAsked)
	}
	within(&c, "number of iterations", len(t.Iterations), 0, maxDepth)
	within(&c, "number of lines", len(t.Lines), 0, maxLines)
	if c.err != nil {
		return council.Proposal{}, c.err
	}
	for _, each := range t.Iterations {
		iteration := council.Iteration{Score: c.score("score", each.Score)}
		if each.Move != noMove {
			iteration.Move = c.move(&position, each.Move)
		}
		p.Iterations = append(p.Iterations, iteration)
	}
	for i := range t.Lines {
		info, err := t.Lines[i].info(position)
		if err != nil {
			c.fail(err)
			break
		}
		p.Lines = append(p.Lines, info)
	}
	if c.err != nil {
		return council.Proposal{}, c.err
	}
	return p, nil
}

// info reads the text of a line from the position.
func (t *infoText) info(position movegen.Position) (search.Info, error) {
	var c checker
	info := search.Info{Depth: within(&c, "depth", t.Depth, 0, maxDepth),
		SelDepth: within(&c, "seldepth", t.SelDepth, 0, maxDepth),
		MultiPV:  within(&c, "multipv", t.MultiPV, 0, maxLines), Score: c.score("score", t.Score),
		Bound: search.Bound(within(&c, "bound", t.Bound, uint8(search.Upper), uint8(search.Exact))),
		Line:  c.line(position, t.Line),
		Nodes: t.Nodes, Elapsed: c.duration("elapsed", t.Elapsed), Hashfull: within(&c, "hashfull", t.Hashfull, 0, 1000),
		TBHits: t.TBHits}
	if len(info.Line) == 0 {
		c.fail(fmt.Errorf("message: the line has no moves"))
	}
	if c.err != nil {
		return search.Info{}, c.err
	}
	return info, nil
}
