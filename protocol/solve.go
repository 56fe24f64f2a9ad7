package protocol

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"alfiere/protocol/wire"
	"alfiere/search"
	"alfiere/search/problem"
	"alfiere/search/problemtext"
)

// ProblemWords are the words that ParseProblem reads, for help texts.
const ProblemWords = "N [set] [tries [R]] [all] [themes] [full] [compact] [figurines] [language L] [json]"

// ErrProblem is wrapped by the error for words that ask for no problem.
var ErrProblem = errors.New("mate: wanted are " + ProblemWords)

// ProblemRequest is what a user asks to know of the position as a problem.
type ProblemRequest struct {
	Options problem.Options
	Text    problemtext.Options
	JSON    bool // rather than text
}

// ParseProblem reads what a user may write after "mate": the number of moves, then in
// any order "set" for the set play, "tries R" for first moves with up to R
// refutations, 1 if there is no R, "all" for ineffective defences too, "themes",
// "full" for all of these with a judgement, "compact", "figurines", "language" with
// its name, and "json". The error wraps ErrProblem.
func ParseProblem(text string) (ProblemRequest, error) {
	words := wire.Fields(text)
	if len(words) == 0 {
		return ProblemRequest{}, ErrProblem
	}
	moves, err := strconv.Atoi(words[0])
	if err != nil || moves < 1 || moves > problem.MaxMoves {
		return ProblemRequest{}, fmt.Errorf("%w, N from 1 to %d, not %q", ErrProblem, problem.MaxMoves, wire.Clip(words[0]))
	}
	request := ProblemRequest{Options: problem.Options{Moves: moves}}
	figurines := false
	for words = words[1:]; len(words) > 0; words = words[1:] {
		switch words[0] {
		case "figurines":
			figurines = true
		case "tries":
			request.Options.Tries, request.Text.Tries = 1, true
			if len(words) == 1 {
				break
			}
			if r, err := strconv.Atoi(words[1]); err == nil {
				if r < 1 {
					return ProblemRequest{}, fmt.Errorf("%w, R at least 1, not %q", ErrProblem, wire.Clip(words[1]))
				}
				request.Options.Tries = r
				words = words[1:]
			}
		case "language":
			if len(words) == 1 {
				return ProblemRequest{}, fmt.Errorf("%w, the language is missing", ErrProblem)
			}
			words = words[1:]
			if request.Text.Language, err = problemtext.ParseLanguage(words[0]); err != nil {
				return ProblemRequest{}, fmt.Errorf("%w, %w, not %q", ErrProblem, err, wire.Clip(words[0]))
			}
		default:
			if !request.obey(words[0]) {
				return ProblemRequest{}, fmt.Errorf("%w, not %q", ErrProblem, wire.Clip(words[0]))
			}
		}
	}
	if !request.Text.Compact || request.JSON {
		request.Options.Play = moves
	}
	if figurines {
		request.Text.Language = request.Text.Language.WithFigurines()
	}
	return request, nil
}

// obey takes a word that has no argument; ok is false if there is no such word.
func (r *ProblemRequest) obey(word string) (ok bool) {
	switch word {
	case "set":
		r.Options.SetPlay, r.Text.SetPlay = true, true
	case "all":
		r.Options.AllDefences, r.Text.AllDefences = true, true
	case "themes":
		r.Options, r.Text.Themes = problemtext.WithThemes(r.Options), true
	case "full", "json":
		language, compact := r.Text.Language, r.Text.Compact
		r.Options = problemtext.WithThemes(r.Options)
		r.Text = problemtext.Full(language)
		r.Text.Compact = compact
		r.JSON = r.JSON || word == "json"
	case "compact":
		r.Text.Compact = true
	default:
		return false
	}
	return true
}

// Solve analyses the position on the board as a problem: a mate by the side to move.
// A Solved event ends it. Like a search it can be stopped; the report then holds what
// is proven. It returns the number that the event will have.
func (c *Controller) Solve(request ProblemRequest) (number int) {
	c.Abandon()
	ctx := c.begin(search.Limits{Depth: request.Options.Moves}, false)
	j := c.job
	c.run(func() {
		solved := Solved{Search: j.number, Request: request}
		if solved.Report, solved.Err = problem.Analyse(ctx, j.root, request.Options); solved.Err == nil {
			solved.Document.Report = solved.Report
			if request.Text.Themes {
				solved.Document.Recognise()
			}
		}
		c.mailbox.put(j.number, solved)
	})
	return j.number
}

// Text is the answer as it was asked for, or the error. It leaves out the time: the
// nodes say how hard it was, and the text is the same every time.
func (s *Solved) Text() (string, error) {
	if s.Err != nil {
		return "", s.Err
	}
	report := *s.Report
	report.Elapsed = 0
	document := s.Document
	document.Report = &report
	var text strings.Builder
	if s.Request.JSON {
		err := problemtext.WriteJSON(&text, &document, s.Request.Text)
		return text.String(), err
	}
	err := problemtext.Write(&text, &document, s.Request.Text)
	return text.String(), err
}

// Bench searches the bench positions to the given depth, at least 1, whatever is on
// the board and without the searcher: a Benched event for each position, then one
// with the total, which ends it. Like a search it can be stopped.
func (c *Controller) Bench(depth int) {
	c.Abandon()
	ctx := c.begin(search.Limits{Depth: depth}, false)
	j := c.job
	c.run(func() {
		total, err := search.Bench(ctx, depth, search.BenchMegabytes, func(fen string, nodes uint64) {
			c.mailbox.put(j.number, Benched{Search: j.number, FEN: fen, Nodes: nodes})
		})
		c.mailbox.put(j.number, BenchFinished{Search: j.number, Total: total, Stopped: ctx.Err() != nil, Err: err})
	})
}
