package syzygy

import "fmt"

// FileError is a file or folder of tables that cannot be used.
type FileError struct {
	Path string
	Err  error // why
}

// Error names the file and the reason.
func (e *FileError) Error() string { return fmt.Sprintf("%s: %v", e.Path, e.Err) }

// Unwrap returns the reason why the file cannot be used.
func (e *FileError) Unwrap() error { return e.Err }
