package tournament

import (
	"cmp"
	"encoding/json"
	"io"
	"math"
	"slices"

	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/protocol/client/arena"
)

// outcome is the full result of a match: the players and their games.
type outcome struct {
	names    []string
	games    []arena.Game // in the order in which they ended
	standing *arena.Standing
}

// result is the JSON text of an outcome. Figures that do not exist, such as the Elo of 100 %, are null.
type result struct {
	Event      string      `json:"event"`
	Conditions *conditions `json:"conditions,omitempty"` // none if the games were only counted
	Rule       string      `json:"rule,omitempty"`       // what ended the match; none if unknown
	Engines    []row       `json:"engines"`              // the strongest first
	Prior      bool        `json:"prior"`                // the games alone decide no Elo
	Pairings   []pairing   `json:"pairings"`
	Points     *judgement  `json:"points,omitempty"` // of two players, if cut games are judged
	Games      []game      `json:"games"`
}

// conditions are the settings of the match.
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

// pairing is the result of two players from the view of the first one.
type pairing struct {
	First  string `json:"first"`
	Second string `json:"second"`
	Wins   int    `json:"wins"`
	Draws  int    `json:"draws"`
	Losses int    `json:"losses"`
	Pairs  [5]int `json:"pairs"`
	Interval
	Normalised      figure `json:"normalisedElo"`
	NormalisedError figure `json:"normalisedError95"`
	LOS             figure `json:"los"`
	LLR             figure `json:"llr,omitzero"` // of the match's test
}

// Interval is an Elo from games or points, with its 95 % interval.
type Interval struct {
	Elo  figure `json:"elo"`
	Low  figure `json:"low95"`
	High figure `json:"high95"`
}

// Estimate returns the interval as numbers.
func (i Interval) Estimate() arena.Interval {
	return arena.Interval{Difference: float64(i.Elo), Low: float64(i.Low), High: float64(i.High)}
}

// IntervalOf returns an interval for JSON.
func IntervalOf(i arena.Interval) Interval {
	return Interval{figure(i.Difference), figure(i.Low), figure(i.High)}
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
	Capture     bool     `json:"capture,omitempty"`     // it ended with a capture; set if games are judged
}

// figure is a number that is null in JSON if it is NaN or infinite, or is left out with omitzero.
type figure float64

// IsZero reports whether the number is NaN or infinite.
func (f figure) IsZero() bool { return math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) }

// MarshalJSON implements json.Marshaler.
func (f figure) MarshalJSON() ([]byte, error) {
	if f.IsZero() {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}

// resultOf returns the JSON of an outcome.
func (r *Tournament) resultOf(o *outcome) *result {
	ranking := rank(o.names, o.standing, r.Anchor)
	out := &result{Event: r.Event, Engines: ranking.rows, Prior: ranking.prior, Conditions: r.conditions(o),
		Rule: r.ruleOf(o), Pairings: []pairing{}, Games: []game{}}
	for i := range out.Engines {
		row := &out.Engines[i]
		row.Faults = map[string]int{}
		if out.Conditions != nil {
			row.Control = r.Match.Contestants[row.Contestant].Control.String()
		}
		faults := o.standing.Faults(row.Contestant)
		for _, how := range arena.Faults() {
			if faults[how] > 0 {
				row.Faults[how.String()] = faults[how]
			}
		}
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
		one := game{Number: g.Number + 1, White: o.names[g.White], Black: o.names[g.Black], Result: g.Result.String(),
			Termination: g.Termination.String(), Plies: g.Plies, FEN: fen, Capture: g.Capture && r.isJudged()}
		if g.Judged {
			one.WhitePoints = &g.WhitePoints
		}
		out.Games = append(out.Games, one)
	}
	if r.isJudged() && len(o.names) == 2 {
		out.Points = judgementOf(o.games)
	}
	return out
}

// conditions returns the settings of the match, nil if games were only counted.
func (r *Tournament) conditions(o *outcome) *conditions {
	m := &r.Match
	if len(m.Contestants) == 0 {
		return nil
	}
	c := &conditions{Tournament: "roundrobin", Games: m.Games, Concurrency: m.Concurrency, Variant: "normal",
		Openings: r.Openings, Plies: r.Plies, Shuffle: r.Shuffle, Resign: m.Rules.Resign.String(),
		Draw: m.Rules.Draw.String(), Syzygy: r.Syzygy, MaxMoves: m.Rules.MaxMoves, Judge: r.Judge,
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
	normalised := sample.NormalisedElo()
	p := pairing{First: first, Second: second, Wins: t.Wins, Draws: t.Draws, Losses: t.Losses, Pairs: t.Pairs,
		Interval: IntervalOf(sample.Elo()), LOS: figure(sample.Superiority()), Normalised: figure(normalised.Difference),
		NormalisedError: figure(normalised.High - normalised.Difference), LLR: figure(math.NaN())}
	if test != nil {
		p.LLR = figure(test.LogLikelihoodRatio(sample))
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
	if r.Plot == nil {
		return nil
	}
	return r.Plot(r.curves(o))
}

// anchor is a player whose rating is known; without a name the mean of all is 0.
type anchor struct {
	Name string
	Elo  float64
}

// row is a player in the order of strength, with its results.
type row struct {
	Contestant int    `json:"-"` // its number
	Name       string `json:"name"`
	Control    string `json:"control,omitempty"` // this and Faults are for the result of a match
	Elo        figure `json:"elo"`
	Error      figure `json:"error95"` // half the width of the interval of 95 %; 0 for the anchor
	// the likelihood that it is stronger than the next one, if there is one
	LOS    figure         `json:"losToNext,omitzero"`
	Points float64        `json:"points"`
	Games  int            `json:"games"`
	Wins   int            `json:"wins"`
	Draws  int            `json:"draws"`
	Losses int            `json:"losses"`
	Faults map[string]int `json:"faults"`
}

// ranking is the standing of several players, rated together.
type ranking struct {
	rows  []row
	prior bool // see arena.Fit
}

// rank rates the players of a standing.
func rank(names []string, s *arena.Standing, anchor anchor) ranking {
	rows := make([]row, len(names))
	var results []arena.RatingResult
	for a := range names {
		rows[a].Contestant, rows[a].Name = a, names[a]
		for b := a + 1; b < len(names); b++ {
			t := s.Tally(arena.Pairing{First: a, Second: b})
			if t.Count() == 0 {
				continue
			}
			results = append(results, arena.RatingResult{First: a, Second: b, Pairs: t.Pairs, Singles: t.Singles()})
		}
	}
	fit := arena.FitRatings(len(names), results)
	anchored := slices.Index(names, anchor.Name)
	shift := 0.0
	if anchored >= 0 {
		shift = anchor.Elo - fit.Elo[anchored]
	}
	for i := range rows {
		r := &rows[i]
		r.Losses, r.Draws, r.Wins = made(s, i, len(names))
		r.Games, r.Points = r.Losses+r.Draws+r.Wins, float64(r.Wins)+float64(r.Draws)/2
		r.Elo, r.Error, r.LOS = figure(fit.Elo[i]+shift), figure(fit.Error(i)), figure(math.NaN())
		if anchored >= 0 {
			r.Error = figure(fit.ErrorBetween(i, anchored))
		}
		if i == anchored {
			r.Error = 0
		}
	}
	slices.SortFunc(rows, func(a, b row) int {
		const rounding = 1e-6 // of equal ratings
		if difference := float64(b.Elo - a.Elo); math.Abs(difference) > rounding {
			return cmp.Compare(difference, 0)
		}
		return cmp.Compare(a.Name, b.Name)
	})
	for i := range len(rows) - 1 {
		rows[i].LOS = figure(fit.Superiority(rows[i].Contestant, rows[i+1].Contestant))
	}
	return ranking{rows, fit.Prior}
}

// made returns a player's results against all others.
func made(s *arena.Standing, player, players int) (losses, draws, wins int) {
	for other := range players {
		l, d, w := against(s, player, other)
		losses, draws, wins = losses+l, draws+d, wins+w
	}
	return losses, draws, wins
}

// against returns a player's results against another one.
func against(s *arena.Standing, player, other int) (losses, draws, wins int) {
	if player == other {
		return 0, 0, 0
	}
	t := s.Tally(arena.Pairing{First: min(player, other), Second: max(player, other)})
	if player < other {
		return t.Losses, t.Draws, t.Wins
	}
	return t.Wins, t.Draws, t.Losses
}
