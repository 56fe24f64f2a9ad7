package collection

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/database/exchange"
	"alfiere/problem/format"
	"alfiere/workbench/api"
)

// showing is the body of collection/show.
type showing struct {
	ID int64 `json:"id"`
	asking
}

// shown has all that is known of a problem.
type shown struct {
	ID       int64             `json:"id"`
	Revision string            `json:"revision"` // changes with the problem's fields
	Problem  *format.Line      `json:"problem"`  // docs/problems-database.md
	Men      string            `json:"men"`
	Source   string            `json:"source"` // in one line
	Twins    []twin            `json:"twins,omitempty"`
	Alike    []alike           `json:"alike,omitempty"` // other problems with the same position or an image of it
	Traits   map[string][]sign `json:"traits,omitempty"`
	Report   *report           `json:"report,omitempty"`

	TwinsChanged int `json:"twins_changed,omitempty"` // problems changed by an edit: the problem and its twins
}

type twin struct {
	ID     int64  `json:"id"`
	Label  string `json:"label"`
	Change string `json:"change,omitempty"`
}

type alike struct {
	ID    int64 `json:"id"`
	Exact bool  `json:"exact"`
}

// sign is a trait and its kind.
type sign struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// report is a stored analysis.
type report struct {
	Program      string          `json:"program"`
	Analysed     time.Time       `json:"analysed"`
	Milliseconds int64           `json:"limit_ms"`
	Text         json.RawMessage `json:"text"` // docs/problem-json.md
}

func (c *collection) show(_ context.Context, asked *showing, _ api.Emit) (any, error) {
	p, err := c.db.Get(asked.ID)
	if err != nil {
		return nil, asked.about(err, "id")
	}
	return c.shown(&p)
}

// shown collects all that is known of a problem.
func (c *collection) shown(p *problem.Record) (*shown, error) {
	s := &shown{ID: p.ID, Problem: format.NewLine(p, nil), Men: men(p), Source: p.Source.String(),
		Traits: map[string][]sign{}}
	s.Revision = revision(p)
	if err := c.relatives(p, s); err != nil {
		return nil, err
	}
	traits, err := c.db.Traits(p.ID)
	if err != nil {
		return nil, err
	}
	for _, t := range traits {
		s.Traits[t.Kind] = append(s.Traits[t.Kind], sign{t.Name, t.Count})
	}
	r, err := c.db.Report(p.ID)
	if errors.Is(err, database.ErrNotFound) {
		return s, nil
	}
	s.Report = (*report)(&r)
	return s, err
}

// relatives adds twins and problems with the same position.
func (c *collection) relatives(p *problem.Record, s *shown) error {
	first := p.Twin.Of
	if first == 0 {
		first = p.ID
	}
	ids, err := c.db.Twins(first)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if len(ids) < 2 {
			break
		}
		t, err := c.db.Get(id)
		if errors.Is(err, database.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		s.Twins = append(s.Twins, twin{id, t.Twin.Label, t.Twin.Change})
	}
	others, err := c.db.Alike(p)
	for _, a := range others {
		if a.ID != p.ID {
			s.Alike = append(s.Alike, alike{a.ID, a.Exact})
		}
	}
	return err
}

// revision identifies a version of a problem's fields. The time of the change would not do: it
// has a resolution of a second.
func revision(p *problem.Record) string {
	bare := *p
	bare.Added, bare.Changed = time.Time{}, time.Time{}
	text, err := json.Marshal(format.NewLine(&bare, nil))
	if err != nil {
		panic(err) // texts and numbers can always be marshalled
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// editing is the body of collection/edit. Absent fields stay unchanged.
type editing struct {
	ID       int64   `json:"id"`
	Revision string  `json:"revision"` // the revision that was shown
	Fields   fields  `json:"fields"`
	Report   *report `json:"report"` // stored with the fields, for instance when a change is undone
	asking
}

// fields are the fields of a problem that can be changed.
type fields struct {
	FEN         *string          `json:"fen"`
	Stipulation *string          `json:"stipulation"`
	Solutions   *int             `json:"solutions"` // that are intended
	Title       *string          `json:"title"`
	Authors     *[]string        `json:"authors"`
	Source      *problem.Source  `json:"source"`
	Awards      *[]problem.Award `json:"awards"`
	Keywords    *[]string        `json:"keywords"`
	Comments    *[]string        `json:"comments"`
	Reference   *string          `json:"reference"`
}

// set copies the fields into a problem.
func (f *fields) set(p *problem.Record) {
	put(&p.FEN, f.FEN)
	put(&p.Stipulation, f.Stipulation)
	if put(&p.Solutions, f.Solutions); p.Solutions == 1 {
		p.Solutions = 0 // the usual number is not stored
	}
	put(&p.Title, f.Title)
	put(&p.Authors, f.Authors)
	put(&p.Keywords, f.Keywords)
	put(&p.Comments, f.Comments)
	put(&p.Reference, f.Reference)
	put(&p.Source, f.Source)
	put(&p.Awards, f.Awards)
}

func put[V any](field *V, value *V) {
	if value != nil {
		*field = *value
	}
}

// maxSolutions is the largest number of intended solutions.
const maxSolutions = 99

// edit changes a problem and returns when the change is on the disk.
func (c *collection) edit(_ context.Context, asked *editing, _ api.Emit) (any, error) {
	if n := asked.Fields.Solutions; n != nil && (*n < 0 || *n > maxSolutions) {
		return nil, &api.Fault{Code: api.BadRequest, Field: "fields", Message: "solutions must be from 1 to 99"}
	}
	var p problem.Record
	others := 0
	err := c.db.Batch(func(t *database.Tx) (err error) {
		if p, err = unchanged(t, asked.ID, asked.Revision); err != nil {
			return err
		}
		before := p
		before.Authors, before.Awards = slices.Clone(p.Authors), slices.Clone(p.Awards)
		before.Keywords, before.Comments = slices.Clone(p.Keywords), slices.Clone(p.Comments)
		asked.Fields.set(&p)
		if others, err = exchange.Update(t, &before, &p); err != nil || asked.Report == nil {
			return err
		}
		_, err = t.StoreReport(p.ID, problem.StoredReport(*asked.Report))
		return err
	})
	if err != nil {
		return nil, asked.about(err, "fields")
	}
	answer, err := c.shown(&p)
	if err == nil && others > 0 {
		answer.TwinsChanged = others + 1
	}
	return answer, err
}

// unchanged returns a problem if it still has the revision that was shown.
func unchanged(t *database.Tx, id int64, shown string) (problem.Record, error) {
	p, err := t.Get(id)
	if err == nil && revision(&p) != shown {
		err = &api.Fault{Code: api.Conflict, Field: "revision",
			Message: "someone else has changed the problem in the meantime; nothing was changed"}
	}
	return p, err
}

// deletion is the body of collection/delete.
type deletion struct {
	ID       int64  `json:"id"`
	Revision string `json:"revision"` // the revision that was shown
	asking
}

// remove deletes a problem and returns when that is on the disk.
func (c *collection) remove(_ context.Context, asked *deletion, _ api.Emit) (any, error) {
	err := c.db.Batch(func(t *database.Tx) error {
		if _, err := unchanged(t, asked.ID, asked.Revision); err != nil {
			return err
		}
		return t.Delete(asked.ID)
	})
	return struct{}{}, asked.about(err, "id")
}
