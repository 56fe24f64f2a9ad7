package problemfile

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/cli"
	"alfiere/internal/testing/must"
	"alfiere/problem"
	"alfiere/problem/database"
)

// called runs a part of the subcommand and returns its exit status and what it wrote.
func called(args ...string) (status int, out, err string) { return calledWith(hereQueue, args...) }

// calledWith is called with others who analyse.
func calledWith(queue defineQueue, args ...string) (status int, out, err string) {
	var stdout, stderr bytes.Buffer
	program := cli.Root("lab", "", "", Command(queue))
	status = cli.Execute(program, append([]string{"problems"}, args...), cli.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	return status, stdout.String(), stderr.String()
}

// written makes a file and returns its name.
func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

const lines = "8/8/8/8/8/k2K4/7Q/8 w - - dm 2; title \"One\x7f\"; author \"Loyd\";\n" +
	"8/8/8/8/8/k2K4/7Q/8 w - - dm 2; title \"One\"; author \"Loyd\"; source \"Magazine, no. 7, 3/1901\";\n" +
	"8/8/8/8/8/4K2k/Q7/8 w - - #2\n" +
	"8/8/8/8/8/k2K4/5NPQ/8 w - -\n"

func TestProblemsAreImportedShownEditedAndExported(t *testing.T) {
	db, file := filepath.Join(t.TempDir(), "problems.db"), written(t, "a.epd", lines)
	status, out, err := called("import", "--moves", "3", db, file)
	if want := file + ":3: an image of problem 1, left out\n2 problems added, 1 were there already, 1 at fault\n"; status != cli.ExitInput || out != want ||
		!strings.Contains(err, file+":1:") || !strings.Contains(err, "problems with errors: 1 of 4") {
		t.Fatalf("status %d\n%s%s", status, out, err)
	}
	status, out, err = called("import", filepath.Join(t.TempDir(), "other.db"), written(t, "n.epd", "8/8/8/8/8/k2K4/5NPQ/8 w - -\n"))
	if status != cli.ExitInput || !strings.Contains(err, "n.epd:1: the stipulation is missing") || !strings.Contains(err, "--moves N") {
		t.Errorf("status %d\n%s%s", status, out, err)
	}
	status, out, err = called("import", "--json", "--doubles", "merge", db, written(t, "b.jsonl", `{"fen":"8/8/8/8/8/k2K4/7Q/8 w - -","stip":"#2","reference":"r1"}`))
	if status != cli.ExitGood || !strings.Contains(out, `"line":1,"outcome":"merged","id":1,"exact":true}`) || !strings.Contains(out, `"merged":1`) {
		t.Errorf("status %d\n%s%s", status, out, err)
	}
	old := written(t, "old.olv", "---\nauthors: [M\xfcller]\nstipulation: '#2'\nalgebraic: {white: [Kd3, Qh1], black: [Ka3]}\n")
	other := filepath.Join(t.TempDir(), "old.db")
	_, _, err = called("import", other, old)
	if _, out, _ = called("find", other, "author:müller"); !strings.Contains(err, old+":2: not UTF-8") || !strings.Contains(out, "Müller") {
		t.Errorf("%s%s", out, err)
	}
	status, out, err = called("edit", "--authors", "Sam Loyd & Ann\x1b[31m", "--award", "2nd Prize, Informal", "--keywords", "a, b", db, "1", "2")
	if status != cli.ExitGood || out != "problem 1: authors Sam Loyd & Ann[31m (was Loyd); award 2nd Prize, Informal (was nothing); keywords a, b (was nothing)\n"+
		"problem 2: authors Sam Loyd & Ann[31m (was nothing); award 2nd Prize, Informal (was nothing); keywords a, b (was nothing)\n" {
		t.Errorf("status %d\n%s%s", status, out, err)
	}
	status, out, err = called("show", db, "1")
	for _, want := range []string{"Problem 1\n", "Sam Loyd & Ann", "2nd Prize, Informal", "Magazine, no. 7, 3/1901", "a, b", "not analysed", "r1", "2+1"} {
		if status != cli.ExitGood || !strings.Contains(out, want) || strings.Contains(out, "\x1b") {
			t.Errorf("%q: status %d\n%s%s", want, status, out, err)
		}
	}
	if status, out, _ = called("show", "--json", db, "2"); status != cli.ExitGood || !strings.Contains(out, `"stipulation":"#3"`) {
		t.Errorf("status %d\n%s", status, out)
	}
	html := filepath.Join(t.TempDir(), "sheet.html")
	if status, out, err = called("export", "--out", html, db, "#2"); status != cli.ExitGood {
		t.Errorf("status %d\n%s%s", status, out, err)
	}
	if page, err := os.ReadFile(html); err != nil || strings.Count(string(page), "<article class=\"diagram\">") != 1 || !strings.Contains(string(page), "Sam Loyd &amp; Ann") {
		t.Errorf("%v\n%s", err, page)
	}
	folder := filepath.Join(t.TempDir(), "diagrams")
	if status, out, err = called("export", "--form", "svg", "--folder", folder, db); status != cli.ExitGood {
		t.Errorf("status %d\n%s%s", status, out, err)
	}
	if files, _ := filepath.Glob(folder + "/*.svg"); len(files) != 2 {
		t.Errorf("files %v", files)
	}
	if status, _, err = called("export", "--form", "svg", "--folder", folder, db); status != cli.ExitInput || !strings.Contains(err, "exists") {
		t.Errorf("status %d, %s", status, err)
	}
	if status, out, _ = called("edit", "--delete", db, "2"); status != cli.ExitGood || out != "problem 2: deleted\n" {
		t.Errorf("status %d, %s", status, out)
	}
	if status, _, err = called("edit", "--title", "x", db, "1", "2"); status != cli.ExitInput || !strings.Contains(err, "nothing was changed: problem 2: there is no such problem") {
		t.Errorf("status %d, %s", status, err)
	}
}

func TestDoublesAreListed(t *testing.T) {
	path := collection(t)
	if status, out, _ := called("duplicates", path); status != cli.ExitGood || out != "no problem occurs twice\n" {
		t.Errorf("status %d, %s", status, out)
	}
	db, err := database.Open(path, database.ReadWrite)
	must.Do(t, err)
	for _, fen := range []string{"8/8/8/8/8/k2K4/7Q/8 w - -", "8/8/8/8/8/4K2k/Q7/8 w - -"} {
		must.Do(t, db.Batch(func(tx *database.Tx) error {
			_, err := tx.Add(&problem.Record{FEN: fen, Stipulation: "#2"}, database.AddDoubles)
			return err
		}))
	}
	db.Close()
	for line, want := range map[string]string{"--json": `{"problems":[1,4,5]}`, "--json --exact": `{"problems":[1,4]}`} {
		if status, out, _ := called(append(append([]string{"duplicates"}, strings.Fields(line)...), path)...); status != cli.ExitGood || out != want+"\n" {
			t.Errorf("%s: status %d, %s", line, status, out)
		}
	}
}

func TestWrongCallsAreReported(t *testing.T) {
	path := collection(t)
	for _, test := range []struct {
		line   string
		status int
		says   string
	}{
		{"import", cli.ExitUsage, "give the FILE"},
		{"import --doubles x DB -", cli.ExitUsage, "skip, merge or add"},
		{"import --moves 99 DB -", cli.ExitUsage, "from 1 to 32"},
		{"import DB MISSING", cli.ExitInput, "MISSING"},
		{"import DB -", cli.ExitInput, "there is no problem in it"},
		{"export MISSING", cli.ExitInput, "MISSING"},
		{"export --form docx DB", cli.ExitUsage, "use one of json"},
		{"export --form pdf DB", cli.ExitUsage, "--form pdf was removed in 3.0: write html"},
		{"export --out x.pdf DB", cli.ExitUsage, "--form pdf was removed in 3.0: write html"},
		{"export --per-page 6 DB", cli.ExitUsage, "problems export --per-page was removed in 3.0: write HTML"},
		{"judge --format pdf MISSING", cli.ExitUsage, "--format pdf was removed in 3.0: write html"},
		{"judge --out x.pdf MISSING", cli.ExitUsage, "--format pdf was removed in 3.0: write html"},
		{"export --out x.html --folder y DB", cli.ExitUsage, "--out and --folder exclude each other"},
		{"export DB count", cli.ExitUsage, "counts"},
		{"export --form svg DB", cli.ExitInput, "one diagram"},
		{"show DB", cli.ExitUsage, "numbers of problems"},
		{"show DB x", cli.ExitUsage, "neither a problem number"},
		{"show DB 77", cli.ExitInput, "there is no such problem"},
		{"show --report DB 2", cli.ExitInput, "there is no such problem"},
		{"edit DB 1", cli.ExitUsage, "give the fields to change"},
		{"edit --position 8/8/8/8/8/8/8/8 DB 1", cli.ExitInput, "position"},
		{"edit --title x MISSING 1", cli.ExitInput, "MISSING"},
		{"duplicates", cli.ExitUsage, "give the FILE"},
	} {
		args := strings.Fields(strings.ReplaceAll(test.line, "DB", path))
		if status, out, err := called(args...); status != test.status || !strings.Contains(err, test.says) {
			t.Errorf("%s: status %d\n%s%s", test.line, status, out, err)
		}
	}
}

// known is a collection of three problems by authors whose names are written in several ways.
func known(t *testing.T) string {
	t.Helper()
	db := filepath.Join(t.TempDir(), "problems.db")
	status, _, err := called("import", db, written(t, "a.epd",
		"8/8/8/8/8/k2K4/7Q/8 w - - dm 2; author \"S. Loyd & Ann\";\n"+
			"8/8/8/8/8/k2K4/7R/8 w - - dm 3; author \"Loyd, S.\"; title \"Two\";\n"+
			"8/8/8/8/8/k2K4/5NPQ/8 w - - dm 3; author \"Nobody\";\n"))
	if status != cli.ExitGood {
		t.Fatal(err)
	}
	return db
}

func TestEditSaysWhatItChanges(t *testing.T) {
	for _, test := range []struct {
		args   string // with | between them; FILE is the collection
		status int
		says   string // beginning
	}{
		{"--rename-author|S. Loyd=Sam Loyd|FILE", cli.ExitGood, "problem 1: authors Sam Loyd & Ann (was S. Loyd & Ann)\nproblem 2: authors Sam Loyd (was Loyd, S.)\n"},
		{"--rename-author|S. Loyd=Sam Loyd|FILE|2", cli.ExitGood, "problem 2: authors Sam Loyd (was Loyd, S.)\n"},
		{"--rename-author|Shinkman=Nobody|FILE", cli.ExitGood, "no problem is found\n"},
		{"--rename-author|x|FILE", cli.ExitUsage, "expected two names"},
		{"--title|Two|FILE|1-2", cli.ExitGood, "problem 1: title Two (was nothing)\nproblem 2: it is so already\n"},
		{"--title|\x1b[2J|FILE|2", cli.ExitGood, "problem 2: title [2J (was Two)\n"},
		{"--keywords|a,b|--where|white = 2|FILE", cli.ExitGood, "problem 1: keywords a, b (was nothing)\nproblem 2: keywords a, b (was nothing)\n"},
		{"--title|x|--where|white = 2|FILE|3", cli.ExitUsage, "either numbers"},
		{"--title|x|--where|whyte = 2|FILE", cli.ExitUsage, "did you mean white?"},
		{"--title|x|--where|count|FILE", cli.ExitUsage, "query that counts"},
		{"--title|x|--title|y|FILE|1", cli.ExitUsage, "given twice"},
		{"--title|x|FILE|1|4", cli.ExitInput, "nothing was changed: problem 4: there is no such problem"},
		{"--title|x|FILE|3-1", cli.ExitUsage, "nor a range"},
		{"--title|x|FILE|1-9000000000000000000", cli.ExitUsage, "nor a range"},
		{"--delete|--where|author:nobody|FILE", cli.ExitGood, "problem 3: deleted\n"},
		{"--delete|--title|x|FILE|1", cli.ExitUsage, "give the fields to change"},
		{"--position|8/8/8/8/8/k2K4/8/7Q w|FILE|1", cli.ExitGood, "problem 1: position 8/8/8/8/8/k2K4/8/7Q w - - (was 8/8/8/8/8/k2K4/7Q/8 w - -)\n"},
	} {
		args := strings.Split(strings.ReplaceAll(test.args, "FILE", known(t)), "|")
		status, out, err := called(append([]string{"edit"}, args...)...)
		if status != test.status || status == cli.ExitGood && out != test.says || !strings.Contains(out+err, test.says) {
			t.Errorf("%s: status %d\n%s%s", test.args, status, out, err)
		}
	}
}

func TestWhatIsFoundAsJSONCanBeImported(t *testing.T) {
	db := known(t)
	status, out, err := called("import", "--doubles", "merge", db, written(t, "report.jsonl", `{"version":1,"program":"p","fen":"8/8/8/8/8/k2K4/7Q/8 w - - 0 1",`+
		`"stipulation":"#2","verdict":"sound","complete":true,"keys":[{"move":"d3c4","type":"block","variations":[{}]}],"themes":[{"name":"Grimshaw"}]}`))
	if status != cli.ExitGood {
		t.Fatalf("%s%s", out, err)
	}
	status, found, err := called("find", "--json", db, "sort by id")
	if status != cli.ExitGood || strings.Count(found, "\n") != 3 {
		t.Fatalf("%d\n%s%s", status, found, err)
	}
	var first struct {
		ID      int
		Authors []string
		Men     string
		Found   struct {
			Verdict, Key string
			Traits       map[string][]string
		}
	}
	line, _, _ := strings.Cut(found, "\n")
	if err := json.Unmarshal([]byte(line), &first); err != nil || first.ID != 1 || len(first.Authors) != 2 || first.Men != "2+1" ||
		first.Found.Verdict != "sound" || first.Found.Key != "d3c4" || strings.Join(first.Found.Traits["theme"], ",") != "Grimshaw" {
		t.Errorf("%v, %+v\n%s", err, first, line)
	}
	again := filepath.Join(t.TempDir(), "again.db")
	if status, out, err = called("import", again, written(t, "found.jsonl", found)); status != cli.ExitGood || out != "3 problems added\n" {
		t.Errorf("%d\n%s%s", status, out, err)
	}
	if _, is, _ := called("export", "--form", "epd", again); true {
		if _, was, _ := called("export", "--form", "epd", db); is != was || was == "" {
			t.Errorf("%s\nbecame\n%s", was, is)
		}
	}
}

// TestAnEditIsOfTheWholeDiagram: twins have one author and source, and labels that say how they differ.
func TestAnEditIsOfTheWholeDiagram(t *testing.T) {
	db := filepath.Join(t.TempDir(), "problems.db")
	if status, _, err := called("import", db, written(t, "a.inp", "begin\nauthor Loyd\norigin Chess Monthly, 1859\nstip #2 piec white kd5 qf2 sf1 pg3 black kh1 bh2 sf3\n"+
		"twin move d5 d6\ntwin cont stip #3\nend\n")); status != cli.ExitGood {
		t.Fatal(err)
	}
	for _, test := range []struct{ flag, value, id, says string }{
		{"--source", "Other, 1900", "1", "problem 1: source Other, 1900 (was Chess Monthly, 1859); 3 twins changed\n"},
		{"--authors", "X Y", "2", "problem 2: authors X Y (was Loyd); 3 twins changed\n"},
		{"--authors", "X Y", "3", "problem 3: it is so already\n"},
		{"--keywords", "miniature", "3", "problem 3: keywords miniature (was nothing); 3 twins changed\n"},
		{"--award", "1st Prize", "1", "problem 1: award 1st Prize (was nothing); 3 twins changed\n"},
		{"--position", "8/8/4K3/8/8/5nP1/5Q1b/5N1k", "1", "problem 1: position 8/8/4K3/8/8/5nP1/5Q1b/5N1k w - - (was 8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -); 2 twins changed\n"},
		{"--stipulation", "#4", "3", "problem 3: stipulation #4 (was #3)\n"},
	} {
		if status, out, err := called("edit", test.flag, test.value, db, test.id); status != cli.ExitGood || out != test.says {
			t.Errorf("%s %s: %s%s", test.flag, test.id, out, err)
		}
	}
	if _, out, _ := called("find", db, `year = 1900 author:"X Y" keyword:miniature award:prize`); strings.Count(out, "Other 1900, 1st Prize") != 3 {
		t.Errorf("the twins are found under other names:\n%s", out)
	}
	if _, out, _ := called("show", db, "1"); !strings.Contains(out, "b) wKe6-->d6") || !strings.Contains(out, "c) #4") {
		t.Errorf("the labels:\n%s", out)
	}
	if _, out, _ := called("export", "--form", "popeye", db); !strings.Contains(out, "Author X Y\nOrigin Other, 1900\n") ||
		!strings.Contains(out, "Twin Move e6 d6\nTwin Continued Stipulation #4\n") {
		t.Errorf("Popeye:\n%s", out)
	}
	if status, out, err := called("edit", "--rename-author", "X Y=Zed", db, "2"); status != cli.ExitGood || !strings.HasSuffix(out, "; 3 twins changed\n") {
		t.Errorf("%s%s", out, err)
	}
}
