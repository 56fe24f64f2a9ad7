package api

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestTwinsAreInTheFormsThatCanHoldThem checks that each twin has its letter and its own solution.
func TestTwinsAreInTheFormsThatCanHoldThem(t *testing.T) {
	const query = `"position":"8/8/8/3K4/8/5nP1/5Q1b/5N1k w","stipulation":"#2","solution":true,"twins":["8/8/8/3K4/8/5nP1/5R1b/5N1k w","6k1/8/8/8/8/8/8/K1RR4 w #3"]`
	for form, want := range map[string]struct {
		part   string // expected in each of the three twins
		number int
	}{"text": {"a b c d e f g h", 3}, "html": {"<figure>", 3}, "latex": {`\begin{minipage}`, 3}, "popeye": {"+---a---b", 6}, "svg": {"<svg", 1}} {
		answer := asked(t, "diagram", `{`+query+`,"form":"`+form+`"}`)
		text, _ := answer["text"].(string)
		if got := strings.Count(text, want.part); got != want.number {
			t.Errorf("%s has %d times %q:\n%s", form, got, want.part, text)
		}
		if form != "popeye" && form != "svg" && !strings.Contains(text, "c)") {
			t.Errorf("%s has no c):\n%s", form, text)
		}
	}
	// In Popeye's format, twins that differ little are one problem; those above differ more.
	near := asked(t, "diagram", `{"position":"8/8/8/3K4/8/5nP1/5Q1b/5N1k w","stipulation":"#2","form":"popeye","twins":["8/8/3K4/8/8/5nP1/5Q1b/5N1k w","8/8/8/3K4/8/5nP1/5R1b/5N1k w #3"]}`)
	layout, _ := near["text"].(string)
	if strings.Count(layout, "+---a---b") != 2 || strings.Count(layout, "finished") != 1 || !strings.Contains(layout, "\na) \n") ||
		!strings.Contains(layout, "\nb) wKd5-->d6  \n") || !strings.Contains(layout, "\nc) wRf2  #3  \n") {
		t.Error(layout)
	}
	var list []struct {
		Twin, Verdict string
		N             int
	}
	text, _ := asked(t, "diagram", `{`+query+`,"form":"json"}`)["text"].(string)
	if err := json.Unmarshal([]byte(text), &list); err != nil || len(list) != 3 || list[0].Twin != "a" || list[1].Verdict != "none" || list[2].N != 3 {
		t.Errorf("as JSON the twins are %+v, %v", list, err)
	}
	var answer any
	if fault := ask(t, "diagram", diagramQuery{Position: "8/8/8/3K4/8/5nP1/5Q1b/5N1k w", Form: "text", Twins: []string{"8/8/8/3K4/8/5xP1/5Q1b/5N1k w"}}, &answer); fault == nil || fault.Field != "twins" {
		t.Errorf("a twin that is no position is %+v", fault)
	}
	if fault := ask(t, "diagram", diagramQuery{Position: "8/8/8/3K4/8/5nP1/5Q1b/5N1k w", Form: "text", Twins: make([]string, mostTwins+1)}, &answer); fault == nil || fault.Field != "twins" {
		t.Errorf("too many twins are %+v", fault)
	}
}
