package database

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"alfiere/internal/message"
	"alfiere/problem"
)

// Query asks the tables, which docs/problems-database.md describes, by SQL. It reads only:
// what would change the collection is an error. The rows must be closed.
func (db *DB) Query(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	rows, err := db.reader.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, db.explain(err)
	}
	return rows, nil
}

// selectProblem are the columns of a problem.
const selectProblem = `SELECT p.id, p.board, p.side, p.castling, p.ep, p.stipulation, p.reference, p.title,
	ifnull(s.name, ''), p.issue, p.number, p.year, p.month, p.day, p.keywords, p.comments,
	ifnull(p.twin_of, 0), p.twin_label, p.twin_change, p.twin_continued, p.twin_zero, p.added, p.changed, p.solutions,
	EXISTS (SELECT 1 FROM problem_author WHERE problem = p.id) + 2 * EXISTS (SELECT 1 FROM award WHERE problem = p.id)
	FROM problem p LEFT JOIN source s ON s.id = p.source `

// asking asks for rows, in a change or in a transaction that reads.
type asking func(text string, args ...any) (*sql.Rows, error)

// Get returns a problem. The error wraps ErrNotFound, or is the database's.
func (db *DB) Get(id int64) (problem.Record, error) {
	tx, err := db.reader.BeginTx(context.Background(), nil)
	if err != nil {
		return problem.Record{}, db.explain(err)
	}
	defer tx.Rollback()
	p, err := get(db.known(tx), id)
	return p, db.explain(err)
}

// Get is DB.Get within a change, of which it sees what was done.
func (t *Tx) Get(id int64) (problem.Record, error) { return get(t.query, id) }

func get(ask asking, id int64) (problem.Record, error) {
	rows, err := ask(selectProblem+"WHERE p.id = ?", id)
	list, err := ScanAll(rows, err, (*stored).fields)
	if err == nil && len(list) == 0 {
		err = sql.ErrNoRows
	}
	if err != nil {
		return problem.Record{}, notFound(id, err)
	}
	return list[0].record(ask)
}

// known returns what asks within a transaction that reads, by statements that are prepared
// once: that takes longer than what single problems ask for.
func (db *DB) known(tx *sql.Tx) asking {
	return func(text string, args ...any) (*sql.Rows, error) {
		stmt, err := db.readStmts.get(db.reader, text)
		if err != nil {
			return nil, err
		}
		return tx.Stmt(stmt).Query(args...)
	}
}

// notFound is the error of a problem that is not there.
func notFound(id int64, err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return message.Errorf("problem %d: %w", id, ErrNotFound)
	}
	return err
}

// Which tables have something about a problem.
const (
	hasAuthors = 1 << iota
	hasAwards
)

// stored is a row of selectProblem.
type stored struct {
	problem.Record
	board, side, castling, ep, keywords, comments string
	added, changed                                int64
	lists                                         int // hasAuthors, hasAwards
}

func (p *stored) fields() []any {
	return []any{&p.ID, &p.board, &p.side, &p.castling, &p.ep, &p.Stipulation, &p.Reference, &p.Title,
		&p.Source.Name, &p.Source.Issue, &p.Source.Number, &p.Source.Year, &p.Source.Month, &p.Source.Day,
		&p.keywords, &p.comments, &p.Twin.Of, &p.Twin.Label, &p.Twin.Change, &p.Twin.Continued, &p.Twin.Zero,
		&p.added, &p.changed, &p.Solutions, &p.lists}
}

// record completes the problem, also with its authors and awards.
func (p *stored) record(ask asking) (problem.Record, error) {
	p.FEN = placement(p.board) + " " + p.side + " " + p.castling + " " + p.ep
	p.Added, p.Changed = unix(p.added), unix(p.changed)
	var err error
	if p.Keywords, err = listOf(p.keywords); err != nil {
		return p.Record, err
	}
	if p.Comments, err = listOf(p.comments); err != nil {
		return p.Record, err
	}
	if p.lists&hasAuthors != 0 {
		rows, err := ask("SELECT a.name FROM problem_author pa JOIN author a ON a.id = pa.author WHERE pa.problem = ? "+
			"ORDER BY pa.place", p.ID)
		if p.Authors, err = ScanAll(rows, err, func(name *string) []any { return []any{name} }); err != nil {
			return p.Record, err
		}
	}
	if p.lists&hasAwards != 0 {
		rows, err := ask("SELECT text, tourney FROM award WHERE problem = ? ORDER BY place", p.ID)
		p.Awards, err = ScanAll(rows, err, func(a *problem.Award) []any { return []any{&a.Text, &a.Tourney} })
		return p.Record, err
	}
	return p.Record, nil
}

// placement is the board of a FEN for the 64 letters of a board.
func placement(board string) string {
	text := make([]byte, 0, 72)
	for s := 0; s < len(board); s++ {
		if s > 0 && s&7 == 0 {
			text = append(text, '/')
		}
		if board[s] != '.' {
			text = append(text, board[s])
			continue
		}
		if last := len(text) - 1; s&7 > 0 && text[last] >= '1' && text[last] < '8' {
			text[last]++
		} else {
			text = append(text, '1')
		}
	}
	return string(text)
}

// listOf reads what jsonList wrote.
func listOf(text string) (list []string, err error) {
	if text == "" {
		return nil, nil
	}
	if err = json.Unmarshal([]byte(text), &list); err != nil {
		err = message.Errorf("%w: a list of texts: %v", errCorrupt, err)
	}
	return list, err
}

// unix is a time as it is stored.
func unix(seconds int64) time.Time { return time.Unix(seconds, 0).UTC() }

// ScanAll reads all rows, each into the fields of a value, and closes them. The error is that of asking for the rows,
// which is given, or of reading them.
func ScanAll[V any](rows *sql.Rows, err error, fields func(*V) []any) (list []V, _ error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var v V
		if err = rows.Scan(fields(&v)...); err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, rows.Err()
}

// scanAlike reads the rows of selectAlike, and closes them.
func scanAlike(rows *sql.Rows, err error) ([]Alike, error) {
	return ScanAll(rows, err, func(a *Alike) []any { return []any{&a.ID, &a.Exact, &a.Of} })
}

// Twins returns the ids of all problems of a diagram, the first one first, for the id of that;
// it is alone if there are no others. The error is the database's.
func (db *DB) Twins(first int64) (ids []int64, err error) {
	ids, err = scanIDs(db.reader.Query(selectTwins, first))
	return ids, db.explain(err)
}

const selectTwins = "SELECT id FROM problem WHERE id = ?1 OR twin_of = ?1 ORDER BY twin_of IS NOT NULL, id"

// Twins is DB.Twins within a change.
func (t *Tx) Twins(first int64) (ids []int64, err error) { return scanIDs(t.query(selectTwins, first)) }

// scanIDs reads a column of ids, and closes the rows.
func scanIDs(rows *sql.Rows, err error) ([]int64, error) {
	return ScanAll(rows, err, func(id *int64) []any { return []any{id} })
}

// Doubles reports the groups of problems with the same position and stipulation, by their ids,
// lowest first. Unless exact is set, images of a position count too. Twins of one diagram that
// are images are not doubles. What tell returns ends it; other errors are ctx's and the database's.
func (db *DB) Doubles(ctx context.Context, exact bool, tell func(ids []int64) error) error {
	column, different := "symmetry", "count(DISTINCT ifnull(twin_of, id))"
	if exact {
		column, different = "exact", "count(*)"
	}
	rows, err := db.Query(ctx,
		"SELECT json_group_array(id ORDER BY id) FROM problem GROUP BY "+column+" HAVING "+different+" > 1 ORDER BY min(id)")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var list string
		var ids []int64
		if err = rows.Scan(&list); err == nil {
			err = json.Unmarshal([]byte(list), &ids)
		}
		if err != nil {
			return db.explain(err)
		}
		if err = tell(ids); err != nil {
			return err
		}
	}
	return db.explain(rows.Err())
}
