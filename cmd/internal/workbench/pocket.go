package workbench

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"

	"alfiere/workbench/page"
	"alfiere/workbench/server"
)

// pocketKeeper is what alfiere-pocket writes besides its list and the files in it.
const pocketKeeper = "service-worker.js"

// pageFiles are those of the page: our own, or those of a folder that alfiere-pocket wrote.
func pageFiles(pocket string) (fs.FS, error) {
	if pocket == "" {
		return page.Files(), nil
	}
	folder := os.DirFS(pocket)
	if err := checkPocket(folder); err != nil {
		return nil, fmt.Errorf("%s: %w", pocket, err)
	}
	return folder, nil
}

// checkPocket makes sure that a folder holds the files that alfiere-pocket wrote, and no others but
// compressed copies: all the rest will be served.
func checkPocket(folder fs.FS) error {
	text, err := fs.ReadFile(folder, server.PocketList)
	if err != nil {
		return fmt.Errorf("alfiere-pocket did not write it: %w", err)
	}
	var list struct{ Files map[string]string }
	if err := json.Unmarshal(text, &list); err != nil {
		return fmt.Errorf("%s: %w", server.PocketList, err)
	}
	seen := 0
	err = fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || name == server.PocketList || name == pocketKeeper || path.Ext(name) == ".gz" {
			return err
		}
		want, listed := list.Files[name]
		if !listed || !entry.Type().IsRegular() {
			return fmt.Errorf("%s is not a file of the page", name)
		}
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			return err
		}
		if sum := sha256.Sum256(text); hex.EncodeToString(sum[:sha256.Size/2]) != want {
			return fmt.Errorf("%s was changed since alfiere-pocket wrote it", name)
		}
		seen++
		return nil
	})
	if err == nil && seen != len(list.Files) {
		err = fmt.Errorf("%d files of the page are missing", len(list.Files)-seen)
	}
	return err
}
