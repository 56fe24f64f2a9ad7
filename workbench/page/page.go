// Package page is the page of the workbench: HTML, style sheets and JavaScript modules, embedded, and
// bundles of them that are made when they are first asked for. workbench/server serves it, and
// alfiere-pocket writes it into a folder.
//
// It contains no chess rules: everything that the page shows comes from workbench/api. Its men are
// those of our diagrams; a test compares static/js/men.js with movegen/notation.
package page

import (
	"embed"
	"io/fs"
	"sync"
)

//go:embed static
var static embed.FS

// Files returns the files of the page by their paths below its address: index.html, css/play.css, bundle/app.js and so
// on, and their sources.
func Files() fs.FS { return bundled() }

var bundled = sync.OnceValue(func() fs.FS {
	files, err := Bundled(Sources())
	if err != nil {
		panic(err) // a test bundles these files
	}
	return files
})

// Sources returns the files of the page without bundles.
func Sources() fs.FS {
	files, err := fs.Sub(static, "static")
	if err != nil {
		panic(err) // the folder is embedded under this name
	}
	return files
}
