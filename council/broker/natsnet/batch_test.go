package natsnet

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"alfiere/internal/work"
)

func TestATaskThatNobodyComesBackFromIsGivenUp(t *testing.T) {
	t.Parallel()
	b := &batch{out: map[uint64]*given{7: {begun: map[string]string{}}}, results: make(chan arrival, 1)}
	begin := func(worker string) string {
		return b.begin(&word{Worker: worker, Name: "name of " + worker, Number: 7})
	}
	for round := range 20 {
		worker := fmt.Sprint("leaves", round)
		if begin(worker) != yesAnswer {
			t.Fatalf("round %d: no", round)
		}
		b.back(&word{Worker: worker, Number: 7})
	}
	for i := range mostBegun {
		for range 3 { // asking again does not count as another worker
			if begin(fmt.Sprint("dies", i)) != yesAnswer {
				t.Fatalf("worker %d may not begin", i)
			}
		}
	}
	if begin("last") != noAnswer || begin("dies1") != yesAnswer {
		t.Error("the fifth may begin, or a worker that has begun may not continue")
	}
	select {
	case a := <-b.results:
		if a.number != 7 || !strings.Contains(a.result.Fault, "abandoned: 5 workers began it") ||
			!strings.Contains(a.result.Fault, "name of dies3") {
			t.Errorf("%+v", a)
		}
	default:
		t.Error("there is no error")
	}
	if b.begin(&word{Worker: "x", Number: 8}) != noAnswer {
		t.Error("a task that is kept may begin")
	}
}

func TestWorkersNeedTheVersionsOfABatch(t *testing.T) {
	worker := versionsOf([]work.Kind{{Name: "a", Version: "1"}, {Name: "b", Version: "2"}})
	for _, batch := range [][]work.Kind{nil, {{Name: "a", Version: "1"}}, {{Name: "b", Version: "2"}}} {
		if text := difference(worker, versionsOf(batch), versionsOf(batch)); text != "" {
			t.Errorf("%v: %s", batch, text)
		}
	}
	need := map[string]string{"b": "", "c\x1b[31m": "2\n", "messages": "1"}
	if text := difference(worker, need, need); text !=
		`b is "2" here and "" there, c [31m is nothing here and "2\n" there, messages is "3" here and "1" there` {
		t.Error(text)
	}
}

func FuzzUnpack(f *testing.F) {
	for _, w := range []word{{Word: resultWord, Worker: "w", Number: 3, Payload: bytes.Repeat([]byte("long"), packFrom)},
		{Word: beginWord, Name: "x"}} {
		data, err := pack(&w)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var w, again word
		if unpack(data, &w) != nil {
			return
		}
		packed, err := pack(&w)
		if err != nil {
			t.Fatal(err)
		}
		if err := unpack(packed, &again); err != nil || !reflect.DeepEqual(w, again) && len(w.Payload)+len(w.Kinds) > 0 &&
			again.Payload != nil {
			t.Errorf("%+v is then %+v, %v", w, again, err)
		}
	})
}
