package proposals

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"strings"
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
	w := writer{tx: tx, known: s.known, fresh: known{}}
	if w.insert, err = tx.PrepareContext(ctx, insertFact); err != nil {
		return err
	}
	for i := range rows {
		if err := w.write(ctx, signature, &facts[i], &rows[i]); err != nil {
			return fmt.Errorf("%s: %w", &facts[i].Question, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	maps.Copy(s.known, w.fresh)
	return nil
}

// known are the numbers of rows by their tables and contents.
type known map[string]int64

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

// fill makes the row of a fact. The error explains why the fact is impossible.
func (r *row) fill(f *Fact, judge *council.Judge) error {
	if err := f.check(); err != nil {
		return err
	}
	p := f.plainPosition()
	*r = row{seat: seatOf(&f.Seat), position: p.EPD(), moves: appendMoves([]byte{}, sortedMoves(f.Moves))}
	r.setAnswer(&f.Proposal)
	static, end := staticValues(judge, &f.Seat, p, f.Proposal.Line)
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

const (
	insertFact = `INSERT INTO fact (condition, seat, position, moves, move, value, depth, root_moves, nodes, micros,
		static, end_static, line, iterations) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
	answerColumns = `move, value, depth, root_moves, nodes, micros, static, end_static, line, iterations`
	selectFact    = `SELECT ` + answerColumns +
		` FROM fact WHERE condition = ? AND seat = ? AND position = ? AND moves = ?`
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

// writer stores facts within a transaction.
type writer struct {
	tx           *sql.Tx
	insert       *sql.Stmt
	known, fresh known // existing rows, and those of this transaction
}

// write stores a fact.
func (w *writer) write(ctx context.Context, signature string, f *Fact, r *row) error {
	engine, err := w.id(ctx, "engine", "signature", signature)
	if err != nil {
		return err
	}
	condition, err := w.id(ctx, "condition", "engine, nodes, megabytes", engine, int64(f.Nodes), f.Megabytes)
	if err != nil {
		return err
	}
	seat, err := w.id(ctx, "seat", "knowledge, noise, seed", r.seat.knowledge, r.seat.noise, r.seat.seed)
	if err != nil {
		return err
	}
	position, err := w.id(ctx, "position", "fields", r.position)
	if err != nil {
		return err
	}
	result, err := w.insert.ExecContext(ctx, condition, seat, position, r.moves, r.move, r.value, r.depth, r.rootMoves,
		r.nodes, r.micros, r.static, r.endStat, r.line, r.iterations)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 1 {
		return err
	}
	var there row
	if err := there.scan(w.tx.QueryRowContext(ctx, selectFact, condition, seat, position, r.moves)); err != nil {
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

// id returns the number of the row of a table with these values, which is inserted if there is none.
func (w *writer) id(ctx context.Context, table, columns string, values ...any) (id int64, err error) {
	key := fmt.Sprint(table, values)
	if id, ok := w.known[key]; ok {
		return id, nil
	}
	if id, ok := w.fresh[key]; ok {
		return id, nil
	}
	row := "(?" + strings.Repeat(", ?", len(values)-1) + ")"
	err = w.tx.QueryRowContext(ctx, "SELECT id FROM "+table+" WHERE ("+columns+") = "+row, values...).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		insert := "INSERT INTO " + table + " (" + columns + ") VALUES " + row + " RETURNING id"
		err = w.tx.QueryRowContext(ctx, insert, values...).Scan(&id)
	}
	if err == nil {
		w.fresh[key] = id
	}
	return id, err
}
