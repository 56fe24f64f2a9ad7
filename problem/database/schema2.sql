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
