package database

import (
	_ "embed"

	"alfiere/problem"
)

// applicationID stands in the header of the file: "AlfP".
const applicationID = 0x416c6650

// Version is the version of the schema that this program writes. A file with an older one is
// brought up to it when it is opened for writing.
const schemaVersion = len(migrations)

// migrations lead from each version to the next one, the first from an empty file.
var migrations = [...]string{schema1, schema2}

// schema1 is described in docs/problems-database.md.
//
//go:embed schema1.sql
var schema1 string

// schema2 adds the moves of reports, and the reference to the index of words. Tx.extractAgain fills the new columns
// of the reports that are stored already.
//
//go:embed schema2.sql
var schema2 string

// extractAgain fills the columns of schema2 for the reports of an older collection. A report that cannot be read stays
// as it is.
func (t *Tx) extractAgain() error {
	ids, err := scanIDs(t.query("SELECT problem FROM report_text ORDER BY problem"))
	if err != nil {
		return err
	}
	for _, id := range ids {
		var length int
		var body []byte
		if err = t.row("SELECT length, body FROM report_text WHERE problem = ?", id).Scan(&length, &body); err != nil {
			return err
		}
		p, err := t.Get(id)
		if err != nil {
			return err
		}
		content, err := inflate(body, length)
		if err != nil {
			continue
		}
		f, err := newFindings(&p, &problem.StoredReport{Text: content})
		if err != nil {
			continue
		}
		if err = t.putPlay(id, f); err != nil {
			return err
		}
	}
	return nil
}
