//go:build !unix

package lineedit

// watch does nothing: there is no signal that tells a new size.
func (e *Editor) watch() {}

// suspend does nothing: there are no jobs here.
func (e *Editor) suspend() {}
