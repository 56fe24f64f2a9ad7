package broker

import (
	"errors"
	"slices"

	"alfiere/council"
	"alfiere/movegen"
	"alfiere/search"
)

var (
	errOtherMove = errors.New("proposal: the line does not begin with the move")
	errNotAsked  = errors.New("proposal: the move is not among the requested moves")
	errNoLine    = errors.New("message: the line has no moves")
)

// checkProposal checks an answer to a request: all its moves can be played.
func checkProposal(p *council.Proposal, request *search.Request) error {
	var c checker
	position := &request.Position
	c.legal(position, p.Move)
	c.score(p.Score)
	c.line(*position, p.Line)
	within(&c, "depth", p.Depth, 0, maxDepth)
	within(&c, "rootmoves", p.RootMoves, 0, maxLines)
	c.duration("elapsed", p.Elapsed)
	if len(p.Line) > 0 && p.Line[0] != p.Move {
		c.fail(errOtherMove)
	}
	if asked := request.Limits.Moves; len(asked) > 0 && !slices.Contains(asked, p.Move) {
		c.fail(errNotAsked)
	}
	within(&c, "number of iterations", len(p.Iterations), 0, maxDepth)
	within(&c, "number of lines", len(p.Lines), 0, maxLines)
	for _, each := range p.Iterations {
		c.score(each.Score)
		if each.Move != movegen.NoMove { // otherwise it was not reported
			c.legal(position, each.Move)
		}
	}
	for i := range p.Lines {
		c.info(&p.Lines[i], position)
	}
	return c.err
}

// info checks the report of a line from the position. Other reports are not passed on.
func (c *checker) info(i *search.Info, position *movegen.Position) {
	i.CurrentMove, i.CurrentNumber, i.RootMoves = movegen.NoMove, 0, 0
	within(c, "depth", i.Depth, 0, maxDepth)
	within(c, "seldepth", i.SelDepth, 0, maxDepth)
	within(c, "multipv", i.MultiPV, 0, maxLines)
	within(c, "bound", i.Bound, search.Upper, search.Exact)
	within(c, "hashfull", i.Hashfull, 0, 1000)
	c.score(i.Score)
	c.duration("elapsed", i.Elapsed)
	c.line(*position, i.Line)
	if len(i.Line) == 0 {
		c.fail(errNoLine)
	}
}
