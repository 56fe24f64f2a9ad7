package analysis

import (
	"encoding/json"
	"io"
	"math"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search"
)

// jsonScore is White's score: exactly one field is present.
type jsonScore struct {
	Centipawns *int `json:"cp,omitempty"`
	Mate       *int `json:"mate,omitempty"` // moves; negative if Black mates, 0 if the mate is on the board
}

func scoreOf(s search.Score) jsonScore {
	if moves, mate := s.Mate(); mate {
		if s < 0 {
			moves, _ = (-s).Mate()
			moves = -moves
		}
		return jsonScore{Mate: &moves}
	}
	centipawns := int(s)
	return jsonScore{Centipawns: &centipawns}
}

type jsonLine struct {
	Score jsonScore `json:"score"`
	Depth int       `json:"depth,omitempty"`
	SAN   []string  `json:"san"`
	UCI   []string  `json:"uci"`
}

type jsonPosition struct {
	FEN         string     `json:"fen"`
	ID          string     `json:"id,omitempty"`
	Final       bool       `json:"final"`
	Interrupted bool       `json:"interrupted,omitempty"`
	Depth       int        `json:"depth"`
	Nodes       uint64     `json:"nodes"`
	Time        float64    `json:"seconds"`
	Score       jsonScore  `json:"score"`
	Lines       []jsonLine `json:"lines"`
}

// Stage is the progress of a search whose state is written.
type Stage struct {
	ID          string // name of the position; may be empty
	Final       bool   // the search has ended
	Interrupted bool   // before its limits
}

// WriteJSON writes a state as an object on a line. The error is w's.
func (t Text) WriteJSON(w io.Writer, s *State, stage Stage) error {
	fen := s.Position.FEN()
	if t.Chess960 {
		fen = s.Position.ShredderFEN()
	}
	o := jsonPosition{FEN: fen, ID: stage.ID, Final: stage.Final, Interrupted: stage.Interrupted,
		Depth: s.Depth, Nodes: s.Nodes, Time: math.Round(s.Elapsed.Seconds()*1000) / 1000, Score: scoreOf(s.Score()), Lines: []jsonLine{}}
	for _, l := range s.Lines {
		san, uci := t.both(s.Position, l.Moves)
		o.Lines = append(o.Lines, jsonLine{scoreOf(l.Score), l.Depth, san, uci})
	}
	return encode(w, o)
}

type jsonMove struct {
	Number  int       `json:"number"`
	Side    string    `json:"side"`
	SAN     string    `json:"san"`
	UCI     string    `json:"uci"`
	Score   jsonScore `json:"score"`
	Depth   int       `json:"depth"`
	Mistake string    `json:"mistake,omitempty"`
	Better  *jsonLine `json:"better,omitempty"`
}

type jsonGame struct {
	Title       string     `json:"title"`
	Plies       int        `json:"plies"`
	Interrupted bool       `json:"interrupted,omitempty"`
	Moves       []jsonMove `json:"moves"`
}

// WriteGameJSON writes a game as an object on a line. The error is w's.
func (t Text) WriteGameJSON(w io.Writer, g *Game) error {
	o := jsonGame{Title: g.Title, Plies: g.Plies, Interrupted: len(g.Moves) < g.Plies, Moves: []jsonMove{}}
	for i := range g.Moves {
		o.Moves = append(o.Moves, t.move(&g.Moves[i]))
	}
	return encode(w, o)
}

// MoveJSON returns a move in the form of WriteGameJSON.
func (t Text) MoveJSON(m *Move) ([]byte, error) { return json.Marshal(t.move(m)) }

func (t Text) move(m *Move) jsonMove {
	san, uci := t.both(m.Position, []movegen.Move{m.Move})
	j := jsonMove{Number: m.Position.FullmoveNumber(), Side: m.Position.Side().String(), SAN: san[0], UCI: uci[0],
		Score: scoreOf(m.Score), Depth: m.Depth, Mistake: kindOf(m.Mistake).sign}
	if m.Mistake != 0 {
		san, uci := t.both(m.Position, m.Better)
		j.Better = &jsonLine{Score: scoreOf(m.Missed), SAN: san, UCI: uci}
	}
	return j
}

// ScoreJSON returns White's score in the form used in the objects of this package.
func ScoreJSON(s search.Score) ([]byte, error) { return json.Marshal(scoreOf(s)) }

// both returns moves from p on in SAN and in coordinates.
func (t Text) both(p movegen.Position, moves []movegen.Move) (san, uci []string) {
	san, uci = []string{}, []string{}
	for _, m := range moves {
		san = append(san, t.san(&p, m))
		uci = append(uci, notation.UCI(m, t.Chess960))
		p.MakeOrPass(m)
	}
	return san, uci
}

// encode writes an object on a line; characters with a meaning in HTML are not escaped.
func encode(w io.Writer, object any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(object)
}
