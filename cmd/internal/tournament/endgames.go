package tournament

import (
	"fmt"

	"alfiere/tt/syzygy"
)

// openTables opens the endgame tables that end games. A folder without any is an error, because the
// user has named it for its tables.
func (r *Tournament) openTables() (err error) {
	if r.Syzygy == "" {
		return nil
	}
	if r.tables, err = syzygy.Open(r.Syzygy); err != nil {
		_ = r.tables.Close() // no data were read
		return fmt.Errorf("--syzygy: %w", err)
	}
	r.Match.Rules.Endgames = r.tables
	return nil
}
