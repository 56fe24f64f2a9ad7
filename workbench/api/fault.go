package api

import (
	"context"
	"errors"

	"alfiere/internal/work"
)

// Code is the kind of a fault, for programs.
type Code string

// Codes of faults.
const (
	BadRequest Code = "bad request" // the body or one of its fields is invalid
	NotFound   Code = "not found"   // no such method, or nothing with that name
	Conflict   Code = "conflict"    // the object has changed since the client read it
	Busy       Code = "busy"        // too many requests are waiting
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
