package api

import (
	"errors"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem/text"
)

// maxPlies is the maximum number of half-moves of a game in a request.
const maxPlies = 2000

// played is the start and the moves of a game. It is part of every question about games.
type played struct {
	Start    string   `json:"start"` // FEN; empty is the initial position
	Chess960 bool     `json:"chess960"`
	Moves    []string `json:"moves"`    // in coordinates, or SAN with the letters of the language
	Language string   `json:"language"` // "en" or "it"; empty is English
}

// start returns the position before the moves. The error is a *Fault.
func (q *played) start(l text.Language) (movegen.Position, error) {
	if q.Start == "" {
		return movegen.StartPosition(), nil
	}

	p, _, err := rules(q.Chess960).ParseFEN(q.Start)
	if err != nil {
		return p, startFault(err)
	}
	return p, nil
}

// startFault returns the fault for an invalid FEN.
func startFault(err error) *Fault {
	fault := &Fault{Code: BadRequest, Err: err}
	if wrong := new(movegen.FENError); errors.As(err, &wrong) {
		fault = faultOfFEN(wrong)
	}
	fault.Field = "start"
	return fault
}

// game returns the game as far as its moves can be played, and the refusal of the first move that
// cannot be played, or nil. The error is a *Fault.
func (q *played) game(draws movegen.DrawRule, l text.Language) (*movegen.Game, *refusal, error) {
	if len(q.Moves) > maxPlies {
		return nil, nil, &Fault{Code: BadRequest, Field: "moves", Err: message.Errorf("more than %d moves", maxPlies)}
	}
	p, err := q.start(l)
	if err != nil {
		return nil, nil, err
	}
	g := movegen.Referee{Draws: draws, Rules: rules(q.Chess960)}.Start(p)
	for i, text := range q.Moves {
		if err := playText(g, text, l); err != nil {
			return g, newRefusal(i, text, err, l), nil
		}
	}
	return g, nil, nil
}

// playText plays a move. The error comes from the game or from reading the text.
func playText(g *movegen.Game, text string, l text.Language) error {
	p := g.Position()
	m, err := notation.ParseMove(&p, text, l.Letters())
	if err == nil {
		return g.Play(m)
	}
	var unread *notation.MoveError
	if errors.As(err, &unread) {
		promotes := unread.Reason == notation.Ambiguous && unread.Candidates[0].PromotionType() != movegen.NoPieceType
		if promotes && unread.Pieces.Count() < 2 {
			return g.Move(unread.Candidates[0].From(), unread.Candidates[0].To(), movegen.NoPieceType) // refused
		}
		if meant, ok := unread.Meant(&p); ok {
			if refused := g.Play(meant); refused != nil {
				return refused
			}
		}
	}
	return err
}

// whole returns the game if all its moves can be played and the final position has a legal move.
// The error is a *Fault.
func (q *played) whole(l text.Language) (*movegen.Game, error) {
	g, refused, err := q.game(movegen.DrawsNever, l)
	switch {
	case err != nil:
		return nil, err
	case refused != nil:
		return nil, &Fault{Code: BadRequest, Field: "moves", Message: refused.Message, Squares: refused.Squares}
	case g.Over():
		return nil, &Fault{Code: BadRequest, Field: "moves", Message: endings[g.Outcome().Ending]}
	}
	return g, nil
}
