package laboratory

import (
	"fmt"
	"go/token"
	"strings"
	"unicode"

	"alfiere/internal/chart"
)

// report has the values now, as a table, as UCI options and as Go constants.
func (s *tuner) report() *report {
	t := s.kept.Tuning
	rows := [][]string{cells("parameter", "start", "now", "min", "max")}
	var options, constants strings.Builder
	for i, value := range t.Values() {
		p := &t.Parameters[i]
		rows = append(rows, cells(p.Name, p.Start, fmt.Sprintf("%.2f", t.Theta[i]), p.Min, p.Max))
		fmt.Fprintf(&options, "setoption name %s value %d\n", p.Name, value)
		fmt.Fprintf(&constants, "\t%s = %d\n", identifier(p.Name), value)
	}
	r := &report{}
	r.add(fmt.Sprintf("Values after %d of %d pairs of games:\n\n", t.Counted(), t.Pairs), rows...)
	if s.kept.Faults > 0 {
		r.add(fmt.Sprintf("\n%d games were lost by faults of the engine.\n", s.kept.Faults))
	}
	r.add("\n" + options.String() + "\nconst (\n" + constants.String() + ")\n")
	return r
}

// identifier makes a Go name from the name of an option: "Move Overhead" becomes moveOverhead.
func identifier(option string) string {
	var name []rune
	apart := false
	for _, r := range option {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			apart = true
			continue
		case len(name) == 0:
			r = unicode.ToLower(r)
		case apart:
			r = unicode.ToUpper(r)
		}
		name, apart = append(name, r), false
	}
	if text := string(name); token.IsIdentifier(text) {
		return text
	}
	return "option" + string(name)
}

// picture draws a curve for each parameter, in per cent of its range.
func (s *tuner) picture() chart.Picture {
	t := s.kept.Tuning
	lines := &chart.Lines{Title: "SPSA, values within their bounds", X: "pairs of games", Y: "per cent of the range"}
	for i, p := range t.Parameters {
		line := chart.Line{Name: p.Name}
		add := func(pairs int, value float64) {
			line.Points = append(line.Points, chart.Point{X: float64(pairs), Y: 100 * (value - p.Min) / (p.Max - p.Min)})
		}
		for _, point := range t.History {
			add(point.Pairs, point.Theta[i])
		}
		if t.History[len(t.History)-1].Pairs < t.Counted() {
			add(t.Counted(), t.Theta[i])
		}
		lines.Lines = append(lines.Lines, line)
	}
	return lines
}
