package xboard

import (
	"strings"
	"testing"
)

// TestResultsAreClaimedWhenTheBoardShowsThem: after the opponent's move there is the
// result and no move, after the engine's move the move and the result. Pondering changes
// nothing: a reply that ends the game is claimed, too.
func TestResultsAreClaimedWhenTheBoardShowsThem(t *testing.T) {
	shuffle := []string{"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"}
	for _, test := range []struct {
		name, fen string
		forced    []string // moves before the engine is let go
		move      string   // the opponent's; empty: the engine is to move
		want      []string
	}{
		{"nothing", "", nil, "e2e4", []string{"move b8a6"}},
		{"mate by the opponent", "", []string{"f2f3", "e7e5", "g2g4"}, "d8h4", []string{"0-1 {Black mates}"}},
		{"mate by the engine", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", nil, "", []string{"move a1a8", "1-0 {White mates}"}},
		{"stalemate by the opponent", "k7/8/KQ6/8/8/8/8/8 w - - 0 1", nil, "b6c7", []string{"1/2-1/2 {stalemate}"}},
		{"a third repetition by the opponent", "", shuffle[:7], shuffle[7], []string{"1/2-1/2 {threefold repetition}"}},
		{"a second repetition by the opponent", "", shuffle[:3], shuffle[3], []string{"move b1a3"}},
		{"the fiftieth move of the opponent", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", nil, "e1e2", []string{"1/2-1/2 {fifty moves without capture or pawn move}"}},
		{"the fiftieth move of the engine", "4k3/8/8/8/8/8/8/R3K3 w - - 98 80", nil, "e1e2", []string{"move e8d7", "1/2-1/2 {fifty moves without capture or pawn move}"}},
		{"a pawn's move instead", "4k3/8/8/8/8/8/P7/R3K3 w - - 99 80", nil, "a2a3", []string{"move e8d7"}},
		{"nothing to mate with", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", nil, "e1e2", []string{"1/2-1/2 {neither side can mate}"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			lines := []string{"new", "hard", "sd 1", "force"}
			if test.fen != "" {
				lines = append(lines, "setboard "+test.fen)
			}
			s := begin(t, append(lines, test.forced...)...)
			if test.move == "" {
				s.Send("go")
			} else {
				s.Send("playother")
				s.Send("usermove " + test.move)
			}
			s.Send("ping 1")
			got := s.Until("pong 1")
			if text := strings.Join(got[:len(got)-1], "\n"); text != strings.Join(test.want, "\n") {
				t.Errorf("got %q, want %q", text, test.want)
			}
			s.Rest()
		})
	}
}

// TestTheReplyThatRepeatsIsClaimed: the scripted engine expects a reply; when that would
// be the third repetition it is not pondered on, and claimed when it comes.
func TestTheReplyThatRepeatsIsClaimed(t *testing.T) {
	s := begin(t, "new", "post", "hard", "sd 2", "usermove e2e4")
	s.Until("move b8a6")
	s.Until("2 20") // it ponders on e1e2
	s.Send("force")
	for _, m := range []string{"e1e2", "a6b8", "e2e1", "b8a6", "e1e2", "a6b8", "e2e1"} {
		s.Send("usermove " + m)
	}
	s.Send("go") // b8a6, and then e1e2 occurs for the third time
	s.Until("move b8a6")
	s.Send("ping 1")
	for _, line := range s.Until("pong 1") {
		if strings.HasPrefix(line, "1 10") {
			t.Errorf("it ponders: %q", line)
		}
	}
	s.Send("usermove e1e2")
	s.Until("1/2-1/2 {threefold repetition}")
	s.Rest()
}

// TestWhatIsNoMoveDoesNotDisturb: refused moves, questions and comments leave a search
// that is under way alone.
func TestWhatIsNoMoveDoesNotDisturb(t *testing.T) {
	for _, state := range []struct {
		name  string
		lines []string
		until string
	}{
		{"thinking", []string{"st 1000", "usermove e2e4"}, "3 30"},
		{"pondering", []string{"hard", "sd 2", "usermove e2e4"}, "2 20 2 200\te1e2"},
		{"analysing", []string{"analyze"}, "3 30"},
	} {
		t.Run(state.name, func(t *testing.T) {
			s := begin(t, append([]string{"new", "post"}, state.lines...)...)
			s.Until(state.until)
			before := s.Searcher.Searches()
			for _, line := range []string{"usermove e9e9", "usermove e1e5", "bogus", "hint", "time 100", "otim 100", ".", "level 40 5 0", "name x",
				"option Contempt=1", "sd 3", "post", "hard", "draw", "bk", "coords", "contempt", "both x"} {
				s.Send(line)
			}
			s.Send("st never")
			s.Until("Error (bad parameters): st never")
			if after := s.Searcher.Searches(); after != before {
				t.Errorf("%d searches have become %d", before, after)
			}
			s.Rest()
		})
	}
}
