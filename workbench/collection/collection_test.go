package collection

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/database/query"
	"alfiere/workbench/api"
)

// hostile are texts that must come back unchanged.
var hostile = []string{`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `'; DROP TABLE problem; --`, `%_\" OR 1=1`, "../../etc/passwd", "𝔘ñí©ode\u202e"}

// desk is a service on its own collection.
type desk struct {
	*testing.T
	db      *database.DB
	service *api.Service
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	db := must.Get(database.Create(filepath.Join(t.TempDir(), "problems.db")))(t)
	t.Cleanup(func() { db.Close() })
	service := must.Get(api.New(2, 4, Methods(db)...))(t)
	return &desk{t, db, service}
}

// ask sends a request and reads the answer; it returns the fault.
func (d *desk) ask(method string, body, answer any, emit api.Emit) *api.Fault {
	d.Helper()
	text := must.Get(json.Marshal(body))(d)
	if emit == nil {
		emit = func(string, any) {}
	}
	got, err := d.service.Do(d.Context(), "collection/"+method, text, emit)
	if err != nil {
		var fault *api.Fault
		if !errors.As(err, &fault) {
			d.Fatalf("%s: %v", method, err)
		}
		return fault
	}
	if answer != nil {
		text, err := json.Marshal(got)
		if err == nil {
			err = json.Unmarshal(text, answer)
		}
		if err != nil {
			d.Fatalf("%s: %v", method, err)
		}
	}
	return nil
}

// must is ask without an expected fault.
func (d *desk) must(method string, body, answer any) {
	d.Helper()
	if fault := d.ask(method, body, answer, nil); fault != nil {
		d.Fatalf("%s: %+v", method, fault)
	}
}

type object = map[string]any

// fill adds problems: fixed kings, a rook and a queen on all legal squares.
func (d *desk) fill(n int) {
	d.Helper()
	err := d.db.Batch(func(t *database.Tx) error {
		for i := 0; n > 0; i++ {
			row := func(man string, file int) string {
				text := strings.Repeat(".", file) + man + strings.Repeat(".", 7-file)
				for k := 7; k > 0; k-- {
					text = strings.ReplaceAll(text, strings.Repeat(".", k), fmt.Sprint(k))
				}
				return text
			}
			p := problem.Record{FEN: fmt.Sprintf("k7/8/1K6/8/%s/%s/8/8 w - -", row("R", i%8), row("Q", i/8%8)),
				Stipulation: []string{"#1", "#2", "#3"}[i%3], Title: hostile[i%len(hostile)],
				Authors:  []string{[]string{"Loyd, Sam", "Ann Ångström", hostile[i%len(hostile)]}[i%3]},
				Source:   problem.Source{Name: []string{"The Problemist", "", `Maga"zine`}[i%3], Year: 1900 + i%60},
				Keywords: []string{hostile[(i+1)%len(hostile)]}}
			_, err := t.Add(&p, database.AddDoubles)
			if err == nil {
				n--
			}
		}
		return nil
	})
	must.Do(d, err)
}

// All pages together are the query's list, in its order.
func TestThePageFindsWhatTheQueryFinds(t *testing.T) {
	d := newDesk(t)
	d.fill(150)
	for _, text := range []string{"", "#2", "author:loyd or year > 1930", "not #2 sort by year desc", "sort by author limit 70", "#3 limit 20 offset 10", "year = 1", "anywhere:?R? limit 41",
		`source = "Maga\"zine"`, "count by year"} {
		q := must.Get(query.Parse(text))(t)
		var want, got []int64
		must.Do(t, query.FindIDs(t.Context(), d.db, q, func(id int64) error { want = append(want, id); return nil }))
		if q.Count {
			continue
		}
		total := -1
		for more := true; more; {
			var page found
			d.must("find", object{"query": text, "offset": len(got), "limit": 17, "count": len(got) == 0}, &page)
			for _, p := range page.Problems {
				got = append(got, p.ID)
			}
			if page.Total != nil {
				total = *page.Total
			}
			if more = page.More; more && len(page.Problems) != 17 {
				t.Fatalf("%s: a page of %d", text, len(page.Problems))
			}
		}
		if !slices.Equal(got, want) || total != len(want) {
			t.Errorf("%s: %d problems, %d were reported, wanted %d: %v, wanted %v",
				text, len(got), total, len(want), got, want)
		}
	}
}

// Each bar is a filter that finds as many problems as it counts.
func TestBarsAreFilters(t *testing.T) {
	d := newDesk(t)
	d.fill(120)
	for _, text := range []string{"", "#2", "year > 1920 or author:loyd"} {
		var answer statistics
		d.must("statistics", object{"query": text, "by": []string{"stipulation", "year", "decade", "author", "source", "keyword", "pieces"}, "top": 50}, &answer)
		bars := 0
		for _, table := range answer.Tables {
			for _, g := range table.Groups {
				var page found
				d.must("find", object{"query": g.Query, "count": true, "limit": 1}, &page)
				if *page.Total != g.Count {
					t.Errorf("%q by %s: %q has %d, and %q finds %d", text, table.By, g.Value, g.Count, g.Query, *page.Total)
				}
				bars++
			}
		}
		if bars < 30 || len(answer.Fields) < 20 {
			t.Errorf("%d bars, %d fields", bars, len(answer.Fields))
		}
		var counted found
		d.must("find", object{"query": text + " count by year"}, &counted)
		if counted.By != "year" || len(counted.Groups) == 0 || counted.Groups[0].Query == "" {
			t.Errorf("%+v", counted)
		}
	}
}

func TestTextsAreCompletedFromTheCollection(t *testing.T) {
	d := newDesk(t)
	d.fill(30)
	for _, test := range []struct{ query, want string }{
		{"author:lo", `"Loyd, Sam" `}, {"author:ang", `"Ann Ångström" `}, {"author:ång", `"Ann Ångström" `}, {"source:", `"The Problemist" `}, {"source = maga", `"Maga\"zine" `},
		{"stipulation = ", `"#3" `}, {`keyword:%`, `"%_\\\" or 1=1" `}, {"the", "theme:"},
	} {
		var got completions
		d.must("complete", object{"query": test.query, "cursor": len(test.query)}, &got)
		has := slices.ContainsFunc(got.Completions, func(c completion) bool { return c.Text == test.want })
		if test.want != "" && !has || test.want == "" && len(got.Completions) > 0 {
			t.Errorf("%s: %+v", test.query, got)
		}
		for _, c := range got.Completions {
			if _, err := query.Parse(test.query[:got.From] + c.Text); err != nil && strings.HasPrefix(c.Text, `"`) {
				t.Errorf("%s, then %s: %v", test.query, c.Text, err)
			}
		}
	}
}

func TestAnEditIsOnTheDiskOrRefused(t *testing.T) {
	d := newDesk(t)
	d.fill(3)
	var before, after, again shown
	d.must("show", object{"id": 1}, &before)
	change := object{"title": hostile[0], "authors": hostile, "source": object{"name": hostile[1], "year": 1999, "month": 2}, "awards": []object{{"text": "2nd Prize", "tourney": hostile[2]}},
		"keywords": []string{}, "comments": hostile, "reference": "x", "stipulation": "#2",
		"solutions": 2}
	d.must("edit", object{"id": 1, "revision": before.Revision, "fields": change}, &after)
	other := must.Get(database.Open(d.db.Path(), database.ReadOnly))(t)
	defer other.Close()
	p, err := other.Get(1)
	if err != nil || p.Title != hostile[0] || !slices.Equal(p.Authors, hostile[:5]) && len(p.Authors) != len(hostile) || p.Source.Year != 1999 || p.Awards[0].Tourney != hostile[2] || len(p.Keywords) > 0 || p.Stipulation != "#2" || p.Solutions != 2 {
		t.Errorf("%v: %+v", err, p)
	}
	if fault := d.ask("edit", object{"id": 1, "revision": before.Revision, "fields": object{"title": "other"}}, nil, nil); fault == nil || fault.Code != api.Conflict {
		t.Errorf("an old revision: %+v", fault)
	}
	for _, wrong := range []object{{"fen": "8/8"}, {"stipulation": "a mate"}, {"solutions": 100}, {"solutions": -1}, {"source": object{"month": 77}}} {
		if fault := d.ask("edit", object{"id": 1, "revision": after.Revision, "fields": wrong}, nil, nil); fault == nil || fault.Code != api.BadRequest {
			t.Errorf("%v: %+v", wrong, fault)
		}
	}
	d.must("show", object{"id": 1}, &again)
	if again.Revision != after.Revision || after.Revision == before.Revision {
		t.Errorf("revisions %s, %s, %s", before.Revision, after.Revision, again.Revision)
	}
	back := object{"title": before.Problem.Title, "authors": before.Problem.Authors, "source": before.Problem.Source,
		"awards":   []object{},
		"keywords": before.Problem.Keywords, "comments": []string{}, "reference": "", "stipulation": before.Problem.Stipulation, "solutions": 1}
	d.must("edit", object{"id": 1, "revision": after.Revision, "fields": back}, &again)
	if again.Revision != before.Revision {
		t.Errorf("undone: %+v, before %+v", again.Problem, before.Problem)
	}
}

// A problem is deleted in the revision that was shown, and its twin stays.
func TestAProblemIsDeleted(t *testing.T) {
	d := newDesk(t)
	lines := `{"fen":"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -","stipulation":"#2","twin":{"label":"a"}}` + "\n" +
		`{"fen":"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -","stipulation":"#3","twin":{"of":1,"label":"b"}}`
	d.must("import", object{"text": lines}, nil)
	d.must("analyse", object{}, nil)
	var first, twin shown
	d.must("show", object{"id": 1}, &first)
	if fault := d.ask("delete", object{"id": 1, "revision": "old"}, nil, nil); fault == nil ||
		fault.Code != api.Conflict {
		t.Errorf("an old revision: %+v", fault)
	}
	d.must("delete", object{"id": 1, "revision": first.Revision}, nil)
	if fault := d.ask("show", object{"id": 1}, nil, nil); fault == nil || fault.Code != api.NotFound {
		t.Errorf("the deleted problem: %+v", fault)
	}
	if d.must("show", object{"id": 2}, &twin); twin.Problem.Stipulation != "#3" {
		t.Errorf("the twin is %+v", twin.Problem)
	}
}

// Of several editors with the same revision one wins, and the others get a conflict.
func TestOneOfManyEditorsWins(t *testing.T) {
	d := newDesk(t)
	d.fill(1)
	var before shown
	d.must("show", object{"id": 1}, &before)
	var all sync.WaitGroup
	won := make(chan string, 8)
	for i := range 8 {
		all.Go(func() {
			title := fmt.Sprint("title ", i)
			if d.ask("edit", object{"id": 1, "revision": before.Revision, "fields": object{"title": title}}, nil, nil) == nil {
				won <- title
			}
		})
	}
	all.Wait()
	close(won)
	var after shown
	d.must("show", object{"id": 1}, &after)
	if title := <-won; title != after.Problem.Title || len(won) > 0 {
		t.Errorf("%q has won, %q is stored, %d others have won", title, after.Problem.Title, len(won))
	}
}

func TestFilesAreTakenInAnalysedAndWritten(t *testing.T) {
	d := newDesk(t)
	text := "8/8/8/8/8/k2K4/7Q/8 w - - dm 2;\nno problem at all <b>\n8/8/8/8/8/k2K4/7Q/8 w - - dm 2;\n8/8/8/8/8/4K2k/Q7/8 w - - dm 2;\n2k5/8/2K5/8/8/8/8/7R w - - dm 1;\n"
	var heard []reported
	var sum taken
	if fault := d.ask("import", object{"name": "x.epd", "text": text}, &sum, func(kind string, data any) {
		if kind == api.Partial {
			heard = append(heard, data.([]reported)...)
		}
	}); fault != nil {
		t.Fatal(fault)
	}
	if sum.Added != 2 || sum.Doubles != 2 || sum.Faults != 1 || sum.Bytes != int64(len(text)) || len(heard) != 3 || heard[0].Line != 2 || heard[0].Error == "" || strings.Contains(heard[0].Error, "line 2") || !heard[1].Exact || heard[2].Exact {
		t.Fatalf("%+v, %+v", sum, heard)
	}
	progress := 0
	var done summary
	if fault := d.ask("analyse", object{}, &done, func(kind string, _ any) { progress++ }); fault != nil || done.Done != 2 || done.Verdicts["sound"] != 2 || progress < 2 {
		t.Errorf("%+v, %+v, %d events", fault, done, progress)
	}
	d.must("analyse", object{}, &done)
	if done.Total != 0 {
		t.Errorf("analysed again: %+v", done)
	}
	var full shown
	d.must("show", object{"id": 2}, &full)
	if full.Report == nil || full.Traits["key"] == nil || full.Men != "2+1" {
		t.Errorf("%+v", full)
	}
	// A change of the stipulation removes the report, and undo restores it.
	var changed shown
	d.must("edit", object{"id": 2, "revision": full.Revision, "fields": object{"stipulation": "#3"}}, &changed)
	if changed.Report != nil {
		t.Error("the report of another stipulation stays")
	}
	d.must("edit", object{"id": 2, "revision": changed.Revision, "fields": object{"stipulation": "#1"}, "report": full.Report}, &changed)
	if changed.Report == nil || !bytes.Equal(changed.Report.Text, full.Report.Text) || changed.Revision != full.Revision {
		t.Errorf("undone: %+v", changed)
	}
	for _, format := range []string{"json", "epd", "olive", "popeye", "pgn", "csv", "html", "latex"} {
		var file written
		d.must("export", object{"query": "", "format": format, "language": "it"}, &file)
		if file.Problems != 2 || len(file.Data) == 0 || !strings.HasPrefix(file.Name, "problems.") {
			t.Errorf("%s: %+v", format, file)
		}
	}
	if fault := d.ask("export", object{"format": "svg"}, nil, nil); fault == nil || fault.Field != "query" {
		t.Errorf("two diagrams in one picture: %+v", fault)
	}
}

// A client that disconnects ends the analysis. Reported problems are stored, and the next analysis
// does the rest. A fast machine may finish before it can be stopped: then more problems are added.
func TestABulkAnalysisGoesOn(t *testing.T) {
	var d *desk
	var last analysed
	problems := 40
	for ; ; problems *= 4 {
		d, last = newDesk(t), analysed{}
		d.fill(problems)
		ctx, cancel := context.WithCancel(t.Context())
		_, err := d.service.Do(ctx, "collection/analyse", nil, func(kind string, data any) {
			if kind == api.Progress {
				if last = data.(analysed); last.Done >= 5 {
					cancel()
				}
			}
			if fault := d.ask("analyse", object{}, nil, nil); fault == nil || fault.Code != api.Busy {
				t.Errorf("two analyses at once: %+v", fault)
			}
		})
		cancel()
		if err != nil {
			break
		}
		if problems > 10000 {
			t.Fatalf("%d problems are analysed before that can be ended", problems)
		}
	}
	var reports found
	d.must("find", object{"query": "analysed", "count": true}, &reports)
	if *reports.Total < last.Done {
		t.Errorf("%d reports, %d were reported", *reports.Total, last.Done)
	}
	var done summary
	d.must("analyse", object{}, &done)
	if done.Total+*reports.Total != problems || done.Done != done.Total {
		t.Errorf("%d were analysed, then %+v", *reports.Total, done)
	}
}
