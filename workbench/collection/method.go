// Package collection implements the workbench's requests on a collection of problems: it finds,
// shows, edits, imports, analyses, counts and exports them. The collection itself is in
// problem/database.
package collection

import (
	"alfiere/problem/database"
	"alfiere/workbench/api"
)

// maxFile is the maximum number of bytes in the body of an import.
const maxFile = 24 << 20

// Methods returns the methods on a collection.
func Methods(db *database.DB) []api.Method {
	c := &collection{db: db, analysing: make(chan struct{}, 1)}
	edit := api.Define("collection/edit",
		"Changes fields of a problem, unless someone else has changed it in the meantime.", c.edit)
	take := api.Heavy(api.Define("collection/import", "Imports problems from the text of a file.", c.take))
	edit.Body, take.Body = maxFile, maxFile
	return []api.Method{
		api.Define("collection/find", "Finds the problems of a query, page by page, or counts them.", c.find),
		api.Define("collection/complete", "Completes a query at the cursor, with help.", c.complete),
		api.Define("collection/show", "Shows all that is known of a problem.", c.show),
		edit,
		take,
		api.Define("collection/analyse", "Analyses the problems that have no report yet, or an older one.", c.analyse),
		api.Heavy(api.Define("collection/statistics", "Counts problems by a field.", c.statistics)),
		api.Heavy(api.Define("collection/export", "Exports the problems of a query as the text of a file.", c.export)),
	}
}
