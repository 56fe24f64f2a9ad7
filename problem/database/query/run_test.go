package query

import (
	"cmp"
	"database/sql"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/problem"
	"alfiere/problem/database"
)

// found are the numbers of the problems that the database finds.
func found(t *testing.T, db *database.DB, q *Query) (ids []int64) {
	t.Helper()
	err := FindIDs(t.Context(), db, q, func(id int64) error {
		ids = append(ids, id)
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", q, err)
	}
	return ids
}

// held are the numbers of the problems for which a condition holds.
func held(all []*record, e Expr) (ids []int64) {
	for _, r := range all {
		if e == nil || r.holds(e) {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// TestTheDatabaseFindsWhatHolds compares random conditions with looking at each problem.
func TestTheDatabaseFindsWhatHolds(t *testing.T) {
	m := newMaker(1)
	db, all := m.fill(t, 300)
	for i := range effort.Of(1500, 500, 500) {
		q := &Query{Where: m.expr(i % 4)}
		if got, want := found(t, db, q), held(all, q.Where); !slices.Equal(got, want) {
			t.Fatalf("%s:\nfound %v\nholds %v\n%+v", q, got, want, q.Statement())
		}
		read, err := Parse(q.String())
		if err != nil || !reflect.DeepEqual(read, q) {
			t.Fatalf("%s is read as %s, %v", q, read, err)
		}
	}
}

// TestEachFieldFindsSome asks every field alone: a field that finds nothing, or everything always, would not be tested.
func TestEachFieldFindsSome(t *testing.T) {
	m := newMaker(2)
	db, all := m.fill(t, 300)
	for _, f := range fields {
		some := 0
		for range effort.Of(40, 12, 12) {
			q := &Query{Where: m.condition(f)}
			got, want := found(t, db, q), held(all, q.Where)
			if !slices.Equal(got, want) {
				t.Fatalf("%s:\nfound %v\nholds %v\n%+v", q, got, want, q.Statement())
			}
			if len(got) > 0 && len(got) < len(all) {
				some++
			}
		}
		if some == 0 && f.Kind != Play && f.Kind != Other && f.Name != "wK" && f.Name != "bK" && f.Name != "twin" {
			t.Errorf("%s finds nothing or all", f.Name)
		}
	}
}

// TestProblemsAreSorted compares the order with that of a slice.
func TestProblemsAreSorted(t *testing.T) {
	m := newMaker(3)
	db, all := m.fill(t, 200)
	for _, f := range fields {
		if !f.Sortable() {
			continue
		}
		for _, descending := range []bool{false, true} {
			q := &Query{Sort: []order{{f, descending}}, Limit: 60, Offset: 5}
			sorted := slices.Clone(all)
			slices.SortStableFunc(sorted, func(a, b *record) int { return compareBy(a, b, f, descending) })
			var want []int64
			for _, r := range sorted[5:65] {
				want = append(want, r.ID)
			}
			if got := found(t, db, q); !slices.Equal(got, want) {
				t.Errorf("%s: %v, not %v", q, got, want)
			}
		}
	}
}

// TestProblemsAreSortedByTwoFields does so for pairs, on pages from the first to the last: the
// first ones are found in another way.
func TestProblemsAreSortedByTwoFields(t *testing.T) {
	m := newMaker(9)
	db, all := m.fill(t, 120)
	for _, f := range fields {
		if !f.Sortable() {
			continue
		}
		for _, name := range []string{"author", "year", "tries"} {
			second := must.Get(FieldOf(name))(t)
			for _, descending := range []bool{false, true} {
				sorted := slices.Clone(all)
				slices.SortStableFunc(sorted, func(a, b *record) int {
					return cmp.Or(compareBy(a, b, f, descending), compareBy(a, b, second, !descending))
				})
				for _, page := range [][2]int{{0, 1}, {0, 7}, {m.IntN(len(all)), 20}, {len(all) - 20, 20}, {len(all) - 5, 30}, {0, len(all)}} {
					q := &Query{Sort: []order{{f, descending}, {second, !descending}}, Offset: page[0], Limit: page[1]}
					var want []int64
					for _, r := range sorted[page[0]:min(page[0]+page[1], len(sorted))] {
						want = append(want, r.ID)
					}
					if got := found(t, db, q); !slices.Equal(got, want) {
						t.Errorf("%s: %v, not %v", q, got, want)
					}
				}
			}
		}
	}
}

// compareBy compares two problems by a field, the unknown last.
func compareBy(a, b *record, f *Field, descending bool) (sign int) {
	if f.Kind == Number || f.Kind == Date {
		x, ok1 := a.number(f.Name)
		y, ok2 := b.number(f.Name)
		if !ok1 || !ok2 {
			return map[bool]int{true: -1}[ok1] - map[bool]int{true: -1}[ok2]
		}
		sign = x - y
	} else {
		x, y := a.first(f.Name), b.first(f.Name)
		if x == "" || y == "" {
			return map[bool]int{true: -1}[x != ""] - map[bool]int{true: -1}[y != ""]
		}
		sign = strings.Compare(strings.ToLower(x), strings.ToLower(y))
	}
	if descending {
		return -sign
	}
	return sign
}

// first is the text by which a problem is sorted.
func (r *record) first(name string) string {
	if name == "stipulation" {
		return r.Stipulation
	}
	return append(r.texts(name), "")[0]
}

// TestProblemsAreCounted compares numbers of problems with counting them one by one.
func TestProblemsAreCounted(t *testing.T) {
	m := newMaker(4)
	db, all := m.fill(t, 200)
	for _, f := range fields {
		if !f.Countable() {
			continue
		}
		for _, where := range []Expr{nil, m.expr(2)} {
			q := &Query{Where: where, Count: true, By: f}
			want := map[string]int{}
			for _, r := range all {
				if where == nil || r.holds(where) {
					for _, value := range r.values(f) {
						want[value]++
					}
				}
			}
			groups := must.Get(Count(t.Context(), db, q))(t)
			got := map[string]int{}
			for i, g := range groups {
				got[g.Value] = g.Count
				if i > 0 && f.column.groups != "" && groups[i-1].Count < g.Count {
					t.Errorf("%s: %v are in no order", q, groups)
				}
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %v, not %v", q, got, want)
			}
		}
	}
	for _, q := range []Query{{}, {Limit: 1}, {Offset: 1}, {Limit: 1, Offset: len(all)}} {
		if groups, err := Count(t.Context(), db, &q); err != nil || len(groups) != 1 || groups[0].Count != len(all) {
			t.Errorf("%+v: %v, %v", q, groups, err)
		}
	}
}

// values are the different values of a field.
func (r *record) values(f *Field) (values []string) {
	switch {
	case f.Kind == Number:
		if n, known := r.number(f.Name); known {
			values = []string{fmt.Sprint(n)}
		}
	case f.Name == "verdict" && r.analysed:
		values = []string{r.report.Verdict}
	case f.Name == "verdict":
	case f.Kind == Feature || f.Name == "keyword":
		for trait := range r.traits {
			if trait.Kind == f.Name {
				values = append(values, trait.Name)
			}
		}
	case f.Name == "award":
		for _, a := range r.Awards {
			values = append(values, a.Text)
		}
	case f.Name == "author":
		values = r.Authors
	default:
		if text := r.first(f.Name); text != "" {
			values = []string{text}
		}
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// Each of the readers begins a list before the first one continues its own.
func TestManyReadersAtOnce(t *testing.T) {
	db := newMaker(8).collection(t, 30)
	q := must.Get(Parse("limit 5"))(t)
	const readers = 12
	var started, ended sync.WaitGroup
	started.Add(readers)
	for range readers {
		ended.Go(func() {
			n := 0
			err := Find(t.Context(), db, q, func(p *problem.Record) error {
				if n++; n == 1 {
					started.Done()
					started.Wait()
				}
				_, err := db.Get(p.ID)
				return err
			})
			if err != nil || n != 5 {
				t.Errorf("%d problems, %v", n, err)
			}
		})
	}
	ended.Wait()
}

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
	raw := must.Get(sql.Open("sqlite", db.Path()))(t)
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
