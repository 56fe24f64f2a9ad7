package protocol_test

import (
	"fmt"
	"math/rand/v2"

	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/search"
)

// An adapter's loop in short: a search is started, and its events are printed until
// it has finished.
func ExampleController() {
	controller := protocol.NewController(func(megabytes int) (protocol.Searcher, error) {
		return protocoltest.Open(megabytes), nil // search.New in the engine
	}, protocol.Resources{Hash: 256, Threads: 1}, rand.NewPCG(1, 1))
	defer controller.Close()

	position, err := movegen.ParseFEN("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	controller.SetPosition(position)
	if _, err := controller.Go(search.Limits{Depth: 2}, false); err != nil {
		fmt.Println(err)
	}
	for controller.Searching() {
		<-controller.Ready()
		for event, ok := controller.Next(); ok; event, ok = controller.Next() {
			switch e := event.(type) {
			case protocol.Thinking:
				fmt.Println("depth", e.Depth, "line", e.Line)
			case protocol.Finished:
				fmt.Println("best", e.Best)
			}
		}
	}
	// Output:
	// depth 1 line [a1a8]
	// depth 2 line [a1a8]
	// best a1a8
}
