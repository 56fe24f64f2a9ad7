package proposals

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"alfiere/council"
	"alfiere/movegen"
	"alfiere/search"
)

// Record is a stored fact.
type Record struct {
	Signature string // of the engine
	Fact
	Static, EndStatic search.Score // as in Answer
}

// selectRecords selects the columns that scanRecord reads.
const selectRecords = `SELECT e.signature, c.nodes, c.megabytes, s.knowledge, s.noise, s.seed, p.fields, f.moves,
	f.move, f.value, f.depth, f.root_moves, f.nodes, f.micros, f.static, f.end_static, f.line, f.iterations
	FROM fact f JOIN condition c ON c.id = f.condition JOIN engine e ON e.id = c.engine
		JOIN seat s ON s.id = f.seat JOIN position p ON p.id = f.position`

// Each calls take with all facts of an engine, or of all engines if the signature is empty, in the order
// of the file. An error from take ends the reading.
func (s *Store) Each(ctx context.Context, signature string, take func(*Record) error) error {
	if signature == "" {
		return s.records(ctx, take, selectRecords)
	}
	return s.records(ctx, take, selectRecords+" WHERE e.signature = ?", signature)
}

// Sample calls take with some random facts of an engine.
func (s *Store) Sample(ctx context.Context, signature string, number int, take func(*Record) error) error {
	return s.records(ctx, take, selectRecords+" WHERE e.signature = ? ORDER BY random() LIMIT ?", signature, number)
}

// records calls take with each record that a query selects.
func (s *Store) records(ctx context.Context, take func(*Record) error, query string, values ...any) error {
	rows, err := s.db.QueryContext(ctx, query, values...)
	if err != nil {
		return storeError(s.path, err)
	}
	defer rows.Close()
	for rows.Next() {
		record, err := scanRecord(rows)
		if err != nil {
			return storeError(s.path, err)
		}
		if err := take(record); err != nil {
			return err
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return storeError(s.path, err)
	}
	return nil
}

// scanRecord reads a row of selectRecords.
func scanRecord(rows *sql.Rows) (*Record, error) {
	var (
		record Record
		r      row
		fields string
		nodes  int64
		seat   seatRow
		moves  []byte
	)
	err := r.scan(rows, &record.Signature, &nodes, &record.Megabytes, &seat.knowledge, &seat.noise, &seat.seed,
		&fields, &moves)
	if err != nil {
		return nil, err
	}
	record.Nodes = uint64(nodes)
	if record.Seat, err = seat.seat(); err != nil {
		return nil, err
	}
	if record.Position, _, err = (movegen.Rules{Chess960: true}).ParseFEN(fields); err != nil {
		return nil, err
	}
	if record.Moves, err = readMoves(moves); err != nil {
		return nil, err
	}
	answer, err := r.answer(&record.Seat)
	record.Proposal, record.Static, record.EndStatic = answer.Proposal, answer.Static, answer.EndStatic
	return &record, err
}

// Check searches for damage. It runs SQLite's own check and checks that each fact is possible. For facts
// with the given signature, which must be this engine's, it also checks the static values. progress,
// unless nil, gets the number of facts checked. The error names the first damage.
func (s *Store) Check(ctx context.Context, signature string, progress func(facts int)) error {
	var found string
	if err := s.db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&found); err != nil {
		return storeError(s.path, err)
	}
	if found != "ok" {
		return storeError(s.path, fmt.Errorf("%w: %s", errDamaged, found))
	}
	// Joins read the facts and would omit those that refer to missing rows.
	var whole, count int
	if err := s.db.QueryRowContext(ctx, "SELECT count(*) FROM fact").Scan(&whole); err != nil {
		return storeError(s.path, err)
	}
	var judge council.Judge
	err := s.Each(ctx, "", func(r *Record) error {
		if err := r.damage(signature, &judge); err != nil {
			return storeError(s.path, fmt.Errorf("%w: %s: %w", errDamaged, &r.Question, err))
		}
		if count++; progress != nil {
			progress(count)
		}
		return nil
	})
	if err == nil && count < whole {
		err = storeError(s.path, fmt.Errorf("%w: %d facts refer to missing rows", errDamaged, whole-count))
	}
	return err
}

// damage returns an error if no search of this engine can have found the fact.
func (r *Record) damage(signature string, judge *council.Judge) error {
	if err := r.check(); err != nil {
		return err
	}
	static, end := staticValues(judge, &r.Seat, r.plainPosition(), r.Proposal.Line)
	if r.Signature == signature && (static != r.Static || end != r.EndStatic) {
		return fmt.Errorf("the static values are %d and %d, not %d and %d", static, end, r.Static, r.EndStatic)
	}
	return nil
}

// SameAnswer reports whether two searches of a question have the same result, apart from their time.
func SameAnswer(a, b *council.Proposal) bool {
	var x, y row
	x.setAnswer(a)
	y.setAnswer(b)
	return x.same(&y)
}
