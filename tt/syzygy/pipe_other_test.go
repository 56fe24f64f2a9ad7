//go:build !unix

package syzygy

import "errors"

// makePipe would make a named pipe.
func makePipe(string) error { return errors.ErrUnsupported }
