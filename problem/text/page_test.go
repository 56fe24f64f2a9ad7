package text

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

// inWords is a text without the blanks that a form may put anywhere.
func inWords(text string) string { return strings.Join(strings.Fields(text), "") }

// textLines are the lines of the text below the diagram, those of the table but for its grid.
func textLines(t *testing.T, d *Document, o Options) (lines []string) {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, d, o); err != nil {
		t.Fatal(err)
	}
	heading, defences := o.Language.Text("Phases and defences"), o.Language.Text("defences")
	_, below, _ := strings.Cut(out.String(), d.Report.Position.FEN()+"\n")
	parts := strings.Split(strings.Trim(below, "\n"), "\n\n")
	for _, part := range parts[:len(parts)-1] { // the last are the nodes
		if strings.HasPrefix(part, heading) {
			part = heading + "\n" + part[strings.LastIndex(part, "  "+defences):]
		}
		lines = append(lines, strings.Split(part, "\n")...)
	}
	return lines
}

// pageOptions are texts long and short, with letters and figurines.
func pageOptions() map[string]Options {
	italian := Full(Italian().WithFigurines())
	return map[string]Options{
		"keys": {}, "full": Full(English()), "Italian": italian,
		"compact makes no difference": {Compact: true, Tries: true, SetPlay: true, Themes: true},
	}
}

// htmlContent is the text of an article, which must be well-formed and harmless.
func htmlContent(t *testing.T, article []byte) string {
	t.Helper()
	var text strings.Builder
	for decoder := xml.NewDecoder(bytes.NewReader(article)); ; {
		token, err := decoder.Token()
		if err == io.EOF {
			return text.String()
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, article)
		}
		switch token := token.(type) {
		case xml.CharData:
			text.Write(token)
		case xml.StartElement:
			if name := token.Name.Local; name == "script" || name == "img" || name == "link" || name == "iframe" {
				t.Fatalf("an element %s in\n%s", name, article)
			}
			for _, a := range token.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" || a.Name.Local == "src" {
					t.Fatalf("%s in\n%s", a.Name.Local, article)
				}
			}
		}
	}
}

// TestPagesTellWhatTheTextTells: every line of the text is in LaTeX and HTML, and the diagram alone has none of them.
func TestPagesTellWhatTheTextTells(t *testing.T) {
	for name, o := range pageOptions() {
		tables := 0
		for _, d := range corpus(t) {
			d.Recognise()
			plain := o
			plain.Compact, plain.NoHints = false, true
			lines := textLines(t, d, plain)
			var page, tex bytes.Buffer
			if WriteHTML(&page, d, 0, o) != nil || WriteLaTeX(&tex, d, 0, o) != nil {
				t.Fatal("no page")
			}
			html := inWords(htmlContent(t, page.Bytes()))
			latex := inWords(unTeX.Replace(strings.ReplaceAll(tex.String(), "\\textbf{", "")))
			for _, line := range lines {
				move, rest, both := strings.Cut(strings.TrimSpace(line), " ")
				if line = inWords(line); !strings.Contains(html, line) {
					t.Fatalf("%s: HTML lacks %q:\n%s", name, line, page.Bytes())
				}
				if !strings.Contains(latex, line) && !(both && strings.Contains(latex, inWords(move)+"}"+inWords(rest))) {
					t.Fatalf("%s: LaTeX lacks %q:\n%s\n%s", name, line, tex.Bytes(), latex)
				}
			}
			tables += strings.Count(page.String(), "<table>")
			if n, m := strings.Count(tex.String(), "\\begin{tabular}"), strings.Count(page.String(), "<table>"); n != m {
				t.Errorf("%d tables and %d", n, m)
			}
			if strings.Count(tex.String(), "{")-strings.Count(tex.String(), `\{`) != strings.Count(tex.String(), "}")-strings.Count(tex.String(), `\}`) {
				t.Errorf("braces do not balance:\n%s", tex.Bytes())
			}
			alone := o
			alone.DiagramOnly = true
			page.Reset()
			if err := WriteHTML(&page, d, 0, alone); err != nil || strings.Contains(page.String(), "<section>") || !strings.Contains(page.String(), "<svg") {
				t.Errorf("%v, %s", err, page.Bytes())
			}
		}
		if o.Judgement != (tables > 0) {
			t.Errorf("%s: %d tables", name, tables)
		}
	}
}

// TestStrangeTextsDoNoHarmToPages whatever a problem is called.
func TestStrangeTextsDoNoHarmToPages(t *testing.T) {
	hostile := append([]string{"</article></body><script>alert(1)</script>", "<img src=x onerror=alert(1)>", `\end{document}\input{/etc/passwd}`,
		"\\write18{rm -rf}", "}}{{", "\"'><svg onload=x>", "%", "\\"}, strangeTexts...)
	for i, text := range hostile {
		d := *corpus(t)[0]
		d.Title, d.Author, d.Source, d.ID = text, hostile[(i+1)%len(hostile)], text, text
		var page, tex bytes.Buffer
		if WriteHTML(&page, &d, 0, Options{}) != nil || WriteLaTeX(&tex, &d, 0, Options{}) != nil {
			t.Fatal("no page")
		}
		if got := htmlContent(t, page.Bytes()); !strings.Contains(inWords(got), inWords(printable(text))) {
			t.Errorf("%q is not in %q", text, got)
		}
		for _, command := range []string{`\end{document}`, `\input`, `\write`} {
			if strings.Contains(tex.String(), command) {
				t.Errorf("%s in\n%s", command, tex.Bytes())
			}
		}
	}
}

// TestPagesAreInTheirLanguage and begin and end.
func TestPagesAreInTheirLanguage(t *testing.T) {
	it, err := ParseLanguage("it")
	if err != nil {
		t.Fatal(err)
	}
	for l, want := range map[Language]string{English(): `lang="en"`, it: `lang="it"`, it.WithFigurines(): `lang="it"`, {}: `lang="en"`} {
		if head := HTMLHead(l); !strings.Contains(head, want) || strings.Contains(head, "<script") || !strings.HasPrefix(head, "<!DOCTYPE html>") {
			t.Error(head)
		}
	}
	if strings.Count(LaTeXHead+LaTeXFoot, `\begin{document}`) != 1 || strings.Count(LaTeXHead+LaTeXFoot, `\end{document}`) != 1 {
		t.Error("the document does not begin or end")
	}
}
