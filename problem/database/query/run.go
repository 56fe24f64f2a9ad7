package query

import (
	"context"
	"errors"
	"fmt"

	"alfiere/problem"
	"alfiere/problem/database"
)

// Find reports the problems that match a query, in its order, as they are found, until tell
// returns an error, which it returns then. A problem that is deleted meanwhile is left out.
// Other errors are ctx's and the database's.
func Find(ctx context.Context, db *database.DB, q *Query, tell func(*problem.Record) error) error {
	return FindIDs(ctx, db, q, func(id int64) error {
		p, err := db.Get(id)
		if errors.Is(err, database.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		return tell(&p)
	})
}

// FindIDs is Find for the numbers of the problems alone.
func FindIDs(ctx context.Context, db *database.DB, q *Query, tell func(id int64) error) error {
	listed := *q
	listed.Count, listed.By = false, nil
	statement := listed.Statement()
	rows, err := db.Query(ctx, statement.SQL, statement.Args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err = rows.Scan(&id); err != nil {
			return err
		}
		if err = tell(id); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Group is a value with the number of problems that have it.
type Group struct {
	Value string `json:"value"`
	Count int    `json:"count"`
}

// Count counts the problems that a query asks for, for each value of By: numbers in their
// order, names with the most frequent first. Without By there is one Group without a value,
// whatever limit and offset say; sorting counts for nothing. Errors are ctx's and the database's.
func Count(ctx context.Context, db *database.DB, q *Query) (groups []Group, err error) {
	counted := *q
	counted.Count = true
	statement := counted.Statement()
	rows, err := db.Query(ctx, statement.SQL, statement.Args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var g Group
		if q.By == nil {
			err = rows.Scan(&g.Count)
		} else {
			var value any
			err = rows.Scan(&value, &g.Count)
			g.Value = fmt.Sprint(value)
		}
		if err != nil {
			return nil, err
		}
		groups = append(groups, g)
	}
	return groups, rows.Err()
}
