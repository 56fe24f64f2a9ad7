package games

import (
	"context"

	"alfiere/book"
	"alfiere/movegen/pgn"
)

// ECO writes the games with tags for their openings, and everything else byte for byte unchanged;
// with fresh only where the tag ECO is missing. A game that is invalid, or whose opening has no
// name, stays as it is.
func (f *files) ECO(fresh bool) error {
	f.carries = true
	names := book.BuiltinOpenings()
	return f.each(func(_ context.Context, r *pgn.Reader) error {
		moves, _ := r.Moves()
		f.tell(r.Faults())
		var set pgn.Tags
		var remove []string
		if len(r.Faults()) == 0 && !(fresh && isKnown(r.Tag("ECO"))) {
			start, _ := r.Start() // its error is also one of the moves
			opening, _, _ := names.Classify(start, moves)
			set, remove = openingTags(opening)
		}
		text, err := r.Retag(set, remove)
		if err != nil {
			return err
		}
		return f.carry(text)
	})
}

// isKnown reports whether a tag has a known value.
func isKnown(value string) bool { return value != "" && value != "?" && value != "-" }

// openingTags returns the tags of an opening, and the names of tags that would be those of another one.
func openingTags(o book.Opening) (set pgn.Tags, remove []string) {
	if o.Name == "" {
		return nil, nil
	}
	name, variation := o.Split()
	set = pgn.Tags{{Name: "ECO", Value: o.Code}, {Name: "Opening", Value: name}}
	if variation == "" {
		return set, []string{"SubVariation", "Variation"}
	}
	return append(set, pgn.Tag{Name: "Variation", Value: variation}), []string{"SubVariation"}
}
