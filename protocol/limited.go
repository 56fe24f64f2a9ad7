package protocol

import (
	"context"
	"math/rand/v2"

	"alfiere/internal/message"
	"alfiere/search"
)

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
	result := l.Searcher.Search(ctx, request, func(info search.Info) {
		if !weak.observe(&info) && report != nil {
			report(info)
		}
	})
	weak.decide(&result)
	return result
}
