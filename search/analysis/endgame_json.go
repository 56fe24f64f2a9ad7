package analysis

import (
	"io"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/tt/syzygy"
)

// jsonEndgameMove is a move from its mover's point of view. Unknown values are omitted.
type jsonEndgameMove struct {
	SAN string      `json:"san"`
	UCI string      `json:"uci"`
	WDL *syzygy.WDL `json:"wdl,omitempty"`
	DTZ *int        `json:"dtz,omitempty"`
}

// jsonEndgame has either a value or an error.
type jsonEndgame struct {
	FEN   string            `json:"fen"`
	ID    string            `json:"id,omitempty"`
	Error string            `json:"error,omitempty"`
	WDL   *syzygy.WDL       `json:"wdl,omitempty"`
	DTZ   *int              `json:"dtz,omitempty"`
	Note  string            `json:"note,omitempty"`
	Moves []jsonEndgameMove `json:"moves"`
}

// WriteJSON writes a report as an object on a line; id, which may be empty, names the
// position. The error is w's.
func (r *endgameReport) WriteJSON(w io.Writer, id string) error {
	o := jsonEndgame{FEN: r.Position.FEN(), ID: id, WDL: &r.WDL, Note: r.note(),
		Moves: make([]jsonEndgameMove, len(r.Moves))}
	if r.Measured {
		o.DTZ = &r.DTZ
	}
	for i := range r.Moves {
		m := &r.Moves[i]
		j := jsonEndgameMove{SAN: notation.SAN(&r.Position, m.Move.Move, notation.English),
			UCI: notation.UCI(m.Move.Move, false)}
		if m.Known {
			j.WDL = &m.WDL
		}
		if m.Measured {
			j.DTZ = &m.DTZ
		}
		o.Moves[i] = j
	}
	return encode(w, &o)
}

// WriteEndgameError writes, in the form of a report, the reason why no table holds p. The error is w's.
func WriteEndgameError(w io.Writer, p *movegen.Position, id string, reason error) error {
	return encode(w, &jsonEndgame{FEN: p.FEN(), ID: id, Error: reason.Error(), Moves: []jsonEndgameMove{}})
}
