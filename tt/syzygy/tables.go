package syzygy

import "alfiere/movegen"

// Tables are the tables of some folders. A nil *Tables has none and may be asked.
type Tables struct{}

// Open finds the tables in the folders of path, which are separated as in the system's
// PATH (os.PathListSeparator); where a table is in more than one, the first counts. The
// Tables can always be used; the error, if not nil, joins an error for each folder that
// cannot be read or has no table.
func Open(path string) (*Tables, error) { return new(Tables), nil }

// Close gives back what Open and the probes have taken. No probe may be under way or follow.
func (t *Tables) Close() error { return nil }

// Men returns the number of men, kings included, of the largest table there is; 0 without any.
func (t *Tables) Men() int { return 0 }

// Count returns how many files of values and of distances there are.
func (t *Tables) Count() (wdl, dtz int) { return 0, 0 }

// Faults returns the files that turned out to be unusable since the last call, as
// *FileError; each file is reported once.
func (t *Tables) Faults() []error { return nil }

// WDL returns the value of p for the side to move as if its 50-move clock were at zero.
// It is not ok if no table has p, or p has castling rights.
func (t *Tables) WDL(p *movegen.Position) (value WDL, ok bool) { return 0, false }

// DTZ returns the distance of p to the next capture or pawn move of best play, in
// half-moves, as Move.DTZ counts it; of a mate it is -1.
func (t *Tables) DTZ(p *movegen.Position) (distance int, ok bool) { return 0, false }

// Moves returns all legal moves of p with their values, the best for the mover first: among
// wins the shortest distance, among losses the longest. It is not ok if one of them is not
// in a table. It allocates.
func (t *Tables) Moves(p *movegen.Position) (moves []Move, ok bool) { return nil, false }
