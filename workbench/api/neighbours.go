package api

import (
	"context"
	"fmt"
	"slices"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
	"alfiere/problem/theme"
)

// neighboursQuery asks for the sound problems one change away.
type neighboursQuery struct {
	Position    string  `json:"position"`    // as text in "position"
	Stipulation string  `json:"stipulation"` // as in "problem"
	Language    string  `json:"language"`    // of moves and messages; English if empty
	White       bool    `json:"white"`       // White mates, whichever side is to move
	Seconds     float64 `json:"seconds"`     // time limit; 0 is usualTrySeconds
	Nodes       uint64  `json:"nodes"`       // limit per neighbour; 0 is usualTryNodes
}

const (
	usualTrySeconds = 60
	usualTryNodes   = 200_000
)

// Neighbour is a sound problem one change away.
type Neighbour struct {
	Change   string   `json:"change"`         // removed, moved, exchanged or added
	Man      string   `json:"man"`            // the man that changes: an English letter, lower case for Black
	Is       string   `json:"is,omitempty"`   // the man that replaces it
	From     string   `json:"from,omitempty"` // its square before; empty if it is added
	To       string   `json:"to,omitempty"`   // its square after; empty if it is removed
	FEN      string   `json:"fen"`
	Key      Played   `json:"key"`
	Threat   bool     `json:"threat"` // the key threatens
	Defences int      `json:"defences"`
	Mates    int      `json:"mates"`
	Duals    int      `json:"duals"`
	Gains    []string `json:"gains"`  // sound, economy, key, defences, mates, duals
	Themes   []string `json:"themes"` // of two-movers: themes that the diagram lacks, in the language
}

// Played is a move with its names.
type Played struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
}

// tried is the answer: the position itself and what was tried.
type tried struct {
	Verdict  string  `json:"verdict"` // of the position itself
	Key      *Played `json:"key"`     // its only key, if it is sound
	Defences int     `json:"defences"`
	Mates    int     `json:"mates"`
	Duals    int     `json:"duals"`
	Of       int     `json:"of"`       // number of neighbours
	Done     int     `json:"done"`     // neighbours examined
	GivenUp  int     `json:"given_up"` // neighbours that took too many nodes
	Sound    int     `json:"sound"`
	Nodes    uint64  `json:"nodes"`
}

func (s *Service) neighbours(ctx context.Context, q *neighboursQuery, emit Emit) (any, error) {
	asked := ProblemQuery{Position: q.Position, Stipulation: q.Stipulation,
		Language: q.Language, White: q.White, Seconds: q.Seconds}
	job, err := asked.read()
	if err != nil {
		return nil, err
	}
	if job.illegal != nil {
		return nil, job.illegalFault()
	}
	seconds, nodes := q.Seconds, q.Nodes
	if seconds == 0 {
		seconds = usualTrySeconds
	}
	if nodes == 0 {
		nodes = usualTryNodes
	}
	limited, cancel := context.WithTimeout(ctx, time.Duration(seconds*float64(time.Second)))
	defer cancel()
	letters := job.language.Letters()
	var found []Neighbour
	var sound int
	themes := themesIn{moves: job.moves, nodes: nodes, terms: text.Terms(job.language)}
	themes.without(limited, job.position)
	next := time.Now() // report the first one at once
	tell := func(done, of int) {
		if now := time.Now(); now.Before(next) {
			return
		}
		next = time.Now().Add(progressInterval)
		if len(found) > 0 {
			emit(Partial, map[string][]Neighbour{"neighbours": found})
			found = nil
		}
		emit(Progress, map[string]int{"done": done, "of": of, "sound": sound})
	}
	result, err := problem.Neighbours(limited, job.position, problem.Options{Moves: job.moves, Nodes: nodes}, tell,
		func(n *problem.Neighbour) {
			sound++
			told := neighbourOf(n, letters)
			told.Themes = themes.gained(limited, n.Position)
			found = append(found, told)
		})
	if err != nil {
		return nil, &Fault{Code: BadRequest, Err: forsyth.Reason(err), Field: "position"}
	}
	if len(found) > 0 {
		emit(Partial, map[string][]Neighbour{"neighbours": found})
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return triedOf(result, letters), nil
}

// illegalFault returns the fault for an illegal position.
func (job *problemJob) illegalFault() *Fault {
	var squares movegen.Bitboard
	for _, f := range job.illegal.Faults {
		squares |= f.Squares
	}
	return &Fault{Code: BadRequest, Err: job.illegal.Reason(), Field: "position", Squares: squareNames(squares)}
}

func triedOf(r *problem.Neighbourhood, letters notation.PieceLetters) *tried {
	t := &tried{Verdict: r.Base.Verdict.String(), Defences: r.Defences, Mates: r.Mates, Duals: r.Duals,
		Of: r.Of, Done: r.Done, GivenUp: r.GivenUp, Sound: r.Sound, Nodes: r.Nodes}
	if r.Base.Verdict == problem.Sound && r.Base.Complete {
		t.Key = playedOf(&r.Base.Position, r.Base.Keys[0].Move, letters)
	}
	return t
}

func playedOf(p *movegen.Position, m movegen.Move, letters notation.PieceLetters) *Played {
	return &Played{UCI: notation.UCI(m, false), SAN: notation.SAN(p, m, letters)}
}

func neighbourOf(n *problem.Neighbour, letters notation.PieceLetters) Neighbour {
	told := Neighbour{Change: n.Change, FEN: n.Position.FEN(), Key: *playedOf(&n.Position, n.Key, letters),
		Threat: n.Threat, Defences: n.Defences, Mates: n.Mates, Duals: n.Duals, Gains: []string{}, Themes: []string{}}
	man := n.Was
	if n.Was == movegen.NoPiece {
		man = n.Is
	}
	told.Man = letterOf(man)
	if n.From == n.To {
		told.Is = letterOf(n.Is)
	}
	if n.From != movegen.NoSquare {
		told.From = n.From.String()
	}
	if n.To != movegen.NoSquare {
		told.To = n.To.String()
	}
	told.Gains = append(told.Gains, n.Gains()...)
	return told
}

// themesIn finds themes that a diagram lacks. In more than two moves they take too long.
type themesIn struct {
	moves int
	nodes uint64
	terms map[string]text.Term
	has   map[string]bool
}

// of returns the themes of a problem, none if it is not sound.
func (t *themesIn) of(ctx context.Context, p movegen.Position) []theme.Found {
	if t.moves > 2 {
		return nil
	}
	o := theme.Options(t.moves)
	o.Nodes = t.nodes
	report, err := problem.Analyse(ctx, p, o)
	if err != nil || !report.Complete {
		return nil
	}
	return theme.Recognise(report)
}

// without remembers the themes of the diagram.
func (t *themesIn) without(ctx context.Context, p movegen.Position) {
	t.has = map[string]bool{}
	for _, f := range t.of(ctx, p) {
		t.has[f.Theme.Name] = true
	}
}

// gained returns the names of themes that the diagram lacks.
func (t *themesIn) gained(ctx context.Context, p movegen.Position) []string {
	names := []string{}
	for _, f := range t.of(ctx, p) {
		name := f.Theme.Name
		if !t.has[name] {
			if term, known := t.terms[name]; known {
				name = term.Name
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// letterOf returns the English letter of a man, lower case for Black.
func letterOf(man movegen.Piece) string { return fmt.Sprintf("%c", notation.English.BoardLetter(man)) }
