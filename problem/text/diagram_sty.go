package text

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
)

// Beginning and end of a document for diagram.sty. The package prints all solutions at \putsol.
var (
	DiagramStyHead = strings.Replace(LaTeXHead, "{chessboard}", "{diagram}", 1)
	DiagramStyFoot = "\\putsol\n" + LaTeXFoot
)

// WriteDiagramSty writes the problem as an environment of diagram.sty, the package of problem magazines. Names of
// authors become "Cumpe, Josef". The solution is that of Write with the same options, without the judgement, unless
// only the diagram is wanted. The marked squares get a frame. The error is w's.
func WriteDiagramSty(w io.Writer, d *Document, marks movegen.Bitboard, o Options) error {
	var b strings.Builder
	set := func(command, text string) {
		if text != "" {
			fmt.Fprintf(&b, " \\%s{%s}%%\n", command, text)
		}
	}
	r := d.Report
	b.WriteString("\\begin{diagram}%\n")
	var authors []string
	for _, name := range problem.SplitNames(d.Author) {
		authors = append(authors, familyFirst(name))
	}
	set("author", strings.Join(authors, "; "))
	source := problem.ParseSource(d.Source)
	set("sourcenr", magazineText(source.Number))
	set("source", magazineText(source.Name))
	set("issue", magazineText(source.Issue))
	for _, part := range [...]struct {
		command string
		n       int
	}{{"day", source.Day}, {"month", source.Month}, {"year", source.Year}} {
		if part.n > 0 {
			set(part.command, fmt.Sprint(part.n))
		}
	}
	set("award", magazineText(d.Award))
	set("dedication", magazineText(d.Title))
	fmt.Fprintf(&b, " \\pieces[%s]{%s}%%\n", notation.PieceCount(&r.Position), magazineMen(&r.Position))
	set("fieldframe", strings.Join(marks.Names(), ", "))
	set("stipulation", fmt.Sprintf("\\#%d", r.Moves))
	remarks := []string{magazineText(d.Twin.String())}
	if r.Position.Side() == movegen.Black || r.PostKey != nil {
		remarks = append(remarks, magazineText(asked(r, o.Language.Language)))
	}
	set("remark", strings.Join(slices.DeleteFunc(remarks, func(text string) bool { return text == "" }), "; "))
	if !o.DiagramOnly {
		if r.Complete {
			b.WriteString(" \\Co+%\n")
		}
		set("solution", magazineSolution(d, o))
		set("themes", strings.Join(magazineThemes(d, o), ", "))
	}
	b.WriteString("\\end{diagram}\n\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// magazineText escapes a text. A semicolon before a blank would separate entries of a list.
func magazineText(text string) string {
	text = latexText(strings.ReplaceAll(text, "; ", ", "))
	text = strings.ReplaceAll(text, latexText("-->"), `\ra{}`)
	for i, name := range latexMen {
		text = strings.ReplaceAll(text, `\sym`+name+"{}", `{\w`+string(notation.German[i])+"}")
	}
	return text
}

// familyFirst writes a name as diagram.sty reads it, which needs both parts: "Cumpe, Josef".
func familyFirst(name string) string {
	family, given, both := strings.Cut(name, ", ")
	if at := strings.LastIndexByte(name, ' '); !both && at > 0 {
		family, given = name[at+1:], name[:at]
	}
	return magazineText(family) + ", " + cmp.Or(magazineText(given), "{}")
}

// magazineMen lists the men with German letters: wKd5, wDf2, sKh1.
func magazineMen(p *movegen.Position) string {
	var men []string
	for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
		for t := movegen.King; t >= movegen.Pawn; t-- {
			if squares := p.Pieces(c, t); squares != 0 {
				man := fmt.Sprintf("%c%c", "ws"[c], notation.German.Letter(t))
				men = append(men, man+strings.Join(squares.Names(), ""))
			}
		}
	}
	return strings.Join(men, ", ")
}

// magazineSolution writes the play, and the verdict unless the problem is sound. No words say that trivial tries are
// left out.
func magazineSolution(d *Document, o Options) string {
	o.Compact, o.NoHints = false, true
	t := newText(io.Discard, d, o)
	if o.Judgement && !o.EveryTry {
		worthy := *t.report
		worthy.Tries, _ = worthwhile(t.report, d.Themes)
		t.report = &worthy
	}
	if d.Report.Verdict != problem.Sound {
		t.verdict()
	}
	t.playLines()
	var lines []string
	for _, b := range t.pageBlocks() {
		if b.Heading != "" {
			lines = append(lines, "\\textit{"+magazineText(b.Heading)+"}")
		}
		for _, line := range b.Lines {
			text := strings.TrimSpace(line.Text)
			if line.Move != "" {
				text = fmt.Sprintf("\\textbf{%s} %s", magazineText(line.Move), magazineText(text))
			} else {
				text = magazineText(text)
			}
			if line.Depth > 0 {
				text = fmt.Sprintf("\\hspace*{%dem}%s", line.Depth, text)
			}
			lines = append(lines, latexBreaks(text))
		}
	}
	return strings.Join(lines, "\\\\\n  ")
}

// magazineThemes names the themes that are written, each once.
func magazineThemes(d *Document, o Options) (names []string) {
	for _, f := range d.Themes {
		if name := latexText(o.Language.Text(f.Theme.Name)); o.names(f.Theme) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
