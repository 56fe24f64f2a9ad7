package format

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"

	"alfiere/internal/message"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// What can be wrong with a line of JSON.
var (
	errNewer = errors.New("the line was written by a newer version of this program")
)

// maxJSONLine is the length of a line in bytes: a report, and a problem with all its texts.
const maxJSONLine = problem.MaxReport + 8<<20

// jsonVersion is the version of the form that is written. It is raised when a field changes its meaning.
const jsonVersion = 1

// Line is a problem as a line of JSON, see docs/problems-database.md.
type Line struct {
	Version int `json:"problem"`
	problem.Record
	Report *problem.StoredReport `json:"report,omitempty"`
}

// NewLine returns the line of a problem, with its report if that is not nil.
func NewLine(r *problem.Record, report *problem.StoredReport) *Line {
	return &Line{jsonVersion, *r, report}
}

// writeJSON writes problems as lines of JSON.
func writeJSON(out *bytes.Buffer, twins []*problem.Record, with Solutions) error {
	line := NewLine(twins[0], nil)
	if len(with.Reports) > 0 {
		line.Report = with.Reports[0]
	}
	return text.WriteLine(out, line)
}

// jsonReader reads lines of JSON.
type jsonReader struct {
	source *bufio.Reader
	line   int
}

func readJSON(source *bufio.Reader, _ forsyth.Conventions) func() (Problem, error) {
	return (&jsonReader{source: source}).read
}

func (r *jsonReader) read() (Problem, error) {
	for {
		text, err := r.next()
		if err != nil {
			return Problem{}, err
		}
		if text = bytes.TrimSpace(text); len(text) == 0 {
			continue
		}
		p, err := parseJSON(text)
		p.Line = r.line
		if err != nil {
			column, plain := plainJSON(err)
			return p, &forsyth.Error{Line: r.line, Column: column, Err: plain}
		}
		return p, nil
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
			return nil, &forsyth.Error{Line: r.line, Err: message.Errorf("the line is longer than %d MiB", maxJSONLine>>20)}
		case err == io.EOF && len(whole) > 0:
			return whole, nil
		}
		return whole, err
	}
}

// readLine is what is read of a line. Beside Line there are lines of `alfiere mate --json`, and lines with fen, stip
// and source, in which some fields have other values.
type readLine struct {
	Line
	ID      json.RawMessage `json:"id"`
	Source  json.RawMessage `json:"source"`
	Twin    json.RawMessage `json:"twin"`
	Added   json.RawMessage `json:"added"` // not read
	Changed json.RawMessage `json:"changed"`

	Form          int    `json:"version"` // of an answer
	Verdict       string `json:"verdict"`
	Fault         string `json:"error"`
	Author        string `json:"author"`
	Stip          string `json:"stip"`
	TwinChange    string `json:"twin_change"`
	TwinContinued bool   `json:"twin_continued"`
}

// parseJSON reads a line.
func parseJSON(text []byte) (p Problem, err error) {
	var j readLine
	if err = json.Unmarshal(text, &j); err != nil {
		return p, err
	}
	switch {
	case j.Version > jsonVersion:
		return p, errNewer
	case j.Fault != "":
		return p, message.Errorf("the answer reports an error: %s", j.Fault)
	case j.FEN == "":
		return p, errors.New("the problem has no fen")
	}
	p.Record, p.Report = &j.Record, j.Report
	p.Record.Stipulation += j.Stip
	if p.Record.Source, err = j.source(); err != nil {
		return p, message.Errorf("source: %w", err)
	}
	if j.Version == 0 {
		return p, p.foreign(&j, text)
	}
	if len(j.ID) > 0 {
		if err = json.Unmarshal(j.ID, &p.Record.ID); err != nil {
			return p, message.Errorf("id: %w", err)
		}
	}
	if len(j.Twin) > 0 {
		if err = json.Unmarshal(j.Twin, &p.Record.Twin); err != nil {
			return p, message.Errorf("twin: %w", err)
		}
	}
	return p, nil
}

// source reads the source of a line: our fields, a text, or several texts.
func (j *readLine) source() (s problem.Source, err error) {
	if len(j.Source) == 0 {
		return s, nil
	}
	switch j.Source[0] {
	case '{':
		err = json.Unmarshal(j.Source, &s)
		return s, err
	case '[':
		var list []string
		err = json.Unmarshal(j.Source, &list)
		return problem.Source{Name: strings.Join(list, ", ")}, err
	}
	var text string
	err = json.Unmarshal(j.Source, &text)
	return problem.ParseSource(text), err
}

// foreign takes over what lines of other forms have: an answer of the analysis is a report.
func (p *Problem) foreign(j *readLine, text []byte) error {
	r := p.Record
	if r.Authors == nil {
		r.Authors = problem.SplitNames(j.Author)
	}
	if r.Reference == "" && len(j.ID) > 0 {
		if r.Reference = string(j.ID); j.ID[0] == '"' {
			if err := json.Unmarshal(j.ID, &r.Reference); err != nil {
				return err
			}
		}
	}
	p.Report = nil
	if j.Form == 0 || j.Verdict == "" {
		return nil
	}
	if len(j.Twin) > 0 {
		if err := json.Unmarshal(j.Twin, &r.Twin.Label); err != nil {
			return message.Errorf("twin: %w", err)
		}
		r.Twin.Change, r.Twin.Continued = j.TwinChange, j.TwinContinued
		p.Follows = r.Twin.Label != "a"
	}
	if j.Verdict != "illegal" {
		p.Report = &problem.StoredReport{Text: bytes.Clone(text)}
	}
	return nil
}

// errJSON goes with a place. What the library says besides is of the state of its parser, in English.
var errJSON = errors.New("invalid JSON")

// What a value of JSON can be.
var (
	errJSONText   = errors.New("a text")
	errJSONNumber = errors.New("a number")
	errJSONList   = errors.New("a list")
	errJSONObject = errors.New("an object")
	errJSONBool   = errors.New("true or false")
)

// wanted are the values that a field can hold, by kinds of Go.
var wanted = map[reflect.Kind]error{
	reflect.String: errJSONText, reflect.Slice: errJSONList, reflect.Bool: errJSONBool,
	reflect.Struct: errJSONObject, reflect.Map: errJSONObject, reflect.Pointer: errJSONObject,
	reflect.Int: errJSONNumber, reflect.Int64: errJSONNumber, reflect.Float64: errJSONNumber,
}

// given are the values as the library names them.
var given = map[string]error{"string": errJSONText, "number": errJSONNumber, "array": errJSONList,
	"object": errJSONObject, "bool": errJSONBool}

// plainJSON describes in plain words the error in a line of JSON, its field, and at which column if that is known.
func plainJSON(err error) (column int, plain error) {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return int(max(syntax.Offset, 1)), errJSON
	}
	kind, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return 0, err
	}
	value, _, _ := strings.Cut(kind.Value, " ") // as in "number 1.5"
	is, must := given[value], wanted[kind.Type.Kind()]
	if is == must && is == errJSONNumber {
		return 0, message.Errorf("the field %s must be a whole number within range", fieldName(kind, err))
	}
	if is == nil || must == nil {
		return 0, message.Errorf("the field %s has an invalid value", fieldName(kind, err))
	}
	return 0, message.Errorf("the field %s must be %w, not %w", fieldName(kind, err), must, is)
}

// fieldName is the name of the field that has the wrong value. In front of an error of a part of a line is its name.
func fieldName(kind *json.UnmarshalTypeError, err error) string {
	kind.Field = strings.TrimPrefix(strings.TrimPrefix(kind.Field, "Line."), "Record.")
	part, _, nested := strings.Cut(err.Error(), ": json: ")
	switch {
	case !nested:
		return kind.Field
	case kind.Field == "":
		return part
	}
	return part + "." + kind.Field
}
