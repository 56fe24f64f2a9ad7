package database

import "alfiere/problem"

// applicationID stands in the header of the file: "AlfP".
const applicationID = 0x416c6650

// Version is the version of the schema that this program writes. A file with an older one is
// brought up to it when it is opened for writing.
const schemaVersion = len(migrations)

// migrations lead from each version to the next one, the first from an empty file.
var migrations = [...]string{schema1, schema2}

// schema1 is described in docs/problems-database.md.
const schema1 = `
CREATE TABLE author (
	id   INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE,
	key  TEXT NOT NULL              -- NameKey
);
CREATE INDEX author_key ON author(key);

CREATE TABLE source (
	id   INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE,
	key  TEXT NOT NULL              -- Fold
);

CREATE TABLE problem (
	id          INTEGER PRIMARY KEY AUTOINCREMENT,
	exact       BLOB NOT NULL,      -- board, side, castling, en passant, stipulation
	copy        INTEGER NOT NULL,   -- 0; more where a double is wanted
	symmetry    BLOB NOT NULL,      -- the same for all images of a board
	board       TEXT NOT NULL CHECK (length(board) = 64), -- a8 to h1, '.' for an empty square
	side        TEXT NOT NULL CHECK (side IN ('w', 'b')),
	castling    TEXT NOT NULL,
	ep          TEXT NOT NULL,
	stipulation TEXT NOT NULL,
	n           INTEGER NOT NULL,   -- of #n, else 0
	wK INTEGER NOT NULL, wQ INTEGER NOT NULL, wR INTEGER NOT NULL,
	wB INTEGER NOT NULL, wN INTEGER NOT NULL, wP INTEGER NOT NULL,
	bK INTEGER NOT NULL, bQ INTEGER NOT NULL, bR INTEGER NOT NULL,
	bB INTEGER NOT NULL, bN INTEGER NOT NULL, bP INTEGER NOT NULL,
	white INTEGER NOT NULL, black INTEGER NOT NULL, men INTEGER NOT NULL,
	reference TEXT NOT NULL,
	title     TEXT NOT NULL,
	source    INTEGER REFERENCES source(id),
	issue     TEXT NOT NULL,
	number    TEXT NOT NULL,
	year INTEGER NOT NULL, month INTEGER NOT NULL, day INTEGER NOT NULL, -- 0: not known
	keywords  TEXT NOT NULL,        -- JSON, a list; empty if there are none
	comments  TEXT NOT NULL,        -- the same
	twin_of   INTEGER REFERENCES problem(id) ON DELETE SET NULL,
	twin_label TEXT NOT NULL, twin_change TEXT NOT NULL, twin_continued INTEGER NOT NULL, twin_zero TEXT NOT NULL,
	added INTEGER NOT NULL, changed INTEGER NOT NULL, -- seconds since 1970
	UNIQUE (exact, copy)
);
CREATE INDEX problem_symmetry ON problem(symmetry);
CREATE INDEX problem_board ON problem(board);
CREATE INDEX problem_source ON problem(source) WHERE source IS NOT NULL;
CREATE INDEX problem_twin ON problem(twin_of) WHERE twin_of IS NOT NULL;

CREATE TABLE problem_author (
	problem INTEGER NOT NULL REFERENCES problem(id) ON DELETE CASCADE,
	place   INTEGER NOT NULL,
	author  INTEGER NOT NULL REFERENCES author(id),
	PRIMARY KEY (problem, place)
) WITHOUT ROWID;
CREATE INDEX problem_author_author ON problem_author(author);

CREATE TABLE award (
	problem INTEGER NOT NULL REFERENCES problem(id) ON DELETE CASCADE,
	place   INTEGER NOT NULL,
	text    TEXT NOT NULL,
	tourney TEXT NOT NULL,
	rank    TEXT NOT NULL,          -- prize, mention, commendation or nothing
	number  INTEGER NOT NULL,       -- 2 of 2nd Prize, 0 if there is none
	PRIMARY KEY (problem, place)
) WITHOUT ROWID;
CREATE INDEX award_rank ON award(rank, number);

CREATE TABLE trait (
	id   INTEGER PRIMARY KEY,
	kind TEXT NOT NULL,             -- theme, key, flaw, merit, warning, picture, change, keyword
	name TEXT NOT NULL,
	UNIQUE (kind, name)
);
CREATE TABLE problem_trait (
	trait   INTEGER NOT NULL REFERENCES trait(id),
	problem INTEGER NOT NULL REFERENCES problem(id) ON DELETE CASCADE,
	count   INTEGER NOT NULL,
	PRIMARY KEY (trait, problem)
) WITHOUT ROWID;
CREATE INDEX problem_trait_problem ON problem_trait(problem);

CREATE TABLE report (
	problem    INTEGER PRIMARY KEY REFERENCES problem(id) ON DELETE CASCADE,
	verdict    TEXT NOT NULL,       -- sound, cooked, short, none, illegal, undecided
	complete   INTEGER NOT NULL,
	block_kind TEXT NOT NULL,       -- threat, complete block, mutate …
	key_type   TEXT NOT NULL,       -- of the first key: threat, block, check
	key_move   TEXT NOT NULL,       -- coordinates
	key_san    TEXT NOT NULL,
	keys INTEGER NOT NULL, short INTEGER NOT NULL,
	variations INTEGER NOT NULL,    -- of the first key
	threats    INTEGER NOT NULL,    -- of the first key
	duals      INTEGER NOT NULL,    -- of all keys
	tries INTEGER NOT NULL, set_mates INTEGER NOT NULL, unprovided INTEGER NOT NULL,
	themes INTEGER NOT NULL, flaws INTEGER NOT NULL, merits INTEGER NOT NULL,
	program    TEXT NOT NULL,       -- name and version of the analyser
	analysed   INTEGER NOT NULL,    -- seconds since 1970
	time_limit INTEGER NOT NULL,    -- milliseconds, 0 for none
	nodes INTEGER NOT NULL, seconds REAL NOT NULL
);
CREATE INDEX report_verdict ON report(verdict);
CREATE TABLE report_text (
	problem INTEGER PRIMARY KEY REFERENCES problem(id) ON DELETE CASCADE,
	length  INTEGER NOT NULL,       -- of the JSON
	body    BLOB NOT NULL           -- the JSON, by Deflate
);

CREATE VIRTUAL TABLE problem_text USING fts5(
	title, author, source, award, comments, keywords,
	content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2'
);
`

// schema2 adds the moves of reports, and the reference to the index of words. Tx.extractAgain fills the new columns
// of the reports that are stored already.
const schema2 = `
ALTER TABLE report ADD COLUMN phases INTEGER NOT NULL DEFAULT 0;  -- rows of the table of phases
ALTER TABLE report ADD COLUMN mates INTEGER NOT NULL DEFAULT 0;   -- different ones, after the first key
ALTER TABLE report ADD COLUMN vacated INTEGER NOT NULL DEFAULT 0; -- variations that mate where the defence stood
ALTER TABLE report ADD COLUMN flights INTEGER NOT NULL DEFAULT 0; -- after the first key
ALTER TABLE report ADD COLUMN doubly INTEGER;                     -- first moves with two refutations; NULL: not known
ALTER TABLE report ADD COLUMN matrix BLOB;
CREATE INDEX report_matrix ON report(matrix) WHERE matrix IS NOT NULL;

CREATE TABLE play (              -- bits of men (K to P; pairs: 6 times the first and the second) and squares (a8 is 1)
	problem INTEGER PRIMARY KEY REFERENCES problem(id) ON DELETE CASCADE,
	key_men INTEGER NOT NULL, key_from INTEGER NOT NULL, key_to INTEGER NOT NULL,
	threat_men INTEGER NOT NULL, threat_from INTEGER NOT NULL, threat_to INTEGER NOT NULL,
	variation_men INTEGER NOT NULL, defence_from INTEGER NOT NULL, defence_to INTEGER NOT NULL,
	answer_from INTEGER NOT NULL, answer_to INTEGER NOT NULL,
	set_men INTEGER NOT NULL, set_defence_from INTEGER NOT NULL, set_defence_to INTEGER NOT NULL,
	set_answer_from INTEGER NOT NULL, set_answer_to INTEGER NOT NULL,
	try_men INTEGER NOT NULL, try_from INTEGER NOT NULL, try_to INTEGER NOT NULL,
	refutation_from INTEGER NOT NULL, refutation_to INTEGER NOT NULL
);
CREATE TABLE play_text (
	problem INTEGER PRIMARY KEY REFERENCES problem(id) ON DELETE CASCADE,
	moves TEXT NOT NULL           -- such as kBf1h3.vBb2d4.Qe1e4.: k, t, v, s or y (key, threat, variation, set, try)
);

DROP TABLE problem_text;
CREATE VIRTUAL TABLE problem_text USING fts5(
	title, author, source, award, comments, keywords, reference,
	content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2'
);
INSERT INTO problem_text (rowid, title, author, source, award, comments, keywords, reference)
	SELECT p.id, p.title,
		(SELECT group_concat(a.name, char(10)) FROM problem_author pa JOIN author a ON a.id = pa.author
			WHERE pa.problem = p.id),
		ifnull((SELECT name FROM source s WHERE s.id = p.source), '') || ' ' || p.issue || ' ' || p.number,
		(SELECT group_concat(text || char(10) || tourney, char(10)) FROM award WHERE problem = p.id),
		(SELECT group_concat(value, char(10)) FROM json_each(iif(p.comments = '', '[]', p.comments))),
		(SELECT group_concat(value, char(10)) FROM json_each(iif(p.keywords = '', '[]', p.keywords))),
		p.reference
	FROM problem p;
`

// extractAgain fills the columns of schema2 for the reports of an older collection. A report that cannot be read stays
// as it is.
func (t *Tx) extractAgain() error {
	ids, err := scanIDs(t.query("SELECT problem FROM report_text ORDER BY problem"))
	if err != nil {
		return err
	}
	for _, id := range ids {
		var length int
		var body []byte
		if err = t.row("SELECT length, body FROM report_text WHERE problem = ?", id).Scan(&length, &body); err != nil {
			return err
		}
		p, err := t.Get(id)
		if err != nil {
			return err
		}
		content, err := inflate(body, length)
		if err != nil {
			continue
		}
		f, err := newFindings(&p, &problem.StoredReport{Text: content})
		if err != nil {
			continue
		}
		if err = t.putPlay(id, f); err != nil {
			return err
		}
	}
	return nil
}
