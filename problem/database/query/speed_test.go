package query

import (
	"testing"
	"time"

	"alfiere/problem"
	"alfiere/problem/database"
)

// speedy are queries of each kind.
var speedy = []string{
	"#2 limit 50", "#2 count", "pieces <= 8 count", "wQ = 0 bN >= 2 count", "white > black count", "miniature sound count", "author:sam limit 50", `author = "Sam Loyd" count`,
	"source:problemist count", `"ox" limit 50`, `"night" count`, "year 1950..1960 sort by year desc limit 50", "award count", "prize sort by author limit 50",
	"theme:grimshaw and not theme:novotny count", "not theme:grimshaw count", "key:castling limit 50", "key gives flight count", "key = Qa2 count",
	"variations >= 3 tries >= 3 count", "set mates > tries count", "sound pieces <= 7 theme:grimshaw tries >= 3 limit 50", "no solution count", "count by decade", "count by theme", "sort by tries desc limit 50",
	"sort by author limit 50", "sort by source, year limit 50", "white > 3 sort by variations desc, tries limit 50", "not theme:grimshaw sort by tries desc limit 50",
}

// patterns are queries of positions, which may take longer.
var patterns = []string{
	"position:*/*/*/??[^p]?*/*/*/*/* count", "position:8/8/8/3k4/8/3K4/8/8", "like:8/8/8/3k4/8/3K4/8/8", "like:*/*/??Q*/???k*/*/*/*/* count",
	"anywhere:k?R count", "anywhere:??/?? count", "anywhere:[^k]Qk/???/P?P not anywhere:RR count", "like:*/*/*/*/*/*/*/[^a]* count",
}

// ask runs a query to its end.
func ask(t testing.TB, db *database.DB, line string) {
	t.Helper()
	q, err := Parse(line)
	if err == nil && q.Count {
		_, err = Count(t.Context(), db, q)
	} else if err == nil {
		err = Find(t.Context(), db, q, func(*problem.Record) error { return nil })
	}
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
}

// TestQueriesAreFast asks 2,000 problems: a fiftieth of the collection for which less than 0.1
// seconds are promised, or 1 for patterns, with ample time for a slow and busy machine.
func TestQueriesAreFast(t *testing.T) {
	db := newMaker(5).collection(t, 2000)
	for bound, lines := range map[time.Duration][]string{60 * time.Millisecond: speedy, 200 * time.Millisecond: patterns} {
		for _, line := range lines {
			best := time.Hour
			for range 20 {
				start := time.Now()
				ask(t, db, line)
				if best = min(best, time.Since(start)); best < bound {
					break
				}
			}
			if best >= bound {
				t.Errorf("%s takes %v", line, best)
			}
		}
	}
}

// BenchmarkQueries asks 100,000 problems.
func BenchmarkQueries(b *testing.B) {
	db := newMaker(6).collection(b, 100_000)
	for _, lines := range [][]string{speedy, patterns} {
		for _, line := range lines {
			b.Run(line, func(b *testing.B) {
				for b.Loop() {
					ask(b, db, line)
				}
			})
		}
	}
}
