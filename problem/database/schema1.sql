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
