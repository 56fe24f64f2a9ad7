package protocol_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"alfiere/internal/testing/protocoltest"
	"alfiere/internal/work"
	"alfiere/protocol"
	"alfiere/search"
)

// falling is a searcher whose searches panic.
type falling struct{ *protocoltest.Searcher }

func (falling) Search(context.Context, search.Request, func(search.Info)) search.Result {
	panic("fallen")
}

// A search has a goroutine of its own; its panic is that of who asks for its events, or gives
// it up. Afterwards the controller can be closed.
func TestAPanicOfASearchIsThatOfWhoTakesItsEvents(t *testing.T) {
	for name, take := range map[string]func(*protocol.Controller){
		"Next": func(c *protocol.Controller) {
			for {
				<-c.Ready()
				if e, ok := c.Next(); ok {
					t.Errorf("%+v", e)
				}
			}
		},
		"Abandon": func(c *protocol.Controller) { c.Abandon() },
		"Wait":    func(c *protocol.Controller) { c.Wait() },
	} {
		c := protocol.NewController(func(megabytes int) (protocol.Searcher, error) {
			return falling{protocoltest.Open(megabytes)}, nil
		}, protocol.Resources{Hash: 16, Threads: 1}, rand.NewPCG(1, 1))
		if _, err := c.Go(search.Limits{Depth: 3}, false); err != nil {
			t.Fatal(err)
		}
		func() {
			defer func() {
				if p, is := recover().(*work.Panic); !is || p.Value != "fallen" {
					t.Errorf("%s: %v", name, p)
				}
			}()
			take(c)
			t.Errorf("%s: nothing", name)
		}()
		if c.Searching() {
			t.Errorf("%s: it still searches", name)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}
