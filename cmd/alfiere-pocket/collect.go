package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"alfiere/workbench/page"
	"alfiere/workbench/server"
)

// static are the files that only the page in the pocket has.
//
//go:embed static
var static embed.FS

// Names of files with a part of their own.
const (
	indexName  = "index.html"
	keeperName = "service-worker.js"
)

// programPath is the package that becomes WebAssembly.
const programPath = "alfiere/cmd/alfiere-pocket/program"

// Release is what the service worker knows of the files, and the folder keeps as a file: it shows whose folder it is.
type Release struct {
	Version string            `json:"version"` // a hash of all files together
	Files   map[string]string `json:"files"`   // the first half of SHA-256 by path, but for the service worker
	Online  []string          `json:"online"`  // files that browsers do not keep: see online
}

// collect returns all files of the page by their paths; notes are for whoever builds.
func collect(ctx context.Context, notes io.Writer) (map[string][]byte, error) {
	files := map[string][]byte{}
	own, err := fs.Sub(static, "static")
	if err != nil {
		return nil, err
	}
	for _, part := range []fs.FS{page.Files(), own} {
		if err := add(files, part); err != nil {
			return nil, err
		}
	}
	if err := mark(files); err != nil {
		return nil, err
	}
	if err := compile(ctx, files, notes); err != nil {
		return nil, err
	}
	if err := seal(files); err != nil {
		return nil, err
	}
	return files, nil
}

// seal tells the service worker what the files are. The list must stand before all else of
// it, which is not in the list.
func seal(files map[string][]byte) error {
	keeper := files[keeperName]
	delete(files, keeperName)
	release, err := releaseOf(files)
	if err != nil {
		return err
	}
	list, err := json.MarshalIndent(release, "", " ")
	if err != nil {
		return err
	}
	files[keeperName] = slices.Concat([]byte("const release = "), list, []byte(";\n\n"), keeper)
	return nil
}

// add puts the files of a tree to the others, as the server sends them.
func add(files map[string][]byte, tree fs.FS) error {
	return fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if strings.HasPrefix(name, "js/") || path.Ext(name) == ".map" { // the sources of bundles
			return nil
		}
		if _, has := files[name]; has {
			return fmt.Errorf("two files of the page are named %s", name)
		}
		text, err := fs.ReadFile(tree, name)
		files[name] = server.Plain(name, text)
		return err
	})
}

// mark says in the page that it has a worker.
func mark(files map[string][]byte) error {
	before, after, found := bytes.Cut(files[indexName], []byte("</head>"))
	if !found {
		return errors.New("the page's index.html has no head")
	}
	files[indexName] = slices.Concat(before, []byte("<meta name=\"alfiere-pocket\" content=\"worker\">\n</head>"), after)
	return nil
}

// compile adds the program, and Go's own script that loads it.
func compile(ctx context.Context, files map[string][]byte, notes io.Writer) error {
	work, err := os.MkdirTemp("", "alfiere-pocket")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	out := filepath.Join(work, "alfiere.wasm")
	arguments := append([]string{"build", "-trimpath", "-ldflags=-s -w", "-o", out}, compact()...)
	if _, err := goTool(ctx, append(arguments, programPath)...); err != nil {
		return err
	}
	program, err := os.ReadFile(out)
	if err != nil {
		return err
	}
	files["alfiere.wasm"], err = repack(program, func(memory *image) error {
		err := dropTraceback(memory)
		if errors.Is(err, errTables) { // of a later release of Go: it is larger, and as good
			_, err = fmt.Fprintln(notes, "alfiere-pocket: the program is larger than it need be:", err)
		}
		return err
	})
	if err != nil {
		return err
	}
	root, err := goTool(ctx, "env", "GOROOT")
	if err != nil {
		return err
	}
	files["wasm_exec.js"], err = os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js"))
	return err
}

// hot are the packages where the time of a search goes: there calls are copied into their
// callers, as usual. Everywhere else they are not, which makes the program smaller.
var hot = []string{"alfiere/movegen", "alfiere/eval", "alfiere/tt", "alfiere/search", "alfiere/search/problem"}

// compact are flags that make the program smaller.
func compact() []string {
	flags := []string{"-gcflags=all=-l"}
	for _, name := range hot {
		flags = append(flags, "-gcflags="+name+"=")
	}
	return flags
}

// goTool runs the go command for WebAssembly and returns what it prints.
func goTool(ctx context.Context, args ...string) (string, error) {
	command := exec.CommandContext(ctx, "go", args...)
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	var out, faults bytes.Buffer
	command.Stdout, command.Stderr = &out, &faults
	if err := command.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", fmt.Errorf("go %s: %w\n%s", args[0], err, bytes.TrimSpace(faults.Bytes()))
	}
	return out.String(), nil
}

// releaseOf is the release that files are.
func releaseOf(files map[string][]byte) (Release, error) {
	beyond, err := online(files)
	if err != nil {
		return Release{}, err
	}
	r := Release{Files: map[string]string{}, Online: beyond}
	all := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if name == keeperName || name == server.PocketList {
			continue
		}
		sum := sha256.Sum256(files[name])
		r.Files[name] = hex.EncodeToString(sum[:sha256.Size/2])
		fmt.Fprintf(all, "%s %s\n", name, r.Files[name])
	}
	r.Version = hex.EncodeToString(all.Sum(nil))[:12]
	return r, nil
}
