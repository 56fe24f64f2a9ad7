package games

import (
	"alfiere/book"
	"alfiere/movegen"
	"alfiere/movegen/pgn"
)

// openings are the openings with names. They are read at the first use, because mostly the tags are
// enough.
type openings struct{ table *book.OpeningNames }

// of returns the opening of a game; it is empty if none has a name.
func (o *openings) of(start movegen.Position, moves []movegen.Move) book.Opening {
	if o.table == nil {
		o.table = book.BuiltinOpenings()
	}
	found, _, _ := o.table.Classify(start, moves)
	return found
}

// code returns the code of the opening: that of the tag or else that of the moves, which
// have been read from r.
func (o *openings) code(r *pgn.Reader, moves []movegen.Move) string {
	if code := r.Tag("ECO"); code != "" && code != "?" {
		return code
	}
	start, err := r.Start()
	if err != nil {
		return ""
	}
	return o.of(start, moves).Code
}
