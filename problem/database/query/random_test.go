package query

import (
	"database/sql"
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/database"
)

// maker makes problems and queries at random, from few values, so that these meet.
type maker struct{ *rand.Rand }

func newMaker(seed uint64) maker { return maker{rand.New(rand.NewPCG(seed, 7))} }

func (m maker) one(of ...string) string { return of[m.IntN(len(of))] }

// some returns a few of the texts.
func (m maker) some(of ...string) (list []string) {
	for _, text := range of {
		if m.IntN(3) == 0 {
			list = append(list, text)
		}
	}
	return list
}

// board returns the rows of a FEN with few men on few squares.
func (m maker) board() string {
	var board [64]byte
	for i := range board {
		board[i] = '.'
	}
	put := func(man byte) {
		for {
			s := m.IntN(64)
			if m.IntN(2) == 0 {
				s = 18 + m.IntN(3) + 8*m.IntN(3)
			}
			if board[s] == '.' && (s >= 8 && s < 56 || man|0x20 != 'p') {
				board[s] = man
				return
			}
		}
	}
	put('k')
	put('K')
	for range m.IntN(13) {
		put("QRBNPqrbnp"[m.IntN(10)])
	}
	var rows []string
	for rank := range 8 {
		row := string(board[8*rank : 8*rank+8])
		for n := 8; n > 0; n-- {
			row = strings.ReplaceAll(row, strings.Repeat(".", n), strconv.Itoa(n))
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/")
}

var (
	names  = []string{"Loyd, Sam", "Ann Ångström", "Šedej Jiří", "Sam Mansfield"}
	titles = []string{"", "The Ox", "An ox at night", "Ox and night"}
)

// problem returns a problem, and what an analysis could say of it, nil for nothing.
func (m maker) problem() (*problem.Record, map[string]any) {
	p := &problem.Record{
		FEN: m.board() + " " + m.one("w", "b") + " - -", Stipulation: m.one("#2", "#2", "#3", "s#2"), Title: m.one(titles...), Authors: m.some(names...),
		Keywords: m.some("Task", "Two words"), Comments: m.some("The ox moves at night.", "Sam knew"),
	}
	if m.IntN(3) > 0 {
		p.Reference = m.one("", "", "H77", "yacpdb 7")
		p.Source = problem.Source{Name: m.one("", "The Problemist", "Sam's"[:3]), Year: m.IntN(2) * (1950 + m.IntN(30)),
			Number: m.one("", "7")}
	}
	for _, text := range m.some("1st Prize", "2nd HM", "Comm.") {
		p.Awards = append(p.Awards, problem.Award{Text: text, Tourney: m.one("", "Night tourney")})
	}
	if m.IntN(4) == 0 {
		return p, nil
	}
	empty := func() []struct{} { return make([]struct{}, m.IntN(5)) }
	named := func(of ...string) (list []map[string]string) {
		for _, name := range m.some(of...) {
			list = append(list, map[string]string{"name": name})
		}
		return list
	}
	report := map[string]any{
		"version": 1, "program": "test", "fen": p.FEN, "stipulation": p.Stipulation, "verdict": m.one(database.Verdicts()...), "complete": true,
		"themes": named("Grimshaw", "Novotny", "pawn Grimshaw", "le Grand"), "flaws": named("takes flights", "pins"), "merits": named("unpins", "gives flights"),
		"warnings": named("promoted piece", "no last move"),
		"tries":    empty(), "set": empty(), "changes": []map[string]string{{"kind": m.one("changed", "added")}},
		"pictures": []map[string]bool{{"Pure": m.IntN(2) == 0, "Model": m.IntN(3) == 0}},
	}
	if m.IntN(5) > 0 {
		report["keys"] = []map[string]any{{"move": "-", "san": m.one("Qa2", "Nxd4", "O-O", "a8=Q+"), "type": m.one("threat", "block"),
			"variations": empty(), "threats": []string{"x", "y"}[:m.IntN(3)], "duals": m.IntN(3)}}
	}
	return p, report
}

// fill makes a collection and returns what is in it.
func (m maker) fill(t testing.TB, n int) (*database.DB, []*record) {
	t.Helper()
	db := m.collection(t, n)
	return db, readAll(t, db)
}

// collection makes a collection of about n problems.
func (m maker) collection(t testing.TB, n int) *database.DB {
	t.Helper()
	db, err := database.Create(filepath.Join(t.TempDir(), "problems.db"))
	must.Do(t, err)
	t.Cleanup(func() { db.Close() })
	err = db.Batch(func(tx *database.Tx) error {
		for range n {
			p, report := m.problem()
			id, err := tx.Add(p, database.AddDoubles)
			if err != nil || report == nil {
				continue // the side that does not move may stand in check
			}
			report["fen"] = p.FEN
			text, err := json.Marshal(report)
			if err != nil {
				return err
			}
			if _, err = tx.StoreReport(id, problem.StoredReport{Text: text}); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil { // on different days
		var raw *sql.DB
		if raw, err = sql.Open("sqlite", db.Path()); err == nil {
			_, err = raw.Exec("UPDATE problem SET added = 1700000000 + id * 7654321 % 77000000, changed = 1700000000 + id * 1234567 % 99000000")
			raw.Close()
		}
	}
	must.Do(t, err)
	return db
}

// readAll reads all that is in a collection.
func readAll(t testing.TB, db *database.DB) (all []*record) {
	t.Helper()
	err := Find(t.Context(), db, &Query{}, func(p *problem.Record) error {
		r := &record{Record: *p, traits: map[database.Trait]bool{}}
		r.analysis = analysed(t, p)
		var err error
		if r.report, err = db.Findings(p.ID); err == nil {
			r.analysed = true
		}
		traits, err := db.Traits(p.ID)
		for _, trait := range traits {
			r.traits[trait.Trait] = true
		}
		all = append(all, r)
		return err
	})
	must.Do(t, err)
	return all
}

// expr returns a condition of at most some depth.
func (m maker) expr(depth int) Expr {
	if depth > 0 {
		switch m.IntN(5) {
		case 0, 1:
			var parts []Expr
			for range 2 + m.IntN(2) {
				parts = append(parts, m.expr(depth-1))
			}
			if m.IntN(2) == 0 {
				return And(parts)
			}
			return or(parts)
		case 2:
			return &not{m.expr(depth - 1)}
		}
	}
	return m.condition(fields[m.IntN(len(fields))])
}

// condition returns a condition on the field.
func (m maker) condition(f *Field) Expr {
	switch f.Kind {
	case Number:
		n := m.IntN(7)
		if f.Name == "year" || f.Name == "decade" {
			n = 1950 + m.IntN(30)
		}
		switch m.IntN(4) {
		case 0:
			return &Range{f, n, n + m.IntN(5)}
		case 1:
			return &compare{Left: m.sum(f), Op: Op(m.IntN(6)), Right: m.sum(m.number())}
		}
		return &compare{Left: m.sum(f), Op: Op(m.IntN(6)), Right: sum{Number: n}}
	case Flag:
		return &IsA{Field: f}
	case Feature:
		if m.IntN(6) == 0 {
			return &has{f}
		}
		used := f.Values
		if f.Name == "theme" {
			used = []string{"Grimshaw", "Novotny", "pawn Grimshaw", "Barnes"}
		}
		return &IsA{f, m.one(used...)}
	case Board:
		return m.fits(f)
	case Play:
		return m.played(f)
	case Date:
		e := &dated{f, m.one("", "2024-02-29", "2024-03-01", "2025-01-01"), m.one("", "2025-01-01", "2026-07-31")}
		if e.From == "" {
			e.To = "2026-07-31"
		}
		return e
	case Other:
		return &kin{f, 1 + m.IntN(400)}
	case Equal:
		return &match{f, true, m.one("#2", "#3", "s#2", "#4")}
	}
	if f.column.has != "" && m.IntN(5) == 0 {
		return &has{f}
	}
	if f.column.whole != "" && m.IntN(3) == 0 {
		return &match{f, true, m.one("sam loyd", "Ångström, Ann", "THE OX", "the problemist", "1ST PRIZE", "Two Words", "none", "' OR 1=1 --")}
	}
	return &match{f, false, m.one("sam", "sam lo*", "angstrom", "ox", "night", "at n*", "prize", "sedej", "7", "two words", "ox'", `a" OR "sam`, "NOT sam", "the-ox")}
}

// number returns a Number.
func (m maker) number() *Field {
	for {
		if f := fields[m.IntN(len(fields))]; f.isNumber() {
			return f
		}
	}
}

// sum returns a sum that begins with the field.
func (m maker) sum(f *Field) sum {
	s := sumOf(f)
	for m.IntN(4) == 0 {
		s.Terms = append(s.Terms, summand{m.number(), m.IntN(7) - 3})
		s.Number = m.IntN(9) - 4
	}
	return s
}

// played returns a condition on moves.
func (m maker) played(f *Field) Expr {
	e := &played{Field: f}
	most := 2
	if f.part.Second == "" {
		most = 1
	}
	for range m.IntN(most + 1) {
		text := m.one("Q", "S", "Bf1-", "-d4", "N-e4", "Qa2", "a1a2", "Re1-e8", "e4", "exd5", "Nbd2", "R1-", "a8=Q", "O-O", "b7-b8Q", "K", "Pe-", "*")
		if m.IntN(2) == 0 {
			text = m.one("K", "Q", "R", "B", "N", "P", "") + m.one("", "", "c", "4") + "-" + m.one("", "d", "5", "e4", "d5")
		}
		if p, ok := parsePattern(text); ok {
			e.Moves = append(e.Moves, p)
		}
	}
	return e
}

// fits returns a condition on the board.
func (m maker) fits(f *Field) Expr {
	set := func() notation.PatternSet {
		switch m.IntN(3) {
		case 0:
			return notation.Anything &^ (1 << m.IntN(len(notation.PatternKinds)))
		case 1:
			return []notation.PatternSet{notation.Empty, notation.WhiteMen, notation.BlackMen, 1 << 6, 1 << 12, 1<<3 | 1<<4, 0}[m.IntN(7)]
		}
		return notation.Anything
	}
	if f.Name == "anywhere" {
		rows := make(notation.PatternRows, 1+m.IntN(3))
		width := 1 + m.IntN(3)
		for i := range rows {
			for range width {
				rows[i] = append(rows[i], set())
			}
		}
		return &fits{Field: f, Rows: rows}
	}
	rows, err := notation.ParseBoardPattern(m.board())
	if m.IntN(4) > 0 || err != nil {
		rows, err = notation.ParseBoardPattern("*/*/*/*/*/*/*/*")
		if err != nil {
			panic(err)
		}
		for range 4 {
			rows[2+m.IntN(3)][2+m.IntN(3)] = set()
		}
	}
	return &fits{f, rows, m.one("", "", "w", "b")}
}
