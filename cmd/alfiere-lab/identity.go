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

// identity is what programs must have in common that do the same tasks: the version, and the
// commit if the build knows it.
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

// seatIdentity is what an engine and its workers must have in common, so that the same search
// with the same knowledge finds the same. The signature comes first: what is too long is cut.
func seatIdentity(ctx context.Context) (string, error) {
	signature, err := proposals.Signature(ctx)
	return "signature " + signature + ", " + identity(), err
}

// gameIdentity is what programs must have in common that play games of the same tournament. A
// signature knows nothing of clocks, threads and referees. The commit of a build does; a build
// without one, or whose sources were changed, is known by its executable file.
func gameIdentity() (string, error) {
	build := cli.ReadBuild()
	if build.Commit != "" && !build.Modified {
		return identity(), nil
	}
	hash, err := executableHash()
	return identity() + ", executable " + hash, err
}

// executableHash returns 16 hexadecimal digits of the hash of the running program's file.
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
