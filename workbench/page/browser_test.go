package page_test

import (
	"io/fs"
	"os"
	"path"
	"testing"
	"testing/fstest"

	"alfiere/internal/testing/webtest"
	"alfiere/workbench/page"
)

func TestMain(m *testing.M) { os.Exit(webtest.Run(m)) }

// sizes are the window sizes of a phone and a desktop.
var sizes = map[string]struct{ width, height int }{"phone": {390, 844}, "desk": {1440, 900}}

// withTestPages returns the files of the page together with those of testdata.
func withTestPages(t *testing.T) fs.FS {
	t.Helper()
	all := fstest.MapFS{}
	for _, files := range []fs.FS{page.Files(), os.DirFS("testdata")} {
		err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := fs.ReadFile(files, name)
			all[path.Clean(name)] = &fstest.MapFile{Data: text}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// open opens the workbench on its own server, at the part of the address after "#".
func open(t *testing.T, hash string, width, height int) *webtest.Tab {
	t.Helper()
	tab := webtest.Open(t, webtest.Serve(t, page.Files())+hash, width, height)
	tab.Wait("document.documentElement.dataset.ready")
	return tab
}
