package workbench

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
	"testing/fstest"

	"alfiere/workbench/server"
)

func TestAPocketIsServedOnlyAsItWasWritten(t *testing.T) {
	sum := sha256.Sum256([]byte("page"))
	list := `{"version":"1","files":{"index.html":"` + hex.EncodeToString(sum[:16]) + `"}}`
	for _, test := range []struct {
		files map[string]string
		says  string // of the fault; "" if it is served
	}{
		{map[string]string{"index.html": "page", server.PocketList: list, pocketKeeper: "any"}, ""},
		{map[string]string{"index.html": "page", "index.html.gz": "copy", server.PocketList: list}, ""},
		{map[string]string{"index.html": "page"}, "did not write"},
		{map[string]string{"index.html": "page", server.PocketList: "x"}, server.PocketList},
		{map[string]string{"index.html": "pago", server.PocketList: list}, "index.html was changed"},
		{map[string]string{server.PocketList: list}, "missing"},
		{map[string]string{"index.html": "page", "a/secret.txt": "1", server.PocketList: list}, "a/secret.txt"},
	} {
		folder := fstest.MapFS{}
		for name, text := range test.files {
			folder[name] = &fstest.MapFile{Data: []byte(text)}
		}
		switch err := checkPocket(folder); {
		case test.says == "" && err != nil:
			t.Errorf("%v: %v", test.files, err)
		case test.says != "" && (err == nil || !strings.Contains(err.Error(), test.says)):
			t.Errorf("%v: %v, not %s", test.files, err, test.says)
		}
	}
}
