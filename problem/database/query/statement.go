package query

import (
	"cmp"
	"slices"
	"strings"
)

// statement is SQL with the values of its parameters.
type statement struct {
	SQL  string
	Args []any
}

// builder writes a statement.
type builder struct {
	strings.Builder
	args []any
}

// add writes SQL and takes the values of the parameters in it.
func (b *builder) add(sql string, args ...any) {
	b.WriteString(sql)
	b.args = append(b.args, args...)
}

// Statement returns the SQL that asks the tables of problem/database. Its rows are the ids of
// problems, or, if they are counted, values with numbers, one number alone without By.
func (q *Query) Statement() statement {
	var b builder
	switch {
	case q.Count && q.By != nil:
		b.groups(q)
	case q.Count:
		b.add("SELECT count(*) FROM problem p")
		b.where(q.Where)
	default:
		if len(q.Sort) == 0 || !b.bounded(q) {
			b.add("SELECT p.id FROM problem p")
			b.joins(q)
			b.where(q.Where)
		}
		b.order(q.Sort)
	}
	isOneNumber := q.Count && q.By == nil // of which nothing can be left out
	if !isOneNumber && (q.Limit > 0 || q.Offset > 0) {
		limit := q.Limit
		if limit == 0 {
			limit = -1 // none
		}
		b.add(" LIMIT ? OFFSET ?", limit, q.Offset)
	}
	return statement{b.String(), b.args}
}

func (b *builder) where(e Expr) {
	if e != nil {
		b.add(" WHERE ")
		b.expr(e)
	}
}

// joins joins the tables that have what is sorted by: a value of a row beside it is found much sooner than by a
// question for each row. Rows are read in the order of their ids, unless boards are asked for: an index of problems has
// another order, in which each row's neighbours in the other tables are far apart.
func (b *builder) joins(q *Query) {
	if len(q.Sort) > 0 && !asksBoards(q.Where) {
		b.add(" NOT INDEXED")
	}
	b.join(q.Sort)
}

// join joins them.
func (b *builder) join(sort []order) {
	joined := map[string]bool{"": true}
	for _, order := range sort {
		if join := order.Field.join(); !joined[join] {
			joined[join] = true
			b.add(" " + join)
		}
	}
}

// asksBoards reports whether boards are a part of a condition: there is an index for them.
func asksBoards(e Expr) bool {
	switch e := e.(type) {
	case And:
		return slices.ContainsFunc(e, asksBoards)
	case or:
		return slices.ContainsFunc(e, asksBoards)
	case *not:
		return asksBoards(e.Part)
	}
	_, is := e.(*fits)
	return is
}

// join is what joins the table with the field's value to that of the problems, at most one row
// for each; nothing if the value is the problem's own.
func (f *Field) join() string {
	if f.column.report {
		return "LEFT JOIN report r ON r.problem = p.id"
	}
	return f.column.join
}

// order sorts by fields, the unknown last, and by ids.
func (b *builder) order(sort []order) {
	b.add(" ORDER BY ")
	for _, order := range sort {
		b.add(order.direction() + " NULLS LAST, ")
	}
	b.add("p.id")
}

// value is what is sorted by, in a row of the joined tables.
func (o *order) value() string { return cmp.Or(o.Field.column.joined, o.Field.column.value) }

// collated is the value as it is compared.
func (o *order) collated() string {
	if o.Field.Kind != Number {
		return o.value() + " COLLATE NOCASE"
	}
	return o.value()
}

// direction is the value with the direction of the order.
func (o *order) direction() string {
	if o.Descending {
		return o.collated() + " DESC"
	}
	return o.collated()
}

// groups counts by a field: numbers in their order, names with the most frequent first. What
// has no value is not counted.
func (b *builder) groups(q *Query) {
	f := q.By
	switch {
	case f.column.groups != "":
		b.add("SELECT g.value, count(*) FROM " + f.column.groups + " g")
		b.only("g.problem", q.Where)
		b.add(" GROUP BY g.value ORDER BY 2 DESC, 1")
	case f.column.report:
		b.add("SELECT " + f.column.value + ", count(*) FROM report r")
		b.only("r.problem", q.Where)
		b.add(" GROUP BY 1 HAVING " + f.column.value + " IS NOT NULL ORDER BY 1")
	default:
		b.add("SELECT " + f.column.value + ", count(*) FROM problem p")
		b.where(q.Where)
		b.add(" GROUP BY 1 HAVING " + f.column.value + " IS NOT NULL ORDER BY 1")
	}
}

// only leaves the problems, by their ids in a column, for which a condition holds.
func (b *builder) only(id string, e Expr) {
	if e != nil {
		b.add(" WHERE " + id + " IN (SELECT p.id FROM problem p")
		b.where(e)
		b.add(")")
	}
}

// expr writes a condition, which is never NULL.
func (b *builder) expr(e Expr) {
	switch e := e.(type) {
	case And:
		b.parts(e, " AND ")
	case or:
		b.parts(e, " OR ")
	case *not:
		b.add("NOT ")
		b.expr(e.Part)
	case *has:
		b.add("(" + e.Field.column.has + ")")
	case *match:
		b.match(e)
	case *fits:
		b.fits(e)
	case *played:
		b.played(e)
	case *dated:
		b.dated(e)
	case *kin:
		b.add("(p.id IN (SELECT problem FROM report WHERE matrix = (SELECT matrix FROM report WHERE problem = ?))"+
			" AND p.symmetry <> (SELECT symmetry FROM problem WHERE id = ?))", e.ID, e.ID)
	default:
		b.leaf(e)
	}
}

// parts writes conditions with a word between them. Those of the report are asked all at once.
func (b *builder) parts(parts []Expr, operator string) {
	b.add("(")
	var ofReport []Expr
	for _, part := range parts {
		if isOfReport(part) {
			ofReport = append(ofReport, part)
		}
	}
	written := 0
	between := func() {
		if written++; written > 1 {
			b.add(operator)
		}
	}
	if len(ofReport) > 1 {
		between()
		b.add("p.id IN (SELECT r.problem FROM report r WHERE ")
		for i, part := range ofReport {
			if i > 0 {
				b.add(operator)
			}
			b.bare(part)
		}
		b.add(")")
		parts = slices.DeleteFunc(slices.Clone(parts), isOfReport)
	}
	for _, part := range parts {
		between()
		b.expr(part)
	}
	b.add(")")
}

// isOfReport reports whether a condition is one of the report's columns alone.
func isOfReport(e Expr) bool {
	switch e := e.(type) {
	case *compare:
		return e.Left.isOfReport() && e.Right.isOfReport()
	case *Range:
		return e.Field.column.report
	case *IsA:
		return e.Field.column.report
	}
	return false
}

// leaf writes a condition on numbers or a flag.
func (b *builder) leaf(e Expr) {
	switch compare, _ := e.(*compare); {
	case isOfReport(e):
		b.add("p.id IN (SELECT r.problem FROM report r WHERE ")
		b.bare(e)
		b.add(")")
	case compare != nil && compare.asksReport():
		b.add("EXISTS (SELECT 1 FROM report r WHERE r.problem = p.id AND ")
		b.bare(e)
		b.add(")")
	default:
		b.add("ifnull(")
		b.bare(e)
		b.add(", 0)")
	}
}

// bare writes a condition on columns of the table that is asked.
func (b *builder) bare(e Expr) {
	switch e := e.(type) {
	case *compare:
		b.add("(")
		b.sum(e.Left)
		b.add(" " + e.Op.String() + " ")
		b.sum(e.Right)
		b.add(")")
	case *Range:
		b.add("("+e.Field.column.value+" BETWEEN ? AND ?)", e.From, e.To)
	case *IsA:
		if e.Value == "" {
			b.add("(" + e.Field.column.value + ")")
		} else {
			b.add("("+e.Field.column.whole+")", e.Value)
		}
	}
}

// match writes a condition on a text.
func (b *builder) match(m *match) {
	column := &m.Field.column
	if m.Whole {
		text := m.Text
		if column.key != nil {
			text = column.key(text)
		}
		b.add("("+column.whole+")", text)
		return
	}
	text, isPrefix := strings.CutSuffix(m.Text, "*")
	phrase := `{` + column.words + `} : "` + strings.ReplaceAll(text, `"`, `""`) + `"`
	if isPrefix {
		phrase += " *"
	}
	b.add("p.id IN (SELECT rowid FROM problem_text WHERE problem_text MATCH ?)", phrase)
}
