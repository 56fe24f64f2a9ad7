package collection

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"alfiere/workbench/api"
)

// Deeply nested input must use up neither the stack, which would end the program, nor the memory.
func TestNestingWithoutEndHarmsNobody(t *testing.T) {
	d := newDesk(t)
	mega := func(n int, part string) string { return strings.Repeat(part, n/len(part)) }
	chain := func(n, back int) (nodes []object) {
		moves := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
		for i := range n {
			if back == 2 && i >= 4 { // a variation of the one before, and a move more
				nodes = append(nodes, object{"parent": max(i-2, -1), "move": moves[(i/2)%4]})
				continue
			}
			nodes = append(nodes, object{"parent": i - 1, "move": moves[i%4]})
		}
		return nodes
	}
	const game, usual = 900_000, api.UsualBody - 1000
	long := 1 << 20 // of a file; what is nested as deep as this would show
	if os.Getenv("ALFIERE_LONG") != "" {
		long = maxFile - 1000
	}
	for _, test := range []struct {
		method string
		body   object
	}{
		{"pgn/read", object{"text": "1. e4 " + mega(game, "(")}},
		{"pgn/read", object{"text": "1. " + mega(game, "e4 (")}},
		{"pgn/read", object{"text": "1. Nf3 Nf6 2. Ng1 Ng8 " + mega(game, "(1... Nh6 2. Ng1 Ng8 ")}},
		{"pgn/read", object{"text": mega(game, "Nf3 Nf6 Ng1 Ng8 ")}},
		{"pgn/read", object{"text": "1. e4 " + mega(game, "{")}},
		{"pgn/read", object{"text": mega(game, "[A \"\"]\n\n*\n\n")}},
		{"pgn/write", object{"tree": object{"nodes": chain(game/50, 1)}}},
		{"pgn/write", object{"tree": object{"nodes": chain(game/50, 2)}}},
		{"pgn/annotate", object{"tree": object{"nodes": chain(game/50, 2)}, "nodes": 1}},
		{"tree/convert", object{"text": mega(game, "(")}},
		{"tree/convert", object{"text": "1. " + mega(game, "e4 (")}},
		{"tree/convert", object{"text": mega(game, "Nf3 Nf6 Ng1 Ng8 "), "from": "pgn", "to": "text"}},
		{"tree/convert", object{"text": mega(game, "Nf3 Nf6 Ng1 Ng8 "), "from": "pgn", "to": "fen"}},
		{"tree/convert", object{"text": mega(game, "Nf3 Nf6 Ng1 Ng8 "), "from": "pgn", "to": "numeric"}},
		{"tree/convert", object{"text": mega(game, "Nf3 Nf6 Ng1 Ng8 "), "from": "pgn", "to": "table"}},
		{"tree/convert", object{"text": mega(game, "Nf3 Nf6 Ng1 Ng8 "), "from": "pgn", "to": "board"}},
		{"tree/convert", object{"text": mega(game, "Nf3 Nf6 Ng1 Ng8 "), "from": "pgn", "to": "show"}},
		{"game", object{"moves": strings.Fields(mega(usual/2, "g1f3 g8f6 f3g1 f6g8 "))}},
		{"collection/find", object{"query": mega(usual, "(")}},
		{"collection/find", object{"query": mega(usual, "not ") + "#2"}},
		{"collection/find", object{"query": mega(usual, "#2 or ") + "#2"}},
		{"collection/find", object{"query": mega(usual, "#2 ") + "#2"}},
		{"collection/find", object{"query": mega(usual, "(#2 or ") + "#2"}},
		{"collection/complete", object{"query": mega(usual, "("), "cursor": 1000}},
		{"collection/complete", object{"query": mega(usual, "not (")}},
		{"collection/import", object{"text": mega(long, "(")}},
		{"collection/import", object{"text": "[FEN \"8/8/8/8/8/k2K4/7Q/8 w - - 0 1\"]\n\n1. Qh8 " + mega(long, "(1. Qh8 ")}},
		{"collection/import", object{"text": "---\n" + mega(long, "[")}},
		{"collection/import", object{"text": "---\n" + mega(long, "- ")}},
		{"collection/import", object{"text": "---\nstipulation: " + mega(long, "{a: ")}},
		{"collection/import", object{"text": mega(long, `{"a":`)}},
		{"collection/import", object{"text": mega(long, "BeginProblem\n")}},
		{"position", object{"text": mega(usual, "(")}},
	} {
		fault := d.tryWhole(test.method, test.body)
		if fault != nil && fault.Code == api.Internal {
			t.Errorf("%s %.60q: %.200s", test.method, fmt.Sprint(test.body), fault)
		}
	}
	if err := d.db.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// tryWhole is ask for a method by its full name.
func (d *desk) tryWhole(method string, body any) *api.Fault {
	d.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		d.Fatal(err)
	}
	_, err = d.service.Do(d.Context(), method, text, func(string, any) {})
	fault, is := errors.AsType[*api.Fault](err)
	if err != nil && (!is || fault.Code == api.NotFound || strings.Contains(fault.Message, "unknown field")) {
		d.Errorf("%s is not asked as it wants to be: %v", method, err)
	}
	return fault
}
