//go:build statistics

package search

const counting = true

// tally is what a worker counts.
type tally struct{ counts Statistics }

func (t *tally) count(e Event) { t.counts[e]++ }

func (t *tally) addTo(sum *Statistics) {
	for e, n := range t.counts {
		sum[e] += n
	}
}
