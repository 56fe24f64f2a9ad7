package format

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"alfiere/problem/text"
)

// filter selects the problems of a collection to write. The zero value passes all. What is
// given several times must all hold.
type filter struct {
	only   []clause // of verdicts
	themes []clause
	men    []menRange
}

// clause is names of which a problem must have one, or lack one that is negated.
type clause []literal

type literal struct {
	name    string
	negated bool
}

// holds reports whether one of the literals holds for something that has these names.
func (c clause) holds(names ...string) bool {
	return slices.ContainsFunc(c, func(l literal) bool { return slices.Contains(names, l.name) != l.negated })
}

// Passes reports whether a problem is written. What could not be read has neither themes nor men.
func (f *filter) Passes(o *text.Outcome) bool {
	for _, c := range f.only {
		if !c.holds(o.Verdict) {
			return false
		}
	}
	for _, c := range f.themes {
		if !c.holds(o.Themes...) || o.Verdict == text.Fault {
			return false
		}
	}
	for _, m := range f.men {
		if !m.holds(o.White, o.Black) || o.Verdict == text.Fault {
			return false
		}
	}
	return true
}

// isEmpty reports whether all problems pass.
func (f *filter) isEmpty() bool { return len(f.only)+len(f.themes)+len(f.men) == 0 }

// NeedsThemes reports whether the filter depends on themes.
func (f *filter) NeedsThemes() bool { return len(f.themes) > 0 }

// unknownError is the error for a name that there is not.
type unknownError struct {
	What  string // kind of name
	Name  string
	Names []string // that there are
}

// Error names what is unknown.
func (e *unknownError) Error() string { return fmt.Sprintf("there is no %s %q", e.What, e.Name) }

// Known returns the name, and those that there are.
func (e *unknownError) Known() (name string, names []string) { return e.Name, e.Names }

// AddVerdicts lets only problems pass that have one of the verdicts, as in sound,cooked, or
// all but one, as in !sound. The error is an *unknownError.
func (f *filter) AddVerdicts(content string) error {
	names := map[string]string{}
	for _, name := range text.VerdictNames() {
		names[name] = name
	}
	c, err := parseClause(content, "verdict", names)
	f.only = append(f.only, c)
	return err
}

// AddThemes lets only problems pass that have one of the themes, as in Grimshaw,Novotny, or
// lack one, as in !Novotny. Names may be Italian. The error is an *unknownError.
func (f *filter) AddThemes(content string) error {
	c, err := parseClause(content, "theme", text.ThemeNames())
	f.themes = append(f.themes, c)
	return err
}

// parseClause reads names that are separated by commas, whatever their case. canonical are
// the names that there are, by all that they are called.
func parseClause(text, what string, canonical map[string]string) (c clause, err error) {
	bySpelling := map[string]string{}
	for called, name := range canonical {
		bySpelling[spelling(called)] = name
	}
	for _, name := range strings.Split(text, ",") {
		name, negated := strings.CutPrefix(strings.TrimSpace(name), "!")
		found, ok := bySpelling[spelling(name)]
		if !ok {
			return nil, &unknownError{What: what, Name: name, Names: slices.Sorted(maps.Keys(canonical))}
		}
		c = append(c, literal{found, negated})
	}
	return c, nil
}

// spelling makes names equal that differ in case and blanks.
func spelling(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }

// menRange is how many men a problem may have.
type menRange struct{ all, white, black bounds }

// bounds are the least number and the greatest.
type bounds struct{ least, most int }

const maxMen = 64

func (b bounds) hold(n int) bool { return b.least <= n && n <= b.most }

func (m *menRange) holds(white, black int) bool {
	return m.all.hold(white+black) && m.white.hold(white) && m.black.hold(black)
}

// errMen is returned for a number of men that cannot be read.
var errMen = errors.New("expected a number of men, such as 7, 8-12, 8- or -12, or those of White and Black, " +
	"such as 4+3, 5-+-6 or +3")

// AddMen passes only problems with the given number of men, 7, 8-12, 8- or -12, or of
// White's and Black's men, as in 4+3 or +3. The error is errMen.
func (f *filter) AddMen(text string) (err error) {
	m := menRange{bounds{0, maxMen}, bounds{0, maxMen}, bounds{0, maxMen}}
	white, black, both := strings.Cut(text, "+")
	if both {
		m.white, err = parseBounds(white, false)
		if err == nil {
			m.black, err = parseBounds(black, white == "")
		}
	} else {
		m.all, err = parseBounds(text, true)
	}
	f.men = append(f.men, m)
	return err
}

// parseBounds reads a number or a range of which one end may be left out; unless something
// must be there, nothing is any number.
func parseBounds(text string, must bool) (b bounds, err error) {
	b = bounds{0, maxMen}
	if text == "" && !must {
		return b, nil
	}
	low, high, isRange := strings.Cut(text, "-")
	if !isRange {
		high = low
	}
	if low == "" && high == "" {
		return b, errMen
	}
	for _, end := range [...]struct {
		text string
		to   *int
	}{{low, &b.least}, {high, &b.most}} {
		if end.text == "" {
			continue
		}
		n, err := strconv.ParseUint(end.text, 10, 8)
		if err != nil {
			return b, errMen
		}
		*end.to = int(n)
	}
	if b.least > b.most {
		return b, errMen
	}
	return b, nil
}
