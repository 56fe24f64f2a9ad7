package tournament

import (
	"encoding/json"
	"io"
	"math"

	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/protocol/client/arena"
)

// outcome is all that a match has come to: who has played what.
type outcome struct {
	names    []string
	games    []arena.Game // in the order in which they ended
	standing *arena.Standing
}

// result is the JSON text of an outcome. Figures that do not exist, as the Elo of 100 %, are
// null.
type result struct {
	Event      string      `json:"event"`
	Conditions *conditions `json:"conditions,omitempty"` // none if the games were only counted
	Engines    []standing  `json:"engines"`              // the strongest first
	Prior      bool        `json:"prior"`                // the games alone decide no Elo
	Pairings   []pairing   `json:"pairings"`
	Points     *judgement  `json:"points,omitempty"` // of two, where games that were cut are judged
	Games      []game      `json:"games"`
}

// conditions are what the match was to be.
type conditions struct {
	Tournament  string `json:"tournament"`
	Games       int    `json:"gamesOfEachPair"`
	Concurrency int    `json:"concurrency"`
	Variant     string `json:"variant"`
	Openings    string `json:"openings,omitempty"`
	Plies       int    `json:"plies,omitempty"`
	Shuffle     uint64 `json:"shuffle,omitempty"`
	Resign      string `json:"resign,omitempty"`
	Draw        string `json:"draw,omitempty"`
	Syzygy      string `json:"syzygy,omitempty"`
	MaxMoves    int    `json:"maxMoves,omitempty"`
	Judge       string `json:"judge,omitempty"`
	Complete    bool   `json:"complete"`
}

// standing is an engine with what it has made.
type standing struct {
	Name    string         `json:"name"`
	Control string         `json:"control,omitempty"`
	Elo     *float64       `json:"elo"`
	Error   *float64       `json:"error95"`
	LOS     *float64       `json:"losToNext,omitempty"`
	Points  float64        `json:"points"`
	Games   int            `json:"games"`
	Wins    int            `json:"wins"`
	Draws   int            `json:"draws"`
	Losses  int            `json:"losses"`
	Faults  map[string]int `json:"faults"`
}

// pairing is what two have made, as the first one sees it.
type pairing struct {
	First           string   `json:"first"`
	Second          string   `json:"second"`
	Wins            int      `json:"wins"`
	Draws           int      `json:"draws"`
	Losses          int      `json:"losses"`
	Pairs           [5]int   `json:"pairs"`
	Elo             *float64 `json:"elo"`
	Error           *float64 `json:"error95"`
	Normalised      *float64 `json:"normalisedElo"`
	NormalisedError *float64 `json:"normalisedError95"`
	LOS             *float64 `json:"los"`
	LLR             *float64 `json:"llr,omitempty"` // of the match's test
}

// game is a game without its moves.
type game struct {
	Number      int    `json:"number"` // from 1, in the order of the match
	White       string `json:"white"`
	Black       string `json:"black"`
	Result      string `json:"result"`
	Termination string `json:"termination"`
	Plies       int    `json:"plies"`
	FEN         string `json:"fen,omitempty"`

	WhitePoints *float64 `json:"whitePoints,omitempty"` // of a game that was cut and judged
	Capture     bool     `json:"capture,omitempty"`     // it ended with one; told where games are judged
}

// finite returns a number, nil if it is none that JSON can write.
func finite(number float64) *float64 {
	if math.IsNaN(number) || math.IsInf(number, 0) {
		return nil
	}
	return &number
}

// resultOf returns the JSON of an outcome.
func (r *Tournament) resultOf(o *outcome) *result {
	ranking := rank(o.names, o.standing, r.Anchor)
	out := &result{Event: r.Event, Prior: ranking.prior, Conditions: r.conditions(o), Pairings: []pairing{}, Games: []game{}}
	for i := range ranking.rows {
		row := &ranking.rows[i]
		s := standing{Name: row.Name, Elo: finite(row.Elo), Error: finite(row.Error), Points: row.points(), Games: row.games(),
			Wins: row.Wins, Draws: row.Draws, Losses: row.Losses, Faults: map[string]int{}}
		if i < len(ranking.rows)-1 {
			s.LOS = finite(row.LOS)
		}
		if out.Conditions != nil {
			s.Control = r.Match.Contestants[row.Contestant].Control.String()
		}
		faults := o.standing.Faults(row.Contestant)
		for _, how := range arena.Faults() {
			if faults[how] > 0 {
				s.Faults[how.String()] = faults[how]
			}
		}
		out.Engines = append(out.Engines, s)
	}
	for a := range o.names {
		for b := a + 1; b < len(o.names); b++ {
			if t := o.standing.Tally(arena.Pairing{First: a, Second: b}); t.Count() > 0 {
				out.Pairings = append(out.Pairings, pairingOf(o.names[a], o.names[b], t, r.Match.Test))
			}
		}
	}
	for i := range o.games {
		g := &o.games[i]
		fen := ""
		if g.Start != (movegen.Position{}) {
			fen = g.Start.FEN()
		}
		told := game{Number: g.Number + 1, White: o.names[g.White], Black: o.names[g.Black], Result: g.Result.String(), Termination: g.Termination.String(), Plies: g.Plies, FEN: fen}
		if g.Judged {
			told.WhitePoints = &g.WhitePoints
		}
		told.Capture = g.Capture && r.isJudged()
		out.Games = append(out.Games, told)
	}
	if r.isJudged() && len(o.names) == 2 {
		out.Points = judgementOf(o.games)
	}
	return out
}

// conditions returns what the match was to be, nil if games were only counted.
func (r *Tournament) conditions(o *outcome) *conditions {
	m := &r.Match
	if len(m.Contestants) == 0 {
		return nil
	}
	c := &conditions{Tournament: "roundrobin", Games: m.Games, Concurrency: m.Concurrency, Variant: "normal", Openings: r.Openings,
		Plies: r.Plies, Shuffle: r.Shuffle, Resign: m.Rules.Resign.String(), Draw: m.Rules.Draw.String(), Syzygy: r.Syzygy, MaxMoves: m.Rules.MaxMoves, Judge: r.Judge,
		Complete: o.standing.Count() == m.GameCount()}
	if m.Gauntlet {
		c.Tournament = "gauntlet"
	}
	if m.Chess960 {
		c.Variant = "fischerandom"
	}
	return c
}

// pairingOf returns the figures of two; test may be nil.
func pairingOf(first, second string, t *arena.Tally, test *arena.SPRT) pairing {
	sample := t.Sample()
	elo, normalised := sample.Elo(), sample.NormalisedElo()
	p := pairing{First: first, Second: second, Wins: t.Wins, Draws: t.Draws, Losses: t.Losses, Pairs: t.Pairs,
		Elo: finite(elo.Difference), Error: finite(elo.Error), LOS: finite(sample.Superiority()),
		Normalised: finite(normalised.Difference), NormalisedError: finite(normalised.Error)}
	if test != nil {
		p.LLR = finite(test.LogLikelihoodRatio(sample))
	}
	return p
}

// encode writes the JSON of an outcome.
func (r *Tournament) encode(w io.Writer, o *outcome) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r.resultOf(o))
}

// writeResults writes the files that an outcome has. The error is that of a file.
func (r *Tournament) writeResults(o *outcome) error {
	if r.JSON != "" {
		if err := cli.Replace(r.JSON, func(w io.Writer) error { return r.encode(w, o) }); err != nil {
			return err
		}
	}
	if r.SVG == "" {
		return nil
	}
	return cli.Replace(r.SVG, func(w io.Writer) error {
		_, err := io.WriteString(w, r.curves(o).svg())
		return err
	})
}
