package console_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"alfiere/internal/testing/protocoltest"
	"alfiere/internal/wire"
	"alfiere/protocol"
	"alfiere/protocol/console"
)

// A session may come from any lines and go to any writer. The searcher here only plays
// the first legal move; search.New gives one that plays chess.
func Example() {
	controller := protocol.NewController(func(megabytes int) (protocol.Searcher, error) {
		return protocoltest.Open(megabytes), nil
	}, protocol.Resources{Hash: 16, Threads: 1}, rand.NewPCG(1, 2))
	lines := wire.ReadLines(strings.NewReader("Nf3\nquit\n"), nil)
	session := &protocol.Session{Lines: lines, Out: wire.NewOutput(os.Stdout), Controller: controller}
	if _, err := (console.Console{}).Serve(session, "e4"); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Alfiere plays 1... Na6
	// Alfiere plays 2... Nb4
}
