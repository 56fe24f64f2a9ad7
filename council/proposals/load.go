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

// Grid is a question for each pair of a seat and a position, all with the same nodes and tables.
// Most experiments ask such grids.
type Grid struct {
	Signature string // of the engine
	Nodes     uint64 // of each search with all letters
	Megabytes int    // of its table
	Positions []movegen.Position
	Seats     []council.Seat
}

// Load returns the stored answers: answers[i][j] is that of seat j about position i. A missing
// answer has NoMove. The answers have the seats' names.
func (s *Store) Load(ctx context.Context, g *Grid) (answers [][]council.Proposal, err error) {
	answers = make([][]council.Proposal, len(g.Positions))
	for i := range answers {
		answers[i] = make([]council.Proposal, len(g.Seats))
	}
	return answers, storeError(s.path, s.load(ctx, g, answers))
}

// load fills in the answers of a grid.
func (s *Store) load(ctx context.Context, g *Grid, answers [][]council.Proposal) error {
	places := map[string][]int{} // of positions in the grid
	for i := range g.Positions {
		fields := g.Positions[i].EPD()
		places[fields] = append(places[fields], i)
	}
	for i := range g.Seats {
		seat := seatOf(&g.Seats[i])
		rows, err := s.db.QueryContext(ctx, "SELECT p.fields, "+answerColumns+` FROM fact f
			JOIN position p ON p.id = f.position
			WHERE f.moves = x'' AND f.condition = `+theCondition+" AND f.seat = "+theSeat,
			g.Signature, int64(g.Seats[i].Nodes(g.Nodes)), g.Megabytes, seat.knowledge, seat.noise, seat.seed)
		if err != nil {
			return err
		}
		for rows.Next() && err == nil {
			var r row
			if err = r.scan(rows, &r.position); err != nil {
				break
			}
			for _, place := range places[r.position] {
				answers[place][i], err = r.answer(&g.Seats[i])
			}
		}
		if err = errors.Join(err, rows.Err(), rows.Close()); err != nil {
			return err
		}
	}
	return nil
}

// Missing returns the questions of the grid without an answer in the store.
func (s *Store) Missing(ctx context.Context, g *Grid) (missing []Question, err error) {
	answers, err := s.Load(ctx, g)
	if err != nil {
		return nil, err
	}
	return g.Missing(answers), nil
}

// Missing returns the questions of the grid without one of the loaded answers.
func (g *Grid) Missing(answers [][]council.Proposal) (missing []Question) {
	for i := range answers {
		for k := range answers[i] {
			if answers[i][k].Move == movegen.NoMove {
				missing = append(missing,
					Question{Position: g.Positions[i], Seat: g.Seats[k], Nodes: g.Seats[k].Nodes(g.Nodes),
						Megabytes: g.Megabytes})
			}
		}
	}
	return missing
}

// Find returns the stored answer to a question, such as one about root moves, and whether there is one.
func (s *Store) Find(ctx context.Context, signature string, q *Question) (a council.Proposal, ok bool, err error) {
	r := rowOf(q)
	err = r.scan(s.db.QueryRowContext(ctx, selectFact, r.key(signature, q)...))
	if errors.Is(err, sql.ErrNoRows) {
		return a, false, nil
	}
	if err == nil {
		a, err = r.answer(&q.Seat)
	}
	return a, err == nil, storeError(s.path, err)
}

// condition describes the searches of facts, and counts the facts.
type condition struct {
	Signature  string // of the engine
	Nodes      uint64 // of each search
	Megabytes  int    // of its table
	Facts      int
	Positions  int
	Restricted int         // facts whose questions name root moves
	Seats      []seatCount // in the order of their first facts
}

// seatCount is the number of facts of a seat.
type seatCount struct {
	Seat  council.Seat
	Facts int
}

// Conditions returns the conditions of the stored facts, in the order of their first facts.
func (s *Store) Conditions(ctx context.Context) ([]condition, error) {
	conditions, err := s.conditions(ctx)
	return conditions, storeError(s.path, err)
}

func (s *Store) conditions(ctx context.Context) (conditions []condition, err error) {
	rows, err := s.db.QueryContext(ctx,
		`SELECT c.id, e.signature, c.nodes, c.megabytes, count(DISTINCT f.position), sum(f.moves <> x'')
		FROM fact f JOIN condition c ON c.id = f.condition JOIN engine e ON e.id = c.engine GROUP BY c.id ORDER BY c.id`)
	if err != nil {
		return nil, err
	}
	places := map[int64]int{}
	for rows.Next() && err == nil {
		var c condition
		var id, nodes int64
		err = rows.Scan(&id, &c.Signature, &nodes, &c.Megabytes, &c.Positions, &c.Restricted)
		c.Nodes = uint64(nodes)
		places[id] = len(conditions)
		conditions = append(conditions, c)
	}
	if err = errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return nil, err
	}
	rows, err = s.db.QueryContext(ctx, `SELECT f.condition, s.knowledge, s.noise, s.seed, count(*)
		FROM fact f JOIN seat s ON s.id = f.seat GROUP BY f.condition, f.seat ORDER BY f.condition, f.seat`)
	if err != nil {
		return nil, err
	}
	for rows.Next() && err == nil {
		var id int64
		var stored seatRow
		var facts int
		var seat council.Seat
		if err = rows.Scan(&id, &stored.knowledge, &stored.noise, &stored.seed, &facts); err == nil {
			seat, err = stored.seat()
		}
		if place, ok := places[id]; ok { // else it has just begun to be
			conditions[place].Seats = append(conditions[place].Seats, seatCount{seat, facts})
			conditions[place].Facts += facts
		}
	}
	return conditions, errors.Join(err, rows.Err(), rows.Close())
}

// Record is a stored fact.
type Record struct {
	Signature string // of the engine
	Fact

	// Static is the static value of the position for the seat, and EndStatic that of the end of the line. Both are from
	// the view of the side to move in the position. council.Judge quickly computes the values for other seats.
	Static, EndStatic search.Score
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
	return storeError(s.path, errors.Join(rows.Err(), rows.Close()))
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
	record.Proposal, err = r.answer(&record.Seat)
	record.Static, record.EndStatic = search.Score(r.static), search.Score(r.endStat)
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
