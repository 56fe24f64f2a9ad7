//go:build !windows && (!unix || aix || solaris)

package cli

import "os"

// lockFile says that files cannot be locked here.
func lockFile(path string) (*os.File, error) { return nil, unsupported(path) }
