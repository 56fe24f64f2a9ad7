//go:build tuning

package protocol_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"alfiere/internal/testing/must"

	"alfiere/protocol"
	"alfiere/search"
)

// nodesOf returns the nodes of a search of the initial position.
func nodesOf(t *testing.T, c *protocol.Controller) uint64 {
	t.Helper()
	must.Do(t, c.NewGame())
	start(t, c, search.Limits{Depth: 10}, false)
	events := wait(t, c, soon)
	return events[len(events)-1].(protocol.Finished).Nodes
}

func TestTheNumbersOfTheSearchAreOptionsForTheNextSearch(t *testing.T) {
	open := func(megabytes int) (protocol.Searcher, error) { return search.New(megabytes) }
	c := protocol.NewController(open, protocol.Resources{Hash: 16, Threads: 1}, rand.NewPCG(1, 1))
	defer c.Close()
	for _, p := range search.Parameters() {
		at := slices.IndexFunc(c.Options(), func(o protocol.Option) bool { return o.Name == p.Name })
		if o := c.Options()[at]; o.Kind != protocol.Spin || !o.InUCI() || o.InCECP() ||
			o.Default != strconv.Itoa(p.Default) || o.Min != p.Min || o.Max != p.Max {
			t.Errorf("%s is offered as %+v", p.Name, o)
		}
	}
	set := func(value string) {
		must.Do(t, c.SetOption("NullMoveReduction", value))
	}
	usual := nodesOf(t, c)
	start(t, c, search.Limits{Infinite: true}, false)
	set("1") // the race detector sees whether the running search is disturbed
	if changed := nodesOf(t, c); changed == usual {
		t.Errorf("%d nodes with another null move", changed)
	}
	set("4")
	if again := nodesOf(t, c); again != usual {
		t.Errorf("%d nodes with the default, %d before", again, usual)
	}
}
