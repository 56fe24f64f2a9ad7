package report

import (
	"encoding/json"
	"io"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/tt/syzygy"
)

// jsonMove is a move as its mover sees it. What is not known is left out.
type jsonMove struct {
	SAN string      `json:"san"`
	UCI string      `json:"uci"`
	WDL *syzygy.WDL `json:"wdl,omitempty"`
	DTZ *int        `json:"dtz,omitempty"`
}

// jsonReport has either a value or an error.
type jsonReport struct {
	FEN   string      `json:"fen"`
	ID    string      `json:"id,omitempty"`
	Error string      `json:"error,omitempty"`
	WDL   *syzygy.WDL `json:"wdl,omitempty"`
	DTZ   *int        `json:"dtz,omitempty"`
	Note  string      `json:"note,omitempty"`
	Moves []jsonMove  `json:"moves"`
}

// WriteJSON writes a report as an object on a line; id, which may be empty, names the
// position. The error is w's.
func (r *report) WriteJSON(w io.Writer, id string) error {
	o := jsonReport{FEN: r.Position.FEN(), ID: id, WDL: &r.WDL, Note: r.note(), Moves: make([]jsonMove, len(r.Moves))}
	if r.Measured {
		o.DTZ = &r.DTZ
	}
	for i := range r.Moves {
		m := &r.Moves[i]
		j := jsonMove{SAN: notation.SAN(&r.Position, m.Move.Move, notation.English), UCI: notation.UCI(m.Move.Move, false)}
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

// WriteJSONError writes, in the form of a report, why no table knows p. The error is w's.
func WriteJSONError(w io.Writer, p *movegen.Position, id string, reason error) error {
	return encode(w, &jsonReport{FEN: p.FEN(), ID: id, Error: reason.Error(), Moves: []jsonMove{}})
}

// encode writes an object on a line; what means something in HTML only stays as it is.
func encode(w io.Writer, object *jsonReport) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(object)
}
