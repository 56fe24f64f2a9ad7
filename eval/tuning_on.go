//go:build tuning

package eval

import "alfiere/movegen"

// changes is part of the key of scores in the cache, which parameters change.
var changes movegen.Key

func forgetScores() { changes += 0x9e3779b97f4a7c15 }
