package main

import (
	"context"
	"io"
)

// patientReader reads what may keep it waiting, as a pipe or a person does, and gives up
// when its context ends.
type patientReader struct {
	ctx  context.Context
	come <-chan chunk
	now  chunk // what has not been read of it
}

// chunk is what one Read has returned.
type chunk struct {
	bytes []byte
	err   error
}

// newPatientReader returns a reader of r. Its goroutine ends with r or the context, but
// nothing can interrupt a read: like that of wire.ReadLines it may outlive its reader,
// to end with the process.
func newPatientReader(ctx context.Context, r io.Reader) *patientReader {
	come := make(chan chunk)
	go func() {
		for {
			bytes := make([]byte, 1<<16)
			n, err := r.Read(bytes)
			select {
			case come <- chunk{bytes[:n], err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return &patientReader{ctx: ctx, come: come}
}

// Read implements io.Reader. The error is that of the source or errInterrupted.
func (r *patientReader) Read(into []byte) (n int, err error) {
	if len(r.now.bytes) == 0 && r.now.err == nil {
		select {
		case r.now = <-r.come:
		case <-r.ctx.Done():
			return 0, errInterrupted
		}
	}
	n = copy(into, r.now.bytes)
	if r.now.bytes = r.now.bytes[n:]; len(r.now.bytes) == 0 {
		err = r.now.err
	}
	return n, err
}
