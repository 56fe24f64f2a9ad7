package analyse

import (
	"context"
	"strconv"
	"strings"
	"time"

	"alfiere/problem"
	"alfiere/problem/database/query"
)

// further is how much wider a limit must be for a report that one ended to be made anew: the clock is not exact.
const further = 1.1

// Pending returns the problems that Run analyses, in the order of the query, and how many of
// the query's have a stipulation that is not analysed. Errors are ctx's and the database's.
func (j *Job) Pending(ctx context.Context) (ids []int64, others int, err error) {
	wanted := j.Query
	if wanted == nil {
		wanted = &query.Query{}
	}
	states, err := j.states(ctx)
	if err != nil {
		return nil, 0, err
	}
	err = query.FindIDs(ctx, j.DB, wanted, func(id int64) error {
		switch states[id] {
		case due:
			ids = append(ids, id)
		case foreign:
			others++
		}
		return nil
	})
	return ids, others, err
}

// state says whether a problem is to be analysed.
type state uint8

const (
	settled state = iota
	due
	foreign // of another stipulation than mates in 1 to problem.MaxMoves
)

// states returns the state of each problem that is not settled.
func (j *Job) states(ctx context.Context) (map[int64]state, error) {
	rows, err := j.DB.Query(ctx,
		`SELECT p.id, p.n, ifnull(r.program, ''), ifnull(r.complete, 0), ifnull(r.nodes, 0), ifnull(r.seconds, 0)
		FROM problem p LEFT JOIN report r ON r.problem = p.id`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	states := map[int64]state{}
	old := map[string]bool{"": true} // whether what this program has analysed is analysed again
	for rows.Next() {
		var id, nodes int64
		var n int
		var program string
		var complete bool
		var seconds float64
		if err = rows.Scan(&id, &n, &program, &complete, &nodes, &seconds); err != nil {
			return nil, err
		}
		if _, known := old[program]; !known {
			old[program] = older(program, j.Program)
		}
		switch {
		case n < 1 || n > problem.MaxMoves:
			states[id] = foreign
		case j.Force || old[program] || !complete && j.wider(nodes, seconds):
			states[id] = due
		}
	}
	return states, rows.Err()
}

// wider reports whether the limits let an analysis go on that ended after so much.
func (j *Job) wider(nodes int64, seconds float64) bool {
	return (j.Nodes == 0 || float64(j.Nodes) > further*float64(nodes)) &&
		(j.Limit == 0 || j.Limit > time.Duration(further*seconds*float64(time.Second)))
}

// older reports whether a report of one program, as in "Alfiere 1.1", is to be made anew by
// another: it has a lower version, or another name.
func older(program, present string) bool {
	name, version := cutVersion(program)
	presentName, presentVersion := cutVersion(present)
	if name != presentName {
		return true
	}
	for i, number := range presentVersion {
		switch {
		case i >= len(version) || version[i] < number:
			return true
		case version[i] > number:
			return false
		}
	}
	return false
}

// cutVersion takes a name and its version apart.
func cutVersion(program string) (name string, version []int) {
	at := strings.LastIndexByte(program, ' ')
	if at < 0 {
		return program, nil
	}
	for part := range strings.SplitSeq(program[at+1:], ".") {
		number, err := strconv.Atoi(part)
		if err != nil {
			return program, nil // the last word is a part of the name
		}
		version = append(version, number)
	}
	return program[:at], version
}
