package tt

import (
	"errors"
	"math/rand/v2"
	"sync"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

func newTable(t testing.TB) *Table {
	t.Helper()
	table := must.Get(New(1))(t)
	t.Cleanup(table.Close)
	return table
}

func randomEntry(rng *rand.Rand) Entry {
	return Entry{Move: movegen.Move(rng.Uint32()) | 1, Score: int16(rng.Uint32()), Eval: int16(rng.Uint32()),
		Depth: int8(rng.IntN(128)), Bound: Bound(1 + rng.IntN(3)), PV: rng.IntN(2) == 0}
}

func TestEntriesSurvivePackingWhole(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		e := randomEntry(rng)
		if got := unpack(e.pack()); got != e {
			t.Fatalf("unpack(pack(%+v)) = %+v", e, got)
		}
	}
}

// The reference implementation is a map of all that was stored for each key: the
// table may forget, but what it still says must be true.
func TestProbeNeverTellsWhatWasNotStored(t *testing.T) {
	table := newTable(t)
	rng := rand.New(rand.NewPCG(3, 4))
	stored := map[movegen.Key]map[Entry]bool{}
	keys := make([]movegen.Key, 50_000)
	for i := range keys {
		keys[i] = movegen.Key(rng.Uint64())
	}
	found := 0
	for i := range 400_000 {
		key := keys[rng.IntN(len(keys))]
		if entry, ok := table.Probe(key); ok {
			found++
			if !stored[key][entry] {
				t.Fatalf("probe tells %+v, which was never stored for this key", entry)
			}
		}
		entry := randomEntry(rng)
		if stored[key] == nil {
			stored[key] = map[Entry]bool{}
		}
		stored[key][entry] = true
		table.Store(key, entry)
		if i%50_000 == 0 {
			table.NewSearch()
		}
	}
	if found < 100_000 {
		t.Errorf("only %d of 400,000 probes found something: the table forgets too much", found)
	}
}

func TestAnEmptyMoveKeepsTheOneKnown(t *testing.T) {
	table := newTable(t)
	m := movegen.MakeMove(12, 28, movegen.Normal)
	table.Store(7, Entry{Move: m, Depth: 3, Bound: Lower})
	table.Store(7, Entry{Depth: 5, Bound: Upper})
	if entry, ok := table.Probe(7); !ok || entry.Move != m || entry.Depth != 5 {
		t.Errorf("got %+v, %v: the move should be kept and the depth be new", entry, ok)
	}
}

func TestAMuchDeeperEntryOfTheSameSearchStays(t *testing.T) {
	table := newTable(t)
	table.Store(7, Entry{Depth: 12, Bound: Lower, Score: 50})
	table.Store(7, Entry{Depth: 2, Bound: Upper, Score: 10})
	if entry, _ := table.Probe(7); entry.Depth != 12 {
		t.Errorf("a shallow bound replaced a deep one: %+v", entry)
	}
	table.NewSearch()
	table.Store(7, Entry{Depth: 2, Bound: Upper, Score: 10})
	if entry, _ := table.Probe(7); entry.Depth != 2 {
		t.Errorf("an entry of an older search was not replaced: %+v", entry)
	}
}

func TestReplacementPrefersOldAndShallowEntries(t *testing.T) {
	table := newTable(t)
	// Keys with the same high word fall into one bucket.
	const base = 1 << 40
	table.Store(base+1, Entry{Depth: 6, Bound: Exact, Move: 1})
	table.NewSearch()
	table.NewSearch()
	for i := movegen.Key(2); i <= 4; i++ {
		table.Store(base+i, Entry{Depth: 3, Bound: Exact, Move: 1})
	}
	table.Store(base+5, Entry{Depth: 1, Bound: Exact, Move: 1})
	if _, ok := table.Probe(base + 1); ok {
		t.Error("the entry of depth 6, two searches old, should have made room before those of depth 3")
	}
	for i := movegen.Key(2); i <= 5; i++ {
		if _, ok := table.Probe(base + i); !ok {
			t.Errorf("entry %d is gone", i)
		}
	}
}

func TestClearAndResizeEmptyTheTable(t *testing.T) {
	table := newTable(t)
	for name, empty := range map[string]func(){
		"Clear":  table.Clear,
		"Resize": func() { _ = table.Resize(2) },
	} {
		for k := range movegen.Key(1000) {
			table.Store(k<<50, Entry{Depth: 1, Bound: Exact, Move: 9})
		}
		empty()
		for k := range movegen.Key(1000) {
			if _, ok := table.Probe(k << 50); ok {
				t.Fatalf("%s left an entry", name)
			}
		}
	}
	if size := len(table.buckets) * bucketBytes; size != 2<<20 {
		t.Errorf("size is %d bytes after Resize(2)", size)
	}
}

func TestImpossibleSizesAreRefusedAndTheOldTableStays(t *testing.T) {
	table := newTable(t)
	table.Store(5, Entry{Depth: 1, Bound: Exact, Move: 9})
	for _, megabytes := range []int{0, -1, MaxMegabytes + 1} {
		if err := table.Resize(megabytes); !errors.Is(err, ErrSize) {
			t.Errorf("Resize(%d) = %v, want ErrSize", megabytes, err)
		}
	}
	if _, ok := table.Probe(5); !ok || len(table.buckets)*bucketBytes != 1<<20 {
		t.Error("the refused sizes changed the table")
	}
}

func TestHashfullCountsEntriesOfThisSearchOnly(t *testing.T) {
	table := newTable(t)
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300_000 {
		table.Store(movegen.Key(rng.Uint64()), randomEntry(rng))
	}
	if full := table.Hashfull(); full < 950 {
		t.Errorf("hashfull is %d after many times the capacity", full)
	}
	table.NewSearch()
	if full := table.Hashfull(); full != 0 {
		t.Errorf("hashfull is %d at the start of a search", full)
	}
}

// Writers tear each other's entries on purpose; a reader must only ever see what
// one writer wrote for that key. Each key's entry is a function of the key.
func TestTornEntriesReadAsMisses(t *testing.T) {
	table := newTable(t)
	entryOf := func(key movegen.Key) Entry {
		return Entry{Move: movegen.Move(key>>3) | 1, Score: int16(key >> 7), Eval: int16(key >> 11), Depth: int8(key >> 5 & 63), Bound: Exact}
	}
	var writers sync.WaitGroup
	for worker := range 4 {
		writers.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(worker), 9))
			for range 100_000 {
				key := movegen.Key(rng.Uint64N(64)<<58 | rng.Uint64N(512)) // few buckets, many keys
				table.Store(key, entryOf(key))
				if entry, ok := table.Probe(key); ok && entry != entryOf(key) {
					t.Errorf("torn entry for key %x: %+v", uint64(key), entry)
					return
				}
			}
		})
	}
	writers.Wait()
}

func BenchmarkProbe(b *testing.B) {
	table := must.Get(New(64))(b)
	defer table.Close()
	key := movegen.Key(1)
	for b.Loop() {
		key = key*6364136223846793005 + 1442695040888963407
		table.Probe(key)
	}
}
