package laboratory

import (
	"fmt"
	"math"

	"alfiere/council/experiment"
)

// conditions says how a suite was searched, in a line.
func (b *bench) conditions(s *suite) string {
	text := fmt.Sprintf("%s: %d positions, %d nodes, tables of %d MB, engine %s.", s.name, len(s.positions), b.nodes, b.megabytes, b.signature)
	if n := s.avoiding(); n > 0 {
		text += fmt.Sprintf("\n%d of them name only moves to be avoided; there every other move counts as best.", n)
	}
	return text
}

// conditionsRecord is how answers were found, in JSON.
type conditionsRecord struct {
	Engine    string        `json:"engine"`
	Nodes     uint64        `json:"nodes"`
	Megabytes int           `json:"megabytes"`
	Suites    []suiteRecord `json:"suites"` // that on which was chosen first
}

type suiteRecord struct {
	Name      string `json:"name"`
	Positions int    `json:"positions"`
}

func (b *bench) record() conditionsRecord {
	r := conditionsRecord{Engine: b.signature, Nodes: b.nodes, Megabytes: b.megabytes}
	for _, s := range b.suites {
		r.Suites = append(r.Suites, suiteRecord{s.name, len(s.positions)})
	}
	return r
}

// countRecord is how many moves were of each kind, and bounds of 95 per cent for the best.
type countRecord struct {
	Best  int     `json:"best"`
	Worst int     `json:"worst"`
	Other int     `json:"other"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

func recordCount(c experiment.Count) countRecord {
	low, high := experiment.Bounds(c.Best, c.Total())
	return countRecord{c.Best, c.Worst, c.Other, round(low), round(high)}
}

// differenceRecord is a difference between players on the same positions.
type differenceRecord struct {
	Gained int     `json:"gained"`
	Lost   int     `json:"lost"`
	Net    int     `json:"net"`
	Margin float64 `json:"margin"` // of 95 per cent
	P      float64 `json:"p"`      // of McNemar's exact test
}

func recordDifference(d experiment.Difference) differenceRecord {
	return differenceRecord{d.Gained, d.Lost, d.Net(), round(d.Margin()), math.Round(d.P()*1e4) / 1e4}
}

// round rounds to a hundredth.
func round(x float64) float64 { return math.Round(x*100) / 100 }

// formatCount writes a count and bounds of 95 per cent.
func formatCount(k, n int) string {
	low, high := experiment.Bounds(k, n)
	return fmt.Sprintf("%d [%.0f, %.0f]", k, low, high)
}

// formatDifference writes a difference and its margin of 95 per cent.
func formatDifference(d experiment.Difference) string {
	return fmt.Sprintf("%+d ± %.0f", d.Net(), d.Margin())
}

// formatP writes a probability.
func formatP(p float64) string {
	if p < 0.001 {
		return "<.001"
	}
	return fmt.Sprintf("%.3f", p)
}
