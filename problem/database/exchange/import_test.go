package exchange

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/problem"
)

// taken imports a text and returns the reports: a word and the line of each entry.
func taken(t testing.TB, i *Importer, text string) (reported []string) {
	t.Helper()
	i.Tell = func(e *Event) {
		reported = append(reported, fmt.Sprintf("%d %s", e.Line, e.Outcome))
		if (e.Outcome == Faulty) != (e.Err != nil) || e.Outcome != Faulty && e.ID == 0 {
			t.Errorf("the event is %+v", *e)
		}
	}
	count := must.Get(i.Import(context.Background(), strings.NewReader(text)))(t)
	if count.Total() != len(reported) {
		t.Errorf("counted %v, reported %d", count, len(reported))
	}
	return reported
}

func TestFaultsAreReportedWithTheirLineAndTheRestGoesIn(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"8/8/8/8/8/k2K4/7Q/8 w - - dm 2;\nnonsense\n\n# remark\n8/8/8/8/8/k2K4/8/7Q w - - #2\n8/8/8/8/8/8/8/8 w - - #2\n8/8/8/8/8/k2K4/7R/8 w - -\n",
			"[1 added 2 fault 5 added 6 fault 7 fault]"},
		{"\ufeffBeginProblem\nStipulation #2\nPieces White Kd3 Qh2 Black Ka3\nNextProblem\nStipulation h#2\nPieces White Kd3 Qh1 Black Ka3\nEndProblem\n", "[1 added 5 fault]"},
		{"---\nstipulation: '#2'\nalgebraic: {white: [Kd3, Qh2], black: [Ka3]}\n---\nstipulation: '#2'\n---\n{]\n---\nstipulation: '#2'\nalgebraic: {white: [Kd3, Qh1], black: [Ka3]}\n",
			"[2 added 5 fault 6 fault 9 added]"},
		{"[Event \"x\"]\n[Black \"Mate in 2\"]\n[FEN \"8/8/8/8/8/k2K4/7Q/8 w - - 0 1\"]\n\n*\n\n[Event \"y\"]\n\n1.e4 *\n\n[Event \"z\"]\n[FEN \"8/8/8/8/8/k2K4/8/7Q w - - 0 1\"]\n\n*\n",
			"[1 added 7 fault 11 fault]"},
		{`{"fen":"8/8/8/8/8/k2K4/7Q/8 w - - 0 1","stip":"#2","source":["polgar:1"]}` + "\n{}\n\n[]\nnull\n" +
			`{"problem":2,"fen":"8/8/8/8/8/k2K4/7Q/8 w - -"}` + "\n" + `{"problem":1,"fen":"8/8/8/8/8/k2K4/8/7Q w - -","stipulation":"#2"}`,
			"[1 added 2 fault 4 fault 5 fault 6 fault 7 added]"},
		{"", "[]"}, {" \n\n", "[]"}, {"\x00\x01\x02", "[1 fault]"},
	} {
		if got := fmt.Sprint(taken(t, &Importer{DB: fresh(t)}, test.text)); got != test.want {
			t.Errorf("%s\ntold %s, not %s", test.text, got, test.want)
		}
	}
}

func TestDoublesAreShownAndAddedOnlyIfThatIsWanted(t *testing.T) {
	const first = `8/8/8/8/8/k2K4/7Q/8 w - - dm 2; author "Loyd";` + "\n"
	const second = `8/8/8/8/8/4K2k/Q7/8 w - - dm 2; title "Mirror"; author "Nobody";` + "\n"
	for _, test := range []struct {
		way  doubles
		want string
		n    int
	}{{Skip, "[1 added 2 double 3 double]", 1}, {Merge, "[1 added 2 merged 3 double]", 1}, {Add, "[1 added 2 added 3 added]", 3}} {
		db := fresh(t)
		if got := fmt.Sprint(taken(t, &Importer{DB: db, Doubles: test.way}, first+second+first)); got != test.want {
			t.Errorf("%d: reported %s, not %s", test.way, got, test.want)
		}
		list := all(t, db)
		if len(list) != test.n {
			t.Errorf("%d: %d problems", test.way, len(list))
		}
		if p := list[0]; p.Authors[0] != "Loyd" || (p.Title == "Mirror") != (test.way == Merge) {
			t.Errorf("%d: the first is %+v", test.way, p)
		}
	}
}

func TestTwinsAreLinked(t *testing.T) {
	db := fresh(t)
	got := taken(t, &Importer{DB: db}, "BeginProblem\nAuthor A\nStipulation #2\nPieces White Kd3 Qh2 Black Ka3\n"+
		"Twin Move h2 h1\nTwin Polish\nTwin Move d3 d9\nTwin Stipulation #3\nEndProblem\nBeginProblem\nStipulation #2\nPieces White Kd3 Rh2 Black Ka3\nEndProblem\n")
	list := all(t, db)
	var links []int64
	for _, p := range list {
		links = append(links, p.Twin.Of)
	}
	if id := list[0].ID; !reflect.DeepEqual(links, []int64{0, id, id, id, 0}) {
		t.Errorf("the twins are of %v, reported %v", links, got)
	}
	if list[1].Twin.Change != "wQh2-->h1" || list[1].Twin.Label != "b" || list[0].Twin.Label != "a" {
		t.Errorf("%+v %+v", list[0].Twin, list[1].Twin)
	}
}

func TestOliveFieldsAreTakenOver(t *testing.T) {
	db := fresh(t)
	taken(t, &Importer{DB: db}, "---\nauthors: ['Shire, David J.', Loyd]\nsource: {name: feenschach, issue: 01-02, problemid: 7100, date: {year: 1965, month: 2}}\n"+
		"award: {tourney: {name: ditto}, distinction: 2nd HM}\nkeywords: [Grimshaw]\ncomments: [one, two]\ntitle: T\n"+
		"foreignids: [{domain: PDB, problemid: P05}]\nalgebraic: {white: [Ka1, Qc2], black: [Kh8]}\nstipulation: '#2'\n"+
		"---\nsource: BCM\nsource-id: 12/7\ndate: 2007-05-03\ndistinction: 1st Prize\nid: 77\nalgebraic: {white: [Ka1, Qd2], black: [Kh8]}\nstipulation: '#2'\n")
	list := all(t, db)
	p := list[0]
	want := problem.Source{Name: "feenschach", Issue: "01-02", Number: "7100", Year: 1965, Month: 2}
	if p.Source != want || fmt.Sprintln(p.Authors, p.Awards, p.Keywords, p.Comments, p.Title,
		p.Reference) != "[Shire, David J. Loyd] [2nd HM, ditto] [Grimshaw] [one two] T PDB P05\n" {
		t.Errorf("%+v", p)
	}
	want = problem.Source{Name: "BCM", Number: "12/7", Year: 2007, Month: 5, Day: 3}
	if p = list[1]; p.Source != want || len(p.Awards) != 1 || p.Reference != "77" {
		t.Errorf("%+v", p)
	}
}

func TestAnAnswerOfTheAnalysisIsAProblemWithItsReport(t *testing.T) {
	const answer = `{"version":1,"program":"Alfiere 1.1","id":"x1","title":"T","author":"A & B","source":"BCM, 1901","fen":"8/8/8/8/8/k2K4/7Q/8 w - - 0 1",` +
		`"stipulation":"#2","verdict":"sound","complete":true,"keys":[{"move":"d3c4","type":"block","variations":[{}]}],"themes":[{"name":"Grimshaw"}]}`
	db := fresh(t)
	if reported := taken(t, &Importer{DB: db}, "8/8/8/8/8/k2K4/7Q/8 w - - #2\n"); len(reported) != 1 {
		t.Fatal(reported)
	}
	if reported := taken(t, &Importer{DB: db, Doubles: Merge}, answer+"\n"+`{"version":1,"line":4,"error":"bad"}`); fmt.Sprint(reported) != "[1 merged 2 fault]" {
		t.Fatal(reported)
	}
	p := all(t, db)[0]
	f, err := db.Findings(p.ID)
	if err != nil || f.Verdict != "sound" || f.Themes != 1 || f.Program != "Alfiere 1.1" || p.Reference != "x1" || len(p.Authors) != 2 || p.Source.Year != 1901 {
		t.Errorf("%+v %+v %v", p, f, err)
	}
	json, _ := FindFormat("json")
	if other := imported(t, exported(t, db, json)); true {
		r, err := other.Report(1)
		if err != nil || string(r.Text) != answer {
			t.Errorf("the report became %s, %v", r.Text, err)
		}
	}
}

func TestTheErrorOfASourceEndsTheImport(t *testing.T) {
	db := fresh(t)
	broken := errors.New("broken")
	i := &Importer{DB: db}
	count, err := i.Import(context.Background(), io.MultiReader(strings.NewReader("8/8/8/8/8/k2K4/7Q/8 w - - #2\n"),
		iotest.ErrReader(broken)))
	if err != broken || count[Added] != 1 {
		t.Errorf("%v, %v", count, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err = i.Import(ctx, strings.NewReader("8/8/8/8/8/k2K4/7R/8 w - - #2\n")); err != context.Canceled {
		t.Error(err)
	}
}

// long is a source of a line that does not end for so many bytes.
type long struct {
	begin string
	left  int
}

func (l *long) Read(into []byte) (n int, err error) {
	if len(l.begin) > 0 {
		n = copy(into, l.begin)
		l.begin = l.begin[n:]
		return n, nil
	}
	if l.left == 0 {
		return 0, io.EOF
	}
	n = min(len(into), l.left)
	for i := range into[:n] {
		into[i] = 'x'
	}
	l.left -= n
	return n, nil
}

func TestLinesOfAHundredMegabytesDoNoHarm(t *testing.T) {
	size := effort.Of(100<<20, 10<<20, 10<<20)
	for _, begin := range []string{"", "BeginProblem\nAuthor ", "---\nstipulation: ", "[Event \"", `{"fen":"`, "8/8/8/8/8/k2K4/7Q/8 w - - title \""} {
		db := fresh(t)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		count, err := (&Importer{DB: db}).Import(context.Background(), io.MultiReader(&long{begin, size}, strings.NewReader("\n")))
		runtime.ReadMemStats(&after)
		if n := len(all(t, db)); err != nil || n != 0 || count[Faulty] == 0 && begin != "[Event \"" {
			t.Errorf("%q: %v, %v, %d problems", begin, count, err, n)
		}
		if grown := int64(after.Sys) - int64(before.Sys); grown > 200<<20 {
			t.Errorf("%q: %d MiB more memory", begin, grown>>20)
		}
	}
}

func TestBombsOfYAMLDoNoHarm(t *testing.T) {
	bomb := "---\na: &a [x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c <= 'z'; c++ {
		bomb += fmt.Sprintf("%c: &%c [%s]\n", c, c, strings.TrimSuffix(strings.Repeat("*"+string(c-1)+",", 9), ","))
	}
	bomb += "authors: *z\nkeywords: *z\ncomments: *z\nsource: *y\nmore-awards: *z\naward: *z\nstipulation: '#2'\nalgebraic: {white: [Ka1, Qc2], black: [Kh8]}\n"
	deep := "---\nauthors: " + strings.Repeat("[", 20000) + "\n"
	cycle := "---\nauthors: &x [*x]\nstipulation: '#2'\nalgebraic: {white: [Ka1, Qd2], black: [Kh8]}\n"
	got := taken(t, &Importer{DB: fresh(t)}, bomb+deep+cycle)
	if len(got) != 3 {
		t.Errorf("reported %v", got)
	}
}

// seeds are inputs of all forms.
var seeds = []string{
	"8/8/8/8/8/k2K4/7Q/8 w - - #2\n",
	"BeginProblem Stipulation #2 Pieces White Kd3 Qh2 Black Ka3 Twin Move h2 h1 EndProblem",
	"---\nstipulation: '#2'\nalgebraic: {white: [Kd3, Qh2], black: [Ka3]}\ntwins: {b: Polish}\nsource: {name: a, date: {year: 7}}\n",
	"[White \"A\"]\n[Black \"#2\"]\n[FEN \"8/8/8/8/8/k2K4/7Q/8 w - - 0 1\"]\n\n*\n",
	`{"problem":1,"id":3,"fen":"8/8/8/8/8/k2K4/7Q/8 w - -","stipulation":"#2","twin":{"of":3},"report":{"text":{"version":1}}}`,
	`{"version":1,"fen":"8/8/8/8/8/k2K4/7Q/8 w - -","stipulation":"#2","verdict":"sound","twin":"b"}`,
}

func TestAllFormsAreWrittenOfWhatAllFormsHold(t *testing.T) {
	for _, text := range seeds {
		db := fresh(t)
		must.Get((&Importer{DB: db, Doubles: Add}).Import(context.Background(), strings.NewReader(text)))(t)
		if len(all(t, db)) == 0 {
			t.Errorf("nothing is read of %s", text)
		}
		for _, f := range Formats() {
			if f.Name != "svg" && exported(t, db, f) == "" {
				t.Errorf("nothing is written as %s", f.Name)
			}
		}
	}
}

func BenchmarkImport(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var text strings.Builder
	for i := range b.N {
		at := randomPosition(r)
		fmt.Fprintf(&text, "%s dm 2; id \"no %d\"; title \"Title %d\"; author \"Author %d & Other %d\"; source \"Magazine %d, no. %d, 3/19%02d\";\n",
			at.EPD(), i, i, i%1000, i%777, i%50, i, i%100)
	}
	db := fresh(b)
	b.ResetTimer()
	must.Get((&Importer{DB: db, Doubles: Add}).Import(context.Background(), strings.NewReader(text.String())))(b)
}
