package conformance

import (
	"strings"
	"sync"
	"testing"
)

// broken are the faults of the toy engines with the cases that must see them. Behind a
// colon stands a part of the reason. Cases that wait for long are left out.
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

	{Xboard, "talks first", []string{"silent-before-first-line: Toy engine"}},
	{Xboard, "says hello", []string{"handshake: Hello"}},
	{Xboard, "never ends its features", []string{"handshake: done=1"}},
	{Xboard, "has no ping", []string{"ping-is-offered: ping=1"}},
	{Xboard, "has no board", []string{"setboard-is-offered: setboard=1"}},
	{Xboard, "wants colours", []string{"colors-are-switched-off: colors=0"}},
	{Xboard, "has no name", []string{"name: myname"}},
	{Xboard, "plays unknown games", []string{"variants-are-named: variants"}},
	{Xboard, "forgets quotation marks", []string{"features-well-formed: without quotation marks"}},
	{Xboard, "has two choices", []string{"features-well-formed: not that of a combo"}},
	{Xboard, "says yes instead of 1", []string{"features-well-formed: \"yes\""}},
	{Xboard, "goes on behind its end", []string{"features-well-formed: comes after done=1"}},
	{Xboard, "does not close its quote", []string{"features-well-formed: is not closed"}},
	{Xboard, "minds carriage returns", []string{"windows-line-ends: done=1"}},
	{Xboard, "answers with another number", []string{"ping-answers-its-number: pong 8191"}},
	{Xboard, "is deaf while searching", []string{"ping-in-analysis: pong 5"}},
	{Xboard, "does not quit", []string{"quit-idle: still runs", "quit-thinking: still runs", "quit-analysing: still runs"}},
	{Xboard, "stays at the end of its input", []string{"end-of-input-idle: still runs", "end-of-input-thinking: still runs"}},
	{Xboard, "dies of long lines", []string{"line-of-ninety-kilobytes: exit status 3"}},
	{Xboard, "dies of bad positions", []string{"empty-board: exit status 3", "illegal-position: exit status 3", "setboard-of-words: exit status 3"}},
	{Xboard, "is silent about unknown words", []string{"unknown-command: frobnicate"}},
	{Xboard, "ignores boards", []string{"setboard-black: move", "castling: llegal", "mate-by-the-engine"}},
	{Xboard, "edits white men only", []string{"edit: no line matches", "edit-black-to-move: no line matches"}},
	{Xboard, "moves in force mode", []string{"force-ends-thinking: move", "result-ends-thinking: move"}},
	{Xboard, "echoes moves", []string{"no-echo: lines match", "force-is-silence: must not come"}},
	{Xboard, "accepts everything", []string{"illegal-move: llegal", "illegal-move-into-check: llegal", "illegal-castling: llegal", "word-that-is-no-move: llegal"}},
	{Xboard, "forgets rights", []string{"undo-restores-castling: e1c1", "undo-restores-en-passant: e5d6"}},
	{Xboard, "castles onto the rook", []string{"castling-by-the-engine: e1a1"}},
	{Xboard, "promotes in capitals", []string{"promotion-by-the-engine: c7c8Q"}},
	{Xboard, "plays what it may not", []string{"plays-black-after-new: legal move", "setboard: legal move", "go-after-forced-moves: legal move"}},
	{Xboard, "answers when idle", []string{"move-now-when-idle: must not come"}},
	{Xboard, "names the wrong winner", []string{"mate-by-the-user: 1-0", "mate-by-the-engine-as-black: 0-1"}},
	{Xboard, "never claims", []string{"third-repetition: no line matches", "fools-mate: no line matches", "stalemate-by-the-user: no line matches"}},
	{Xboard, "draws at the second repetition", []string{"second-repetition-is-no-draw: no line matches ^move"}},
	{Xboard, "hints at nonsense", []string{"hint: legal move"}},
	{Xboard, "always talks", []string{"no-thinking-after-nopost: must not come"}},
	{Xboard, "keeps the depth", []string{"depth-ends-with-new: no line matches"}},
	{Xboard, "ignores the depth", []string{"depth: must not come", "depth-survives-level: must not come"}},
	{Xboard, "writes points", []string{"thinking: 0.25"}},
	{Xboard, "thinks in milliseconds", []string{"thinking-in-centiseconds: must not come"}},
	{Xboard, "thinks of illegal moves", []string{"thinking-can-be-played: a1h8 cannot be played"}},
	{Xboard, "scores from White's side", []string{"score-of-the-side-to-move"}},
	{Xboard, "scores mates as it likes", []string{"mate-score: 100002", "mated-score: 100001"}},
	{Xboard, "does not leave analysis", []string{"game-after-analysis: no line matches"}},
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
	slots := make(chan bool, 24)
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
				// On a busy machine the engine may come too late to be caught in time.
				for try := 0; try < 5 && err == nil && outcome.Verdict == Passed; try++ {
					outcome, err = engine.Run(t.Context(), c)
				}
				if err != nil || outcome.Verdict != Failed || !strings.Contains(outcome.Reason, reason) {
					t.Errorf("an engine that %q: %s %v, %q, %v; want a failure with %q", b.fault, c.ID, outcome.Verdict, outcome.Reason, err, reason)
				}
			})
		}
	}
	wait.Wait()
}

// TestAnEngineThatKeepsTheRulesPasses the whole suite, or what it offers of it; limits are
// stretched, since many engines run at the same time.
func TestAnEngineThatKeepsTheRulesPasses(t *testing.T) {
	t.Parallel()
	for _, p := range Protocols {
		var cases []Case
		for _, c := range suite(t) {
			if c.Protocol == p {
				cases = append(cases, c)
			}
		}
		engine := Engine{Command: toy(p), Scale: 20}
		passed := 0
		err := engine.RunAll(t.Context(), cases, 24, func(o Outcome) error {
			switch o.Verdict {
			case Passed:
				passed++
			case Failed:
				t.Errorf("%s: %s", o.Case.ID, o.Reason)
			default:
				t.Logf("%s: %s", o.Case.ID, o.Reason)
			}
			return nil
		})
		if err != nil || passed < len(cases)-8 {
			t.Errorf("%v: %d of %d cases passed, %v", p, passed, len(cases), err)
		}
	}
}
