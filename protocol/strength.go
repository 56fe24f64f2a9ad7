package protocol

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"alfiere/eval"
	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/search"
)

// strength describes an engine of limited strength: it searches a certain number of
// positions, finds the few best moves and then errs in comparing them.
type strength struct {
	Elo int

	// Nodes are searched for a move, on one thread.
	Nodes uint64

	// Noise is the loss in centipawns that makes a move e times less probable. With 0 the best move is played.
	Noise float64

	// Candidates is the number of best moves to choose from. A fraction makes the last of
	// them less probable, so that there is no step between two ratings.
	Candidates float64
}

// strengths is the table of UCI_Elo, weakest first: the range of the option is that of the table. From 1300 on the
// scale is that of Stockfish 15.1 with UCI_LimitStrength, against which the settings were measured, below it that of
// games against the rows above; docs/uci.md has the games and the error of each row.
var strengths = [...]strength{
	{Elo: 800, Nodes: 600, Noise: 300, Candidates: 7},
	{Elo: 1050, Nodes: 600, Noise: 140, Candidates: 5},
	{Elo: 1300, Nodes: 800, Noise: 95, Candidates: 4},
	{Elo: 1450, Nodes: 1_500, Noise: 68, Candidates: 4},
	{Elo: 1650, Nodes: 4_200, Noise: 40, Candidates: 4},
	{Elo: 1800, Nodes: 30_000, Noise: 12, Candidates: 4},
	{Elo: 2000, Nodes: 80_000, Noise: 5, Candidates: 4},
	{Elo: 2200, Nodes: 170_000, Noise: 2, Candidates: 4},
	{Elo: 2500, Nodes: 500_000, Noise: 1, Candidates: 4},
}

// The range of ratings that the table covers.
var minElo, maxElo = strengths[0].Elo, strengths[len(strengths)-1].Elo

// maxSkill is the Skill Level that does not limit the strength.
const maxSkill = 20

// Strength returns how the engine plays if its strength is limited to the rating Elo.
func (s Settings) Strength() strength { return strengthAt(s.Elo) }

// Rating returns the rating at which the engine plays, and whether its strength is limited: by UCI_LimitStrength,
// otherwise by a Skill Level below the highest. The levels divide the range of ratings evenly.
func (s Settings) Rating() (elo int, limited bool) {
	switch {
	case s.LimitStrength:
		return s.Elo, true
	case s.Skill < maxSkill:
		return minElo + (maxElo-minElo)*s.Skill/(maxSkill-1), true
	}
	return 0, false
}

// strengthAt returns how to play like an engine of the given rating; outside the range it returns the nearest row.
// Between the rows of the table the logarithm of the nodes, the noise and the candidates change linearly.
func strengthAt(elo int) strength {
	elo = min(max(elo, minElo), maxElo)
	i := 1
	for i < len(strengths)-1 && strengths[i].Elo < elo {
		i++
	}
	below, above := &strengths[i-1], &strengths[i]
	part := float64(elo-below.Elo) / float64(above.Elo-below.Elo)
	between := func(a, b float64) float64 { return a + (b-a)*part }
	return strength{Elo: elo, Noise: between(below.Noise, above.Noise),
		Candidates: between(below.Candidates, above.Candidates),
		Nodes:      uint64(math.Round(math.Exp(between(math.Log(float64(below.Nodes)), math.Log(float64(above.Nodes))))))}
}

// lines returns the number of moves that the search must compare.
func (s strength) lines() int { return int(math.Ceil(s.Candidates)) }

// chances returns the probability of each candidate, given the scores of one or more of
// them by rank. The probabilities add up to 1.
func (s strength) chances(scores []search.Score) []float64 {
	chances := make([]float64, len(scores))
	best, sum := slices.Max(scores), 0.0
	for i, score := range scores {
		if score == best {
			chances[i] = 1
		} else if s.Noise > 0 {
			chances[i] = math.Exp(float64(score-best) / s.Noise)
		}
		if i > 0 {
			chances[i] *= min(max(s.Candidates-float64(i), 0), 1)
		}
		sum += chances[i]
	}
	for i := range chances {
		chances[i] /= sum
	}
	return chances
}

// weakness chooses the move of a weakened engine. It belongs to the goroutine of its search; a nil one does nothing.
type weakness struct {
	strength strength
	random   *rand.Rand
	lines    int           // wanted by the user; further ones are not reported
	newest   []search.Info // the first lines of the present iteration
	complete []search.Info // those of the last complete iteration
}

// weaken changes the request into that of a weaker engine if the options say so and it
// is for a move of a game: analysis is always done with full strength.
func (c *Controller) weaken(request *search.Request) *weakness {
	limits := &request.Limits
	elo, limited := c.settings.Rating()
	if !limited || c.job.full || limits.Mate > 0 {
		return nil
	}
	return strengthAt(elo).weaken(request, rand.New(rand.NewPCG(c.random.Uint64(), c.random.Uint64())))
}

// weaken changes the request into one for a move of this strength. It uses no endgame tables,
// with which even the weakest would play some endings perfectly; the caller sees to it that no council is asked.
func (s strength) weaken(request *search.Request, random *rand.Rand) *weakness {
	w := &weakness{strength: s, lines: max(request.MultiPV, 1), random: random}
	if limits := &request.Limits; limits.Nodes == 0 || limits.Nodes > s.Nodes {
		limits.Nodes = s.Nodes
	}
	if letters := request.Knowledge & eval.Thesis; letters != 0 {
		request.Knowledge = letters // with which the table was measured
	}
	request.MultiPV = max(request.MultiPV, w.strength.lines())
	request.Endgames = search.EndgameUse{}
	return w
}

// observe records a report and returns whether it must be withheld.
func (w *weakness) observe(info *search.Info) (secret bool) {
	if w == nil || len(info.Line) == 0 {
		return false
	}
	rank := max(info.MultiPV, 1)
	switch {
	case info.Bound != search.Exact || rank > w.strength.lines():
	case rank == 1:
		w.newest = append(w.newest[:0], *info)
	case rank == len(w.newest)+1:
		w.newest = append(w.newest, *info)
	}
	if len(w.newest) >= len(w.complete) {
		w.complete = append(w.complete[:0], w.newest...)
	}
	return rank > w.lines
}

// decide replaces the best move by one of the candidates.
func (w *weakness) decide(result *search.Result) {
	if w == nil || len(w.complete) == 0 {
		return
	}
	scores := make([]search.Score, len(w.complete))
	for i := range w.complete {
		scores[i] = w.complete[i].Score
	}
	draw := w.random.Float64()
	for i, chance := range w.strength.chances(scores) {
		if draw -= chance; draw >= 0 {
			continue
		}
		chosen := &w.complete[i]
		result.Best, result.Score, result.Line, result.Ponder = chosen.Line[0], chosen.Score, chosen.Line, movegen.NoMove
		return
	}
}

// limited is a searcher that plays like a weaker one.
type limited struct {
	Searcher
	strength strength
	random   *rand.Rand
}

// Limit returns a searcher that plays like engine with the strength of the rating Elo,
// which is that of the option UCI_Elo. The error gives the range of ratings.
func (s Settings) Limit(engine Searcher, random rand.Source) (Searcher, error) {
	strength := s.Strength()
	if strength.Elo != s.Elo {
		return nil, message.Errorf("the rating must be from %d to %d, not %d", minElo, maxElo, s.Elo)
	}
	engine.SetThreads(1) // more would make the strength depend on the machine
	return &limited{engine, strength, rand.New(random)}, nil
}

// Search finds a move according to the strength.
func (l *limited) Search(ctx context.Context, request search.Request, report func(search.Info)) search.Result {
	weak := l.strength.weaken(&request, l.random)
	result := alone(l.Searcher)(ctx, request, func(info search.Info) {
		if !weak.observe(&info) && report != nil {
			report(info)
		}
	})
	weak.decide(&result)
	return result
}
