package exchange

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"alfiere/internal/datafile"
	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/format"
	"alfiere/problem/text"
)

// hostile are texts that do harm where they are taken for something else.
var hostile = []string{
	"'); DROP TABLE problem; --", `"; DELETE FROM author; --`, "' OR 1=1 --", "x' UNION SELECT 1,2,3 --", "%' ESCAPE '", "\" NEAR \"x", "author:* OR",
	"<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "</title><svg onload=alert(1)>", "&lt;b&gt; ]]> <!-- -->", "javascript:alert(1)", "</style></article></svg><iframe>",
	"../../../../etc/passwd", "/etc/passwd", `C:\Windows\win.ini`, "$(touch /tmp/x)", "`id`", "file:///etc/passwd", "x\x00y",
	`\input{/etc/passwd} \write18{id} \end{document} $^_#%~`, "=HYPERLINK(\"http://x\")", "@SUM(A1)", "--- !!python/object/apply:os.system [id]", "*anchor", "&a [*a]",
	"BeginProblem\nEndProblem", "[FEN \"x\"]\n\n1.e4 *", "{\"problem\":1}\n", "(\\) Tj ET endstream endobj", "\u202e\u200b\ufeff", "\xff\xfe\x80", strings.Repeat("A", 30000),
}

// hostileProblem has a text in every field.
func hostileProblem(text string, file int) *problem.Record {
	white := fmt.Sprintf("%dN%d", 1+file%6, 6-file%6)
	return &problem.Record{FEN: "k7/7P/8/" + strings.Repeat("8/", file/6%4) + white +
		strings.Repeat("/8", 3-file/6%4) + "/7K w - -",
		Stipulation: "#2",
		Reference:   text, Title: text, Authors: []string{text, "x" + text}, Keywords: []string{text}, Comments: []string{text, text},
		Source: problem.Source{Name: text, Issue: text, Number: text, Year: 1900},
		Awards: []problem.Award{{Text: text, Tourney: text}},
		Twin:   problem.Twin{Label: "a", Change: text}}
}

// elements are the names of the elements of a page, which must be well-formed from its body on.
func elements(t *testing.T, page string) map[string]int {
	t.Helper()
	_, body, _ := strings.Cut(page, "<body>")
	names := map[string]int{}
	decoder := xml.NewDecoder(strings.NewReader("<body>" + strings.TrimSuffix(strings.TrimSpace(body), "</html>")))
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return names
		}
		if err != nil {
			t.Fatalf("%v in %.2000s", err, page)
		}
		if start, ok := token.(xml.StartElement); ok {
			names[start.Name.Local]++
			for _, a := range start.Attr {
				if strings.HasPrefix(strings.ToLower(a.Name.Local), "on") || a.Name.Local == "href" || a.Name.Local == "src" {
					t.Errorf("the attribute %s=%q", a.Name.Local, a.Value)
				}
			}
		}
	}
}

// commands are the words with a backslash in LaTeX.
var commands = regexp.MustCompile(`\\(input|write|include|openin|read|catcode|def|csname)\b`)

func TestHostileTextsDoNoHarmInAnyFieldAndForm(t *testing.T) {
	db := fresh(t)
	for i, text := range hostile {
		must.Do(t, db.Batch(func(tx *database.Tx) error {
			_, err := tx.Add(hostileProblem(text, i), database.AddDoubles)
			return err
		}))
	}
	if n := len(all(t, db)); n != len(hostile) {
		t.Fatalf("%d problems", n)
	}
	for _, f := range Formats() {
		if f.Name == "svg" {
			continue
		}
		content := exported(t, db, f)
		switch f.Name {
		case "html":
			found := elements(t, content)
			for name := range found {
				if !strings.Contains(" body article header h1 h2 p figure figcaption svg title rect g path text ", " "+name+" ") {
					t.Errorf("the element %s is in the page", name)
				}
			}
			if found["article"] != len(hostile) {
				t.Errorf("%d articles", found["article"])
			}
		case "latex", "diagram-sty":
			if found := commands.FindString(content[strings.Index(content, `\begin{document}`):]); found != "" {
				t.Errorf("LaTeX has the command %s", found)
			}
			if strings.Count(content, `\end{document}`) != 1 {
				t.Error("the document ends more than once")
			}
		case "csv":
			rows, err := csv.NewReader(strings.NewReader(content)).ReadAll()
			if err != nil || len(rows) != len(hostile)+1 {
				t.Fatalf("%d rows, %v", len(rows), err)
			}
			for _, row := range rows {
				for _, cell := range row {
					if cell != "" && strings.IndexByte("=+-@\t\r", cell[0]) >= 0 {
						t.Errorf("the cell %.40q is a formula", cell)
					}
				}
			}
		default:
			other := imported(t, content)
			if n := len(all(t, other)); n != len(hostile) {
				t.Errorf("%s: %d problems", f.Name, n)
			}
		}
	}
	for _, p := range all(t, db) {
		var out bytes.Buffer
		svg, _ := FindFormat("svg")
		e, err := NewExporter(db, &out, svg, text.English())
		if err == nil {
			err = e.Write(&p)
		}
		if _, failed := e.Close(); err != nil || failed != nil {
			t.Fatal(err, failed)
		}
		for name := range elements(t, "<body>"+out.String()+"</body>") {
			if !strings.Contains(" body svg title rect g path text ", " "+name+" ") {
				t.Errorf("the element %s is in the picture", name)
			}
		}
	}
}

// repeated is a source of the same text, so many bytes of it.
type repeated struct {
	text     string
	at, left int
}

func (r *repeated) Read(into []byte) (n int, err error) {
	if r.left <= 0 {
		return 0, io.EOF
	}
	for n < len(into) && n < r.left {
		k := copy(into[n:min(len(into), r.left)], r.text[r.at:])
		n, r.at = n+k, (r.at+k)%len(r.text)
	}
	r.left -= n
	return n, nil
}

// heap is how much memory an import needs at most, more than before it, sampled while it runs.
func heap(t *testing.T, run func()) (peak uint64) {
	t.Helper()
	runtime.GC()
	var before, now runtime.MemStats
	runtime.ReadMemStats(&before)
	done := make(chan struct{})
	go func() { run(); close(done) }()
	for {
		runtime.ReadMemStats(&now)
		peak = max(peak, now.HeapInuse)
		select {
		case <-done:
			return peak - min(peak, before.HeapInuse)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func TestTextsWithoutAnEndDoNoHarm(t *testing.T) {
	// An entry of Olive may have 512 KiB, a line of JSON 24 MiB. Whatever grows with the source needs more in the end.
	size, most := effort.Of(128<<20, 3<<20, 3<<20), uint64(effort.Of(300<<20, 80<<20, 80<<20))
	for _, test := range []struct{ begin, again string }{
		{"", "\n"}, {"", "\x00"}, {"", " "}, {"BeginProblem\n", "Author x\n"}, {"BeginProblem Pieces White ", "Ka1 "}, {"BeginProblem\nStipulation #2 Pieces White Kd3 Qh2 Black Ka3\n", "Twin Move h2 h1\n"},
		{"---\n", "a: b\n"}, {"---\nauthors:\n", "- x\n"}, {"---\n", "? \n"}, {"---\na: ", "["}, {"---\n", "- "}, {"---\na: &a x\nb: [", "*a, "}, {"---\ncomments: |\n", "  text\n"}, {"", "---\n"},
		{"[FEN \"8/8/8/8/8/k2K4/7Q/8 w - - 0 1\"]\n\n", "(1.Qh1 "}, {"[FEN \"8/8/8/8/8/k2K4/7Q/8 w - - 0 1\"]\n", "[A \"b\"]\n"}, {"[FEN \"8/8/8/8/8/k2K4/7Q/8 w - - 0 1\"]\n\n{", "x "}, {"", "[A \""},
		{`{"fen":"8/8/8/8/8/k2K4/7Q/8 w - -","source":`, "["}, {`{"fen":"8/8/8/8/8/k2K4/7Q/8 w - -","a":`, `{"a":`}, {`{"authors":["x"`, `,"x"`}, {"", "{}\n"}, {"", "8/8/8/8/8/8/8/8 w - - #2\n"},
	} {
		db, faults, length := fresh(t), 0, size
		if effort.Of(0, 1, 1) == 1 && strings.HasSuffix(test.again, "\n") {
			length /= 8 // each line may be an entry, which takes time
		}
		used := heap(t, func() {
			i := &Importer{DB: db, Tell: func(e *Event) { faults++ }}
			if _, err := i.Import(context.Background(), io.MultiReader(strings.NewReader(test.begin), &repeated{text: test.again, left: length})); err != nil {
				t.Errorf("%q, %q: %v", test.begin, test.again, err)
			}
		})
		if n := len(all(t, db)); used > most || n > 2 {
			t.Errorf("%q, %q: %d MiB of memory, %d problems, %d faults", test.begin, test.again, used>>20, n, faults)
		}
		t.Logf("%q, %q: %d MiB, %d events", test.begin, test.again, used>>20, faults)
	}
}

func TestBombsThatAreCompressedDoNoHarm(t *testing.T) {
	size := effort.Of(2<<30, 64<<20, 64<<20)
	path := filepath.Join(t.TempDir(), "bomb.gz")
	file, err := os.Create(path)
	must.Do(t, err)
	w := gzip.NewWriter(file)
	if _, err = io.Copy(w, io.MultiReader(strings.NewReader("8/8/8/8/8/k2K4/7Q/8 w - - #2\n"), &repeated{text: "x", left: size}, strings.NewReader("\n8/8/8/8/8/k2K4/7R/8 w - - #3\n"))); err != nil {
		t.Fatal(err)
	}
	if w.Close() != nil || file.Close() != nil {
		t.Fatal("the bomb is not written")
	}
	db := fresh(t)
	used := heap(t, func() {
		in, err := datafile.Open(path)
		if err != nil {
			t.Error(err)
			return
		}
		defer in.Close()
		if count, err := (&Importer{DB: db}).Import(context.Background(), in); err != nil || count[Added] != 2 || count[Faulty] != 1 {
			t.Errorf("%v, %v", count, err)
		}
	})
	if used > 100<<20 {
		t.Errorf("%d MiB of memory", used>>20)
	}
}

func TestAProblemThatIsTooLongForOliveIsNotWritten(t *testing.T) {
	db := fresh(t)
	p := hostileProblem(strings.Repeat("A", 70000), 0)
	must.Do(t, add(db, p))
	var out bytes.Buffer
	f, _ := FindFormat("olive")
	e, err := NewExporter(db, &out, f, text.English())
	must.Do(t, err)
	err = e.Write(p)
	if written, failed := e.Close(); !errors.Is(err, format.ErrTooLong) || written != 0 || failed != nil ||
		out.Len() != 0 {
		t.Errorf("%v, %v, %d bytes", err, failed, out.Len())
	}
}
