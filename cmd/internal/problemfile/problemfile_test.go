package problemfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/cli"
	"alfiere/problem"
	"alfiere/problem/database"
)

// collection makes a small collection and returns its file.
func collection(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "problems.db")
	db, err := database.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for i, p := range []problem.Record{
		{FEN: "8/8/8/8/8/k2K4/7Q/8 w - -", Stipulation: "#2", Title: "First\x1b[31m", Authors: []string{"Loyd, Sam"},
			Source: problem.Source{Name: "Magazine", Year: 1870}},
		{FEN: "8/8/8/8/8/k2K4/6PQ/8 w - -", Stipulation: "#3", Authors: []string{"Ann"}, Source: problem.Source{Year: 1952},
			Awards: []problem.Award{{Text: "1st Prize"}}},
		{FEN: "8/8/8/8/8/k2K4/5NPQ/8 w - -", Stipulation: "#2"},
	} {
		id, err := db.Add(&p, database.RefuseImages)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			report := `{"version":1,"fen":"` + p.FEN + `","stipulation":"#2","verdict":"sound","complete":true,` +
				`"keys":[{"move":"d3c4","san":"Kc4","type":"block","variations":[{}]}],"themes":[{"name":"Grimshaw"}]}`
			if _, err = db.StoreReport(id, problem.StoredReport{Text: []byte(report)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return path
}

func streams() (cli.Streams, *bytes.Buffer) {
	var out bytes.Buffer
	return cli.Streams{In: strings.NewReader(""), Out: &out, Err: &bytes.Buffer{}}, &out
}

func TestProblemsAreListed(t *testing.T) {
	path := collection(t)
	for _, test := range []struct {
		find  find
		query string
		want  string // parts of the output, in their order
		not   string
	}{
		{find{}, "#2", "id  stip|1  #2    2+1    sound     Kc4|Loyd, Sam|Magazine 1870|3  #2    4+1    -", "\x1b"},
		{find{sort: "year desc"}, "", "1952, 1st Prize|1870|8/8/8/8/8/k2K4/5NPQ/8", "\x1b"},
		{find{limit: 1, offset: 1}, "", "     2  #3", "     1 "},
		{find{}, "author:nobody", "no problem is found", "id"},
		{find{}, "count", "3\n", "id"},
		{find{}, "count by stipulation", "#2|2|#3|1", "id"},
		{find{json: true}, "sound", `{"problem":1,"id":1,"fen":"8/8/8/8/8/k2K4/7Q/8 w - -","stipulation":"#2"|"authors":["Loyd, Sam"]|"men":"2+1","found":{"verdict":"sound"|"key":"d3c4","key_san":"Kc4"`, "id  stip"},
		{find{json: true}, "count by theme", `"theme":"Grimshaw"`, "id"},
		{find{json: true}, "count", `{"count":3}`, "id"},
		{find{}, "count offset 1", "3\n", "id"}, // there is no second number
		{find{json: true, offset: 9, limit: 1}, "count", `{"count":3}`, "id"},
		{find{}, "count by stipulation offset 9", "", "#"},
	} {
		std, out := streams()
		if err := test.find.run(path, test.query, std); err != nil {
			t.Errorf("%s: %v", test.query, err)
		}
		rest := out.String()
		for part := range strings.SplitSeq(test.want, "|") {
			_, after, found := strings.Cut(rest, part)
			if !found {
				t.Errorf("%s: no %q in\n%s", test.query, part, out)
			}
			rest = after
		}
		if strings.Contains(out.String(), test.not) {
			t.Errorf("%s: %q is in\n%s", test.query, test.not, out)
		}
	}
}

func TestWrongUseIsTold(t *testing.T) {
	path := collection(t)
	for _, test := range []struct {
		find        find
		path, query string
		says        string
		isUsage     bool
	}{
		{find{}, path, "theme:grimshow", "column 7: there is no theme \"grimshow\"; did you mean Grimshaw?", true},
		{find{}, path, "peices > 3", "did you mean pieces?", true},
		{find{sort: "yeer"}, path, "", "did you mean year?", true},
		{find{sort: "year limit 3"}, path, "", "only names of fields", true},
		{find{sort: "year"}, path, "count", "order of its own", true},
		{find{limit: -1}, path, "", "from 0 on", true},
		{find{}, path + ".no", "", "there is no such collection", false},
		{find{}, "find.go", "", "not a problem collection", false},
	} {
		std, _ := streams()
		err := test.find.run(test.path, test.query, std)
		if err == nil || !strings.Contains(err.Error(), test.says) || errors.Is(err, cli.ErrUsage) != test.isUsage {
			t.Errorf("%q: %v", test.query, err)
		}
	}
}

func TestStatisticsAreTablesAndAPicture(t *testing.T) {
	path := collection(t)
	std, out := streams()
	s := statistics{top: 1, plot: filepath.Join(t.TempDir(), "themes.svg")}
	if err := s.run(path, "", std); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"3 problems\n", "by stipulation\n", "1 others", "by decade\n  1870       1", "themes by decade\n", "Grimshaw                     1     ·"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("no %q in\n%s", part, out)
		}
	}
	if picture, err := os.ReadFile(s.plot); err != nil || !bytes.Contains(picture, []byte("<svg")) {
		t.Errorf("the picture: %v", err)
	}
	std, out = streams()
	s = statistics{top: 1, json: true}
	var read tally
	if err := s.run(path, "sound", std); err != nil || json.Unmarshal(out.Bytes(), &read) != nil || read.Problems != 1 || len(read.Tables) != len(counted) {
		t.Errorf("%v, %s", err, out)
	}
	for _, wrong := range []statistics{{top: 0}, {top: 1, plot: "x.bmp"}} {
		if err := wrong.run(path, "", std); !errors.Is(err, cli.ErrUsage) {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
}

func TestFieldsAreListed(t *testing.T) {
	for name, want := range map[string]string{"": "theme:", "theme": "  pawn Grimshaw\n", "men": "pieces >= 3: men"} {
		var out bytes.Buffer
		if err := writeFields(&out, name); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%s: %v\n%s", name, err, &out)
		}
	}
	if err := writeFields(&bytes.Buffer{}, "peices"); err == nil || !strings.Contains(err.Error(), "did you mean pieces?") {
		t.Error(err)
	}
}
