package conformance

import (
	"strings"
	"sync"
	"testing"
)

// broken are the faults of the toy engines with the cases that must see them. Behind a
// colon stands a part of the reason. Cases that wait for long are left out.
var broken = []struct {
	protocol protocol
	fault    string
	cases    []string
}{
	{uci, "talks first", []string{"silent-before-first-line: Toy engine"}},
	{uci, "chatters", []string{"silent-when-idle: info depth"}},
	{uci, "never ends its introduction", []string{"handshake: uciok", "depth: in the handshake"}},
	{uci, "introduces itself late", []string{"handshake-order"}},
	{uci, "has no table", []string{"hash-option"}},
	{uci, "has a button with a value", []string{"options-well-formed: button"}},
	{uci, "ponders as a number", []string{"options-well-formed: not check"}},
	{uci, "tells two lines", []string{"one-line-by-default"}},
	{uci, "opens its book", []string{"no-book-by-default"}},
	{uci, "is out of range", []string{"options-well-formed: not valid for type spin"}},
	{uci, "counts threads from 0", []string{"options-well-formed: Threads"}},
	{uci, "leaves a text empty", []string{"options-well-formed: not valid for type string"}},
	{uci, "knows no Elo", []string{"options-well-formed: be offered together"}},
	{uci, "is weak", []string{"full-strength-by-default"}},
	{uci, "is ready twice", []string{"ready-once-each: readyok"}},
	{uci, "is deaf while searching", []string{"ready-while-searching: readyok", "ready-while-pondering: readyok"}},
	{uci, "does not quit", []string{"quit-at-once: still running", "quit-idle: still running", "quit-searching: still running"}},
	{uci, "stays at the end of its input", []string{"end-of-input-idle: still running", "end-of-input-searching: still running"}},
	{uci, "minds carriage returns", []string{"windows-line-ends"}},
	{uci, "dies of long lines", []string{"line-of-ninety-kilobytes: exit status 3"}},
	{uci, "dies of unknown words", []string{"unknown-command: exit status 3"}},
	{uci, "answers unknown words", []string{"unknown-command: bestmove"}},
	{uci, "gives a line up at once", []string{"unknown-word-before-a-command: readyok"}},
	{uci, "dies of unknown options", []string{"unknown-option: exit status 3"}},
	{uci, "dies of bad positions", []string{"fen-of-words: exit status 3", "fen-without-a-king: exit status 3", "fen-with-nine-files: exit status 3"}},
	{uci, "wants six fields", []string{"four-fields: legal move"}},
	{uci, "forgets the moves", []string{"fen-and-moves: legal move"}},
	{uci, "takes Black for White", []string{"black-to-move: legal move"}},
	{uci, "answers twice", []string{"depth: 2 lines match", "movetime: 2 lines match"}},
	{uci, "is impatient", []string{"infinite-until-stop: bestmove", "ponder-beyond-the-clock: bestmove", "infinite-though-mate-is-found: bestmove",
		"infinite-without-a-move: bestmove"}},
	{uci, "does not stop", []string{"stop-at-once: bestmove", "infinite-until-stop: no line matches", "ponder-and-stop: no line matches"}},
	{uci, "answers an idle stop", []string{"stop-when-idle: bestmove"}},
	{uci, "tries all moves", []string{"searchmoves: no line matches", "searchmoves-with-time: no line matches"}},
	{uci, "invents a move", []string{"checkmated: a1a1", "stalemated: a1a1"}},
	{uci, "plays what it may not", []string{"depth: legal", "a-game: legal", "stop-and-go-again: legal"}},
	{uci, "plays another move", []string{"last-line-is-the-moves: the last pv begins", "last-line-of-a-stopped-search: the last pv begins"}},
	{uci, "castles onto the rook", []string{"castling-is-the-kings-step: e1a1"}},
	{uci, "forgets Chess960", []string{"chess960-castling: e1c1"}},
	{uci, "promotes in capitals", []string{"promotion-in-small-letters: c7c8Q"}},
	{uci, "scores in pawns", []string{"numbers-are-integers: is not an integer"}},
	{uci, "scores from White's side", []string{"score-of-the-side-to-move"}},
	{uci, "counts mates in centipawns", []string{"mate-in-moves", "mate-in-two"}},
	{uci, "counts mates in plies", []string{"mate-in-two: mate 2", "mated-in-moves"}},
	{uci, "does not see that it is mated", []string{"mated-in-moves"}},
	{uci, "goes on behind its line", []string{"lines-can-be-played: not a legal move", "lines-end-with-the-game: not a legal move"}},
	{uci, "leaves out second lines", []string{"multipv-three: lines", "multipv-more-than-moves: lines"}},
	{uci, "is more than certain", []string{"chances: 1000"}},
	{uci, "ponders on nonsense", []string{"move-to-ponder-on: ponder"}},
	{uci, "thinks on", []string{"nothing-after-bestmove"}},

	{xboard, "talks first", []string{"silent-before-first-line: Toy engine"}},
	{xboard, "says hello", []string{"handshake: Hello"}},
	{xboard, "never ends its features", []string{"handshake: done=1"}},
	{xboard, "has no ping", []string{"ping-is-offered: ping=1"}},
	{xboard, "has no board", []string{"setboard-is-offered: setboard=1"}},
	{xboard, "wants colours", []string{"colors-are-switched-off: colors=0"}},
	{xboard, "has no name", []string{"name: myname"}},
	{xboard, "plays unknown games", []string{"variants-are-named: variants"}},
	{xboard, "forgets quotation marks", []string{"features-well-formed: has no quotation marks"}},
	{xboard, "has two choices", []string{"features-well-formed: not valid for type combo"}},
	{xboard, "says yes instead of 1", []string{"features-well-formed: \"yes\""}},
	{xboard, "goes on behind its end", []string{"features-well-formed: comes after done=1"}},
	{xboard, "does not close its quote", []string{"features-well-formed: is not closed"}},
	{xboard, "minds carriage returns", []string{"windows-line-ends: done=1"}},
	{xboard, "answers with another number", []string{"ping-answers-its-number: pong 8191"}},
	{xboard, "is deaf while searching", []string{"ping-in-analysis: pong 5"}},
	{xboard, "does not quit", []string{"quit-idle: still running", "quit-thinking: still running", "quit-analysing: still running"}},
	{xboard, "stays at the end of its input", []string{"end-of-input-idle: still running", "end-of-input-thinking: still running"}},
	{xboard, "dies of long lines", []string{"line-of-ninety-kilobytes: exit status 3"}},
	{xboard, "dies of bad positions", []string{"empty-board: exit status 3", "illegal-position: exit status 3", "setboard-of-words: exit status 3"}},
	{xboard, "is silent about unknown words", []string{"unknown-command: frobnicate"}},
	{xboard, "ignores boards", []string{"setboard-black: move", "castling: llegal", "mate-by-the-engine"}},
	{xboard, "edits white men only", []string{"edit: no line matches", "edit-black-to-move: no line matches"}},
	{xboard, "moves in force mode", []string{"force-ends-thinking: move", "result-ends-thinking: move"}},
	{xboard, "echoes moves", []string{"no-echo: lines match", "force-is-silence: must not appear"}},
	{xboard, "accepts everything", []string{"illegal-move: llegal", "illegal-move-into-check: llegal", "illegal-castling: llegal", "word-that-is-no-move: llegal"}},
	{xboard, "forgets rights", []string{"undo-restores-castling: e1c1", "undo-restores-en-passant: e5d6"}},
	{xboard, "castles onto the rook", []string{"castling-by-the-engine: e1a1"}},
	{xboard, "promotes in capitals", []string{"promotion-by-the-engine: c7c8Q"}},
	{xboard, "plays what it may not", []string{"plays-black-after-new: legal move", "setboard: legal move", "go-after-forced-moves: legal move"}},
	{xboard, "answers when idle", []string{"move-now-when-idle: must not appear"}},
	{xboard, "names the wrong winner", []string{"mate-by-the-user: 1-0", "mate-by-the-engine-as-black: 0-1"}},
	{xboard, "never claims", []string{"third-repetition: no line matches", "fools-mate: no line matches", "stalemate-by-the-user: no line matches"}},
	{xboard, "draws at the second repetition", []string{"second-repetition-is-no-draw: no line matches ^move"}},
	{xboard, "hints at nonsense", []string{"hint: legal move"}},
	{xboard, "always talks", []string{"no-thinking-after-nopost: must not appear"}},
	{xboard, "keeps the depth", []string{"depth-ends-with-new: no line matches"}},
	{xboard, "ignores the depth", []string{"depth: must not appear", "depth-survives-level: must not appear"}},
	{xboard, "writes points", []string{"thinking: 0.25"}},
	{xboard, "thinks in milliseconds", []string{"thinking-in-centiseconds: must not appear"}},
	{xboard, "thinks of illegal moves", []string{"thinking-can-be-played: a1h8 cannot be played"}},
	{xboard, "scores from White's side", []string{"score-of-the-side-to-move"}},
	{xboard, "scores mates as it likes", []string{"mate-score: 100002", "mated-score: 100001"}},
	{xboard, "does not leave analysis", []string{"game-after-analysis: no line matches"}},
}

// caseNamed returns the case of the suite.
func caseNamed(t *testing.T, p protocol, name string) *Case {
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
				outcome, right, err := insist(t.Context(), engine, c, func(o Outcome) bool {
					return o.Verdict == Failed && strings.Contains(o.Reason, reason)
				})
				if err != nil || !right {
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
	for _, p := range protocols {
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
