package server

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"alfiere/workbench/api"
)

// policy lets the page load and run only what we serve. A page may add what is inline in it, by its hash.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("X-Frame-Options", "DENY") // for browsers that do not know frame-ancestors
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
	header.Set("Alfiere-API", strconv.Itoa(api.Version)) // shows the pocket page that a server answers
	// Unwanted bodies are read, too, before the answer is sent; they have a time limit.
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(s.settings.Bounds.Patience))
	_ = control.SetWriteDeadline(time.Now().Add(4 * s.settings.Bounds.Patience))
	if !allowed(w, r) {
		return
	}
	if strings.HasPrefix(r.URL.Path, apiPath) {
		s.answer(w, r)
		return
	}
	s.page.serve(w, r)
}

// answer answers a request of the API.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	name, ok := strings.CutPrefix(r.URL.Path, fmt.Sprintf("%sv%d/", apiPath, api.Version))
	if !ok {
		refuse(w, http.StatusNotFound, fmt.Sprintf("requests go to %sv%d/", apiPath, api.Version))
		return
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		refuse(w, http.StatusMethodNotAllowed, "use POST")
		return
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, "the content type must be application/json")
		return
	}
	if r.Header.Get("Content-Encoding") != "" {
		refuse(w, http.StatusUnsupportedMediaType, "a request must not be compressed")
		return
	}
	select {
	case s.requests <- struct{}{}:
		defer func() { <-s.requests }()
	default:
		refuse(w, http.StatusServiceUnavailable, "too many requests at once")
		return
	}
	limit := s.service.BodyLimit(name)
	if limit > api.UsualBody && (r.ContentLength < 0 || r.ContentLength > api.UsualBody) {
		select {
		case s.files <- struct{}{}:
			defer func() { <-s.files }()
		default:
			// A client that is still writing when we close may never read the answer, so read the file and drop it.
			s.allow(w, r, limit)
			_, _ = io.Copy(io.Discard, http.MaxBytesReader(w, r.Body, limit))
			refuse(w, http.StatusServiceUnavailable, "too many files at once")
			return
		}
	}
	body, ok := s.readBody(w, r, limit)
	if !ok {
		return
	}
	if strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
		s.stream(w, r, name, body)
		return
	}
	s.reply(w, r, name, body)
}

// reply answers a request by one value as JSON.
func (s *Server) reply(w http.ResponseWriter, r *http.Request, name string, body []byte) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Time{}) // the answer may take long; it gets its deadline later
	var partials []any
	result, fault := s.do(r, name, body, func(kind string, data any) {
		if kind == api.Partial && s.service.Appends(name) {
			partials = append(partials, data)
		}
	})
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(4 * s.settings.Bounds.Patience))
	if fault != nil {
		if fault.Code == api.Busy {
			w.Header().Set("Retry-After", "10")
		}
		writeJSON(w, statusOf(fault.Code), fault)
		return
	}
	if partials != nil {
		result = withPartials(result, partials)
	}
	writeJSON(w, http.StatusOK, result)
}

// withPartials returns the fields of a result, and what was sent before it.
func withPartials(result any, partials []any) map[string]any {
	fields := map[string]any{}
	text, _ := json.Marshal(result)   // what is no object
	_ = json.Unmarshal(text, &fields) // has no fields
	fields["partials"] = partials
	return fields
}

// slowest is the minimum speed of a long body, in bytes per second.
const slowest = 64 << 10

// readBody reads a body of limited length, or answers with the error.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, bool) {
	control := s.allow(w, r, limit)
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if err != nil {
		var long *http.MaxBytesError
		if errors.As(err, &long) {
			refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the request is longer than %d bytes", long.Limit))
		} else {
			refuse(w, http.StatusRequestTimeout, "the request did not arrive in full")
		}
		return nil, false
	}
	_ = control.SetReadDeadline(time.Time{}) // from here on, reading shows whether the client is connected
	return body, true
}

// allow sets the time limit of a body.
func (s *Server) allow(w http.ResponseWriter, r *http.Request, limit int64) *http.ResponseController {
	control := http.NewResponseController(w)
	end := time.Now().Add(s.settings.Bounds.Patience)
	if r.ContentLength > slowest && r.ContentLength <= limit {
		end = end.Add(time.Duration(r.ContentLength/slowest) * time.Second)
	}
	_ = control.SetReadDeadline(end)
	return control
}

// do answers a request. A panic is logged and becomes an error answer to this client; other clients
// are served as before.
func (s *Server) do(r *http.Request, name string, body []byte, emit api.Emit) (any, *api.Fault) {
	result, err := s.service.Do(r.Context(), name, body, emit)
	fault, _ := err.(*api.Fault)
	if fault != nil && fault.Panic != nil {
		s.settings.Tell(fmt.Sprintf("%s: panic: %v", name, fault.Panic))
	}
	return result, fault
}

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
	case http.StatusRequestEntityTooLarge:
		code = api.TooLong
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
	result, fault := s.do(r.WithContext(ctx), name, body, e.emit)
	if fault != nil {
		e.emit(api.Failed, fault)
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
