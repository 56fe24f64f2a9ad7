package proposals

import (
	"context"
	"errors"

	"alfiere/council"
)

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
	if err != nil {
		return nil, storeError(s.path, err)
	}
	return conditions, nil
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
