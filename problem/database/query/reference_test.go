package query

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/database"
)

// record is a problem with all that can be asked of it.
type record struct {
	problem.Record
	analysed  bool
	report    database.Findings
	traits    map[database.Trait]bool
	*analysis // nil if the report is not that of a real problem
	all       []*record
}

// holds is the reference implementation of conditions: it examines one problem and knows nothing of SQL.
func (r *record) holds(e Expr) bool {
	switch e := e.(type) {
	case And:
		return !slices.ContainsFunc(e, func(part Expr) bool { return !r.holds(part) })
	case or:
		return slices.ContainsFunc(e, r.holds)
	case *not:
		return !r.holds(e.Part)
	case *compare:
		a, known := r.sum(e.Left)
		b, ok := r.sum(e.Right)
		return known && ok && [...]bool{a == b, a != b, a < b, a <= b, a > b, a >= b}[e.Op]
	case *Range:
		n, known := r.number(e.Field.Name)
		return known && n >= e.From && n <= e.To
	case *match:
		return r.matches(e)
	case *has:
		return r.has(e.Field)
	case *IsA:
		return r.is(e)
	case *fits:
		return r.fits(e)
	case *played:
		return r.analysis != nil && r.plays(e)
	case *dated:
		at := r.Added.Format(day)
		if e.Field.Name == "changed" {
			at = r.Changed.Format(day)
		}
		return e.From <= at && (e.To == "" || at <= e.To)
	case *kin:
		i := slices.IndexFunc(r.all, func(other *record) bool { return other.ID == int64(e.ID) })
		return i >= 0 && r.hasMatrixOf(r.all[i])
	}
	panic(fmt.Sprintf("%T", e))
}

// sum adds up numbers that are all known.
func (r *record) sum(s sum) (n int, known bool) {
	n = s.Number
	for _, t := range s.Terms {
		value, known := r.number(t.Field.Name)
		if !known {
			return 0, false
		}
		n += t.Times * value
	}
	return n, true
}

// number is the value of a Number, if it is known.
func (r *record) number(name string) (n int, known bool) {
	board := r.Board()
	count := func(letters string) (n int) {
		for _, man := range board {
			if strings.IndexByte(letters, man) >= 0 {
				n++
			}
		}
		return n
	}
	switch name {
	case "id":
		return int(r.ID), true
	case "added":
		return int(r.Added.Unix()), true
	case "changed":
		return int(r.Changed.Unix()), true
	case "moves":
		return r.Moves(), true
	case "pieces":
		return count("KQRBNPkqrbnp"), true
	case "white":
		return count("KQRBNP"), true
	case "black":
		return count("kqrbnp"), true
	case "year":
		return r.Source.Year, r.Source.Year > 0
	case "decade":
		return r.Source.Year / 10 * 10, r.Source.Year > 0
	}
	if len(name) == 2 {
		if name[0] == 'w' {
			return count(name[1:]), true
		}
		return count(strings.ToLower(name[1:])), true
	}
	f := &r.report
	if n, known, isPlay := r.playNumber(name); isPlay {
		return n, known
	}
	return map[string]int{"themes": f.Themes, "keys": f.Keys, "variations": f.Variations, "threats": f.Threats, "tries": f.Tries,
		"set mates": f.SetMates, "duals": f.Duals, "flaws": f.Flaws, "merits": f.Merits, "nodes": int(f.Nodes)}[name], r.analysed
}

// texts are the texts of a field.
func (r *record) texts(name string) (texts []string) {
	switch name {
	case "title":
		texts = []string{r.Title}
	case "reference":
		texts = []string{r.Reference}
	case "author":
		texts = r.Authors
	case "source":
		texts = []string{r.Source.Name, r.Source.Issue, r.Source.Number}
	case "award":
		for _, a := range r.Awards {
			texts = append(texts, a.Text, a.Tourney)
		}
	case "comment":
		texts = r.Comments
	case "keyword":
		texts = r.Keywords
	}
	return texts
}

func (r *record) matches(m *match) bool {
	if m.Whole {
		return r.isText(m.Field.Name, m.Text)
	}
	if m.Field.Name == "text" {
		return slices.ContainsFunc([]string{"title", "author", "source", "award", "comment", "keyword", "reference"}, func(name string) bool {
			return r.matches(&match{Field: fieldOf(name), Text: m.Text})
		})
	}
	wanted, isPrefix := strings.CutSuffix(m.Text, "*")
	words, text := strings.Fields(database.Fold(wanted)), strings.Fields(database.Fold(strings.Join(r.texts(m.Field.Name), " ")))
	for i := range text {
		if len(words) > len(text)-i {
			break
		}
		last := len(words) - 1
		if slices.Equal(words[:last], text[i:i+last]) && (text[i+last] == words[last] || isPrefix && strings.HasPrefix(text[i+last], words[last])) {
			return true
		}
	}
	return false
}

// isText reports whether a field is exactly this text.
func (r *record) isText(name, text string) bool {
	switch name {
	case "stipulation":
		return r.Stipulation == text
	case "author":
		return slices.ContainsFunc(r.Authors, func(a string) bool { return database.NameKey(a) == database.NameKey(text) })
	case "source":
		return r.Source.Name != "" && database.Fold(r.Source.Name) == database.Fold(text)
	case "award":
		return slices.ContainsFunc(r.Awards, func(a problem.Award) bool { return strings.EqualFold(a.Text, text) })
	}
	return slices.ContainsFunc(r.texts(name), func(t string) bool { return strings.EqualFold(t, text) })
}

func (r *record) has(f *Field) bool {
	switch f.Name {
	case "source":
		return r.Source.Name != ""
	case "verdict":
		return r.analysed
	}
	if f.Kind == Feature {
		for trait := range r.traits {
			if trait.Kind == f.Name {
				return true
			}
		}
		return false
	}
	return strings.Join(r.texts(f.Name), "") != ""
}

func (r *record) is(e *IsA) bool {
	men, _ := r.number("pieces")
	hasAward := func(rank string) bool {
		return slices.ContainsFunc(r.Awards, func(a problem.Award) bool {
			of, _ := database.ParseAward(a.Text)
			return of == rank
		})
	}
	switch e.Field.Name {
	case "verdict":
		return r.report.Verdict == e.Value
	case "miniature":
		return men <= 7
	case "meredith":
		return men >= 8 && men <= 12
	case "twin":
		return r.Twin.Of != 0 || r.Twin.Label != ""
	case "analysed":
		return r.analysed
	case "sound", "cooked", "short", "undecided":
		return r.report.Verdict == e.Field.Name
	case "no solution":
		return r.report.Verdict == "none"
	case "prize", "mention":
		return hasAward(e.Field.Name)
	case "commended":
		return hasAward("commendation")
	}
	return r.traits[database.Trait{Kind: e.Field.Name, Name: e.Value}]
}

// fits examines each image of the board, or each place of it, square by square.
func (r *record) fits(e *fits) bool {
	board := r.Board()
	side := strings.Fields(r.FEN)[1]
	at := func(rows notation.PatternRows, top, left int, man func(file, rank int) byte) bool {
		for y, row := range rows {
			for x, set := range row {
				if set>>strings.IndexByte(notation.PatternKinds, man(left+x, top+y))&1 == 0 {
					return false
				}
			}
		}
		return true
	}
	plain := func(file, rank int) byte { return board[8*rank+file] }
	switch e.Field.Name {
	case "position":
		return (e.Side == "" || e.Side == side) && at(e.Rows, 0, 0, plain)
	case "anywhere":
		for top := range 9 - len(e.Rows) {
			for left := range 9 - len(e.Rows[0]) {
				if at(e.Rows, top, left, plain) {
					return true
				}
			}
		}
		return false
	}
	for image := range 16 {
		swapped := image&8 != 0
		turned := func(file, rank int) byte {
			man := plain(imageOf(file, rank, image))
			if swapped && man != '.' {
				man ^= 0x20
			}
			return man
		}
		if (e.Side == "" || (e.Side == side) != swapped) && at(e.Rows, 0, 0, turned) {
			return true
		}
	}
	return false
}

const page = "../../../docs/problems-query.md"

func readPage(t *testing.T) string {
	t.Helper()
	text := must.Get(os.ReadFile(page))(t)
	return string(text)
}

// TestTheExamplesOfThePageAreAnswered asks them of a collection.
func TestTheExamplesOfThePageAreAnswered(t *testing.T) {
	examples := regexp.MustCompile("(?m)^\\| `([^`]+)` \\| [^|]+ \\|$").FindAllStringSubmatch(strings.Split(readPage(t), "## The language")[0], -1)
	if len(examples) != 8 {
		t.Errorf("there are %d examples", len(examples))
	}
	db, all := newMaker(8).fill(t, 100)
	for _, example := range examples {
		q, err := Parse(example[1])
		if err != nil {
			t.Errorf("%s: %v", example[1], err)
			continue
		}
		ask(t, db, example[1])
		for _, r := range all {
			r.holds(q.Where)
		}
	}
}
