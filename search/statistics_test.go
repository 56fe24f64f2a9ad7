package search

import (
	"context"
	"testing"
	"unsafe"

	"alfiere/movegen"
)

func TestStatisticsAreCountedOnlyWhenBuiltSo(t *testing.T) {
	e := newEngine(t)
	e.Search(context.Background(), Request{Position: movegen.StartPosition(), Limits: Limits{Depth: 12}}, nil)
	s, ok := e.Statistics()
	if ok != counting {
		t.Fatalf("ok is %v, but counting %v", ok, counting)
	}
	if !counting {
		if s != (statistics{}) || unsafe.Sizeof(counters{}) != 0 {
			t.Errorf("counted %v in %d bytes", s, unsafe.Sizeof(counters{}))
		}
		return
	}
	for i, n := range s {
		c := Counter(i)
		if n == 0 || c != movePruned && c != moveSearched && s[c.Base()] < n {
			t.Errorf("%v: %d of %d %v", c, n, s[c.Base()], c.Base())
		}
		if c.String() == "" {
			t.Errorf("counter %d has no name", i)
		}
	}
	e.NewGame()
	if s, _ := e.Statistics(); s != (statistics{}) {
		t.Errorf("after NewGame: %v", s)
	}
}
