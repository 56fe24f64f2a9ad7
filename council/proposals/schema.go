package proposals

import (
	"context"
	"database/sql"
	"fmt"
)

// applicationID marks an SQLite file as a store of proposals: "ALab".
const applicationID = 0x414c6162

// migrations are the steps from each version of the schema to the next one; that of a new
// file is 0. A released step is never changed.
//
// A move is stored as movegen.Move: from, to, promotion and kind in 16 bits. Lists of moves have
// two bytes for each, the lower one first; for iterations see appendIterations. The root moves of a
// question are in ascending order; the list is empty if all were searched. Facts are in the order
// of their questions, so that those of a seat are read in one pass.
var migrations = []string{`
CREATE TABLE engine (
	id        INTEGER PRIMARY KEY,
	signature TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE condition (
	id        INTEGER PRIMARY KEY,
	engine    INTEGER NOT NULL REFERENCES engine,
	nodes     INTEGER NOT NULL, -- of each search
	megabytes INTEGER NOT NULL, -- of its table
	UNIQUE (engine, nodes, megabytes)
) STRICT;
CREATE TABLE seat (
	id        INTEGER PRIMARY KEY,
	knowledge INTEGER NOT NULL, -- a bit for each kind
	noise     INTEGER NOT NULL, -- centipawns
	seed      INTEGER NOT NULL, -- 64 bits, those from 2^63 on are negative
	UNIQUE (knowledge, noise, seed)
) STRICT;
CREATE TABLE position (
	id     INTEGER PRIMARY KEY,
	fields TEXT NOT NULL UNIQUE -- the first four of its FEN
) STRICT;
CREATE TABLE fact (
	condition  INTEGER NOT NULL REFERENCES condition,
	seat       INTEGER NOT NULL REFERENCES seat,
	position   INTEGER NOT NULL REFERENCES position,
	moves      BLOB NOT NULL,    -- the only ones searched at the root
	move       INTEGER NOT NULL,
	value      INTEGER NOT NULL, -- centipawns, from the side to move
	depth      INTEGER NOT NULL, -- the last iteration that was begun
	root_moves INTEGER NOT NULL, -- searched in it
	nodes      INTEGER NOT NULL, -- that were searched
	micros     INTEGER NOT NULL, -- what it took when it was searched
	static     INTEGER NOT NULL, -- value of the position to the seat
	end_static INTEGER NOT NULL, -- of the end of the line, from the side to move in the position
	line       BLOB NOT NULL,
	iterations BLOB NOT NULL,
	PRIMARY KEY (condition, seat, position, moves)
) STRICT, WITHOUT ROWID;
`}

// migrate brings a file from its version of the schema to the newest one: all steps or none.
func migrate(ctx context.Context, db *sql.DB, steps []string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var version int
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	for ; version < len(steps); version++ { // another process may have been faster
		if _, err := tx.ExecContext(ctx, steps[version]); err != nil {
			return fmt.Errorf("upgrade of the schema from version %d to %d: %w", version, version+1, err)
		}
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
		return err
	}
	return tx.Commit()
}
