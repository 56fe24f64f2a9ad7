package exchange

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/database/query"
	"alfiere/problem/format"
	"alfiere/problem/text"
)

// fresh returns an empty collection.
func fresh(t testing.TB) *database.DB {
	t.Helper()
	db := must.Get(database.Create(filepath.Join(t.TempDir(), "problems.db")))(t)
	t.Cleanup(func() { db.Close() })
	return db
}

// all returns the problems of a collection.
func all(t testing.TB, db *database.DB) (list []problem.Record) {
	t.Helper()
	if err := query.Find(context.Background(), db, &query.Query{}, func(p *problem.Record) error {
		list = append(list, *p)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return list
}

// exported returns all problems of a collection in a form.
func exported(t testing.TB, db *database.DB, f Format) string {
	t.Helper()
	var out bytes.Buffer
	e := must.Get(NewExporter(db, &out, f, text.English()))(t)
	must.Do(t, query.Find(context.Background(), db, &query.Query{}, e.Write))
	must.Get(e.Close())(t)
	return out.String()
}

// imported imports a text without errors or doubles.
func imported(t testing.TB, text string) *database.DB {
	t.Helper()
	db := fresh(t)
	i := Importer{DB: db, Doubles: Add, Tell: func(e *Event) {
		if e.Outcome != Added {
			lines := strings.Split(text, "\n")
			t.Errorf("line %d (%.300s): outcome %d, %v", e.Line, lines[min(e.Line, len(lines))-1], e.Outcome, e.Err)
		}
	}}
	must.Get(i.Import(context.Background(), strings.NewReader(text)))(t)
	return db
}

// strange are texts that mean something in one form or another.
var strange = []string{
	"Morning", "Żak O'Brien", "'; DROP TABLE problem; --", "<script>alert(1)</script> & Co", `back\slash "quoted" here`, "# no comment",
	"../../etc/passwd", "--- !!python/object", "key: [value, {a: b}]", "%YAML 1.2", "*anchor &alias", "null", "~", "yes", "1901", "0x1F", "=1+1",
	"[Event \"x\"]", "{comment}", "; rest", "$\\input{x}$ 100%", "BeginProblem", "White Kd6", "Зигерман Й.", "日本語 ☃", "a;b", "- item", "12:30:45",
	"@at", "`tick`", "!bang", "|", ">", "?", "x: ", "x #y", "\u00a0hard", "e\u0301", "2nd Prize", "1.e4 e5", "8/8/8/8/8/8/8/8 w - -",
}

func randomText(r *rand.Rand) string {
	if r.IntN(3) == 0 {
		return ""
	}
	words := make([]string, 1+r.IntN(3))
	for i := range words {
		words[i] = strange[r.IntN(len(strange))]
	}
	return strings.Join(words, " ")
}

func list(r *rand.Rand) (texts []string) {
	for range r.IntN(3) {
		texts = append(texts, "x"+randomText(r))
	}
	return texts
}

// randomPosition is a legal diagram, with rights to castle and to capture en passant.
func randomPosition(r *rand.Rand) movegen.Position {
	for {
		b := movegen.Builder{EnPassant: movegen.NoSquare, FullmoveNumber: 1, Side: movegen.Color(r.IntN(2))}
		for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
			home := movegen.MakeSquare(4, 7*int(c))
			if r.IntN(2) == 0 {
				home = movegen.Square(r.IntN(64))
			}
			b.Board[home] = movegen.MakePiece(c, movegen.King)
			b.Board[movegen.MakeSquare(7*r.IntN(2), 7*int(c))] = movegen.MakePiece(c, movegen.Rook)
		}
		for range r.IntN(12) {
			if s := r.IntN(64); b.Board[s] == movegen.NoPiece {
				b.Board[s] = movegen.MakePiece(movegen.Color(r.IntN(2)), movegen.Pawn+movegen.PieceType(r.IntN(5)))
			}
		}
		for rooks := b.RooksAtHome(); rooks != 0; {
			if s := rooks.Pop(); r.IntN(2) == 0 {
				b.CastlingRooks |= s.Bitboard()
			}
		}
		if r.IntN(3) == 0 {
			b.EnPassant = movegen.MakeSquare(r.IntN(8), 5-3*int(b.Side))
		}
		if p, _, err := b.Build(problem.Composed); err == nil {
			return p
		}
	}
}

// randomProblem is a problem with texts that may do harm.
func randomProblem(r *rand.Rand) *problem.Record {
	at := randomPosition(r)
	p := &problem.Record{FEN: at.EPD(), Stipulation: fmt.Sprintf("#%d", 1+r.IntN(9)), Reference: randomText(r),
		Title: randomText(r), Authors: list(r), Keywords: list(r), Comments: list(r),
		Source: problem.Source{Name: randomText(r), Issue: randomText(r), Number: randomText(r)}}
	if r.IntN(2) == 0 {
		p.Source.Year = 1 + r.IntN(2100)
		if p.Source.Month = r.IntN(13); p.Source.Month > 0 {
			p.Source.Day = r.IntN(32)
		}
	}
	for range r.IntN(3) {
		p.Awards = append(p.Awards, problem.Award{Text: "x" + randomText(r), Tourney: randomText(r)})
	}
	if r.IntN(4) == 0 {
		p.Comments = append(p.Comments, "several\n  lines\n\nof it")
	}
	return p
}

// addTwins adds some problems that differ from the first by a change that Popeye has words for.
func addTwins(t testing.TB, r *rand.Rand, db *database.DB, first *problem.Record) {
	t.Helper()
	label := 'b'
	for range r.IntN(4) {
		board := first.Board()
		twin := problem.Record{Stipulation: first.Stipulation,
			Twin: problem.Twin{Of: first.ID, Label: string(label), Change: "another"}}
		from, to := r.IntN(64), r.IntN(64)
		switch r.IntN(6) {
		case 0:
			board[to], board[from] = board[from], '.'
		case 1:
			board[to], board[from] = board[from], board[to]
		case 2:
			board[from] = '.'
		case 3:
			board[from], board[to] = "QRBNqrbn"[r.IntN(8)], "QRBNqrbn"[r.IntN(8)]
		case 4:
			slices.Reverse(board[:]) // turned by 180 degrees
		case 5:
			twin.Stipulation = "#10"
		}
		fields := strings.Fields(first.FEN)
		twin.FEN = strings.Join([]string{fenOf(&board), fields[1], fields[2], "-"}, " ")
		if twin.Stipulation != first.Stipulation {
			twin.FEN = first.FEN
		}
		if twin.FEN == first.FEN && twin.Stipulation == first.Stipulation {
			continue
		}
		if add(db, &twin) == nil {
			label++
		}
	}
}

// fenOf is the first field of a FEN.
func fenOf(board *[64]byte) string {
	var rows []string
	for r := range 8 {
		rows = append(rows, string(board[8*r:8*r+8]))
	}
	text := strings.Join(rows, "/")
	for n := 8; n > 0; n-- {
		text = strings.ReplaceAll(text, strings.Repeat(".", n), fmt.Sprint(n))
	}
	return text
}

// held is what a form can hold of a problem.
func held(name string, p problem.Record) problem.Record {
	h := problem.Record{FEN: p.FEN, Stipulation: p.Stipulation, Title: p.Title, Authors: p.Authors, Source: p.Source}
	if line := name == "epd" || name == "popeye"; line && strings.Contains(p.Source.Issue+p.Source.Number, ", ") {
		h.Source = problem.ParseSource(p.Source.String()) // a comma ends a source
	}
	switch name {
	case "json":
		h = p
	case "epd":
		h.Reference, h.Authors = p.Reference, problem.SplitNames(problem.JoinNames(p.Authors))
	case "popeye":
		h.Authors = problem.SplitNames(problem.JoinNames(p.Authors))
	case "olive":
		h.Reference, h.Keywords, h.Comments = p.Reference, p.Keywords, p.Comments
		h.Awards = p.Awards
	case "pgn":
		h.Reference, h.Keywords, h.Awards = p.Reference, p.Keywords, p.Awards
		for _, text := range p.Comments {
			h.Comments = append(h.Comments, strings.Join(strings.Fields(text), " "))
		}
	}
	return h
}

// bare is a problem without what no file keeps, and with the place of the first problem of its
// diagram in the list instead of its id.
func bare(list []problem.Record, p problem.Record) problem.Record {
	if p.Twin.Of != 0 {
		p.Twin.Of = int64(1 + slices.IndexFunc(list, func(other problem.Record) bool { return other.ID == p.Twin.Of }))
	}
	p.ID, p.Added, p.Changed = 0, problem.Record{}.Added, problem.Record{}.Changed
	if len(p.Awards) == 0 {
		p.Awards = nil
	}
	return p
}

func TestWhatIsExportedIsTheSameAfterImport(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 1))
	db := fresh(t)
	for range 150 {
		add(db, randomProblem(r))
	}
	before := all(t, db)
	if len(before) < 100 {
		t.Fatalf("%d problems", len(before))
	}
	for _, f := range Formats()[:len(format.Formats())] {
		t.Run(f.Name, func(t *testing.T) {
			text := exported(t, db, f)
			other := imported(t, text)
			after := all(t, other)
			if len(after) != len(before) {
				t.Fatalf("%d problems became %d", len(before), len(after))
			}
			for i := range before {
				want, got := bare(before, held(f.Name, before[i])), bare(after, after[i])
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("problem %d\nis   %+v\nwant %+v", before[i].ID, got, want)
				}
			}
			if again := exported(t, other, f); again != text && (f.Name == "olive" || f.Name == "pgn") {
				t.Errorf("exported again it is another text:\n%s", firstDifference(text, again))
			}
		})
	}
}

func TestTwinsAreWrittenTogetherAndReadAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 2))
	db := fresh(t)
	for range 60 {
		at := randomPosition(r)
		first := &problem.Record{FEN: at.EPD(), Stipulation: "#3", Authors: list(r), Twin: problem.Twin{Label: "a"}}
		if add(db, first) == nil {
			addTwins(t, r, db, first)
		}
	}
	before := all(t, db)
	for _, name := range []string{"json", "popeye", "olive"} {
		f := must.Get(FindFormat(name))(t)
		text := exported(t, db, f)
		other := imported(t, text)
		after := all(t, other)
		places := func(list []problem.Record) (texts []string) {
			for _, p := range list {
				texts = append(texts, p.FEN+" "+p.Stipulation)
			}
			slices.Sort(texts)
			return texts
		}
		if !slices.Equal(places(before), places(after)) {
			t.Errorf("%s: other problems", name)
		}
		linked := func(list []problem.Record) (n int) {
			for _, p := range list {
				if p.Twin.Of != 0 {
					n++
				}
			}
			return n
		}
		was, is := linked(before), linked(after)
		t.Logf("%s: %d of %d links", name, is, was)
		if is < was/2 || name == "json" && is != was || was < 30 {
			t.Errorf("%s: %d links became %d", name, was, is)
		}
		third := imported(t, exported(t, other, f))
		again := all(t, third)
		for i := range after {
			if got, want := bare(again, again[i]), bare(after, after[i]); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: in the second turn\n%+v\nbecame\n%+v", name, want, got)
			}
		}
	}
}

// firstDifference returns the first lines that differ.
func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i] + "\n" + y[i]
		}
	}
	return "one is longer"
}
