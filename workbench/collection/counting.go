package collection

import (
	"context"
	"slices"
	"strings"

	"alfiere/problem/database"
	"alfiere/problem/database/query"
	"alfiere/workbench/api"
)

// counting is the body of collection/statistics.
type counting struct {
	Query string   `json:"query"`
	By    []string `json:"by"`  // fields, a table for each
	Top   int      `json:"top"` // maximum number of groups per table; 0 for usualTop
	asking
}

// statistics is the answer.
type statistics struct {
	Total  int     `json:"total"`
	Fields []field `json:"fields"` // fields that can be counted by
	Tables []table `json:"tables"`
}

type field struct {
	Name string `json:"name"`
	Help string `json:"help"`
}

// table has the numbers of problems by the values of a field.
type table struct {
	By     string  `json:"by"`
	Number bool    `json:"number"` // the values are numbers, in their order
	Groups []group `json:"groups"`
	Others int     `json:"others"` // number of omitted groups
}

// group is a value and the number of problems that have it.
type group struct {
	Value string `json:"value"`
	Count int    `json:"count"`
	Query string `json:"query"` // finds these problems
}

// The maximum number of groups per table, and of tables.
const (
	usualTop  = 20
	maxTop    = 1000
	maxTables = 12
)

func (c *collection) statistics(ctx context.Context, asked *counting, _ api.Emit) (any, error) {
	q, err := asked.parse(asked.Query)
	if err != nil {
		return nil, err
	}
	q = &query.Query{Where: q.Where}
	if asked.Top < 0 || asked.Top > maxTop || len(asked.By) > maxTables {
		return nil, &api.Fault{Code: api.BadRequest, Field: "top", Message: "at most 12 tables of 1000 groups"}
	}
	answer := statistics{Tables: []table{}}
	if answer.Total, err = c.total(ctx, q); err != nil {
		return nil, err
	}
	for _, f := range query.Fields() {
		if f.Countable() {
			answer.Fields = append(answer.Fields, field{f.Name, f.Help})
		}
	}
	for _, name := range asked.By {
		f, err := query.FieldOf(name)
		if err != nil || !f.Countable() {
			return nil, &api.Fault{Code: api.BadRequest, Field: "by", Message: "problems cannot be counted by this field"}
		}
		counted := query.Query{Where: q.Where, Count: true, By: f}
		groups, err := c.groups(ctx, &counted)
		if err != nil {
			return nil, err
		}
		t := table{By: f.Name, Number: f.Kind == query.Number, Groups: groups}
		top := asked.Top
		if top == 0 {
			top = usualTop
		}
		if !t.Number && len(groups) > top {
			t.Groups, t.Others = groups[:top], len(groups)-top
		}
		answer.Tables = append(answer.Tables, t)
	}
	return answer, nil
}

// groups returns the groups of a counting query.
func (c *collection) groups(ctx context.Context, q *query.Query) ([]group, error) {
	groups, err := query.Count(ctx, c.db, q)
	if err != nil {
		return nil, err
	}
	list := make([]group, 0, len(groups))
	for _, g := range groups {
		one := group{Value: g.Value, Count: g.Count}
		if q.By != nil {
			narrowed, err := q.Narrow(q.By, g.Value)
			if err != nil {
				return nil, err
			}
			one.Query = narrowed.String()
		}
		list = append(list, one)
	}
	return slices.Clip(list), nil
}

// completing is the body of collection/complete.
type completing struct {
	Query  string `json:"query"`
	Cursor int    `json:"cursor"` // a byte of the query
	asking
}

// completions is the answer: possible replacements of the bytes From to To.
type completions struct {
	From        int          `json:"from"`
	To          int          `json:"to"`
	Completions []completion `json:"completions"`
}

type completion struct {
	Text string `json:"text"`
	Help string `json:"help,omitempty"`
}

// maxCompletions is the maximum number of completions in an answer.
const maxCompletions = 40

// known selects the values of a text that the collection has.
var known = map[string]string{
	"author":      selection("name FROM author WHERE", "name", "key"),
	"source":      selection("name FROM source WHERE", "name", "key"),
	"keyword":     selection("name FROM trait WHERE kind = 'keyword' AND", "name", "name"),
	"award":       selection("DISTINCT text FROM award WHERE", "text", "text"),
	"stipulation": selection("DISTINCT stipulation FROM problem WHERE", "stipulation", "stipulation"),
}

// selection selects values that match the pattern ?1, or whose key matches ?2, folded like a key.
func selection(from, column, key string) string {
	return "SELECT " + from + " (" + begins(column, "?1") + " OR " + begins(key, "?2") + ")" +
		" ORDER BY " + column + " LIMIT ?3"
}

// begins is the condition that a column, or a word in it, begins with a pattern.
func begins(column, pattern string) string {
	return "(" + column + " LIKE " + pattern + " ESCAPE '\\' OR " + column + " LIKE '% ' || " + pattern + " ESCAPE '\\')"
}

// pattern returns a pattern for values that begin with the text.
func pattern(text string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text) + "%"
}

func (c *collection) complete(ctx context.Context, asked *completing, _ api.Emit) (any, error) {
	got := query.Complete(asked.Query, asked.Cursor)
	answer := completions{From: got.From, To: got.To, Completions: []completion{}}
	for _, one := range got.List[:min(len(got.List), maxCompletions)] {
		answer.Completions = append(answer.Completions, completion(one))
	}
	if got.Field == nil || known[got.Field.Name] == "" {
		return answer, nil
	}
	folded := pattern(got.Typed)
	if words := database.Fold(got.Typed); words != "" {
		folded = pattern(words)
	}
	rows, err := c.db.Query(ctx, known[got.Field.Name], pattern(got.Typed), folded, maxCompletions)
	values, err := database.ScanAll(rows, err, func(value *string) []any { return []any{value} })
	for _, value := range values {
		answer.Completions = append(answer.Completions, completion{Text: query.Quote(value) + " "})
	}
	return answer, err
}
