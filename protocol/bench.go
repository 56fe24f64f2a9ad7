package protocol

import "alfiere/search"

// Bench searches the bench positions to the given depth, at least 1, whatever is on
// the board and without the searcher: a Benched event for each position, then one
// with the total, which ends it. Like a search it can be stopped.
func (c *Controller) Bench(depth int) {
	c.Abandon()
	ctx := c.begin(search.Limits{Depth: depth}, false)
	j := c.job
	c.run(func() {
		total, err := search.Bench(ctx, depth, search.BenchMegabytes, func(fen string, nodes uint64) {
			c.mailbox.put(j.number, Benched{Search: j.number, FEN: fen, Nodes: nodes})
		})
		c.mailbox.put(j.number, BenchFinished{Search: j.number, Total: total, Stopped: ctx.Err() != nil, Err: err})
	})
}
