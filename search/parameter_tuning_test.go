//go:build tuning

package search

import (
	"context"
	"strings"
	"testing"
)

// nodesOf returns the nodes of a small bench.
func nodesOf(t *testing.T, e *Engine) (nodes uint64) {
	t.Helper()
	for _, fen := range benchPositions[20:24] {
		e.NewGame()
		request := Request{Position: mustPosition(t, fen), Limits: Limits{Depth: 8}}
		nodes += e.Search(context.Background(), request, nil).Nodes
	}
	return nodes
}

func TestParametersChangeTheTreeAndCanBeSetBack(t *testing.T) {
	e := newEngine(t)
	usual := nodesOf(t, e)
	names := map[string]bool{}
	var without []string // parameters without an effect here, such as bounds that are seldom reached
	for _, p := range Parameters() {
		folded := strings.ToLower(p.Name)
		if names[folded] || p.Min < 0 || p.Min > p.Default || p.Default > p.Max || *p.value != p.Default {
			t.Errorf("%+v: %d", p, *p.value)
		}
		names[folded] = true
		p.Set(p.Min)
		low := nodesOf(t, e)
		p.Set(p.Max)
		high := nodesOf(t, e)
		p.Set(p.Default)
		if low == usual && high == usual {
			without = append(without, p.Name)
		}
		if got := nodesOf(t, e); got != usual {
			t.Errorf("%s: %d nodes after it was set back, %d before", p.Name, got, usual)
		}
	}
	if len(names) < 40 || len(without) > 3 {
		t.Errorf("%d parameters, without effect %v", len(names), without)
	}
	t.Log("without effect:", without)
}

func TestASearchEndsWithAllParametersAtTheirBounds(t *testing.T) {
	for _, bound := range []func(parameter) int{
		func(p parameter) int { return p.Min },
		func(p parameter) int { return p.Max },
	} {
		for _, p := range Parameters() {
			p.Set(bound(p))
			defer p.Set(p.Default)
		}
		result, err := Bench(t.Context(), Request{Limits: Limits{Nodes: 5000}}, 1, nil)
		if err != nil || result.Nodes == 0 {
			t.Errorf("%d nodes: %v", result.Nodes, err)
		}
	}
}
