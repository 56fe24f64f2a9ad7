package laboratory

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"alfiere/council"
	"alfiere/council/proposals"
	"alfiere/eval"
	"alfiere/internal/work"
	"alfiere/movegen"
)

// do has tasks of a kind done in this process.
func do(t *testing.T, kind string, payloads ...string) (results []work.Result) {
	t.Helper()
	kinds, err := Kinds(t.Context(), "test", 4)
	if err != nil {
		t.Fatal(err)
	}
	results = make([]work.Result, len(payloads))
	tasks := func(yield func(work.Task) bool) {
		for i, payload := range payloads {
			if !yield(work.Task{ID: string(rune('a' + i)), Kind: kind, Payload: []byte(payload)}) {
				return
			}
		}
	}
	queue := &work.Local{Kinds: kinds, Threads: 2}
	if err := queue.Do(t.Context(), tasks, func(r work.Result) error {
		results[r.Task.ID[0]-'a'] = r
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return results
}

func TestAProposalIsTheFact(t *testing.T) {
	q := proposals.Question{Position: movegen.StartPosition(),
		Seat: council.Seat{Name: "mp", Knowledge: eval.Mobility | eval.Pawns}, Nodes: 2000, Megabytes: 2}
	payload, err := json.Marshal(&q)
	if err != nil {
		t.Fatal(err)
	}
	s, err := proposals.NewSearcher(1)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	want, err := s.Answer(t.Context(), &q)
	if err != nil {
		t.Fatal(err)
	}
	large := strings.Replace(string(payload), `"hash":2`, `"hash":5`, 1)
	results := do(t, proposalTask, string(payload), "no question", large, string(payload))
	for _, i := range []int{0, 3} {
		var fact proposals.Fact
		if err := json.Unmarshal(results[i].Payload, &fact); err != nil {
			t.Fatal(err, results[i].Fault)
		}
		fact.Proposal.Elapsed, want.Elapsed = 0, 0
		fact.Proposal.Member, want.Member = "", ""
		if !reflect.DeepEqual(fact.Proposal, want) || fact.Nodes != q.Nodes {
			t.Errorf("the task proposes\n%+v, not\n%+v", fact.Proposal, want)
		}
	}
	if results[1].Fault == "" || !strings.Contains(results[2].Fault, "the task needs a table of 5 MB, but the limit is 4 MB") {
		t.Errorf("%q, %q", results[1].Fault, results[2].Fault)
	}
}

func TestAProblemIsSolvedAsByMate(t *testing.T) {
	results := do(t, ProblemTask, "8/8/8/8/8/2K5/1Q6/k7 b - - #1", "2k5/8/2K5/8/8/8/8/7R w - - #1", "",
		"8/8/8/8/8/8/8/8 w - - #2", "k7/8/1K6/8/8/8/8/7R w - -")
	var answer struct {
		Program, Verdict string
		N                int
	}
	if err := json.Unmarshal(results[1].Payload, &answer); err != nil {
		t.Fatalf("%v: %+v", err, results[1])
	}
	if answer.N != 1 || answer.Verdict != "sound" || answer.Program == "" {
		t.Errorf("%s", results[1].Payload)
	}
	for i, want := range map[int]string{2: "the task contains no problem", 4: "the number of moves is missing"} {
		if !strings.Contains(results[i].Fault, want) {
			t.Errorf("task %d: %q, %s", i, results[i].Fault, results[i].Payload)
		}
	}
}

func TestNamesOfKindsAreSingle(t *testing.T) {
	kinds, err := Kinds(t.Context(), "test", 4)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, kind := range kinds {
		if kind.Version == "" || kind.Open == nil || slices.Contains(names, kind.Name) {
			t.Errorf("%+v", kind)
		}
		names = append(names, kind.Name)
	}
}
