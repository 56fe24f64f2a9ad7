package query

import (
	"database/sql"
	"slices"
	"testing"

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

// plays are queries of the play, and of the findings of reports.
var plays = []string{
	`key:"Bf1-h3" count`, "key:B count", "key:f1- count", "key:-h3 count", "key:B-h3 limit 50", "threat:Q count", "threat:Qe4 count", "threat:Q-e4 not key:Q count",
	`variation:"1...Bd4 2.Qe4#" limit 50`, `variation:"1...Bd4" count`, "variation:2.Qe4 count", `variation:"1...B 2.Q" count`, `variation:"1...K 2.-e4" count`,
	`variation:"1...-d5 2.-e4" count`, `variation:"1...N 2.N" count`, `not variation:"1...K 2.Q-d5" count`, `set play:"1...K 2.Q" tries >= 2 count`, `set play:"1...-d5 2.N" count`,
	`try:"1.Q B" count`, `try:"1.Q-e4 K" count`, "vacated count", "phases >= 3 count", "mates >= 8 count", "flights >= 3 count", "double refutations >= 2 count", "flaw:checks count",
	`merit:"gives flights" sound count`, `warning:"promoted piece" count`, "tries + variations > 10 count", "tries + white > black * 2 + 3 count", "nodes > 500 count", "added 2024 count",
	"changed >= 2024-05-17 count", "matrix:77 limit 50", "reference:H77 count", "reference count", "loyd count", "sort by added desc limit 50", "phases >= 2 sort by mates desc limit 50", "count by phases",
}

// multiplied returns a collection of about n problems: copies of the real ones.
func multiplied(t testing.TB, n int) *database.DB {
	db, all := realCollection(t, 1337)
	raw, err := sql.Open("sqlite", db.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	copied := func(table string) (columns, values string) {
		rows, err := raw.Query("SELECT group_concat(name), group_concat(CASE name WHEN 'id' THEN 'id + ?1' WHEN 'problem' THEN 'problem + ?1' " +
			"WHEN 'copy' THEN 'copy + ?1' ELSE name END) FROM pragma_table_info('" + table + "')")
		if err != nil || !rows.Next() {
			t.Fatal(err)
		}
		defer rows.Close()
		if err = rows.Scan(&columns, &values); err != nil {
			t.Fatal(err)
		}
		return columns, values
	}
	size := len(all)
	for _, table := range []string{"problem", "report", "play", "play_text", "problem_trait"} {
		columns, values := copied(table)
		id := map[bool]string{true: "id", false: "problem"}[table == "problem"]
		for i := 1; i*size < n; i++ {
			if _, err := raw.Exec("INSERT INTO "+table+" ("+columns+") SELECT "+values+" FROM "+table+" WHERE "+id+" <= ?2", i*10000, 10000); err != nil {
				t.Fatal(err)
			}
		}
	}
	return db
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

// BenchmarkQueries asks 100,000 problems.
func BenchmarkQueries(b *testing.B) {
	askEach(b, newMaker(6).collection(b, 100_000), slices.Concat(speedy, patterns))
}

// BenchmarkPlay asks 100,000 problems about their play.
func BenchmarkPlay(b *testing.B) { askEach(b, multiplied(b, 100_000), plays) }

func askEach(b *testing.B, db *database.DB, lines []string) {
	for _, line := range lines {
		b.Run(line, func(b *testing.B) {
			for b.Loop() {
				ask(b, db, line)
			}
		})
	}
}
