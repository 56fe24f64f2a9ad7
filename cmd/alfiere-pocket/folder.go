package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"alfiere/internal/cli"
	"alfiere/workbench/server"
)

// mayWrite says why a folder must not be written into.
func mayWrite(folder string) error {
	entries, err := os.ReadDir(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0:
		return nil
	case err != nil:
		return err
	}
	_, err = readMark(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is not empty and was not written by alfiere-pocket; name another folder", folder)
	}
	return err
}

// readMark reads what a folder says of its files.
func readMark(folder string) (r Release, err error) {
	name := filepath.Join(folder, server.PocketList)
	text, err := os.ReadFile(name)
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

// write puts the files into the folder and removes those that an earlier page had besides.
// What refers to others is written after them, the service worker last: a browser that asks
// meanwhile keeps the page that it has, for the hashes are not right yet.
func write(folder string, files map[string][]byte) error {
	old, err := readMark(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	release, err := releaseOf(files)
	if err != nil {
		return err
	}
	both := Release{Version: release.Version, Files: maps.Clone(release.Files), Online: release.Online}
	maps.Copy(both.Files, old.Files) // a page that was not finished leaves nothing that is unknown
	if err := putMark(folder, both); err != nil {
		return err
	}
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(files)), func(name string) bool {
		return name == indexName || name == keeperName
	})
	for _, name := range append(names, indexName, keeperName) {
		if err := put(folder, name, files[name]); err != nil {
			return err
		}
	}
	for name := range old.Files {
		if _, has := files[name]; has || !filepath.IsLocal(name) {
			continue
		}
		for _, old := range []string{name, name + packedForm} {
			if err := os.Remove(filepath.Join(folder, old)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return putMark(folder, release)
}

// putMark writes what is in the folder.
func putMark(folder string, r Release) error {
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return put(folder, server.PocketList, append(text, '\n'))
}

// packedForm is the extension of compressed copies, which web servers such as nginx and Caddy send in
// place of the files.
const packedForm = ".gz"

// put writes a file and its compressed copy, each whole or not at all. Short files and pictures have
// no copy: it would save nothing.
func put(folder, name string, text []byte) error {
	path := filepath.Join(folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := replace(path, text); err != nil {
		return err
	}
	if len(text) >= 300 && filepath.Ext(name) != ".png" {
		return replace(path+packedForm, text) // which compresses it
	}
	if err := os.Remove(path + packedForm); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func replace(path string, text []byte) error {
	return cli.Replace(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}
