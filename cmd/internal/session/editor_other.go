//go:build !unix

package session

// watch does nothing: this system has no signal for a new size.
func (e *editor) watch() {}

// suspend does nothing: this system has no job control.
func (e *editor) suspend() {}
