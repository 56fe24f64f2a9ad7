package protocol

import "alfiere/search"

// Bench searches the bench positions to the given depth, at least 1, whatever is on the board,
// without the searcher and with the knowledge that is set: one Benched event per position, then
// one with the total, which ends it. Like a search it can be stopped.
func (c *Controller) Bench(depth int) {
	s := &c.settings
	request := search.Request{Knowledge: s.Knowledge, Network: s.Network, Limits: search.Limits{Depth: depth}}
	j := c.begin(c.game, search.Limits{Depth: depth}, false, 0)
	j.run(func() {
		total, err := search.Bench(j.ctx, request, search.BenchMegabytes, func(fen string, nodes uint64) {
			j.tell(Benched{Search: j.number, FEN: fen, Nodes: nodes})
		})
		j.tell(BenchFinished{Search: j.number, Total: total, Stopped: j.ctx.Err() != nil, Err: err})
	})
}
