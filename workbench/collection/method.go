// Package collection has the requests of the workbench on a collection of problems: it finds,
// shows, edits, imports, analyses, counts and exports them. The collection itself is
// problem/database.
package collection

import (
	"alfiere/problem/database"
	"alfiere/workbench/api"
)

// maxFile is how many bytes the body of an import may have.
const maxFile = 24 << 20

// Methods returns the methods on a collection.
func Methods(db *database.DB) []api.Method {
	c := &collection{db: db, analysing: make(chan struct{}, 1)}
	edit := api.Define("collection/edit",
		"Change fields of a problem, unless somebody else has changed it meanwhile.", c.edit)
	take := api.Heavy(api.Define("collection/import", "Take problems in from the text of a file.", c.take))
	edit.Body, take.Body = maxFile, maxFile
	return []api.Method{
		api.Define("collection/find", "Problems that a query asks for, a page of them, or numbers of them.", c.find),
		api.Define("collection/complete", "How a query may go on at the cursor, with help.", c.complete),
		api.Define("collection/show", "All that is known of a problem.", c.show),
		edit,
		take,
		api.Define("collection/analyse", "Analyse the problems that have no report yet, or an older one.", c.analyse),
		api.Heavy(api.Define("collection/statistics", "Numbers of problems by a field.", c.statistics)),
		api.Heavy(api.Define("collection/export", "Problems that a query asks for, as the text of a file.", c.export)),
	}
}
