package collection

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"alfiere/problem/database"
	"alfiere/problem/database/exchange"
	"alfiere/workbench/api"
)

// showing is the body of collection/show.
type showing struct {
	ID int64 `json:"id"`
	asking
}

// shown is all that is known of a problem.
type shown struct {
	ID       int64             `json:"id"`
	Revision string            `json:"revision"` // of its fields; changes with them
	Problem  *exchange.Line    `json:"problem"`  // docs/problems-database.md
	Men      string            `json:"men"`
	Source   string            `json:"source"` // in one line
	Twins    []twin            `json:"twins,omitempty"`
	Alike    []alike           `json:"alike,omitempty"` // others of the same position, or an image of it
	Traits   map[string][]sign `json:"traits,omitempty"`
	Report   *report           `json:"report,omitempty"`

	TwinsChanged int `json:"twins_changed,omitempty"` // by an edit: the problem and its twins
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

// sign is a trait of a kind.
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

// shown collects what is known of a problem.
func (c *collection) shown(p *database.Problem) (*shown, error) {
	line, err := exchange.JSON(p)
	if err != nil {
		return nil, err
	}
	s := &shown{ID: p.ID, Problem: line, Men: men(p), Source: exchange.SourceText(p.Source), Traits: map[string][]sign{}}
	if s.Revision, err = revision(p); err != nil {
		return nil, err
	}
	if err = c.relatives(p, s); err != nil {
		return nil, err
	}
	traits, counts, err := c.db.Traits(p.ID)
	if err != nil {
		return nil, err
	}
	for i, t := range traits {
		s.Traits[t.Kind] = append(s.Traits[t.Kind], sign{t.Name, counts[i]})
	}
	r, err := c.db.Report(p.ID)
	if errors.Is(err, database.ErrNotFound) {
		return s, nil
	}
	s.Report = &report{r.Program, r.Analysed, r.Limit.Milliseconds(), r.JSON}
	return s, err
}

// relatives adds twins and problems that are alike.
func (c *collection) relatives(p *database.Problem, s *shown) error {
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

// revision tells versions of a problem's fields apart. The time of a change would not: it has
// no more than seconds.
func revision(p *database.Problem) (string, error) {
	bare := *p
	bare.Added, bare.Changed = time.Time{}, time.Time{}
	line, err := exchange.JSON(&bare)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(line)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8]), err
}

// editing is the body of collection/edit. Fields that are absent stay as they are.
type editing struct {
	ID       int64   `json:"id"`
	Revision string  `json:"revision"` // that was shown
	Fields   fields  `json:"fields"`
	Report   *report `json:"report"` // to be stored with the fields, as when a change is undone
	asking
}

// fields are those of a problem that can be changed.
type fields struct {
	FEN         *string   `json:"fen"`
	Stipulation *string   `json:"stipulation"`
	Title       *string   `json:"title"`
	Authors     *[]string `json:"authors"`
	Source      *source   `json:"source"`
	Awards      *[]award  `json:"awards"`
	Keywords    *[]string `json:"keywords"`
	Comments    *[]string `json:"comments"`
	Reference   *string   `json:"reference"`
}

type source struct {
	Name   string `json:"name"`
	Issue  string `json:"issue"`
	Number string `json:"number"`
	Year   int    `json:"year"`
	Month  int    `json:"month"`
	Day    int    `json:"day"`
}

type award struct {
	Text    string `json:"text"`
	Tourney string `json:"tourney"`
}

// set takes the fields into a problem.
func (f *fields) set(p *database.Problem) {
	put(&p.FEN, f.FEN)
	put(&p.Stipulation, f.Stipulation)
	put(&p.Title, f.Title)
	put(&p.Authors, f.Authors)
	put(&p.Keywords, f.Keywords)
	put(&p.Comments, f.Comments)
	put(&p.Reference, f.Reference)
	if f.Source != nil {
		p.Source = database.Source(*f.Source)
	}
	if f.Awards != nil {
		p.Awards = nil
		for _, a := range *f.Awards {
			p.Awards = append(p.Awards, database.Award(a))
		}
	}
}

func put[V any](field *V, value *V) {
	if value != nil {
		*field = *value
	}
}

// edit changes a problem. What it answers is on the disk.
func (c *collection) edit(_ context.Context, asked *editing, _ api.Emit) (any, error) {
	var p database.Problem
	others := 0
	err := c.db.Batch(func(t *database.Tx) (err error) {
		if p, err = t.Get(asked.ID); err != nil {
			return err
		}
		now, err := revision(&p)
		if err != nil {
			return err
		}
		if now != asked.Revision {
			return &api.Fault{Code: api.Conflict, Field: "revision",
				Message: "somebody else has changed the problem meanwhile; nothing was stored"}
		}
		before := p
		before.Authors, before.Awards = slices.Clone(p.Authors), slices.Clone(p.Awards)
		before.Keywords, before.Comments = slices.Clone(p.Keywords), slices.Clone(p.Comments)
		asked.Fields.set(&p)
		if others, err = exchange.Update(t, &before, &p); err != nil || asked.Report == nil {
			return err
		}
		r := asked.Report
		_, err = t.StoreReport(p.ID, database.Report{JSON: r.Text, Program: r.Program, Analysed: r.Analysed,
			Limit: time.Duration(r.Milliseconds) * time.Millisecond})
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
