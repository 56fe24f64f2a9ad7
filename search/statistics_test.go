package search

import (
	"context"
	"testing"
	"unsafe"

	"alfiere/movegen"
)

func TestStatisticsAreCountedOnlyWhenBuiltSo(t *testing.T) {
	e := newEngine(t)
	e.Search(context.Background(), Request{Position: movegen.StartPosition(), Limits: Limits{Depth: 9}}, nil)
	s, ok := e.Statistics()
	if ok != counting {
		t.Fatalf("ok is %v, but counting %v", ok, counting)
	}
	if !counting {
		if s != (Statistics{}) || unsafe.Sizeof(tally{}) != 0 {
			t.Errorf("counted %v in %d bytes", s, unsafe.Sizeof(tally{}))
		}
		return
	}
	for event, n := range s {
		e := Event(event)
		if n == 0 || e != MovePruned && e != MoveSearched && s[e.Base()] < n {
			t.Errorf("%v: %d of %d %v", e, n, s[e.Base()], e.Base())
		}
		if e.String() == "" {
			t.Errorf("event %d has no name", event)
		}
	}
	e.NewGame()
	if s, _ := e.Statistics(); s != (Statistics{}) {
		t.Errorf("after NewGame: %v", s)
	}
}
