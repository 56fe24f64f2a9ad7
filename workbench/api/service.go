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
)

// Version is the version of requests and answers. It is raised when a field changes its
// meaning or goes; fields may be added without.
const Version = 1

// Kinds of events, in the order in which they may come. A request ends with one Result or
// one Fault.
const (
	Waiting  = "waiting"  // others are before it: {"ahead": 2}
	Progress = "progress" // how far it has come
	Partial  = "partial"  // what is known so far; each replaces the one before, unless a method says otherwise
	Result   = "result"
	Failed   = "fault" // a Fault
)

// Emit takes an event of a request that is under way. It may be called until the method
// returns, by one goroutine at a time, and may block while a reader is slow.
type Emit func(kind string, data any)

// Method is a row of the table: what may be asked. Run answers with what becomes JSON; its
// error is a *Fault if the request is at fault. Heavy ones use a core for as long as they
// take, and so wait for one.
type Method struct {
	Name   string // path below /api/v1/, as "problem" or "collection/find"
	About  string // a line for the documentation
	Heavy  bool
	Body   int64    // bytes of the longest body; 0 for UsualBody
	Fields []string // of the body, as Define finds them
	Run    func(ctx context.Context, body []byte, emit Emit) (any, error)
}

// UsualBody is how many bytes a body may have where the method says nothing else.
const UsualBody = 1 << 20

// Asked is a body without fields but that which each has: the language in which what is at
// fault is told, English if it is empty. Who answers in it reads it himself.
type Asked struct {
	Language string `json:"language"`
}

// ReadLanguage returns the language that is asked for.
func (a Asked) ReadLanguage() (text.Language, error) { return readLanguage(a.Language) }

// Define returns the row of a method whose body is a Q: an object of JSON whose fields are
// those of Q, no others.
func Define[Q any](name, about string, run func(context.Context, *Q, Emit) (any, error)) Method {
	read := func(ctx context.Context, body []byte, emit Emit) (any, error) {
		asked := new(Q)
		if err := decode(body, asked); err != nil {
			return nil, err
		}
		return run(ctx, asked, emit)
	}
	return Method{Name: name, About: about, Fields: fieldsOf(reflect.TypeFor[Q]()), Run: read}
}

// fieldsOf are the names of a struct's fields in JSON.
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

// Heavy returns the row of a method that uses a core for as long as it takes.
func Heavy(m Method) Method {
	m.Heavy = true
	return m
}

// decode reads one value of JSON strictly: an unknown field is a fault, so that typing
// mistakes show.
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
	// Longest is how long a heavy request may work, waiting not counted; 0 for as long as it
	// likes. It is set before the first request.
	Longest time.Duration

	// Reader reads the texts of "read"; nil reads positions in lines, links and lists of men.
	// It is set before the first request.
	Reader problemReader

	methods map[string]Method
	names   []string
	gate    *work.Gate
}

// New returns a service with the methods that need no server, and others. At most so many
// heavy requests are worked on at once (at least one); up to waiting more wait for their
// turn, and any beyond are refused.
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

// own is the table of the methods that every service has.
func (s *Service) own() []Method {
	return slices.Concat([]Method{
		Define("about", "What the program is, and which methods it has.", s.about),
		Define("position", "What a text says of a position: men, rights, legal moves, faults with their squares.",
			s.position),
		Define("read", "The problems of a text, in any form that composers use.", s.read),
		Heavy(Define("problem", "The analysis of a directed mate, as `alfiere mate --json`, with the lines of the solution.",
			s.problem)),
		Heavy(Define("neighbours", "Which positions one change away are sound, and what they gain.", s.neighbours)),
		Define("diagram", "A diagram for print and other programs, with its solution if that is wanted.", s.diagram),
		Define("terms", "What flaws, merits, warnings, kinds of keys, changes and themes are called, and what they mean.",
			s.terms),
	}, playMethods())
}

// Cores is the gate before the cores: what uses one for long, and is no heavy request, enters
// it, too.
func (s *Service) Cores() *work.Gate { return s.gate }

// Methods returns the table, in its order.
func (s *Service) Methods() []Method {
	rows := make([]Method, 0, len(s.names))
	for _, name := range s.names {
		rows = append(rows, s.methods[name])
	}
	return rows
}

// BodyLimit is how many bytes the body of a request may have.
func (s *Service) BodyLimit(name string) int64 {
	if m := s.methods[name]; m.Body > 0 {
		return m.Body
	}
	return UsualBody
}

// Do answers a request; emit hears of what happens before. A body that is empty stands for
// an object without fields. The error is a *Fault in the language of the request; a panic is
// one, too, of who asked and nobody else.
func (s *Service) Do(ctx context.Context, name string, body []byte, emit Emit) (answer any, err error) {
	answer, err = s.answer(ctx, name, body, emit)
	if err == nil {
		return answer, nil
	}
	fault := *faultOf(ctx, err)
	if fault.Panic == nil && errors.Is(context.Cause(ctx), ErrEnding) {
		fault = Fault{Code: Ending, Err: ErrEnding}
	}
	l := languageOf(body)
	if fault.Message = l.Text(fault.Message); fault.Err != nil {
		fault.Message, fault.Err = l.Error(fault.Err), nil
	}
	return nil, &fault
}

// languageOf is the language of a request, of which nothing else need be right.
func languageOf(body []byte) text.Language {
	var asked Asked
	if json.Unmarshal(body, &asked) != nil {
		return text.English()
	}
	l, _ := readLanguage(asked.Language) // of one that there is not, English
	return l
}

// answer is Do but for the words of faults.
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

// enter waits for a core; leave gives it back. The error is a *Fault.
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
