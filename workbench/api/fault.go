package api

import (
	"context"
	"errors"

	"alfiere/internal/work"
)

// Code says what kind of fault it is, for programs.
type Code string

// The codes of faults.
const (
	BadRequest Code = "bad request" // the body cannot be read, or a field of it means nothing
	NotFound   Code = "not found"   // there is no such method, or nothing of that name
	Conflict   Code = "conflict"    // what was to be changed is another than the asker knows
	Busy       Code = "busy"        // too many requests wait
	Cancelled  Code = "cancelled"   // the asker went away, or the time was up
	Ending     Code = "ending"      // the server ends: another one may answer
	Internal   Code = "internal"    // the program is at fault
)

// Fault is why a request was refused.
type Fault struct {
	Code    Code     `json:"code"`
	Message string   `json:"message"`          // a sentence in the language of the request, or a key of package message
	Field   string   `json:"field,omitempty"`  // of the request
	Offset  *int     `json:"offset,omitempty"` // byte in the field, from 0
	Line    int      `json:"line,omitempty"`   // of a field with several lines, from 1
	Column  int      `json:"column,omitempty"` // in that line, in bytes from 1
	Squares []string `json:"squares,omitempty"`

	Err   error       `json:"-"` // of which Service.Do makes the message; nil if that is there
	Panic *work.Panic `json:"-"` // what the program is at fault with, to be written down; else nil
}

// ErrEnding is the cause of the context of requests that end because their server does.
var ErrEnding = errors.New("the server is shutting down")

// Error returns the message.
func (f *Fault) Error() string {
	if f.Err != nil {
		return f.Err.Error()
	}
	return f.Message
}

// faultOf makes a fault of any error.
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
