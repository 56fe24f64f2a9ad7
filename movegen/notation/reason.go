package notation

import "fmt"

// PatternReason says why a text is invalid: by an English format of package fmt, which identifies the
// kind of error, and by its values, some of which may be PatternReasons themselves. A translation has
// its own format for each kind.
type PatternReason struct {
	Format string
	Values []any
}

// Because returns a reason.
func Because(format string, values ...any) PatternReason { return PatternReason{format, values} }

// String returns the reason in English.
func (r PatternReason) String() string { return fmt.Sprintf(r.Format, r.Values...) }

// IsNone reports whether the reason is empty.
func (r PatternReason) IsNone() bool { return r.Format == "" }

// Whole returns the place in the pattern and the reason.
func (e *PatternError) Whole() PatternReason {
	rank := side + 1 - e.Row
	switch {
	case e.Row == 0:
		return e.Reason
	case e.whole && e.letter == 0:
		return Because("row %d, the rank %d, %q: %v", e.Row, rank, e.text, e.Reason)
	case e.whole:
		return Because("row %d, the rank %d, %q: letter %d: %v", e.Row, rank, e.text, e.letter, e.Reason)
	case e.letter == 0:
		return Because("row %d, %q: %v", e.Row, e.text, e.Reason)
	}
	return Because("row %d, %q: letter %d: %v", e.Row, e.text, e.letter, e.Reason)
}

// Error names row, letter and reason.
func (e *PatternError) Error() string { return e.Whole().String() }
