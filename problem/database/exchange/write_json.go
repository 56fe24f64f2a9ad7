package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"alfiere/problem/database"
)

// jsonWriter writes lines of JSON.
type jsonWriter struct{ *Exporter }

func newJSONWriter(e *Exporter) (writer, error) { return &jsonWriter{e}, nil }

func (w *jsonWriter) close() error { return nil }

func (w *jsonWriter) write(p *database.Problem) error {
	line, err := JSON(p)
	if err != nil {
		return err
	}
	report, err := w.db.Report(p.ID)
	switch {
	case err == nil:
		line.Report = &jsonReport{report.Program, report.Analysed.Format(time.RFC3339), report.Limit.Milliseconds(), report.JSON}
	case !errors.Is(err, database.ErrNotFound):
		return err
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err = encoder.Encode(line); err != nil {
		return err
	}
	_, err = w.out.Write(text.Bytes())
	return err
}

// Line is the form of a problem as JSON, without its report.
type Line = jsonProblem

// JSON returns the form of a problem as JSON, without its report, to be encoded. The error is
// that of encoding.
func JSON(p *database.Problem) (*Line, error) {
	line := &jsonProblem{Problem: jsonVersion, FEN: p.FEN, Stipulation: p.Stipulation, Reference: p.Reference, Title: p.Title,
		Authors: p.Authors, Keywords: p.Keywords, Comments: p.Comments}
	if p.ID != 0 {
		line.ID = strconv.AppendInt(nil, p.ID, 10)
	}
	for _, a := range p.Awards {
		line.Awards = append(line.Awards, jsonAward(a))
	}
	var wrong [2]error
	if p.Source != (database.Source{}) {
		line.Source, wrong[0] = json.Marshal(jsonSource(p.Source))
	}
	if t := p.Twin; t != (database.Twin{}) {
		line.Twin, wrong[1] = json.Marshal(jsonTwin{t.Of, t.Label, t.Change, t.Continued, t.Zero})
	}
	if !p.Added.IsZero() {
		line.Added, line.Changed = p.Added.Format(time.RFC3339), p.Changed.Format(time.RFC3339)
	}
	return line, errors.Join(wrong[:]...)
}
