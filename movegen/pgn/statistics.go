package pgn

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"alfiere/movegen"
)

// Score counts the wins, draws and losses of a side.
type Score struct {
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// Games returns the number of games.
func (s Score) Games() int { return s.Won + s.Drawn + s.Lost }

// Mean returns the score of a game, from 0 to 1; 0 without games.
func (s Score) Mean() float64 {
	if s.Games() == 0 {
		return 0
	}
	return (float64(s.Won) + float64(s.Drawn)/2) / float64(s.Games())
}

// Error returns half the width of the 95 % confidence interval of the mean; it is 0
// (unknown) for fewer than two games, or if all ended the same.
func (s Score) Error() float64 {
	n := float64(s.Games())
	if n < 2 {
		return 0
	}
	mean := s.Mean()
	squares := float64(s.Won)*square(1-mean) + float64(s.Drawn)*square(0.5-mean) + float64(s.Lost)*square(mean)
	return 1.96 * math.Sqrt(squares/(n-1)/n)
}

func square(x float64) float64 { return x * x }

// add counts a result as that of side.
func (s *Score) add(r movegen.Result, side movegen.Color) {
	switch r {
	case movegen.Drawn:
		s.Drawn++
	case movegen.WinFor(side):
		s.Won++
	case movegen.WinFor(side.Other()):
		s.Lost++
	}
}

// playerStatistics are the results of a player.
type playerStatistics struct {
	Name string
	Score
	Elo int // the highest rating in the games; 0 if there is none
	// Performance is the rating that fits the score against opponents with a rating; 0 if
	// there are none. A score of all or nothing counts as 800 points from their mean.
	Performance int

	rated      Score   // against rated opponents
	opposition float64 // the sum of their ratings
}

// openingStatistics are White's results with an opening.
type openingStatistics struct {
	Name string // without variations; "" for games whose opening has none
	Score
}

// Statistics counts games. The zero value has none.
type Statistics struct {
	Games, Faulty, Unfinished int
	White                     Score // of White, of finished games
	Plies                     int   // half-moves of all games
	Shortest, Longest         int   // half-moves

	players, openings map[string]int // index into the lists
	playerList        []playerStatistics
	openingList       []openingStatistics
}

// Add counts a game. A game without a result leaves the scores of the players and the
// opening unchanged.
func (s *Statistics) Add(g *GameFacts) {
	if s.players == nil {
		s.players, s.openings = map[string]int{}, map[string]int{}
	}
	if s.Games == 0 || len(g.Moves) < s.Shortest {
		s.Shortest = len(g.Moves)
	}
	s.Games++
	s.Plies += len(g.Moves)
	s.Longest = max(s.Longest, len(g.Moves))
	if g.Faulty {
		s.Faulty++
	}
	if g.Result == movegen.Ongoing {
		s.Unfinished++
	}
	s.White.add(g.Result, movegen.White)
	elo := [2]int{rating(g, "WhiteElo"), rating(g, "BlackElo")}
	for side, tag := range [...]string{"White", "Black"} {
		s.player(g.tag(tag)).add(g.Result, movegen.Color(side), elo[side], elo[1-side])
	}
	_, name := g.Opening()
	name, _, _ = strings.Cut(name, ": ")
	i, known := s.openings[name]
	if !known {
		i = len(s.openingList)
		s.openings[name] = i
		s.openingList = append(s.openingList, openingStatistics{Name: name})
	}
	s.openingList[i].add(g.Result, movegen.White)
}

// player returns the entry of a player, valid until the next call.
func (s *Statistics) player(name string) *playerStatistics {
	i, known := s.players[name]
	if !known {
		i = len(s.playerList)
		s.players[name] = i
		s.playerList = append(s.playerList, playerStatistics{Name: name})
	}
	return &s.playerList[i]
}

// add counts a game of the player; a rating of 0 is none.
func (p *playerStatistics) add(r movegen.Result, side movegen.Color, own, opponent int) {
	p.Score.add(r, side)
	p.Elo = max(p.Elo, own)
	if opponent > 0 && r != movegen.Ongoing {
		p.rated.add(r, side)
		p.opposition += float64(opponent)
	}
}

// rating returns a rating, 0 if there is none.
func rating(g *GameFacts, tag string) int {
	elo, err := strconv.Atoi(g.tag(tag))
	if err != nil || elo < 0 {
		return 0
	}
	return elo
}

// Players returns the players, those with most games first.
func (s *Statistics) Players() []playerStatistics {
	list := slices.Clone(s.playerList)
	for i := range list {
		p := &list[i]
		if n := p.rated.Games(); n > 0 {
			p.Performance = int(math.Round(p.opposition/float64(n) + eloDifference(p.rated.Mean())))
		}
	}
	slices.SortStableFunc(list, func(a, b playerStatistics) int {
		return cmp.Or(b.Games()-a.Games(), cmp.Compare(a.Name, b.Name))
	})
	return list
}

// Openings returns the openings, those with most games first.
func (s *Statistics) Openings() []openingStatistics {
	list := slices.Clone(s.openingList)
	slices.SortStableFunc(list, func(a, b openingStatistics) int {
		return cmp.Or(b.Games()-a.Games(), cmp.Compare(a.Name, b.Name))
	})
	return list
}

// maxDifference is the difference of ratings at which a score is all or nothing.
const maxDifference = 800

// eloDifference returns the difference of ratings that fits a mean score.
func eloDifference(mean float64) float64 {
	if mean <= 0 || mean >= 1 {
		return math.Copysign(maxDifference, mean-0.5)
	}
	return min(max(-400*math.Log10(1/mean-1), -maxDifference), maxDifference)
}
