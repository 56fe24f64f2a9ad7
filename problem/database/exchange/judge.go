package exchange

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/format"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// Judging writes the entries of a tourney as a sheet for its judge: diagrams, solutions and a judgement of each.
type Judging struct {
	Form      string       // html or csv
	Anonymous bool         // without authors and sources
	DB        *database.DB // where anticipations are looked for; nil for nowhere
	Language  text.Language
	Limit     time.Duration // for each entry; 0 for none
	Tell      func(*Event)  // what is wrong with an entry, which is left out
	Recoded   int           // as Importer.Recoded, set by Write
}

// judgedEntry is an entry with what the judge wants to know.
type judgedEntry struct {
	problem.Record
	*text.Document
	options text.Options
}

// Write reads the entries of a file and writes the sheet, or nothing if there is no entry to judge; left is how many
// entries were left out. The error is that the form is unknown, that of reading or writing, or ctx's.
func (j *Judging) Write(ctx context.Context, w io.Writer, source io.Reader) (written, left int, err error) {
	if !slices.Contains([]string{"html", "csv"}, j.Form) {
		return 0, 0, message.Errorf("the format must be html or csv, not %q", text.Clipped(j.Form, 20))
	}
	var entries []judgedEntry
	from := format.NewReader(source, forsyth.Conventions{})
	defer func() { j.Recoded = from.Recoded() }()
	for {
		p, failed := from.Read()
		next, ok := newEntry(p, failed)
		if !ok && failed != io.EOF {
			return 0, left, failed
		}
		if !ok {
			break
		}
		wrong := next.fault
		if wrong == nil {
			var entry judgedEntry
			if entry, wrong = j.judge(ctx, next.record, len(entries)+1); wrong == nil {
				entries = append(entries, entry)
			}
		}
		if ctx.Err() != nil {
			return 0, left, ctx.Err()
		}
		if wrong != nil {
			left++
			event := faulty(next.Line, wrong)
			j.Tell(&event)
		}
	}
	if len(entries) == 0 {
		return 0, left, nil
	}
	out := bufio.NewWriter(w)
	if j.Form == "csv" {
		err = j.writeCSV(out, entries)
	} else {
		out.WriteString(text.HTMLHead(j.Language)) // the first error is that of Flush
		for i := 0; i < len(entries) && err == nil; i++ {
			err = text.WriteHTML(out, entries[i].Document, 0, entries[i].options)
		}
		out.WriteString(text.HTMLFoot)
	}
	return len(entries), left, errors.Join(err, out.Flush())
}

func (j *Judging) writeCSV(w io.Writer, entries []judgedEntry) error {
	table := csv.NewWriter(w)
	for i := range entries {
		e := &entries[i]
		head := []string{j.Language.Text("No."), j.Language.Text("Authors"), j.Language.Text("Source"), "FEN",
			j.Language.Text("Stipulation")}
		row := []string{strconv.Itoa(e.Number), e.Document.Author, e.Document.Source, e.FEN, e.Stipulation}
		for _, note := range e.Notes {
			head, row = append(head, note[0]), append(row, plainCell(note[1]))
		}
		if i == 0 {
			if err := table.Write(head); err != nil {
				return err
			}
		}
		row[1], row[2] = plainCell(row[1]), plainCell(row[2])
		if err := table.Write(row); err != nil {
			return err
		}
	}
	table.Flush()
	return table.Error()
}

// judge analyses an entry.
func (j *Judging) judge(ctx context.Context, p problem.Record, number int) (e judgedEntry, err error) {
	d, err := document(&p)
	if err != nil {
		return e, err
	}
	if p.Moves() == 0 {
		return e, database.ErrUnasked
	}
	if j.Anonymous {
		d.Caption = text.Caption{Title: d.Title}
	}
	if j.Limit > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, j.Limit)
		defer stop()
	}
	e = judgedEntry{p, d, text.Options{Language: j.Language, SetPlay: true, Tries: true, Themes: true}}
	ask := e.options.Analysis(text.WithThemes(problem.Options{Moves: p.Moves(),
		Intended: problem.Intended{Solutions: p.Solutions}}))
	if d.Report, err = problem.Analyse(ctx, d.Report.Position, ask); err != nil {
		return e, err
	}
	d.Number = number
	d.Recognise()
	var line bytes.Buffer
	if err = text.WriteJSON(&line, d, text.Full(text.English())); err != nil {
		return e, err
	}
	var found database.Findings
	var related []string
	if found, err = database.Extract(&p, line.Bytes()); err == nil && j.DB != nil {
		related, err = j.anticipations(&p, &found)
	}
	if err != nil {
		return e, err
	}
	j.note(&e, &found, related)
	return e, nil
}

// note writes the judgement of an entry.
func (j *Judging) note(e *judgedEntry, found *database.Findings, related []string) {
	l, r := j.Language, e.Report
	var key, merits, flaws, themes []string
	for i := range r.Keys {
		key = append(key, notation.SAN(&r.Position, r.Keys[i].Move, l.Letters()))
		for _, f := range r.Keys[i].Flaws {
			if name := l.Text(f.Kind.String()); f.Kind.IsMerit() {
				merits = append(merits, name)
			} else {
				flaws = append(flaws, name)
			}
		}
	}
	for _, t := range e.Themes {
		themes = append(themes, l.Text(t.Theme.Name))
	}
	changed := map[movegen.Move]bool{}
	for i := range r.Changes {
		if r.Changes[i].Kind == problem.Changed {
			changed[r.Changes[i].Defence] = true
		}
	}
	list := func(words []string) string {
		slices.Sort(words)
		if words = slices.Compact(words); len(words) == 0 {
			return "–"
		}
		return strings.Join(words, ", ")
	}
	verdict := map[problem.Verdict]string{problem.Sound: "one key", problem.Cooked: "several keys",
		problem.ShortSolution: "a shorter mate", problem.NoSolution: "no key",
		problem.MissingSolution: "an intended key is missing"}[r.Verdict]
	switch {
	case verdict == "":
		verdict = l.Text("not decided")
	case r.Verdict == problem.Sound && r.Count() > 1:
		verdict = l.Sprintf("%d intended keys", r.Count())
	default:
		verdict = l.Text(verdict)
	}
	white := r.Position.ByColor(movegen.White).Count()
	e.Notes = [][2]string{
		{l.Text("Men"), fmt.Sprintf("%d+%d", white, r.Position.Occupied().Count()-white)},
		{l.Text("Soundness"), verdict},
		{l.Text("Key"), list(key)},
		{l.Text("Merits of the key"), list(merits)},
		{l.Text("Flaws of the key"), list(flaws)},
		{l.Text("Phases"), strconv.Itoa(found.Phases)},
		{l.Text("Different mates"), strconv.Itoa(found.Mates)},
		{l.Text("Defences with changed mates"), strconv.Itoa(len(changed))},
		{l.Text("Tries"), strconv.Itoa(found.Tries)},
		{l.Text("Duals"), strconv.Itoa(found.Duals)},
		{l.Text("Themes"), list(themes)},
		{l.Text("Economy"), economy(r, l)},
	}
	if j.DB != nil {
		if len(related) == 0 {
			related = []string{l.Text("none in the collection")}
		}
		e.Notes = append(e.Notes, [2]string{l.Text("Anticipations"), strings.Join(related, "; ")})
	}
}

// economy names the men that a sound problem could do without.
func economy(r *problem.Report, l text.Language) string {
	if r.Economy == nil {
		return "–"
	}
	var sides []string
	for side, name := range [...]string{movegen.White: "White", movegen.Black: "Black"} {
		var names []string
		for left := r.Economy.Superfluous & r.Position.ByColor(movegen.Color(side)); left != 0; {
			s := left.Pop()
			names = append(names, string(l.Letters().Letter(r.Position.PieceAt(s).Type()))+s.String())
		}
		if len(names) > 0 {
			sides = append(sides, l.Text(name)+" "+strings.Join(names, ", "))
		}
	}
	if len(sides) == 0 {
		return l.Text("every man is needed")
	}
	return l.Sprintf("superfluous: %s", strings.Join(sides, "; "))
}

// anticipations are the problems of the collection that are like an entry.
func (j *Judging) anticipations(p *problem.Record, found *database.Findings) (related []string, err error) {
	tell := func(id int64, how string) error {
		known, err := j.DB.Get(id)
		if err != nil {
			return err
		}
		c := text.CaptionOf(&known)
		parts := slices.DeleteFunc([]string{j.Language.Sprintf("no. %d", id), c.Author, c.Source},
			func(part string) bool { return part == "" })
		related = append(related, strings.Join(parts, ", ")+" ("+j.Language.Text(how)+")")
		return nil
	}
	alike, err := j.DB.Alike(p)
	if err != nil {
		return nil, err
	}
	for _, a := range alike {
		how := "same position, mirrored or turned"
		if a.Exact {
			how = "same position"
		}
		if err = tell(a.ID, how); err != nil {
			return nil, err
		}
	}
	ids, err := j.DB.SameMatrix(p, found)
	for _, id := range ids {
		if err = errors.Join(err, tell(id, "same matrix")); err != nil {
			break
		}
	}
	return related, err
}
