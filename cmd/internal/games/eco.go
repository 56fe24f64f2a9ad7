package games

import (
	"context"
	"errors"

	"alfiere/book"
	"alfiere/movegen/pgn"
)

// errTags is reported for games whose tags cannot be changed in place.
var errTags = errors.New("the tags are not changed: something stands between them")

// ECO writes the games with tags for their openings, and everything else byte for byte unchanged;
// with fresh only where the tag ECO is missing. A game that is invalid, or whose opening has no
// name, stays as it is.
func (f *files) ECO(fresh bool) error {
	f.carries = true
	var openings openings
	return f.each(func(_ context.Context, r *pgn.Reader) error {
		moves, _ := r.Moves()
		f.tell(r.Faults())
		text, err := r.Source()
		if err != nil {
			return err
		}
		if start, err := r.Start(); err == nil && len(r.Faults()) == 0 && !(fresh && isKnown(r.Tag("ECO"))) {
			text = f.named(r, text, openings.of(start, moves))
		}
		return f.carry(text)
	})
}

// isKnown reports whether a tag has a known value.
func isKnown(value string) bool { return value != "" && value != "?" && value != "-" }

// named returns the text of a game with the tags of its opening.
func (f *files) named(r *pgn.Reader, text []byte, o book.Opening) []byte {
	if o.Name == "" {
		return text
	}
	name, variation := o.Split()
	tags := pgn.Tags{{Name: "ECO", Value: o.Code}, {Name: "Opening", Value: name}}
	remove := []string{"SubVariation"} // it would be one of another variation
	if variation != "" {
		tags = append(tags, pgn.Tag{Name: "Variation", Value: variation})
	} else {
		remove = append(remove, "Variation")
	}
	changed, ok := pgn.Retag(text, tags, remove)
	if !ok {
		f.tell([]*pgn.Error{{Line: r.Line(), Column: 1, Game: f.games, Err: errTags}})
		return text
	}
	return changed
}
