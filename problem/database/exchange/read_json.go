package exchange

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"alfiere/internal/message"
	"alfiere/problem/database"
	"alfiere/problem/format/forsyth"
)

// What can be wrong with a line of JSON.
var (
	errLongLine = message.Errorf("the line is longer than %d MiB", maxJSONLine>>20)
	errNewer    = errors.New("a newer version of this program has written the line")
	errNoFEN    = errors.New("a problem without fen")
)

// maxJSONLine is the length of a line in bytes: a report, and a problem with all its texts.
const maxJSONLine = database.MaxReport + 8<<20

// jsonVersion is the version of the form that is written. It is raised when a field
// changes its meaning.
const jsonVersion = 1

// The form of a line, see docs/problems-database.md. Beside it lines of `alfiere mate --json`
// are read, and lines with fen, stip and source.
type (
	jsonProblem struct {
		Problem     int             `json:"problem"` // jsonVersion
		ID          json.RawMessage `json:"id,omitempty"`
		FEN         string          `json:"fen"`
		Stipulation string          `json:"stipulation,omitempty"`
		Reference   string          `json:"reference,omitempty"`
		Title       string          `json:"title,omitempty"`
		Authors     []string        `json:"authors,omitempty"`
		Source      json.RawMessage `json:"source,omitempty"`
		Awards      []jsonAward     `json:"awards,omitempty"`
		Keywords    []string        `json:"keywords,omitempty"`
		Comments    []string        `json:"comments,omitempty"`
		Twin        json.RawMessage `json:"twin,omitempty"`
		Added       string          `json:"added,omitempty"`
		Changed     string          `json:"changed,omitempty"`
		Report      *jsonReport     `json:"report,omitempty"`

		// Of other forms.
		Version       int    `json:"version,omitempty"`
		Verdict       string `json:"verdict,omitempty"`
		Fault         string `json:"error,omitempty"`
		Author        string `json:"author,omitempty"`
		Stip          string `json:"stip,omitempty"`
		TwinChange    string `json:"twin_change,omitempty"`
		TwinContinued bool   `json:"twin_continued,omitempty"`
	}
	jsonSource struct {
		Name   string `json:"name,omitempty"`
		Issue  string `json:"issue,omitempty"`
		Number string `json:"number,omitempty"`
		Year   int    `json:"year,omitempty"`
		Month  int    `json:"month,omitempty"`
		Day    int    `json:"day,omitempty"`
	}
	jsonAward struct {
		Text    string `json:"text,omitempty"`
		Tourney string `json:"tourney,omitempty"`
	}
	jsonTwin struct {
		Of        int64  `json:"of,omitempty"`
		Label     string `json:"label,omitempty"`
		Change    string `json:"change,omitempty"`
		Continued bool   `json:"continued,omitempty"`
		Zero      string `json:"zero,omitempty"`
	}
	jsonReport struct {
		Program      string          `json:"program,omitempty"`
		Analysed     string          `json:"analysed,omitempty"`
		Milliseconds int64           `json:"limit_ms,omitempty"`
		Text         json.RawMessage `json:"text"`
	}
)

// jsonReader reads lines of JSON.
type jsonReader struct {
	source *bufio.Reader
	line   int
}

func newJSONReader(source io.Reader, _ forsyth.Conventions) reader {
	return &jsonReader{source: bufio.NewReaderSize(source, 64<<10)}
}

func (r *jsonReader) read() (entry, error) {
	for {
		text, err := r.next()
		if err != nil {
			return entry{}, err
		}
		if text = bytes.TrimSpace(text); len(text) == 0 {
			continue
		}
		e, err := parseJSON(text)
		if err != nil {
			column, plain := plainJSON(err)
			return entry{}, &Fault{r.line, column, plain}
		}
		e.line = r.line
		return e, nil
	}
}

// next returns the next line. One that is too long is skipped without being kept.
func (r *jsonReader) next() ([]byte, error) {
	r.line++
	var whole []byte
	long := false
	for {
		part, err := r.source.ReadSlice('\n')
		if r.line == 1 && whole == nil {
			part = bytes.TrimPrefix(part, []byte("\ufeff"))
		}
		if long = long || len(whole)+len(part) > maxJSONLine; long {
			whole = whole[:0]
		} else {
			whole = append(whole, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case long && (err == nil || err == io.EOF):
			return nil, &Fault{r.line, 0, errLongLine}
		case err == io.EOF && len(whole) > 0:
			return whole, nil
		}
		return whole, err
	}
}

// parseJSON reads a line.
func parseJSON(text []byte) (e entry, err error) {
	var j jsonProblem
	if err = json.Unmarshal(text, &j); err != nil {
		return e, err
	}
	switch {
	case j.Problem > jsonVersion:
		return e, errNewer
	case j.Fault != "":
		return e, message.Errorf("an answer that says: %s", j.Fault)
	case j.FEN == "":
		return e, errNoFEN
	}
	e.problem = database.Problem{FEN: j.FEN, Stipulation: j.Stipulation + j.Stip, Reference: j.Reference, Title: j.Title,
		Authors: j.Authors, Keywords: j.Keywords, Comments: j.Comments}
	for _, a := range j.Awards {
		e.problem.Awards = append(e.problem.Awards, database.Award(a))
	}
	if e.problem.Source, err = j.source(); err != nil {
		return e, fmt.Errorf("source: %w", err)
	}
	if j.Problem == 0 {
		err = e.foreign(&j, text)
		return e, err
	}
	if len(j.ID) > 0 {
		if err = json.Unmarshal(j.ID, &e.own); err != nil {
			return e, fmt.Errorf("id: %w", err)
		}
	}
	if len(j.Twin) > 0 {
		var twin jsonTwin
		if err = json.Unmarshal(j.Twin, &twin); err != nil {
			return e, fmt.Errorf("twin: %w", err)
		}
		e.of = twin.Of
		e.problem.Twin = database.Twin{Label: twin.Label, Change: twin.Change, Continued: twin.Continued, Zero: twin.Zero}
	}
	if j.Report != nil {
		e.report, err = j.Report.report()
	}
	return e, err
}

// report is the report of a line.
func (j *jsonReport) report() (*database.Report, error) {
	r := &database.Report{JSON: j.Text, Program: j.Program, Limit: time.Duration(j.Milliseconds) * time.Millisecond}
	if j.Analysed == "" {
		return r, nil
	}
	at, err := time.Parse(time.RFC3339, j.Analysed)
	r.Analysed = at.UTC()
	return r, err
}

// source reads the source of a line: our fields, a text, or several texts.
func (j *jsonProblem) source() (s database.Source, err error) {
	if len(j.Source) == 0 {
		return s, nil
	}
	switch j.Source[0] {
	case '{':
		var fields jsonSource
		err = json.Unmarshal(j.Source, &fields)
		return database.Source(fields), err
	case '[':
		var list []string
		err = json.Unmarshal(j.Source, &list)
		return database.Source{Name: strings.Join(list, ", ")}, err
	}
	var text string
	err = json.Unmarshal(j.Source, &text)
	return ParseSource(text), err
}

// foreign takes over what lines of other forms have: an answer of the analysis is a report.
func (e *entry) foreign(j *jsonProblem, text []byte) error {
	if j.Authors == nil {
		e.problem.Authors = SplitNames(j.Author)
	}
	if e.problem.Reference == "" && len(j.ID) > 0 {
		if e.problem.Reference = string(j.ID); j.ID[0] == '"' {
			if err := json.Unmarshal(j.ID, &e.problem.Reference); err != nil {
				return err
			}
		}
	}
	if j.Version == 0 || j.Verdict == "" {
		return nil
	}
	if len(j.Twin) > 0 {
		if err := json.Unmarshal(j.Twin, &e.problem.Twin.Label); err != nil {
			return fmt.Errorf("twin: %w", err)
		}
		e.problem.Twin.Change, e.problem.Twin.Continued = j.TwinChange, j.TwinContinued
		e.follows = e.problem.Twin.Label != "a"
	}
	if j.Verdict != "illegal" {
		e.report = &database.Report{JSON: bytes.Clone(text)}
	}
	return nil
}
