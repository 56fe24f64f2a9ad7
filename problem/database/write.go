package database

import (
	"encoding/json"
	"errors"
	"strings"

	"alfiere/internal/message"
	"alfiere/problem"
)

// doubles says what Add does with a problem that is in the collection already.
type doubles int

// The ways.
const (
	RefuseImages doubles = iota // refuse the same problem and all images of it
	AddDoubles                  // add it all the same
)

// Alike is a problem that equals another one, or whose board is an image of the other's.
type Alike struct {
	ID    int64
	Exact bool  // position and stipulation are the same
	Of    int64 // the first problem of its diagram, as in Twin; 0 if it is that itself
}

// Add adds a problem and returns its id. ID, Added and Changed of p are set, and p comes into normal form. The error is
// an *ExistsError, one about p (ErrTooLong, ErrUnasked, ErrStipulation, ErrDate, *movegen.FENError), after which nothing
// is changed, or Batch's.
func (t *Tx) Add(p *problem.Record, doubles doubles) (id int64, err error) {
	if err := normalise(p); err != nil {
		return 0, err
	}
	copies := 0
	exact, symmetry := exactKey(p), symmetryKey(p)
	alike, err := scanAlike(t.query(selectAlike, exact, symmetry))
	if err != nil {
		return 0, err
	}
	refused := alike[:0:0]
	for _, a := range alike {
		if a.Exact {
			copies++
		}
		twin := p.Twin.Of != 0 && (a.ID == p.Twin.Of || a.Of == p.Twin.Of)
		if doubles == RefuseImages && !(twin && !a.Exact) {
			refused = append(refused, a)
		}
	}
	if len(refused) > 0 {
		return 0, &ExistsError{refused}
	}
	if copies > 0 { // of those that were there some may have been deleted
		if err = t.row("SELECT max(copy) + 1 FROM problem WHERE exact = ?", exact).Scan(&copies); err != nil {
			return 0, err
		}
	}
	p.Added = now()
	p.Changed = p.Added
	if err = t.put(p, copies, keys{exact, symmetry}); err != nil {
		return 0, err
	}
	return p.ID, nil
}

// keys are those of a problem.
type keys struct{ exact, symmetry []byte }

// Alike returns the problems that equal p or are images of it, the same ones first. The error
// is about p's position or stipulation, or the database's.
func (db *DB) Alike(p *problem.Record) ([]Alike, error) {
	normal := *p
	if err := normalise(&normal); err != nil {
		return nil, err
	}
	list, err := scanAlike(db.reader.Query(selectAlike, exactKey(&normal), symmetryKey(&normal)))
	return list, db.explain(err)
}

const selectAlike = "SELECT id, exact = ?, ifnull(twin_of, 0) FROM problem WHERE symmetry = ? ORDER BY 2 DESC, 1"

// columns are those of a problem, without its id.
const columns = `exact, copy, symmetry, board, side, castling, ep, stipulation, n,
	wK, wQ, wR, wB, wN, wP, bK, bQ, bR, bB, bN, bP, white, black, men,
	reference, title, source, issue, number, year, month, day, keywords, comments,
	twin_of, twin_label, twin_change, twin_continued, twin_zero, added, changed, solutions`

// put stores a problem in normal form: a new one, to which it gives an id, if that is 0.
func (t *Tx) put(p *problem.Record, copies int, k keys) error {
	source, err := t.source(p.Source.Name)
	if err != nil {
		return err
	}
	fields := strings.Fields(p.FEN)
	board := p.Board()
	args := []any{k.exact, copies, k.symmetry, string(board[:]), fields[1], fields[2], fields[3], p.Stipulation, p.Moves()}
	white, black := 0, 0
	for i, n := range countMen(&board) {
		args = append(args, n)
		if i < len(menLetters)/2 {
			white += n
		} else {
			black += n
		}
	}
	args = append(args, white, black, white+black, p.Reference, p.Title, source, p.Source.Issue, p.Source.Number,
		p.Source.Year, p.Source.Month, p.Source.Day, jsonList(p.Keywords), jsonList(p.Comments),
		orNull(p.Twin.Of), p.Twin.Label, p.Twin.Change, p.Twin.Continued, p.Twin.Zero,
		p.Added.Unix(), p.Changed.Unix(), p.Solutions)
	if p.ID == 0 {
		p.ID, err = t.insert("problem ("+columns+")", args...)
	} else {
		_, err = t.exec("UPDATE problem SET ("+columns+") = ("+marks(len(args))+") WHERE id = ?", append(args, p.ID)...)
	}
	if err != nil {
		return err
	}
	return t.putLists(p)
}

// putLists stores what a new problem, or one of which the same was taken out, has several of, and its words.
func (t *Tx) putLists(p *problem.Record) error {
	for i, name := range p.Authors {
		author, err := intern(t, t.db.authors, name,
			named{"SELECT id FROM author WHERE name = ?", "author (name, key)", name, NameKey(name)})
		if err == nil {
			_, err = t.insert("problem_author (problem, place, author)", p.ID, i, author)
		}
		if err != nil {
			return err
		}
	}
	awards := make([]string, 0, 2*len(p.Awards))
	for i, a := range p.Awards {
		rank, place := ParseAward(a.Text)
		if _, err := t.insert("award (problem, place, text, tourney, rank, number)",
			p.ID, i, a.Text, a.Tourney, rank, place); err != nil {
			return err
		}
		awards = append(awards, a.Text, a.Tourney)
	}
	if err := t.putTraits(p.ID, keywordTraits(p.Keywords)); err != nil {
		return err
	}
	_, err := t.insert("problem_text (rowid, title, author, source, award, comments, keywords, reference)",
		p.ID, p.Title, strings.Join(p.Authors, "\n"), strings.TrimSpace(p.Source.Name+" "+p.Source.Issue+" "+p.Source.Number),
		strings.Join(awards, "\n"), strings.Join(p.Comments, "\n"), strings.Join(p.Keywords, "\n"),
		p.Reference)
	return err
}

// takeLists takes out what putLists stores.
func (t *Tx) takeLists(id int64) error {
	return t.delete(id, "problem_author WHERE problem = ?", "award WHERE problem = ?", "problem_text WHERE rowid = ?",
		"problem_trait WHERE problem = ? AND trait IN (SELECT id FROM trait WHERE kind = 'keyword')")
}

// source returns the id of a source, nil for none.
func (t *Tx) source(name string) (any, error) {
	if name == "" {
		return nil, nil
	}
	return intern(t, t.db.sources, name,
		named{"SELECT id FROM source WHERE name = ?", "source (name, key)", name, Fold(name)})
}

// orNull is the id, or nothing for 0.
func orNull(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}

// jsonList is a list as JSON, and nothing for an empty one.
func jsonList(list []string) string {
	if len(list) == 0 {
		return ""
	}
	text, err := json.Marshal(list)
	if err != nil {
		panic(err) // of texts there is JSON
	}
	return string(text)
}

// Update replaces the problem with the ID of p. Its report goes if position or
// stipulation have changed. Added stays, Changed is set. The error wraps ErrNotFound, or is one
// of Add's; an image of another problem is no fault here, the same one is. Nothing is changed after an error about p.
func (t *Tx) Update(p *problem.Record) error {
	if err := normalise(p); err != nil {
		return err
	}
	var copies, added int64
	var same, asksSame bool
	k := keys{exactKey(p), symmetryKey(p)}
	err := t.row("SELECT copy, added, exact = ?, solutions = ? FROM problem WHERE id = ?", k.exact, p.Solutions, p.ID).
		Scan(&copies, &added, &same, &asksSame)
	if err != nil {
		return notFound(p.ID, err)
	}
	if !same {
		alike, err := scanAlike(t.query(selectAlike, k.exact, k.symmetry))
		if err != nil {
			return err
		}
		if len(alike) > 0 && alike[0].Exact {
			return &ExistsError{alike[:1]}
		}
		copies = 0
	}
	if !same || !asksSame {
		if err = t.takeReport(p.ID); err != nil {
			return err
		}
	}
	p.Added, p.Changed = unix(added), now()
	if err = t.takeLists(p.ID); err != nil {
		return err
	}
	return t.put(p, int(copies), k)
}

// Delete takes a problem out. Its twins stay; the first of them is the first of the diagram
// then, if it was. The error wraps ErrNotFound.
func (t *Tx) Delete(id int64) error {
	if _, err := t.exec(`WITH heir AS MATERIALIZED (SELECT min(id) id FROM problem WHERE twin_of = ?1)
		UPDATE problem SET twin_of = nullif((SELECT id FROM heir), problem.id) WHERE twin_of = ?1`, id); err != nil {
		return err
	}
	if err := t.takeLists(id); err != nil {
		return err
	}
	result, err := t.exec("DELETE FROM problem WHERE id = ?", id)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, message.Errorf("problem %d: %w", id, ErrNotFound))
	}
	return nil
}
