package eval

import (
	"math/rand/v2"
	"strings"
	"testing"

	"alfiere/movegen"
)

func TestACacheEntryGivesItsScoreForItsKeyAlone(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	for range 10000 {
		key := movegen.Key(random.Uint64())
		want := random.IntN(2*MaxScore+1) - MaxScore
		entry := makeCacheEntry(key, want)
		if got, found := entry.value(key); !found || got != want {
			t.Fatalf("key %x: %d, found %t, want %d", key, got, found, want)
		}
		other := key ^ 1<<(16+random.IntN(48))
		if got, found := entry.value(other); found {
			t.Fatalf("the entry of key %x gives %d for key %x", key, got, other)
		}
	}
}

func TestAnEmptyCacheEntryBelongsToNoKey(t *testing.T) {
	for _, key := range []movegen.Key{0, 1, 1<<16 - 1, 1 << 16} {
		if got, found := cacheEntry(0).value(key); found {
			t.Errorf("key %x: found %d", key, got)
		}
	}
}

// The counters of moves are no part of a position's key, so the cache would keep a
// score that depended on them for the wrong positions.
func TestTheCountersOfMovesDoNotChangeTheScore(t *testing.T) {
	e := New(All)
	for _, p := range randomPositions(500, 13) {
		fields := strings.Fields(p.FEN())
		later := mustParse(t, strings.Join(append(fields[:4:4], "98", "150"), " "))
		if later.Key() != p.Key() {
			t.Fatalf("%s and %s have different keys", p.FEN(), later.FEN())
		}
		if got, want := e.Uncached(later), e.Uncached(&p); got != want {
			t.Fatalf("%s: %d, as %s %d", p.FEN(), want, later.FEN(), got)
		}
	}
}
