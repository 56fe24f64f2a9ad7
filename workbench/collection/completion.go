package collection

import (
	"context"
	"strings"

	"alfiere/problem/database"
	"alfiere/problem/database/query"
	"alfiere/workbench/api"
)

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
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var value string
		if err = rows.Scan(&value); err != nil {
			return nil, err
		}
		answer.Completions = append(answer.Completions, completion{Text: query.Quote(value) + " "})
	}
	return answer, rows.Err()
}
