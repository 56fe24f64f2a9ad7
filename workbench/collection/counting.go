package collection

import (
	"context"
	"slices"

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
