package proposals

import (
	"context"
	"database/sql"
	"errors"

	"alfiere/council"
	"alfiere/movegen"
)

// Grid is a question for each pair of a seat and a position, all with the same nodes and tables.
// Most experiments ask such grids.
type Grid struct {
	Signature string // of the engine
	Nodes     uint64 // of each search
	Megabytes int    // of its table
	Positions []movegen.Position
	Seats     []council.Seat
}

// question returns the question for a seat and a position.
func (g *Grid) question(position, seat int) Question {
	return Question{Position: g.Positions[position], Seat: g.Seats[seat], Nodes: g.Nodes, Megabytes: g.Megabytes}
}

// Load returns the stored answers: answers[i][j] is that of seat j about position i. A missing
// answer has NoMove. The answers have the seats' names.
func (s *Store) Load(ctx context.Context, g *Grid) (answers [][]answer, err error) {
	answers = make([][]answer, len(g.Positions))
	cells := make([]answer, len(g.Positions)*len(g.Seats))
	for i := range answers {
		answers[i], cells = cells[:len(g.Seats):len(g.Seats)], cells[len(g.Seats):]
	}
	err = s.visit(ctx, g, answerColumns, func(rows *sql.Rows, seat int, places map[int64][]int) error {
		var r row
		var position int64
		if err := r.scan(rows, &position); err != nil {
			return err
		}
		a, err := r.answer(&g.Seats[seat])
		for _, place := range places[position] {
			answers[place][seat] = a
		}
		return err
	})
	if err != nil {
		return nil, storeError(s.path, err)
	}
	return answers, nil
}

// Missing returns the questions of the grid without an answer in the store. It is faster than Load.
func (s *Store) Missing(ctx context.Context, g *Grid) (missing []Question, err error) {
	there := make([]bool, len(g.Positions)*len(g.Seats))
	err = s.visit(ctx, g, "0", func(rows *sql.Rows, seat int, places map[int64][]int) error {
		var position, nothing int64
		if err := rows.Scan(&position, &nothing); err != nil {
			return err
		}
		for _, place := range places[position] {
			there[place*len(g.Seats)+seat] = true
		}
		return nil
	})
	if err != nil {
		return nil, storeError(s.path, err)
	}
	for i := range there {
		if !there[i] {
			missing = append(missing, g.question(i/len(g.Seats), i%len(g.Seats)))
		}
	}
	return missing, nil
}

// visit calls take for each fact of a grid's condition and seats. rows has the number of the position and then the
// columns. places has the positions' places in the grid by their numbers; rows may also contain other positions.
func (s *Store) visit(ctx context.Context, g *Grid, columns string,
	take func(rows *sql.Rows, seat int, places map[int64][]int) error) error {
	condition, ok, err := s.find(ctx, `SELECT c.id FROM condition c JOIN engine e ON e.id = c.engine
		WHERE e.signature = ? AND c.nodes = ? AND c.megabytes = ?`, g.Signature, int64(g.Nodes), g.Megabytes)
	if err != nil || !ok {
		return err
	}
	places := map[int64][]int{}
	for i := range g.Positions {
		id, ok, err := s.find(ctx, "SELECT id FROM position WHERE fields = ?", g.Positions[i].EPD())
		if err != nil {
			return err
		}
		if ok {
			places[id] = append(places[id], i)
		}
	}
	for i := range g.Seats {
		r := seatOf(&g.Seats[i])
		seat, ok, err := s.find(ctx, "SELECT id FROM seat WHERE knowledge = ? AND noise = ? AND seed = ?", r.knowledge,
			r.noise, r.seed)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		rows, err := s.db.QueryContext(ctx,
			"SELECT position, "+columns+" FROM fact WHERE condition = ? AND seat = ? AND moves = x''", condition, seat)
		if err != nil {
			return err
		}
		for rows.Next() && err == nil {
			err = take(rows, i, places)
		}
		if err = errors.Join(err, rows.Err(), rows.Close()); err != nil {
			return err
		}
	}
	return nil
}

// find returns the number that a query selects, and whether there is one.
func (s *Store) find(ctx context.Context, query string, values ...any) (id int64, ok bool, err error) {
	err = s.db.QueryRowContext(ctx, query, values...).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return id, err == nil, err
}

// Find returns the stored answer to a question, such as one about root moves, and whether there is one.
func (s *Store) Find(ctx context.Context, signature string, q *Question) (a answer, ok bool, err error) {
	seat := seatOf(&q.Seat)
	var r row
	err = r.scan(s.db.QueryRowContext(ctx, `SELECT `+answerColumns+` FROM fact
		WHERE condition = (SELECT c.id FROM condition c JOIN engine e ON e.id = c.engine
				WHERE e.signature = ? AND c.nodes = ? AND c.megabytes = ?)
			AND seat = (SELECT id FROM seat WHERE knowledge = ? AND noise = ? AND seed = ?)
			AND position = (SELECT id FROM position WHERE fields = ?) AND moves = ?`,
		signature, int64(q.Nodes), q.Megabytes, seat.knowledge, seat.noise, seat.seed, q.Position.EPD(),
		appendMoves([]byte{}, sortedMoves(q.Moves))))
	if errors.Is(err, sql.ErrNoRows) {
		return answer{}, false, nil
	}
	if err == nil {
		a, err = r.answer(&q.Seat)
	}
	if err != nil {
		return answer{}, false, storeError(s.path, err)
	}
	return a, true, nil
}
