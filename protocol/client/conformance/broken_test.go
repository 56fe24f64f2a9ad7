package conformance

import (
	"strings"
	"sync"
	"testing"
)

// broken are the faults of the toy engines with the cases that must see them. Behind a
// colon stands a part of the reason.
var broken = []struct {
	protocol Protocol
	fault    string
	cases    []string
}{
	{UCI, "talks first", []string{"silent-before-first-line: Toy engine"}},
	{UCI, "chatters", []string{"silent-when-idle: info depth"}},
	{UCI, "never ends its introduction", []string{"handshake: uciok", "depth: in the handshake"}},
	{UCI, "introduces itself late", []string{"handshake-order"}},
	{UCI, "has no table", []string{"hash-option"}},
	{UCI, "has a button with a value", []string{"options-well-formed: button"}},
	{UCI, "ponders as a number", []string{"options-well-formed: not check"}},
	{UCI, "tells two lines", []string{"one-line-by-default"}},
	{UCI, "opens its book", []string{"no-book-by-default"}},
	{UCI, "is out of range", []string{"options-well-formed: not that of a spin"}},
	{UCI, "counts threads from 0", []string{"options-well-formed: Threads"}},
	{UCI, "leaves a text empty", []string{"options-well-formed: not that of a string"}},
	{UCI, "knows no Elo", []string{"options-well-formed: come only together"}},
	{UCI, "is weak", []string{"full-strength-by-default"}},
	{UCI, "is ready twice", []string{"ready-once-each: readyok"}},
	{UCI, "is deaf while searching", []string{"ready-while-searching: readyok", "ready-while-pondering: readyok"}},
	{UCI, "does not quit", []string{"quit-at-once: still runs", "quit-idle: still runs", "quit-searching: still runs"}},
	{UCI, "stays at the end of its input", []string{"end-of-input-idle: still runs", "end-of-input-searching: still runs"}},
	{UCI, "minds carriage returns", []string{"windows-line-ends"}},
	{UCI, "dies of long lines", []string{"line-of-ninety-kilobytes: exit status 3"}},
	{UCI, "dies of unknown words", []string{"unknown-command: exit status 3"}},
	{UCI, "answers unknown words", []string{"unknown-command: bestmove"}},
	{UCI, "gives a line up at once", []string{"unknown-word-before-a-command: readyok"}},
	{UCI, "dies of unknown options", []string{"unknown-option: exit status 3"}},
	{UCI, "dies of bad positions", []string{"fen-of-words: exit status 3", "fen-without-a-king: exit status 3", "fen-with-nine-files: exit status 3"}},
	{UCI, "wants six fields", []string{"four-fields: legal move"}},
	{UCI, "forgets the moves", []string{"fen-and-moves: legal move"}},
	{UCI, "takes Black for White", []string{"black-to-move: legal move"}},
	{UCI, "answers twice", []string{"depth: 2 lines match", "movetime: 2 lines match"}},
	{UCI, "is impatient", []string{"infinite-until-stop: bestmove", "ponder-beyond-the-clock: bestmove", "infinite-though-mate-is-found: bestmove",
		"infinite-without-a-move: bestmove"}},
	{UCI, "does not stop", []string{"stop-at-once: bestmove", "infinite-until-stop: no line matches", "ponder-and-stop: no line matches"}},
	{UCI, "answers an idle stop", []string{"stop-when-idle: bestmove"}},
	{UCI, "tries all moves", []string{"searchmoves: no line matches", "searchmoves-with-time: no line matches"}},
	{UCI, "invents a move", []string{"checkmated: a1a1", "stalemated: a1a1"}},
	{UCI, "plays what it may not", []string{"depth: legal", "a-game: legal", "stop-and-go-again: legal"}},
	{UCI, "plays another move", []string{"last-line-is-the-moves: the last pv begins", "last-line-of-a-stopped-search: the last pv begins"}},
	{UCI, "castles onto the rook", []string{"castling-is-the-kings-step: e1a1"}},
	{UCI, "forgets Chess960", []string{"chess960-castling: e1c1"}},
	{UCI, "promotes in capitals", []string{"promotion-in-small-letters: c7c8Q"}},
	{UCI, "scores in pawns", []string{"numbers-are-integers: is no integer"}},
	{UCI, "scores from White's side", []string{"score-of-the-side-to-move"}},
	{UCI, "counts mates in centipawns", []string{"mate-in-moves", "mate-in-two"}},
	{UCI, "counts mates in plies", []string{"mate-in-two: mate 2", "mated-in-moves"}},
	{UCI, "does not see that it is mated", []string{"mated-in-moves"}},
	{UCI, "goes on behind its line", []string{"lines-can-be-played: no legal move", "lines-end-with-the-game: no legal move"}},
	{UCI, "leaves out second lines", []string{"multipv-three: lines", "multipv-more-than-moves: lines"}},
	{UCI, "is more than certain", []string{"chances: 1000"}},
	{UCI, "ponders on nonsense", []string{"move-to-ponder-on: ponder"}},
	{UCI, "thinks on", []string{"nothing-after-bestmove"}},
}

// caseNamed returns the case of the suite.
func caseNamed(t *testing.T, p Protocol, name string) *Case {
	t.Helper()
	for _, c := range suite(t) {
		if c.ID == p.String()+"."+name {
			return &c
		}
	}
	t.Fatalf("there is no case %v.%s", p, name)
	return nil
}

// TestABrokenRuleFailsItsCase: an engine that breaks exactly one rule fails the cases of
// the rule, for the reason that they are about.
func TestABrokenRuleFailsItsCase(t *testing.T) {
	t.Parallel()
	slots := make(chan bool, 12)
	var wait sync.WaitGroup
	for _, b := range broken {
		for _, name := range b.cases {
			name, reason, _ := strings.Cut(name, ": ")
			c := caseNamed(t, b.protocol, name)
			wait.Go(func() {
				slots <- true
				defer func() { <-slots }()
				engine := Engine{Command: toy(b.protocol, b.fault)}
				outcome, err := engine.Run(t.Context(), c)
				if err != nil || outcome.Verdict != Failed || !strings.Contains(outcome.Reason, reason) {
					t.Errorf("an engine that %q: %s %v, %q, %v; want a failure with %q", b.fault, c.ID, outcome.Verdict, outcome.Reason, err, reason)
				}
			})
		}
	}
	wait.Wait()
}

// TestAnEngineThatKeepsTheRulesPasses the whole suite; limits are stretched, since many
// engines run at the same time.
func TestAnEngineThatKeepsTheRulesPasses(t *testing.T) {
	t.Parallel()
	var cases []Case
	for _, c := range suite(t) {
		if c.Protocol == UCI {
			cases = append(cases, c)
		}
	}
	engine := Engine{Command: toy(UCI), Scale: 20}
	err := engine.RunAll(t.Context(), cases, 24, func(o Outcome) error {
		if o.Verdict != Passed {
			t.Errorf("%s: %v, %s", o.Case.ID, o.Verdict, o.Reason)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
