package format

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// pgnReader reads games that begin with a diagram.
type pgnReader struct {
	source *pgn.Reader
}

func readPGN(source *bufio.Reader, _ forsyth.Conventions) func() (Problem, error) {
	return (&pgnReader{pgn.NewReader(source, pgn.Reading{})}).read
}

func (r *pgnReader) read() (Problem, error) {
	if !r.source.Next() {
		if err := r.source.Err(); err != nil {
			return Problem{}, err
		}
		return Problem{}, io.EOF
	}
	tags := r.source.Tags()
	line := r.source.Line()
	if tags.Get("FEN") == "" {
		return Problem{}, &forsyth.Error{Line: line, Err: errors.New("the game has no FEN tag")}
	}
	p := problem.Record{FEN: tags.Get("FEN"), Reference: tags.Get("Reference"), Title: tags.Get("Title"),
		Stipulation: r.stipulation(tags), Source: pgnSource(tags)}
	if p.Authors = numbered(tags, "Author"); p.Authors == nil {
		p.Authors = problem.SplitNames(known(tags.Get("White")))
	}
	p.Keywords, p.Comments = numbered(tags, "Keyword"), numbered(tags, "Comment")
	tourneys := map[string]string{}
	for _, tag := range tags {
		if at, ok := strings.CutPrefix(tag.Name, "Tourney"); ok {
			tourneys[at] = tag.Value
		}
	}
	for _, tag := range tags {
		if at, ok := strings.CutPrefix(tag.Name, "Award"); ok {
			p.Awards = append(p.Awards, problem.Award{Text: tag.Value, Tourney: tourneys[at]})
		}
	}
	if faults := r.source.Faults(); len(faults) > 0 {
		first := faults[0]
		return Problem{}, &forsyth.Error{Line: first.Line, Column: first.Column, Err: first.Reason()}
	}
	return Problem{Statement: forsyth.Statement{Line: line}, Record: &p}, nil
}

// known is a value that says something.
func known(value string) string {
	if strings.Trim(value, "?.") == "" {
		return ""
	}
	return value
}

// numbered are the values of the tags Name1, Name2 and so on, in the order of the file.
func numbered(tags pgn.Tags, name string) (values []string) {
	for _, tag := range tags {
		if digits, ok := strings.CutPrefix(tag.Name, name); ok && strings.Trim(digits, "0123456789") == "" {
			values = append(values, tag.Value)
		}
	}
	return values
}

// pgnSource reads where the problem appeared: our tags, or those that every game has.
func pgnSource(tags pgn.Tags) (s problem.Source) {
	s.Name, s.Issue, s.Number = tags.Get("Source"), tags.Get("Issue"), tags.Get("Number")
	if s.Name == "" {
		s.Name = known(tags.Get("Event"))
	}
	if s.Number == "" {
		s.Number = strings.Trim(known(tags.Get("Round")), "-")
	}
	s.SetDate(tags.Get("Date"))
	return s
}

// asked is how a stipulation stands in tags that are for something else.
var asked = wire.Pattern(`(?i)^(?:#|mate in |mat in |matt in |matto in )([0-9]{1,2})[.!]?$`)

// stipulation reads what is asked: from our tag, from others, or from the length of the
// solution, if that mates. It is empty if nothing tells it.
func (r *pgnReader) stipulation(tags pgn.Tags) string {
	if text := tags.Get("Stipulation"); text != "" {
		return text
	}
	for _, name := range [...]string{"Black", "Event", "White", "Site", "Round"} {
		if found := asked().FindStringSubmatch(tags.Get(name)); found != nil {
			n, _ := strconv.Atoi(found[1])
			return problem.Stipulation(n)
		}
	}
	moves, err := r.source.Moves()
	if err != nil || len(moves) == 0 {
		return ""
	}
	if end := r.source.Final(); !end.InCheck() || end.HasLegalMove() {
		return ""
	}
	return problem.Stipulation((len(moves) + 1) / 2)
}

// writePGN writes a game: the diagram, and the solution as its moves if there is a report with the play.
func writePGN(out *bytes.Buffer, twins []*problem.Record, with Solutions) error {
	at, err := position(twins[0])
	if err != nil {
		return err
	}
	tree := gametree.New(at)
	if d := with.document(twins, 0); d != nil {
		if d.Report.Position.EnPassant() == at.EnPassant() {
			d.Report.Position = at // with the rights to castle that the last moves refute: the solution is the same
		}
		tree = solutionTree(d, text.Options{Language: with.Language, SetPlay: true, Tries: true, Themes: true})
	}
	return appendGame(out, twins[0], tree)
}

// appendGame writes a problem as a game with the tree. Play that is nested too deep for a game is left out.
func appendGame(out *bytes.Buffer, p *problem.Record, tree *gametree.Tree) error {
	game := &pgn.Game{Tree: tree, Tags: pgnTags(p)}
	game.Result = pgn.NewGame(tree).Result
	text, err := pgn.Layout{AlwaysFEN: true}.Append(nil, game)
	if errors.Is(err, pgn.ErrNesting) {
		game.Tree, game.Result = gametree.New(tree.Start()), movegen.Ongoing
		text, err = pgn.Layout{AlwaysFEN: true}.Append(nil, game)
	}
	if err == nil {
		out.Write(append(text, '\n'))
	}
	return err
}

// solutionTree returns the play of a problem as a tree of moves. Keys, tries with their refutations and variations are
// moves; threats, set play and themes are comments. Trivial tries are left out.
func solutionTree(d *text.Document, asked text.Options) *gametree.Tree {
	report := *d.Report
	report.Tries = slices.DeleteFunc(slices.Clone(report.Tries), func(try problem.Phase) bool {
		return d.Report.Triviality(&try) != problem.Worthwhile
	})
	shown := *d
	shown.Report = &report
	tree := gametree.New(report.Position)
	o := text.Options{Language: asked.Language, SetPlay: asked.SetPlay, Tries: asked.Tries, Play: report.Moves}
	var facts []string
	for _, line := range text.Solution(&shown, o) {
		if line.Kind == "set" {
			facts = append(facts, line.Text+": "+inWords(line.Below))
		}
	}
	var names []string
	for _, found := range d.Themes {
		if name := o.Language.Text(found.Theme.Name); asked.Themes && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		facts = append(facts, o.Language.Text("Themes")+": "+strings.Join(names, ", "))
	}
	tree.SetComment(gametree.Root, text.Clipped(strings.Join(facts, ". "), maxComment))
	o.Ungrouped = true
	addLines(tree, text.Solution(&shown, o))
	return tree
}

// addLines adds the moves of lines to a tree, but for those after a pass.
func addLines(tree *gametree.Tree, lines []text.Line) {
	for _, line := range lines {
		path, ends := line.Moves, line.Mates
		if len(ends) > 0 { // the first of them is the end of the path
			path = path[:len(path)-1]
		}
		n, ok := addPath(tree, path)
		if !ok {
			continue
		}
		for _, end := range ends {
			last, _ := addPath(tree, append(slices.Clip(path), end))
			if _, rest, _ := strings.Cut(line.Answer, " "); len(ends) == 1 {
				tree.SetComment(last, rest)
			}
		}
		move, _, _ := strings.Cut(line.Text, " ")
		switch {
		case n == gametree.Root:
		case strings.HasSuffix(move, "?"):
			tree.AddNAG(n, 2)
		case strings.HasSuffix(move, "!"), line.Kind == "short":
			tree.AddNAG(n, 1)
		}
		if line.Kind == "refutation" {
			tree.Promote(n)
		}
		comment := line.Note
		if len(ends) == 0 && comment == "" {
			comment = line.Answer + afterThreats(line.Below)
		}
		if line.Kind != "refutation" && n != gametree.Root {
			tree.SetComment(n, comment)
		}
		addLines(tree, line.Below)
	}
}

// maxComment is the length in bytes of a comment that is written, far less than what is read.
const maxComment = 8 << 10

// afterThreats returns what follows the threats among the lines below a move, behind a blank.
func afterThreats(lines []text.Line) string {
	n := 0
	for n < len(lines) && lines[n].Kind == "threat" {
		n++
	}
	if lines = lines[:n]; n == 1 { // its move is part of the line above
		lines = lines[0].Below
	}
	return strings.TrimRight(" "+text.Clipped(inWords(lines), maxComment), " ")
}

// inWords returns lines as a text.
func inWords(lines []text.Line) string {
	var parts []string
	for _, l := range lines {
		part := strings.TrimSpace(l.Text + " " + l.Answer)
		if l.Note != "" {
			part += " (" + l.Note + ")"
		}
		parts = append(parts, strings.TrimSpace(part+" "+inWords(l.Below)))
	}
	return strings.Join(parts, "; ")
}

// addPath adds the moves from the diagram on that are not in the tree, and returns the last. It adds none after a pass.
func addPath(tree *gametree.Tree, path []string) (n gametree.Node, ok bool) {
	p := tree.Start()
	for _, name := range path {
		m, err := notation.ParseUCI(&p, name)
		if err != nil {
			return n, false
		}
		next := tree.Find(n, m)
		if next == gametree.Root {
			next = tree.Add(n, m)
		}
		n = next
		p.MakeOrPass(m)
	}
	return n, true
}

// maxTag is the length of a tag's value in bytes, less than what is read, for the backslashes.
const maxTag = pgn.MaxTag / 4

// pgnTags are the tags of a problem: those that every game has as other programs show them,
// and the rest by names of ours.
func pgnTags(p *problem.Record) (tags pgn.Tags) {
	add := func(name, value string) {
		if value = strings.Join(strings.Fields(value), " "); value != "" {
			tags = append(tags, pgn.Tag{Name: name, Value: text.Clipped(value, maxTag)})
		}
	}
	add("Event", p.Source.Name)
	add("Date", pgnDate(p.Source))
	add("White", problem.JoinNames(p.Authors))
	add("Black", p.Stipulation)
	add("Stipulation", p.Stipulation)
	if known(p.Source.Name) != p.Source.Name {
		add("Source", p.Source.Name)
	}
	if !slices.Equal(problem.SplitNames(known(problem.JoinNames(p.Authors))), p.Authors) {
		for i, name := range p.Authors {
			add(fmt.Sprintf("Author%d", i+1), name)
		}
	}
	add("Title", p.Title)
	add("Issue", p.Source.Issue)
	add("Number", p.Source.Number)
	add("Reference", p.Reference)
	for i, a := range p.Awards {
		tags = append(tags, pgn.Tag{Name: fmt.Sprintf("Award%d", i+1), Value: text.Clipped(a.Text, maxTag)})
		add(fmt.Sprintf("Tourney%d", i+1), a.Tourney)
	}
	for i, word := range p.Keywords {
		add(fmt.Sprintf("Keyword%d", i+1), word)
	}
	for i, text := range p.Comments {
		add(fmt.Sprintf("Comment%d", i+1), text)
	}
	return tags
}

// pgnDate writes a date as games have it; nothing if it is not known.
func pgnDate(s problem.Source) string {
	if s.Year == 0 {
		return ""
	}
	part := func(n int) string {
		if n == 0 {
			return "??"
		}
		return fmt.Sprintf("%02d", n)
	}
	return fmt.Sprintf("%04d.%s.%s", s.Year, part(s.Month), part(s.Day))
}
