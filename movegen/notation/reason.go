package notation

import "fmt"

// PatternReason says why something is at fault: by a format of package fmt, in English, which tells one
// kind of fault from the others, and by its values, of which some are a Reason themselves.
// Whoever speaks another language has a format for each.
type PatternReason struct {
	Format string
	Values []any
}

// Because returns a reason.
func Because(format string, values ...any) PatternReason { return PatternReason{format, values} }

// String says it in English.
func (r PatternReason) String() string { return fmt.Sprintf(r.Format, r.Values...) }

// IsNone reports whether it says nothing.
func (r PatternReason) IsNone() bool { return r.Format == "" }

// Whole says where the pattern is at fault, and why.
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
