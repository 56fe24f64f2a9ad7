package api

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"alfiere/eval"
	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
	"alfiere/search/analysis"
)

// PositionQuery asks for the position in a text.
type PositionQuery struct {
	Text     string   `json:"text"`     // FEN, EPD, board alone, link or list of men, with a stipulation if any
	Moves    []string `json:"moves"`    // moves to play, in UCI coordinates; 0000 passes
	Language string   `json:"language"` // of messages, SAN and letters of the board; English if empty
	White    bool     `json:"white"`    // White is to move, whatever the text has
	Chess960 bool     `json:"chess960"`
	Maps     string   `json:"maps"` // add Flights and Guards; the side that mates, w or b
}

// position is a position, legal or not, for a board.
type position struct {
	FEN       string            `json:"fen"`       // normalised; unchanged if there are faults
	Men       map[string]string `json:"men"`       // English letters by square, lower case for Black
	Side      string            `json:"side"`      // w or b
	Castling  string            `json:"castling"`  // the field of the FEN
	EnPassant string            `json:"enpassant"` // a square, or -
	// What else is possible: the field with all castling rights that the men allow, and the
	// squares where an en passant capture is legal.
	CastlingPossible  string   `json:"castling_possible"`
	EnPassantPossible []string `json:"enpassant_possible"`

	N        int      `json:"n,omitempty"` // the number of moves in a stipulation after the position
	Check    []string `json:"check"`       // the king in check and the men that give it
	Legal    []Move   `json:"legal"`
	Warnings []note   `json:"warnings"` // oddities of a position that can be solved and played
	Faults   []note   `json:"faults"`   // why the position is illegal; it can be shown

	// Of a legal position, if they are wanted: where the king of the side that is mated could go, and the men that
	// guard each square, also behind that king.
	Flights []string            `json:"flights,omitzero"`
	Guards  map[string][]string `json:"guards,omitzero"`
}

// Move is a legal move.
type Move struct {
	UCI       string `json:"uci"`
	SAN       string `json:"san"`
	From      string `json:"from"`
	To        string `json:"to"`                  // in castling, the king's target square
	Promotion string `json:"promotion,omitempty"` // an English letter, as in q
}

// note is an oddity or an error.
type note struct {
	Name    string   `json:"name"` // a fixed English name
	Text    string   `json:"text"`
	Squares []string `json:"squares"`
}

// parsed reads the text of a field; an empty one is the usual value. The error is a *Fault.
func parsed[T any](field, text string, usual T, parse func(string) (T, error)) (T, error) {
	if text == "" {
		return usual, nil
	}
	value, err := parse(text)
	if err != nil {
		return value, &Fault{Code: BadRequest, Field: field, Err: err}
	}
	return value, nil
}

// readLanguage returns the language of a request.
func readLanguage(name string) (text.Language, error) {
	return parsed("language", name, text.English(), text.ParseLanguage)
}

// readStatement reads a position and what follows it. The error is a *forsyth.IllegalError for an
// illegal diagram, otherwise a *Fault of the field.
func readStatement(text, field string, meant forsyth.Conventions, l text.Language) (forsyth.Statement, error) {
	if len(text) > notation.MaxEPDLength {
		return forsyth.Statement{}, &Fault{Code: BadRequest, Err: notation.ErrLineTooLong, Field: field}
	}
	meant.Letters = l.Letters()
	s, err := meant.Parse(text, 1)
	if err == nil {
		return s, nil
	}
	if illegal, ok := errors.AsType[*forsyth.IllegalError](err); ok {
		return s, illegal
	}
	fault := &Fault{Code: BadRequest, Err: forsyth.Reason(err), Field: field}
	if place, ok := errors.AsType[*forsyth.Error](err); ok {
		fault.Offset, fault.Squares = offsetOf(text, place.Line, place.Column), faultySquares(place).Names()
	}
	return s, fault
}

func (s *Service) position(_ context.Context, q *PositionQuery, l text.Language, _ Emit) (any, error) {
	if q.Maps != "" && q.Maps != "w" && q.Maps != "b" {
		return nil, &Fault{Code: BadRequest, Err: errors.New("maps must be w or b, the side that mates"), Field: "maps"}
	}
	if q.Chess960 {
		p, warnings, err := (movegen.Rules{Chess960: true}).ParseFEN(q.Text)
		if fen, ok := errors.AsType[*movegen.FENError](err); ok {
			return nil, faultOfFEN(fen)
		}
		return shown(p, warnings, q, l)
	}
	made, err := readStatement(q.Text, "text", forsyth.Conventions{White: q.White}, l)
	if illegal, ok := errors.AsType[*forsyth.IllegalError](err); ok {
		return illegalPosition(illegal, l), nil
	}
	if err != nil {
		return nil, err
	}
	surplus, suspicious := made.Position.Validate()
	answer, err := shown(made.Position, append(surplus, suspicious...), q, l)
	if err != nil {
		return nil, err
	}
	answer.N = made.Moves
	if w := made.Passed; w != nil {
		answer.Warnings = append(answer.Warnings, note{Name: w.Name(), Text: l.Passed(w), Squares: w.Squares().Names()})
	}
	return answer, nil
}

// faultOfFEN returns the fault of the field text.
func faultOfFEN(err *movegen.FENError) *Fault {
	fault := &Fault{Code: BadRequest, Err: err, Field: "text", Squares: squaresOf(err.Faults).Names()}
	if i := slices.IndexFunc(err.Faults, func(f movegen.Fault) bool { return f.Offset >= 0 }); i >= 0 {
		fault.Offset = &err.Faults[i].Offset
	}
	return fault
}

// shown returns a position after the moves of the query.
func shown(p movegen.Position, warnings []movegen.Fault, q *PositionQuery, l text.Language) (*position, error) {
	for i, text := range q.Moves {
		m, err := readMove(&p, text)
		if err != nil {
			return nil, &Fault{Code: BadRequest, Err: message.Errorf("%d: %w", i+1, forsyth.Reason(err)), Field: "moves"}
		}
		p.MakeOrPass(m)
	}
	rules := movegen.Rules{Chess960: q.Chess960, Composed: true}
	answer := &position{
		FEN: p.FEN(), Men: map[string]string{}, Side: "wb"[p.Side() : p.Side()+1],
		EnPassantPossible: captures(p.Builder(), rules), Check: []string{}, Legal: []Move{},
		Warnings: notes(warnings, l), Faults: []note{},
	}
	for square := range movegen.NoSquare {
		if man := p.PieceAt(square); man != movegen.NoPiece {
			answer.Men[square.String()] = string(notation.English.BoardLetter(man))
		}
	}
	fields := strings.Fields(answer.FEN)
	answer.Castling, answer.EnPassant = fields[2], fields[3]
	all := p.Builder()
	all.CastlingRooks |= all.RooksAtHome()
	answer.CastlingPossible = strings.Fields(all.FEN())[2]
	if q.Maps != "" {
		answer.addMaps(&p, movegen.Color(strings.Index("wb", q.Maps)))
	}
	if p.InCheck() {
		answer.Check = (p.Checkers() | p.King(p.Side()).Bitboard()).Names()
	}
	for _, m := range p.Moves() {
		move := Move{UCI: notation.UCI(m, q.Chess960), SAN: notation.SAN(&p, m, l.Letters())}
		plain := notation.UCI(m, false)
		move.From, move.To, move.Promotion = plain[:2], plain[2:4], plain[4:]
		answer.Legal = append(answer.Legal, move)
	}
	return answer, nil
}

// addMaps adds flights and guards; c mates.
func (a *position) addMaps(p *movegen.Position, c movegen.Color) {
	king := p.King(c.Other())
	field, occupied := movegen.KingAttacks(king)&^p.ByColor(c.Other()), p.Occupied()&^king.Bitboard()
	a.Flights, a.Guards = []string{}, map[string][]string{}
	for s := range movegen.NoSquare {
		if guards := p.AttackersTo(s, occupied) & p.ByColor(c); guards != 0 {
			a.Guards[s.String()] = guards.Names()
		} else if field.Has(s) {
			a.Flights = append(a.Flights, s.String())
		}
	}
}

// readMove reads a move of the position, or a pass.
func readMove(p *movegen.Position, text string) (movegen.Move, error) {
	if text != "0000" {
		return notation.ParseUCI(p, text)
	}
	if p.InCheck() {
		return movegen.NoMove, errors.New("a side in check cannot pass")
	}
	return movegen.NoMove, nil
}

// captures returns the squares where the side to move could capture en passant.
func captures(b movegen.Builder, rules movegen.Rules) []string {
	squares := []string{}
	for file := range 8 {
		b.EnPassant = movegen.MakeSquare(file, [...]int{5, 2}[b.Side])
		if p, _, err := b.Build(rules); err == nil && p.EnPassant() == b.EnPassant {
			squares = append(squares, b.EnPassant.String())
		}
	}
	return squares
}

// illegalPosition returns the position of an illegal diagram.
func illegalPosition(illegal *forsyth.IllegalError, l text.Language) *position {
	answer := &position{
		FEN: illegal.FEN, Men: map[string]string{}, Side: "w", Castling: "-", EnPassant: "-", CastlingPossible: "-",
		EnPassantPossible: []string{}, Check: []string{}, Legal: []Move{}, Warnings: []note{},
		Faults: notes(illegal.Faults, l),
	}
	file, rank := 0, 7
	for _, c := range illegal.Board {
		switch {
		case c == '/':
			file, rank = 0, rank-1
		case c >= '1' && c <= '8':
			file += int(c - '0')
		default:
			answer.Men[movegen.MakeSquare(file, rank).String()] = string(c)
			file++
		}
	}
	for i, field := range strings.Fields(illegal.FEN) {
		switch {
		case i == 1 && field == "b":
			answer.Side = field
		case i == 2:
			answer.Castling = field
		case i == 3:
			answer.EnPassant = field
		}
	}
	return answer
}

// notes returns faults as notes.
func notes(faults []movegen.Fault, l text.Language) []note {
	list := []note{}
	for _, f := range faults {
		text := l.Error(f)
		if _, bare, found := strings.Cut(text, ": "); found && f.Offset < 0 {
			text = bare // drop the name of the FEN field: the reader sees a board
		}
		list = append(list, note{Name: f.Code.String(), Text: text, Squares: f.Squares.Names()})
	}
	return list
}

// evaluateQuestion asks for the evaluation of a position and its parts.
type evaluateQuestion struct {
	Position string `json:"position"` // FEN; empty is the initial position
	Chess960 bool   `json:"chess960"`
	Letters  string `json:"letters"`  // evaluation terms to use; empty is all
	Language string `json:"language"` // of errors
}

// knowledge reads letters. The error is a *Fault.
func knowledge(letters string) (eval.Knowledge, error) {
	return parsed("letters", letters, eval.All, eval.ParseKnowledge)
}

// evaluate is the method "evaluate".
func evaluate(_ context.Context, q *evaluateQuestion, _ text.Language, _ Emit) (any, error) {
	k, err := knowledge(q.Letters)
	if err != nil {
		return nil, err
	}
	p, err := (&played{Start: q.Position, Chess960: q.Chess960}).start()
	if err != nil {
		err.(*Fault).Field = "position"
		return nil, err
	}
	text, err := analysis.JSON(&p, eval.Explain(&p, k, nil))
	return json.RawMessage(text), err
}
