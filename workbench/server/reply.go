package server

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"

	"alfiere/workbench/api"
)

// apiPath is the path before the version and the names of requests.
const apiPath = "/api/"

// refuse answers with a fault.
func refuse(w http.ResponseWriter, status int, message string) {
	code := api.BadRequest
	switch status {
	case http.StatusServiceUnavailable:
		code = api.Busy
		w.Header().Set("Retry-After", "10")
	case http.StatusNotFound:
		code = api.NotFound
	}
	writeJSON(w, status, &api.Fault{Code: code, Message: message})
}

// statusOf returns the HTTP status of a code.
func statusOf(code api.Code) int {
	switch code {
	case api.BadRequest:
		return http.StatusBadRequest
	case api.NotFound:
		return http.StatusNotFound
	case api.Conflict:
		return http.StatusConflict
	case api.Busy, api.Ending:
		return http.StatusServiceUnavailable
	case api.Cancelled:
		return http.StatusRequestTimeout
	}
	return http.StatusInternalServerError
}

// writeJSON answers with a value as JSON.
func writeJSON(w http.ResponseWriter, status int, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		status = http.StatusInternalServerError
		text, _ = json.Marshal(&api.Fault{Code: api.Internal, Message: err.Error()})
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(text, '\n'))
}

// faultOf returns an error of the service as a fault.
func faultOf(err error) *api.Fault {
	var fault *api.Fault
	if errors.As(err, &fault) {
		return fault
	}
	return &api.Fault{Code: api.Internal, Message: err.Error()}
}

// heartbeat is the interval of signs of life on a silent stream.
const heartbeat = 10 * time.Second

// stream answers a request by a stream of events. A client that closes the stream, or does not read
// it, cancels the request.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, name string, body []byte) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // for proxies that would buffer it
	e := &events{w: w, control: http.NewResponseController(w), patience: s.settings.Bounds.Patience, cancel: cancel}
	if takesGzip(r.Header.Get("Accept-Encoding")) {
		w.Header().Set("Content-Encoding", "gzip")
		e.packer = packers.Get().(*gzip.Writer)
		e.packer.Reset(w)
	}
	defer e.end()
	e.beatAfter(heartbeat)
	result, err := s.do(r.WithContext(ctx), name, body, e.emit)
	if err != nil {
		e.emit(api.Failed, faultOf(err))
		return
	}
	e.emit(api.Result, result)
}

// packers compress streams; each takes a megabyte.
var packers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// events writes events, one at a time.
type events struct {
	w        http.ResponseWriter
	packer   *gzip.Writer // compresses what w is sent; or nil
	control  *http.ResponseController
	patience time.Duration
	cancel   context.CancelFunc

	mu     sync.Mutex
	closed bool // the reader is gone, or the stream has ended
	beat   *time.Timer
}

// emit writes an event.
func (e *events) emit(kind string, data any) {
	text, err := json.Marshal(data)
	if err != nil {
		kind = api.Failed
		text, _ = json.Marshal(&api.Fault{Code: api.Internal, Message: err.Error()})
	}
	var event bytes.Buffer
	event.Grow(len(kind) + len(text) + 20)
	event.WriteString("event: " + kind + "\ndata: ")
	event.Write(text)
	event.WriteString("\n\n")
	e.write(event.Bytes())
}

// write writes and flushes. A reader that does not take it in time counts as gone.
func (e *events) write(text []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return
	}
	_ = e.control.SetWriteDeadline(time.Now().Add(e.patience))
	var err error
	if e.packer == nil {
		_, err = e.w.Write(text)
	} else if _, err = e.packer.Write(text); err == nil {
		err = e.packer.Flush()
	}
	if err == nil {
		err = e.control.Flush()
	}
	if err != nil {
		e.closed = true
		e.cancel()
	}
}

// beatAfter writes a comment at intervals.
func (e *events) beatAfter(rest time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.beat = time.AfterFunc(rest, func() {
		e.write([]byte(":\n\n"))
		e.mu.Lock()
		defer e.mu.Unlock()
		if !e.closed {
			e.beat.Reset(rest)
		}
	})
}

// end stops all further writes.
func (e *events) end() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.packer != nil {
		if !e.closed {
			_ = e.packer.Close()
		}
		packers.Put(e.packer)
	}
	e.closed = true
	e.beat.Stop()
}
