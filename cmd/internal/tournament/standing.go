package tournament

import (
	"cmp"
	"math"
	"slices"

	"alfiere/protocol/client/arena"
)

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
	Error      figure `json:"error95"` // half the width of the interval of 95 %
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
