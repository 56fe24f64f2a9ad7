package protocol

import (
	"alfiere/problem"
	"alfiere/problem/text"
	"alfiere/search"
)

// Solve analyses the position on the board as a problem: a mate by the side to move.
// A Solved event ends it. Like a search it can be stopped; the report then holds what
// is proven. It returns the number that the event will have.
func (c *Controller) Solve(request text.Request) (number int) {
	j := c.begin(c.game, search.Limits{Depth: request.Options.Moves}, false, 0)
	j.run(func() {
		solved := Solved{Search: j.number, Request: request}
		if solved.Report, solved.Err = problem.Analyse(j.ctx, j.root, request.Options); solved.Err == nil {
			solved.Document.Report = solved.Report
			if request.Text.Themes {
				solved.Document.Recognise()
			}
		}
		j.tell(solved)
	})
	return j.number
}

// Text is the answer as it was asked for, or the error.
func (s *Solved) Text() (string, error) {
	if s.Err != nil {
		return "", s.Err
	}
	request := s.Request
	request.Text.Program = Title
	return request.Answer(s.Document)
}
