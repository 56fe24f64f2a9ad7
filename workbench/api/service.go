// Package api answers the requests of the workbench: they have names, and bodies and answers in
// JSON (docs/web-api.md). The web server receives them over HTTP, the pocket page in a WebAssembly
// worker. Both call Service.Do and so answer alike.
//
// It uses neither HTTP nor databases, so that it stays small as WebAssembly. Methods that need a
// server (the collection, the laboratory) are added as further rows of the table.
package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"

	"alfiere/internal/work"
	"alfiere/problem/text"
	"alfiere/protocol"
)

// Version is the version of requests and answers. It is raised when a field is removed or changes
// its meaning, but not when fields are added.
const Version = 1

// Kinds of events, in the order in which they may come. A request ends with one Result or one Failed.
const (
	Waiting  = "waiting"  // in the queue: {"ahead": 2}
	Progress = "progress" // how much is done
	Partial  = "partial"  // what is known so far; each replaces the one before, unless the method appends
	Result   = "result"
	Failed   = "fault" // a Fault
)

// Emit receives an event of a running request. It may be called until the method returns, by one
// goroutine at a time, and may block while a reader is slow.
type Emit func(kind string, data any)

// Method is a row of the table of requests. Run returns a value that is marshalled as JSON; its error is a *Fault if
// the request is invalid. A heavy method uses a core while it runs, and waits for a free one.
type Method struct {
	Name  string // path below /api/v1/, such as "problem" or "collection/find"
	Heavy bool
	// Each Partial adds to the earlier ones. An answer that is no stream has them all, as "partials".
	Appends bool
	Body    int64    // maximum length of the body in bytes; 0 for UsualBody
	Fields  []string // fields of the body, set by Define
	Run     func(ctx context.Context, body []byte, emit Emit) (any, error)
}

// UsualBody is the default maximum length of a body in bytes.
const UsualBody = 1 << 20

// Asked is the part that all bodies have: the language of errors, English if it is empty. Methods
// that answer in this language read it themselves.
type Asked struct {
	Language string `json:"language"`
}

// ReadLanguage returns the language of the request.
func (a Asked) ReadLanguage() (text.Language, error) { return readLanguage(a.Language) }

// Define returns the row of a method whose body is a JSON object with the fields of Q and no others.
func Define[Q any](name string, run func(context.Context, *Q, Emit) (any, error)) Method {
	return define(name, func(ctx context.Context, q *Q, _ []byte, emit Emit) (any, error) { return run(ctx, q, emit) })
}

// defineIn is Define for a method that answers in the language of the body.
func defineIn[Q any](name string, run func(context.Context, *Q, text.Language, Emit) (any, error)) Method {
	return define(name, func(ctx context.Context, q *Q, body []byte, emit Emit) (any, error) {
		l, err := languageOf(body)
		if err != nil {
			return nil, err
		}
		return run(ctx, q, l, emit)
	})
}

func define[Q any](name string, run func(context.Context, *Q, []byte, Emit) (any, error)) Method {
	read := func(ctx context.Context, body []byte, emit Emit) (any, error) {
		asked := new(Q)
		if err := decode(body, asked); err != nil {
			return nil, err
		}
		return run(ctx, asked, body, emit)
	}
	return Method{Name: name, Fields: fieldsOf(reflect.TypeFor[Q]()), Run: read}
}

// fieldsOf returns the JSON names of a struct's fields.
func fieldsOf(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		field := t.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "-" || !field.IsExported() && !field.Anonymous:
		case field.Anonymous && name == "" && field.Type.Kind() == reflect.Struct:
			names = append(names, fieldsOf(field.Type)...)
		case name == "":
			names = append(names, field.Name)
		default:
			names = append(names, name)
		}
	}
	return names
}

// Appending returns the row of a method whose Partial events add to the earlier ones.
func Appending(m Method) Method {
	m.Appends = true
	return m
}

// Heavy returns the row of a method that uses a core while it runs.
func Heavy(m Method) Method {
	m.Heavy = true
	return m
}

// decode reads one JSON value strictly: an unknown field is a fault, so that typing errors show.
func decode(body []byte, value any) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	err := d.Decode(value)
	if err == nil {
		if _, end := d.Token(); !errors.Is(end, io.EOF) {
			err = errors.New("more than one value")
		}
	}
	if err == nil {
		return nil
	}
	fault := &Fault{Code: BadRequest, Message: "JSON: " + err.Error()}
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		fault.Field = kind.Field
	}
	return fault
}

// Service answers requests. It may be used by several goroutines.
type Service struct {
	// Longest is how long a heavy request may run, not counting the wait; 0 is no limit. It is
	// set before the first request.
	Longest time.Duration

	// Reader reads the texts of "read"; nil reads positions in lines, links and lists of men.
	// It is set before the first request.
	Reader problemReader

	methods map[string]Method
	names   []string
	gate    *work.Gate
}

// New returns a service with the methods that need no server, and others. At most this number of
// heavy requests (at least one) run at once; up to waiting more queue, and the rest are refused.
func New(cores, waiting int, others ...Method) (*Service, error) {
	s := &Service{methods: map[string]Method{}, gate: work.NewGate(cores, waiting)}
	for _, m := range append(s.own(), others...) {
		if _, has := s.methods[m.Name]; has {
			return nil, fmt.Errorf("api: two methods are named %q", m.Name)
		}
		s.methods[m.Name] = m
		s.names = append(s.names, m.Name)
	}
	return s, nil
}

// own returns the table of the methods that every service has.
func (s *Service) own() []Method {
	return slices.Concat([]Method{
		Define("about", s.about),
		defineIn("position", s.position),
		defineIn("read", s.read),
		Heavy(Define("problem", s.problem)),
		Heavy(Appending(Define("neighbours", s.neighbours))),
		Define("diagram", s.diagram),
		defineIn("terms", s.terms),
	}, playMethods())
}

// Methods returns the table, in its order.
func (s *Service) Methods() []Method {
	rows := make([]Method, 0, len(s.names))
	for _, name := range s.names {
		rows = append(rows, s.methods[name])
	}
	return rows
}

// Appends reports whether the Partial events of a method add to the earlier ones.
func (s *Service) Appends(name string) bool { return s.methods[name].Appends }

// BodyLimit returns the maximum length of the body of a request in bytes.
func (s *Service) BodyLimit(name string) int64 {
	if m := s.methods[name]; m.Body > 0 {
		return m.Body
	}
	return UsualBody
}

// Do answers a request; emit receives the events before the answer. An empty body means an object
// without fields. The error is a *Fault in the language of the request. A panic becomes a *Fault of
// this request and does not affect others.
func (s *Service) Do(ctx context.Context, name string, body []byte, emit Emit) (answer any, err error) {
	answer, err = s.answer(ctx, name, body, emit)
	if err == nil {
		return answer, nil
	}
	fault := *faultOf(ctx, err)
	if fault.Panic == nil && errors.Is(context.Cause(ctx), ErrEnding) {
		fault = Fault{Code: Ending, Err: ErrEnding}
	}
	l, _ := languageOf(body) // English, if the language is unknown
	if fault.Message = l.Text(fault.Message); fault.Err != nil {
		fault.Message, fault.Err = l.Error(fault.Err), nil
	}
	return nil, &fault
}

// languageOf returns the language of a request whose other fields may be invalid, and English with an error.
func languageOf(body []byte) (text.Language, error) {
	var asked Asked
	if json.Unmarshal(body, &asked) != nil {
		return text.English(), nil
	}
	return readLanguage(asked.Language)
}

// answer is Do without the messages of faults.
func (s *Service) answer(ctx context.Context, name string, body []byte, emit Emit) (answer any, err error) {
	defer func() {
		if value := recover(); value != nil {
			answer, err = nil, &Fault{Code: Internal, Message: "internal error; the program's log has the details",
				Panic: work.Recovered(value)}
		}
	}()
	m, has := s.methods[name]
	if !has {
		return nil, &Fault{Code: NotFound, Err: fmt.Errorf("there is no method %q", name)}
	}
	if len(bytes.TrimSpace(body)) == 0 {
		body = []byte("{}")
	}
	if m.Heavy {
		leave, err := s.enter(ctx, emit)
		if err != nil {
			return nil, err
		}
		defer leave()
		if s.Longest > 0 {
			late, cancel := context.WithTimeoutCause(ctx, s.Longest, errors.New("the request took too long"))
			defer cancel()
			ctx = late
		}
	}
	answer, err = m.Run(ctx, body, emit)
	if err != nil {
		return nil, faultOf(ctx, err)
	}
	return answer, nil
}

// enter waits for a core; leave releases it. The error is a *Fault.
func (s *Service) enter(ctx context.Context, emit Emit) (leave func(), err error) {
	leave, err = s.gate.Enter(ctx, func(ahead int) { emit(Waiting, map[string]int{"ahead": ahead}) })
	if errors.Is(err, work.ErrFull) {
		err = &Fault{Code: Busy, Message: "too many requests are waiting; try again later"}
	}
	if err != nil {
		return nil, faultOf(ctx, err)
	}
	return leave, nil
}

// about is the answer to "about".
type about struct {
	Program string   `json:"program"` // name and version
	API     int      `json:"api"`     // Version
	Methods []string `json:"methods"`
}

func (s *Service) about(context.Context, *Asked, Emit) (any, error) {
	return about{Program: protocol.Title, API: Version, Methods: s.names}, nil
}

// termsQuery asks for the terms of reports.
type termsQuery struct {
	Language string `json:"language"` // English if empty
}

// termWords are the name and the meaning of a term.
type termWords struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
}

func (s *Service) terms(_ context.Context, q *termsQuery, l text.Language, _ Emit) (any, error) {
	words := map[string]termWords{}
	for english, term := range text.Terms(l) {
		words[english] = termWords{term.Name, term.Meaning}
	}
	return words, nil
}

// Code is the kind of a fault, for programs.
type Code string

// Codes of faults.
const (
	BadRequest Code = "bad request" // the body or one of its fields is invalid
	NotFound   Code = "not found"   // no such method, or nothing with that name
	Conflict   Code = "conflict"    // the object has changed since the client read it
	Busy       Code = "busy"        // too many requests are waiting
	TooLong    Code = "too long"    // the body is longer than the method allows
	Cancelled  Code = "cancelled"   // the client disconnected, or the time was up
	Ending     Code = "ending"      // the server is shutting down; another one may answer
	Internal   Code = "internal"    // an error of the program
)

// Fault is the error answer of a request.
type Fault struct {
	Code    Code     `json:"code"`
	Message string   `json:"message"`          // a sentence in the language of the request, or a key of package message
	Field   string   `json:"field,omitempty"`  // of the request
	Offset  *int     `json:"offset,omitempty"` // byte in the field, from 0
	Line    int      `json:"line,omitempty"`   // in a field with several lines, from 1
	Column  int      `json:"column,omitempty"` // in that line, in bytes from 1
	Squares []string `json:"squares,omitempty"`

	Err   error       `json:"-"` // Service.Do makes the message from it; nil if Message is set
	Panic *work.Panic `json:"-"` // the panic to be logged, or nil
}

// ErrEnding is the cause of the cancelled contexts of requests when their server shuts down.
var ErrEnding = errors.New("the server is shutting down")

// Error returns the message.
func (f *Fault) Error() string {
	if f.Err != nil {
		return f.Err.Error()
	}
	return f.Message
}

// faultOf returns any error as a fault.
func faultOf(ctx context.Context, err error) *Fault {
	var fault *Fault
	switch {
	case errors.As(err, &fault):
		return fault
	case ctx.Err() != nil:
		return &Fault{Code: Cancelled, Err: context.Cause(ctx)}
	}
	return &Fault{Code: Internal, Err: err}
}
