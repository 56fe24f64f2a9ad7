package syzygy

import "fmt"

// FileError is a file or folder of tables that cannot be used.
type FileError struct {
	Path string
	Err  error // why
}

// Error names the file and what is wrong with it.
func (e *FileError) Error() string { return fmt.Sprintf("%s: %v", e.Path, e.Err) }

// Unwrap returns why the file cannot be used.
func (e *FileError) Unwrap() error { return e.Err }
