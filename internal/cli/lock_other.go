//go:build !windows && (!unix || aix || solaris)

package cli

import "os"

// lockFile returns an error, because files cannot be locked on this system.
func lockFile(path string) (*os.File, error) { return nil, unsupported(path) }
