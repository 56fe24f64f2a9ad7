//go:build !unix

package lineedit

// watch does nothing: this system has no signal for a new size.
func (e *Editor) watch() {}

// suspend does nothing: this system has no job control.
func (e *Editor) suspend() {}
