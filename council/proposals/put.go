package proposals

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"alfiere/council"
	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/search"
)

// ErrConflict is wrapped by the error for a fact that differs from the stored one: one engine does not
// match its signature, or a search is not deterministic.
var ErrConflict = errors.New("a different answer is already stored")

// Put stores facts about the engine with the signature, all or none of them. A fact that is already stored
// must be the same except for its time; the stored one stays. The error names the invalid fact, or wraps
// ErrConflict, errReadOnly, or an error of the system or of ctx.
func (s *Store) Put(ctx context.Context, signature string, facts []Fact) error {
	return storeError(s.path, s.put(ctx, signature, facts))
}

func (s *Store) put(ctx context.Context, signature string, facts []Fact) error {
	if s.readOnly {
		return errReadOnly
	}
	if !IsSignature(signature) {
		return fmt.Errorf("%q is not an engine's signature", signature)
	}
	rows := make([]row, len(facts))
	var judge council.Judge
	for i := range facts {
		if err := rows[i].fill(&facts[i], &judge); err != nil {
			return fmt.Errorf("%s: %w", &facts[i].Question, err)
		}
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for i := range rows {
		if err := write(ctx, tx, signature, &facts[i], &rows[i]); err != nil {
			return fmt.Errorf("%s: %w", &facts[i].Question, err)
		}
	}
	return tx.Commit()
}

// seatRow is the row of a seat that facts refer to.
type seatRow struct {
	knowledge int
	noise     int
	seed      int64
}

// seatOf returns the row of a seat; equal seats have equal rows.
func seatOf(seat *council.Seat) seatRow {
	plain := plainSeat(seat)
	return seatRow{int(plain.Knowledge), int(plain.Noise), int64(plain.Seed)}
}

// seat returns the seat of a row. The error is for letters that this engine does not have.
func (r *seatRow) seat() (council.Seat, error) {
	if r.knowledge < 1 || r.knowledge > int(eval.All) {
		return council.Seat{}, fmt.Errorf("%w: the letters of a member, %d, are not from 1 to %d", errDamaged,
			r.knowledge, eval.All)
	}
	return plainSeat(&council.Seat{Knowledge: eval.Knowledge(r.knowledge), Noise: search.Score(r.noise),
		Seed: uint64(r.seed)}), nil
}

// row is a fact in the form of the file.
type row struct {
	seat                                                          seatRow
	position                                                      string
	moves, line, iterations                                       []byte
	move, value, depth, rootMoves, nodes, micros, static, endStat int64
}

// rowOf returns the row of a question without its answer.
func rowOf(q *Question) row {
	p := q.plainPosition()
	return row{seat: seatOf(&q.Seat), position: p.EPD(), moves: appendMoves([]byte{}, sortedMoves(q.Moves))}
}

// key returns the values of theKey.
func (r *row) key(signature string, q *Question) []any {
	return []any{signature, int64(q.Nodes), q.Megabytes, r.seat.knowledge, r.seat.noise, r.seat.seed, r.position,
		r.moves}
}

// fill makes the row of a fact. The error explains why the fact is impossible.
func (r *row) fill(f *Fact, judge *council.Judge) error {
	if err := f.check(); err != nil {
		return err
	}
	*r = rowOf(&f.Question)
	r.setAnswer(&f.Proposal)
	static, end := staticValues(judge, &f.Seat, f.plainPosition(), f.Proposal.Line)
	r.static, r.endStat = int64(static), int64(end)
	return nil
}

// setAnswer sets the result of a search.
func (r *row) setAnswer(a *council.Proposal) {
	r.move, r.value, r.depth, r.rootMoves = int64(a.Move), int64(a.Score), int64(a.Depth), int64(a.RootMoves)
	r.nodes, r.micros = int64(a.Nodes), a.Elapsed.Microseconds()
	r.line, r.iterations = appendMoves([]byte{}, a.Line), appendIterations([]byte{}, a.Iterations)
}

// staticValues returns the static values of the position and of the end of the line.
func staticValues(judge *council.Judge, seat *council.Seat, p movegen.Position,
	line []movegen.Move) (static, end search.Score) {
	static = judge.Static(seat, &p)
	side := p.Side()
	for _, m := range line {
		p.Make(m)
	}
	end = judge.Static(seat, &p)
	if p.Side() != side {
		end = -end
	}
	return static, end
}

// same reports whether two rows are the same except for the time.
func (r *row) same(other *row) bool {
	return r.move == other.move && r.value == other.value && r.depth == other.depth && r.rootMoves == other.rootMoves &&
		r.nodes == other.nodes && bytes.Equal(r.line, other.line) && bytes.Equal(r.iterations, other.iterations)
}

// The rows that a fact refers to, by their contents.
const (
	theEngine    = `(SELECT id FROM engine WHERE signature = ?)`
	theCondition = `(SELECT id FROM condition WHERE engine = ` + theEngine + ` AND nodes = ? AND megabytes = ?)`
	theSeat      = `(SELECT id FROM seat WHERE knowledge = ? AND noise = ? AND seed = ?)`
	thePosition  = `(SELECT id FROM position WHERE fields = ?)`
	theKey       = theCondition + ", " + theSeat + ", " + thePosition + ", ?" // of a fact

	answerColumns = `move, value, depth, root_moves, nodes, micros, static, end_static, line, iterations`
	selectFact    = "SELECT " + answerColumns + " FROM fact WHERE (condition, seat, position, moves) = (" + theKey + ")"
	insertFact    = "INSERT INTO fact (condition, seat, position, moves, " + answerColumns + ") VALUES (" + theKey +
		", ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)

// scan reads the given columns and then the answerColumns.
func (r *row) scan(rows interface{ Scan(...any) error }, others ...any) error {
	return rows.Scan(append(others, &r.move, &r.value, &r.depth, &r.rootMoves, &r.nodes, &r.micros, &r.static, &r.endStat,
		&r.line, &r.iterations)...)
}

// answer returns the answer in the row.
func (r *row) answer(seat *council.Seat) (a council.Proposal, err error) {
	a = council.Proposal{Member: seat.Name, Knowledge: seat.Knowledge, Move: movegen.Move(r.move),
		Score: search.Score(r.value), Depth: int(r.depth), RootMoves: int(r.rootMoves), Nodes: uint64(r.nodes),
		Elapsed: time.Duration(r.micros) * time.Microsecond}
	if a.Line, err = readMoves(r.line); err == nil {
		a.Iterations, err = readIterations(r.iterations)
	}
	return a, err
}

// write stores a fact within a transaction.
func write(ctx context.Context, tx *sql.Tx, signature string, f *Fact, r *row) error {
	for _, referred := range []struct {
		text   string
		values []any
	}{
		{"engine (signature) VALUES (?)", []any{signature}},
		{"condition (engine, nodes, megabytes) VALUES (" + theEngine + ", ?, ?)",
			[]any{signature, int64(f.Nodes), f.Megabytes}},
		{"seat (knowledge, noise, seed) VALUES (?, ?, ?)", []any{r.seat.knowledge, r.seat.noise, r.seat.seed}},
		{"position (fields) VALUES (?)", []any{r.position}},
	} {
		_, err := tx.ExecContext(ctx, "INSERT INTO "+referred.text+" ON CONFLICT DO NOTHING", referred.values...)
		if err != nil {
			return err
		}
	}
	key := r.key(signature, &f.Question)
	result, err := tx.ExecContext(ctx, insertFact, append(slices.Clone(key), r.move, r.value, r.depth, r.rootMoves,
		r.nodes, r.micros, r.static, r.endStat, r.line, r.iterations)...)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 1 {
		return err
	}
	var there row
	if err := there.scan(tx.QueryRowContext(ctx, selectFact, key...)); err != nil {
		return err
	}
	if !there.same(r) {
		return fmt.Errorf("%w: by engine %s %s, not %s", ErrConflict, signature, there.summary(), r.summary())
	}
	return nil
}

// summary returns the main parts of an answer, for error messages.
func (r *row) summary() string {
	return fmt.Sprintf("%s with value %d at depth %d, %d nodes", movegen.Move(r.move), r.value, r.depth, r.nodes)
}
