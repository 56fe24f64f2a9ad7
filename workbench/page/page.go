// Package page is the page of the workbench: HTML, style sheets and JavaScript modules without
// a build step, embedded. workbench/server serves it, and alfiere-pocket writes it into a folder.
//
// It contains no chess rules: everything that the page shows comes from workbench/api. Its men are
// those of our diagrams; a test compares static/js/men.js with movegen/notation.
package page

import (
	"embed"
	"io/fs"
)

//go:embed static
var static embed.FS

// Files returns the files of the page by their paths below its address: index.html, css/base.css, js/app.js and so on.
func Files() fs.FS {
	files, err := fs.Sub(static, "static")
	if err != nil {
		panic(err) // the folder is embedded under this name
	}
	return files
}
