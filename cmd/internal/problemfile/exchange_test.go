package problemfile

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/cli"
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
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
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
		!strings.Contains(err, file+":1:") || !strings.Contains(err, "1 of 4 problems were at fault") {
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
	if err != nil {
		t.Fatal(err)
	}
	for _, fen := range []string{"8/8/8/8/8/k2K4/7Q/8 w - -", "8/8/8/8/8/4K2k/Q7/8 w - -"} {
		if _, err = db.Add(&problem.Record{FEN: fen, Stipulation: "#2"}, database.AddDoubles); err != nil {
			t.Fatal(err)
		}
	}
	db.Close()
	for line, want := range map[string]string{"--json": `{"problems":[1,4,5]}`, "--json --exact": `{"problems":[1,4]}`} {
		if status, out, _ := called(append(append([]string{"duplicates"}, strings.Fields(line)...), path)...); status != cli.ExitGood || out != want+"\n" {
			t.Errorf("%s: status %d, %s", line, status, out)
		}
	}
}

func TestWrongCallsAreTold(t *testing.T) {
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
		{"export --out x.html --folder y DB", cli.ExitUsage, "one of --out and --folder"},
		{"export DB count", cli.ExitUsage, "counts"},
		{"export --form svg DB", cli.ExitInput, "one diagram"},
		{"show DB", cli.ExitUsage, "numbers of problems"},
		{"show DB x", cli.ExitUsage, "is no number"},
		{"show DB 77", cli.ExitInput, "there is no such problem"},
		{"show --report DB 2", cli.ExitInput, "there is no such problem"},
		{"edit DB 1", cli.ExitUsage, "say what is changed"},
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
