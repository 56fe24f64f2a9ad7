package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"sync"

	"alfiere/council/proposals"
	"alfiere/internal/cli"
	"alfiere/protocol"
)

// identity returns the version and, if the build knows it, the commit. Programs that run the same tasks must have the
// same identity.
func identity() string {
	build := cli.ReadBuild()
	text := protocol.Title
	if build.Commit != "" {
		text += " " + build.Commit[:min(len(build.Commit), 12)]
	}
	if build.Modified {
		text += " modified"
	}
	return text
}

// seatIdentity returns the identity that an engine and its workers must share, so that equal searches give equal
// results. The signature comes first because long texts are cut.
func seatIdentity(ctx context.Context) (string, error) {
	signature, err := proposals.Signature(ctx)
	return "signature " + signature + ", " + identity(), err
}

// gameIdentity returns the identity that programs must share to play games of the same tournament. A signature does not
// cover clocks, threads and the referee; the commit does. A build without a commit, or with modified sources, is
// identified by its executable file.
func gameIdentity() (string, error) {
	build := cli.ReadBuild()
	if build.Commit != "" && !build.Modified {
		return identity(), nil
	}
	hash, err := executableHash()
	return identity() + ", executable " + hash, err
}

// executableHash returns 16 hexadecimal digits of the SHA-256 of the running executable.
var executableHash = sync.OnceValues(func() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sum.Sum(nil)[:8]), nil
})
