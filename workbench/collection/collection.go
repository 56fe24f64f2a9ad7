// Package collection implements the workbench's requests on a collection of problems: it finds, shows, edits, imports,
// analyses, counts and exports them. The collection itself is in problem/database.
package collection

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"alfiere/internal/cli"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/database/exchange"
	"alfiere/problem/database/query"
	"alfiere/problem/text"
	"alfiere/workbench/api"
)

// collection answers the page's requests on a collection of problems.
type collection struct {
	db        *database.DB
	analysing chan struct{} // admits one bulk analysis
}

// The bounds of a page of problems.
const (
	usualPage = 30
	maxPage   = 200
)

// finding is the body of collection/find.
type finding struct {
	Query  string `json:"query"`
	Sort   string `json:"sort"`
	Offset int    `json:"offset"`
	Limit  int    `json:"limit"`
	Count  bool   `json:"count"` // also return the total
	asking
}

// found is the answer.
type found struct {
	Problems []entry `json:"problems"`
	More     bool    `json:"more"` // more problems follow

	Total  *int    `json:"total,omitempty"`
	By     string  `json:"by,omitempty"` // of a counting query
	Groups []group `json:"groups,omitempty"`
}

// entry is a problem in a list.
type entry struct {
	ID          int64    `json:"id"`
	FEN         string   `json:"fen"`
	Stipulation string   `json:"stipulation"`
	Solutions   int      `json:"solutions,omitempty"` // that are intended, if more than one
	Men         string   `json:"men"`                 // as in "5+4"
	Title       string   `json:"title,omitempty"`
	Authors     []string `json:"authors,omitempty"`
	Source      string   `json:"source,omitempty"`
	Year        int      `json:"year,omitempty"`
	Awards      []string `json:"awards,omitempty"`
	Twin        string   `json:"twin,omitempty"` // its label
	Verdict     string   `json:"verdict,omitempty"`
	Key         string   `json:"key,omitempty"`
	Themes      []string `json:"themes,omitempty"`
}

func (c *collection) find(ctx context.Context, asked *finding, _ api.Emit) (any, error) {
	q, err := asked.parse(asked.Query)
	if err != nil {
		return nil, err
	}
	if asked.Offset < 0 || asked.Limit < 0 || asked.Limit > maxPage {
		return nil, &api.Fault{Code: api.BadRequest, Field: "limit",
			Err: fmt.Errorf("offset must be at least 0, limit from 1 to %d", maxPage)}
	}
	answer := found{Problems: []entry{}}
	if q.Count {
		groups, err := c.groups(ctx, q)
		if err != nil {
			return nil, err
		}
		if q.By == nil {
			answer.Total = &groups[0].Count
		} else {
			answer.By, answer.Groups = q.By.Name, groups
		}
		return answer, nil
	}
	if asked.Count {
		total, err := c.total(ctx, q)
		if err != nil {
			return nil, err
		}
		answer.Total = &total
	}
	own := q.Limit
	if err := paged(q, asked); err != nil {
		return nil, err
	}
	if q.Limit < 0 {
		return answer, nil
	}
	page := q.Limit
	if isLast := own > 0 && asked.Offset+page >= own; !isLast {
		q.Limit++ // one more shows whether there are more
	}
	err = query.Find(ctx, c.db, q, func(p *problem.Record) error {
		if len(answer.Problems) == page {
			answer.More = true
			return nil
		}
		e, err := c.entry(p)
		answer.Problems = append(answer.Problems, e)
		return err
	})
	return answer, err
}

// paged applies sort, offset and limit of the request to the query. The limit is -1 if the
// query's own limit was reached earlier.
func paged(q *query.Query, asked *finding) error {
	if asked.Sort != "" {
		sorted, err := query.Parse("sort by " + asked.Sort)
		if err != nil || sorted.Limit+sorted.Offset > 0 || sorted.Count {
			return &api.Fault{Code: api.BadRequest, Field: "sort", Message: "sort takes only fields to sort by"}
		}
		q.Sort = sorted.Sort
	}
	page := asked.Limit
	if page == 0 {
		page = usualPage
	}
	if q.Limit > 0 {
		if page = min(page, q.Limit-asked.Offset); page <= 0 {
			page = -1
		}
	}
	q.Offset, q.Limit = q.Offset+asked.Offset, page
	return nil
}

// total returns the number of problems that a query lists.
func (c *collection) total(ctx context.Context, q *query.Query) (int, error) {
	groups, err := query.Count(ctx, c.db, &query.Query{Where: q.Where})
	if err != nil {
		return 0, err
	}
	n := max(groups[0].Count-q.Offset, 0)
	if q.Limit > 0 {
		n = min(n, q.Limit)
	}
	return n, nil
}

// entry returns a problem as a list shows it.
func (c *collection) entry(p *problem.Record) (entry, error) {
	e := entry{ID: p.ID, FEN: p.FEN, Stipulation: p.Stipulation, Solutions: p.Solutions, Men: men(p), Title: p.Title,
		Authors: p.Authors, Source: p.Source.String(), Year: p.Source.Year, Twin: p.Twin.Label}
	for _, award := range p.Awards {
		e.Awards = append(e.Awards, award.Text)
	}
	f, err := c.db.Findings(p.ID)
	if errors.Is(err, database.ErrNotFound) {
		return e, nil
	}
	if err != nil {
		return e, err
	}
	e.Verdict, e.Key = f.Verdict, f.KeySAN
	traits, err := c.db.Traits(p.ID)
	for _, trait := range traits {
		if trait.Kind == database.Theme {
			e.Themes = append(e.Themes, trait.Name)
		}
	}
	return e, err
}

// men returns the numbers of White's and Black's men.
func men(p *problem.Record) string {
	white, black := problem.CountMen(p.FEN)
	return fmt.Sprintf("%d+%d", white, black)
}

// offsetOf returns the byte at which a column of a line begins.
func offsetOf(line string, column int) int {
	offset := 0
	for ; column > 1 && offset < len(line); column-- {
		_, size := utf8.DecodeRuneInString(line[offset:])
		offset += size
	}
	return offset
}

// about returns the fault for an error of the collection. Errors in the request are bad requests.
func (a asking) about(err error, field string) error {
	if err == nil {
		return nil
	}
	var exists *database.ExistsError
	switch {
	case errors.Is(err, database.ErrNotFound):
		return &api.Fault{Code: api.NotFound, Err: database.ErrNotFound, Field: field}
	case errors.As(err, &exists), exchange.IsAboutProblem(err),
		errors.Is(err, database.ErrReport), errors.Is(err, database.ErrReadOnly):
		return &api.Fault{Code: api.BadRequest, Err: err, Field: field}
	case errors.Is(err, database.ErrBusy):
		return &api.Fault{Code: api.Busy, Err: err}
	}
	return err
}

// maxFile is the maximum number of bytes in the body of an import.
const maxFile = 24 << 20

// Methods returns the methods on a collection.
func Methods(db *database.DB) []api.Method {
	c := &collection{db: db, analysing: make(chan struct{}, 1)}
	edit := api.Define("collection/edit", c.edit)
	take := api.Heavy(api.Appending(api.Define("collection/import", c.take)))
	edit.Body, take.Body = maxFile, maxFile
	return []api.Method{
		api.Define("collection/find", c.find),
		api.Define("collection/complete", c.complete),
		api.Define("collection/show", c.show),
		edit,
		api.Define("collection/delete", c.remove),
		take,
		api.Appending(api.Define("collection/analyse", c.analyse)),
		api.Heavy(api.Define("collection/statistics", c.statistics)),
		api.Heavy(api.Define("collection/export", c.export)),
	}
}

// asking is the part of every body that sets the language of errors.
type asking api.Asked

// language is the language of the answer.
func (a asking) language() (text.Language, error) { return api.Asked(a).ReadLanguage() }

// parse reads a query. The fault has the place and suggests corrections.
func (a asking) parse(text string) (*query.Query, error) {
	l, err := a.language()
	if err != nil {
		return nil, err
	}
	q, wrong := query.Parse(text)
	if wrong == nil {
		return q, nil
	}
	fault := wrong.(*query.Error)
	offset := offsetOf(text, fault.Column)
	return nil, &api.Fault{Code: api.BadRequest, Field: "query", Offset: &offset,
		Message: l.Error(fault.Reason) + meantIn(l, cli.Meant(fault))}
}

// listing reads a query that lists problems.
func (a asking) listing(text string) (*query.Query, error) {
	q, err := a.parse(text)
	if err == nil && q.Count {
		l, _ := a.language()
		return nil, &api.Fault{Code: api.BadRequest, Field: "query",
			Message: l.Text("this query counts problems and cannot list them; remove “count”")}
	}
	return q, err
}

// meantIn returns the suggestion at the end of the error for an unknown name.
func meantIn(l text.Language, meant []string) string {
	if len(meant) == 0 {
		return ""
	}
	last := len(meant) - 1
	names := meant[last]
	if last > 0 {
		names = l.Sprintf("%s or %s", strings.Join(meant[:last], ", "), names)
	}
	return l.Sprintf("; did you mean %s?", names)
}
