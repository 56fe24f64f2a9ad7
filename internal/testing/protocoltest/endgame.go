package protocoltest

import (
	"os"
	"path/filepath"
	"testing"

	"alfiere/internal/testing/must"
)

// DamagedTable is the invalid file in the folder of DamagedTables: the values of a queen against the bare king.
const DamagedTable = "KQvK.rtbw"

// DamagedTables returns a folder of its own with the endgame tables of three men, of which
// DamagedTable is damaged. root is the way to the repository's root.
func DamagedTables(t *testing.T, root string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	must.Do(t, os.CopyFS(folder, os.DirFS(filepath.Join(root, "tt/syzygy/testdata"))))
	must.Do(t, os.WriteFile(filepath.Join(folder, DamagedTable), make([]byte, 272), 0o600))
	return folder
}
