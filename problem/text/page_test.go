package text

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// inWords is a text without the blanks that a form may put anywhere.
func inWords(text string) string { return strings.Join(strings.Fields(text), "") }

// textLines are the lines of the text below the diagram, those of the table but for its grid.
func textLines(t *testing.T, d *Document, o Options) (lines []string) {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, Write(&out, d, o))
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
	it := must.Get(ParseLanguage("it"))(t)
	for l, want := range map[Language]string{English(): `lang="en"`, it: `lang="it"`, it.WithFigurines(): `lang="it"`, {}: `lang="en"`} {
		if head := HTMLHead(l); !strings.Contains(head, want) || strings.Contains(head, "<script") || !strings.HasPrefix(head, "<!DOCTYPE html>") {
			t.Error(head)
		}
	}
	if strings.Count(LaTeXHead+LaTeXFoot, `\begin{document}`) != 1 || strings.Count(LaTeXHead+LaTeXFoot, `\end{document}`) != 1 {
		t.Error("the document does not begin or end")
	}
}

// picture is what can be read from an SVG.
type picture struct {
	dark, rings, men map[movegen.Square]string // by square: colour, class, letter
	light            int
	title            string
	texts            []string
	height, lowest   int // of the picture, and of the text that stands lowest
}

// squareAt is the square whose corner lies at x and y of the board.
func squareAt(x, y int) movegen.Square { return movegen.MakeSquare(x/100, 7-y/100) }

// look reads an SVG. The XML must be well formed.
func look(t *testing.T, svg []byte) (p picture) {
	t.Helper()
	p.dark, p.rings, p.men = map[movegen.Square]string{}, map[movegen.Square]string{}, map[movegen.Square]string{}
	var text *string
	for decoder := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := decoder.Token()
		if err == io.EOF {
			return p
		}
		if err != nil {
			t.Fatalf("%v in %q", err, svg)
		}
		switch token := token.(type) {
		case xml.CharData:
			if text != nil {
				*text += string(token)
			}
		case xml.EndElement:
			text = nil
		case xml.StartElement:
			values := map[string]string{}
			numbers := map[string]int{}
			for _, a := range token.Attr {
				values[a.Name.Local] = a.Value
				n := 0
				fmt.Sscan(a.Value, &n)
				numbers[a.Name.Local] = n
			}
			x, y := numbers["x"], numbers["y"]
			switch token.Name.Local {
			case "svg":
				fmt.Sscanf(values["viewBox"], "0 0 880 %d", &p.height)
			case "title":
				text = &p.title
			case "text":
				p.texts = append(p.texts, "")
				text = &p.texts[len(p.texts)-1]
				p.lowest = max(p.lowest, y)
			case "rect":
				if numbers["width"] == 100 && values["fill"] == "#bbb" {
					p.dark[squareAt(x, y)] = values["fill"]
				} else if numbers["width"] == 100 {
					p.light++
				}
			case "circle":
				p.rings[squareAt(numbers["cx"], numbers["cy"])] = values["class"]
			case "path":
				fmt.Sscanf(values["transform"], "translate(%d %d)", &x, &y)
				p.men[squareAt(x, y)] = values["class"]
				if white := values["class"] < "a"; white != (values["fill"] == "#fff") {
					t.Errorf("%s is %s", values["class"], values["fill"])
				}
			}
		}
	}
}

// strangeTexts are unlikely names of problems that a file may still contain.
var strangeTexts = []string{
	"<1908> & \"#1\"", "]]>", "--", "\\input{x} 100% $x_1^2$ ~", "{", "}", "}{", "[4]", "*", "Șah ♔", "a\x00b\x1bc\nd\te\x7f",
	"\xff\xfe", "\u2028", "\\", "\\\\", "^", "%", "<!--", "&amp;", "\ufffe\uffff",
}

func TestThePictureShowsTheBoardTheMarksAndTheTexts(t *testing.T) {
	for i, d := range corpus(t) {
		d := *d
		d.Author, d.Source = strangeTexts[i%len(strangeTexts)], strangeTexts[(i+7)%len(strangeTexts)]
		marks := movegen.Bitboard(1)<<(i%64) | d.Report.Position.ByColor(movegen.Black)
		var out bytes.Buffer
		must.Do(t, WriteSVG(&out, &d, marks, English()))
		p := look(t, out.Bytes())
		if len(p.dark) != 32 || p.light != 32 || p.title != d.Report.Position.FEN() {
			t.Errorf("%s: %d dark and %d light squares, %q", d.Title, len(p.dark), p.light, p.title)
		}
		for s := range movegen.NoSquare {
			man, want := d.Report.Position.PieceAt(s), ""
			if man != movegen.NoPiece {
				want = string(man.Letter())
			}
			if p.men[s] != want {
				t.Errorf("%s: %q on %v, want %q", d.Title, p.men[s], s, want)
			}
			if dark := (s.File()+s.Rank())%2 == 0; dark != (p.dark[s] != "") {
				t.Errorf("%s: %v is dark: %t", d.Title, s, !dark)
			}
			if marks.Has(s) != (p.rings[s] == "mark") {
				t.Errorf("%s: %v has a ring: %q", d.Title, s, p.rings[s])
			}
		}
		if len(p.texts) != 4 || p.texts[2] != d.Title || p.lowest+20 > p.height {
			t.Errorf("%s: texts %q down to %d of %d", d.Title, p.texts, p.lowest, p.height)
		}
	}
}

func TestPicturesOfNobodysProblemHaveOneText(t *testing.T) {
	for _, side := range []string{"w", "b"} {
		d := &Document{Report: report(t, "8/8/8/3K4/8/5nP1/8/5N1k "+side+" - - 0 1", full(1))}
		var out bytes.Buffer
		must.Do(t, WriteSVG(&out, d, 0, English()))
		p := look(t, out.Bytes())
		want := map[string]string{"w": "White mates in 1 (#1)   3+2", "b": "Black mates in 1 (#1)   3+2"}[side]
		if len(p.rings) != 0 || len(p.texts) != 1 || p.texts[0] != want || p.lowest+20 > p.height {
			t.Errorf("%v, %q", p.rings, p.texts)
		}
	}
}

// unTeX takes back what protects a text in LaTeX.
var unTeX = strings.NewReplacer(`\textbackslash{}`, `\`, `\ensuremath{\sim}`, `~`, `\ensuremath{\rightarrow}`, `→`, `-{}`, `-`, `\allowbreak{}`, ``,
	`\symking{}`, `♔`, `\symqueen{}`, `♕`, `\symrook{}`, `♖`, `\symbishop{}`, `♗`, `\symknight{}`, `♘`, `\sympawn{}`, `♙`, `\textasciicircum{}`, `^`,
	`\#`, `#`, `\$`, `$`, `\%`, `%`, `\&`, `&`, `\_`, `_`, `\{`, `{`, `\}`, `}`, `{[}`, `[`, `{*}`, `*`)

// TestLaTeXIsProtected: braces balance, nothing special is left, and the text is the same.
func TestLaTeXIsProtected(t *testing.T) {
	for _, text := range strangeTexts {
		got := latexText(text)
		depth := 0
		for i := 0; i < len(got); i++ {
			switch got[i] {
			case '\\':
				i++ // what follows is protected, or begins a word
			case '{':
				depth++
			case '}':
				depth--
			case '#', '$', '%', '&', '_', '~', '^':
				t.Errorf("%q: %q at %d", text, got, i)
			}
			if depth < 0 {
				break
			}
		}
		if depth != 0 {
			t.Errorf("%q: braces of %q do not balance", text, got)
		}
		if strings.HasPrefix(got, "[") || strings.HasPrefix(got, "*") {
			t.Errorf("%q: after a line break LaTeX takes %q for an argument", text, got)
		}
		want := printable(text)
		if back := unTeX.Replace(got); back != want {
			t.Errorf("%q became %q, and back %q", text, got, back)
		}
		for _, r := range got {
			if r < ' ' || r == 0x7f || r == 0xfffd {
				t.Errorf("%q: a control byte in %q", text, got)
			}
		}
	}
}

func TestLaTeXDrawsTheBoardAndTheMarks(t *testing.T) {
	for i, d := range corpus(t) {
		marks := movegen.Bitboard(i%3) << 27
		var out bytes.Buffer
		must.Do(t, WriteLaTeX(&out, d, marks, Options{DiagramOnly: true}))
		board, _, _ := strings.Cut(d.Report.Position.FEN(), " ")
		fields := ""
		if marks != 0 {
			fields = ", markfields={" + strings.Join(marks.Names(), ",") + "}"
		}
		got := out.String()
		if !strings.Contains(got, "\\chessboard[setfen={"+board+"}, showmover=false") || !strings.Contains(got, fields+"]\\\\\n") ||
			!strings.HasPrefix(got, "\\begin{center}\n") || !strings.HasSuffix(got, "\n\\end{center}\n") {
			t.Errorf("%s:\n%s", d.Title, got)
		}
		if strings.Contains(got, "markfields") != (marks != 0) || strings.Count(got, "{")-strings.Count(got, "}") != 0 {
			t.Errorf("%s:\n%s", d.Title, got)
		}
	}
}
