package conformance

import (
	"strings"
	"testing"
	"time"
)

// conversation reads a transcript, a line each, that begin with > or <.
func conversation(t *testing.T, text string) *transcript {
	t.Helper()
	transcript := &transcript{start: time.Now()}
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		mark, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if mark != ">" && mark != "<" {
			t.Fatalf("%q is neither sent nor heard", line)
		}
		transcript.add(mark == ">", rest)
	}
	return transcript
}

// checkRow is a conversation and what a check says of it; nothing if it passes.
type checkRow struct{ name, check, text, want string }

func testChecks(t *testing.T, rows []checkRow) {
	for _, row := range rows {
		t.Run(row.check+": "+row.name, func(t *testing.T) {
			for _, c := range checkTable {
				if c.name != row.check {
					continue
				}
				got := ""
				if err := c.judge(conversation(t, row.text)); err != nil {
					got = err.Error()
				}
				if row.want == "" && got != "" || !strings.Contains(got, row.want) {
					t.Errorf("it says %q, not %q", got, row.want)
				}
				return
			}
			t.Errorf("there is no such check")
		})
	}
}

const (
	mateInOne  = "position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1"
	checkmated = "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
	castling   = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
)

func TestChecksOfUCI(t *testing.T) {
	testChecks(t, []checkRow{
		{"legal", "bestmove", "> go depth 1\n< bestmove e2e4 ponder e7e5", ""},
		{"after moves", "bestmove", "> position startpos moves e2e4\n> go\n< bestmove e7e5", ""},
		{"illegal", "bestmove", "> position startpos moves e2e4\n> go\n< bestmove e2e4", `"e2e4" is not a legal move`},
		{"each belongs to its go", "bestmove", "> go\n> position startpos moves e2e4\n> go\n< bestmove e2e4\n< bestmove e7e5", ""},
		{"without a go", "bestmove", "> go\n< bestmove e2e4\n< bestmove e2e4", "1 bestmoves belong to no go"},
		{"none", "bestmove", "> go", "there is no bestmove"},
		{"an illegal reply to ponder on", "bestmove", "> go\n< bestmove e2e4 ponder e2e4", "the move to ponder on"},
		{"no reply to ponder on", "bestmove", "> go\n< bestmove e2e4 ponder (none)", ""},
		{"too many words", "bestmove", "> go\n< bestmove e2e4 ponders e7e5 now", "not of the form"},
		{"checkmated", "bestmove", "> " + checkmated + "\n> go\n< bestmove (none)", ""},
		{"an invented move", "bestmove", "> " + checkmated + "\n> go\n< bestmove a1a1", "but there is no legal move"},
		{"no move though there is one", "bestmove", "> go\n< bestmove (none)", "not a legal move"},
		{"another than asked for", "bestmove", "> go searchmoves a2a3 h2h3 depth 2\n< bestmove e2e4", "not one of searchmoves"},
		{"one of those asked for", "bestmove", "> go searchmoves a2a3 h2h3 depth 2\n< bestmove h2h3", ""},
		{"a bad position may mean anything", "bestmove", "> position fen nonsense\n> go\n< bestmove a1a1", ""},
		{"castling by the rook", "bestmove", "> " + castling + "\n> go\n< bestmove e1h1", "e1h1 should be written e1g1"},
		{"castling in Chess960", "bestmove", "> setoption name UCI_Chess960 value true\n> " + castling + "\n> go\n< bestmove e1h1", ""},
		{"castling by the king in Chess960", "bestmove", "> setoption name UCI_Chess960 value true\n> " + castling + "\n> go\n< bestmove e1g1", "e1g1 should be written e1h1"},
		{"a capital promotion", "bestmove", "> position fen 8/2P5/k7/8/2K5/8/8/8 w - - 0 1\n> go\n< bestmove c7c8Q", "c7c8Q should be written c7c8q"},

		{"good", "info", "> go\n< info depth 3 seldepth 4 score cp -12 lowerbound nodes 5 nps 6 hashfull 1000 time 7 currmove e2e4 currmovenumber 1", ""},
		{"strings may say anything", "info", "> go\n< info string depth none", ""},
		{"none", "info", "> go", "there is no info line"},
		{"a point", "info", "> go\n< info score cp 0.5", `cp: "0.5" is not an integer`},
		{"a plus", "info", "> go\n< info score cp +5", `"+5" is not an integer`},
		{"a number that is missing", "info", "> go\n< info depth", "depth: the number is missing"},
		{"too full", "info", "> go\n< info hashfull 1001", "1001 is not between 0 and 1000"},
		{"counted from zero", "info", "> go\n< info currmovenumber 0", "0 is not between 1"},
		{"seldepth alone", "info", "> go\n< info seldepth 3", "seldepth without depth"},
		{"an illegal move", "info", "> go\n< info currmove e7e5", "currmove"},
		{"chances", "info", "> go\n< info depth 1 score cp 3 wdl 300 400 300", ""},
		{"chances that are not certain", "info", "> go\n< info depth 1 score cp 3 wdl 300 400 301", "do not add up to 1000"},
		{"chances that are missing", "info", "> go\n< info depth 1 score cp 3 wdl 300 400", "wdl: the number is missing"},

		{"good", "pv", "> go\n< info depth 2 score cp 3 nodes 4 time 5 pv e2e4 e7e5", ""},
		{"to mate", "pv", "> " + mateInOne + "\n> go\n< info depth 2 score mate 1 nodes 4 time 5 pv a1a8", ""},
		{"beyond mate", "pv", "> " + mateInOne + "\n> go\n< info depth 2 score mate 1 nodes 4 time 5 pv a1a8 h8h7", `"h8h7" is not a legal move`},
		{"no score", "pv", "> go\n< info depth 2 nodes 4 time 5 pv e2e4", "exactly one score"},
		{"no time", "pv", "> go\n< info depth 2 score cp 3 nodes 4 pv e2e4", "no time"},
		{"not last", "pv", "> go\n< info depth 2 score cp 3 nodes 4 pv e2e4 time 5", `"time" is not a legal move`},
		{"none", "pv", "> go\n< info depth 2", "there is no pv"},

		{"good", "final-pv", "> go\n< info depth 2 pv e2e4 e7e5\n< bestmove e2e4", ""},
		{"another", "final-pv", "> go\n< info depth 2 pv e2e4 e7e5\n< bestmove d2d4", `the last pv begins with "e2e4"`},
		{"bounds do not count", "final-pv", "> go\n< info depth 2 pv e2e4\n< info depth 3 score cp 1 upperbound pv d2d4\n< bestmove e2e4", ""},
		{"second lines do not count", "final-pv", "> go\n< info multipv 1 pv e2e4\n< info multipv 2 pv d2d4\n< bestmove e2e4", ""},
		{"no line", "final-pv", "> go\n< bestmove d2d4", `begins with ""`},
		{"no bestmove", "final-pv", "> go\n< info depth 2 pv e2e4", "there is no bestmove"},

		{"good", "multipv", "> setoption name MultiPV value 2\n> go\n< info depth 1 multipv 1 pv e2e4\n< info depth 1 multipv 2 pv d2d4", ""},
		{"a later depth is not complete", "multipv", "> setoption name MultiPV value 2\n> go\n< info depth 1 multipv 1 pv e2e4\n< info depth 1 multipv 2 pv d2d4\n< info depth 2 multipv 1 pv d2d4", ""},
		{"the same move", "multipv", "> setoption name MultiPV value 2\n> go\n< info depth 1 multipv 1 pv e2e4\n< info depth 1 multipv 2 pv e2e4", "begin with the same move"},
		{"a line that is missing", "multipv", "> setoption name MultiPV value 2\n> go\n< info depth 1 multipv 1 pv e2e4", "no depth has all of 2 lines"},
		{"more than moves", "multipv", "> setoption name MultiPV value 9\n> position fen 7k/8/6K1/8/8/8/8/R7 b - - 0 1\n> go\n< info depth 1 multipv 1 pv h8g8", ""},
		{"too many", "multipv", "> go\n< info depth 1 multipv 2 pv e2e4", "multipv 2, but only 1 lines"},
	})
}

func TestChecksOfOptions(t *testing.T) {
	testChecks(t, []checkRow{
		{"good", "options", `< option name Hash type spin default 1 min 1 max 8
			< option name Clear Hash type button
			< option name Style type combo default Very Solid var Very Solid var Risky
			< option name Ponder type check default false
			< option name Path type string default <empty>`, ""},
		{"no type", "options", "< option name Hash", "is not option name"},
		{"an unknown type", "options", "< option name Hash type number", `is of type number, not spin`},
		{"a default out of range", "options", "< option name Hash type spin default 9 min 1 max 8", "not valid for type spin"},
		{"no bounds", "options", "< option name Hash type spin default 9", "not valid for type spin"},
		{"a check without a truth", "options", "< option name Ponder type check default no", "not valid for type check"},
		{"a choice that is none", "options", "< option name Style type combo default Wild var Solid", "not valid for type combo"},
		{"an empty text", "options", "< option name Path type string default", "not valid for type string"},
		{"a button with a default", "options", "< option name Go type button default 1", "not valid for type button"},
		{"a fixed type", "options", "< option name Ponder type spin default 0 min 0 max 1", "is of type spin, not check"},
		{"a word of the protocol", "options", "< option name Draw value type spin default 0 min 0 max 1", "contains a word of the protocol"},
		{"twice", "options", "< option name A type button\n< option name a type button", "occurs twice"},
		{"half of a pair", "options", "< option name UCI_Elo type spin default 1500 min 1000 max 2000", "be offered together"},

		{"good", "features", `< feature ping=1 myname="Some Engine" variants="normal,suicide"
			< feature option="Own Book -check 1" option="Style -combo Solid /// *Risky" option="Path -path /a b"
			< feature option="Depth -spin 3 1 9" option="Name -string " option="Clear -button" done=1
			< feature option="Late -reset"`, ""},
		{"no end", "features", "< feature ping=1", "no feature done=1"},
		{"after the end", "features", "< feature done=1 ping=1", "comes after done=1"},
		{"no value", "features", "< feature ping", "no NAME=VALUE"},
		{"no quotation marks", "features", "< feature myname=Engine done=1", "has no quotation marks"},
		{"an open quotation mark", "features", `< feature myname="Engine done=1`, "is not closed"},
		{"a word for a truth", "features", "< feature ping=yes done=1", `feature ping is "yes"`},
		{"a truth in quotation marks", "features", `< feature ping="1" done=1`, "neither 0 nor 1"},
		{"an option without a type", "features", `< feature option="Depth" done=1`, "is not NAME -TYPE"},
		{"an unknown type of option", "features", `< feature option="Depth -number 3" done=1`, `is of type "number"`},
		{"an option out of range", "features", `< feature option="Depth -spin 10 1 9" done=1`, "not valid for type spin"},
		{"two choices", "features", `< feature option="Style -combo *Solid /// *Risky" done=1`, "not valid for type combo"},
		{"an option twice", "features", `< feature option="A -button" option="a -button" done=1`, "occurs twice"},
		{"an equals sign in a name", "features", `< feature option="A=B -button" done=1`, "is not NAME -TYPE"},
	})
}

func TestChecksOfXboard(t *testing.T) {
	testChecks(t, []checkRow{
		{"coordinates and SAN", "moves", "> new\n> usermove e2e4\n< move e7e5\n> g1f3\n< move Nc6", ""},
		{"illegal", "moves", "> new\n> usermove e2e4\n< move e2e4", `"e2e4" is not a legal move`},
		{"none", "moves", "> new", "there is no move"},
		{"after undo", "moves", "> new\n> e2e4\n> undo\n< move e2e3", ""},
		{"after remove", "moves", "> new\n> e2e4\n< move e7e5\n> remove\n< move e2e3", ""},
		{"after setboard", "moves", "> setboard 7k/8/6K1/8/8/8/8/R7 w - - 0 1\n< move a1a8", ""},
		{"a refused move is not played", "moves", "> new\n> e2e5\n< Illegal move: e2e5\n< move e2e4", ""},
		{"a refused board", "moves", "> setboard 8/8/8/8/8/8/8/8 w - - 0 1\n< move e2e4", "there is no move"},

		{"mate", "results", "> setboard 7k/8/6K1/8/8/8/8/R7 w - - 0 1\n< move a1a8\n< 1-0 {White mates}", ""},
		{"the wrong winner", "results", "> setboard 7k/8/6K1/8/8/8/8/R7 w - - 0 1\n< move a1a8\n< 0-1 {White mates}", "is claimed in"},
		{"before mate", "results", "> new\n< 1-0 {White mates}", "the game goes on"},
		{"resigning is always true", "results", "> new\n< 1-0 {Black resigns}", ""},
		{"a third repetition", "results", "> new\n> g1f3\n> g8f6\n> f3g1\n> f6g8\n> g1f3\n> g8f6\n> f3g1\n> f6g8\n< 1/2-1/2 {Draw by repetition}", ""},
		{"a second one", "results", "> new\n> g1f3\n> g8f6\n> f3g1\n> f6g8\n< 1/2-1/2 {Draw by repetition}", "is claimed in"},
		{"none", "results", "> new", "there is no result"},

		{"a hint", "hint", "> new\n< Hint: e4", ""},
		{"no hint", "hint", "> new", ""},
		{"an illegal hint", "hint", "> new\n< Hint: e7e5", "is not a legal move"},

		{"numbers", "thinking", "> new\n<  9 156 1084 48000 Nf3 Nc6", ""},
		{"a tab", "thinking", "> new\n< 9 156 1084 48000 12 300 0\tNf3 Nc6", ""},
		{"seconds as GNU Chess has them", "thinking", "> new\n< 9& 156 1084 48000 Nf3 Nc6", ""},
		{"a point", "thinking", "> new\n< 9 1.56 1084 48000 Nf3", "is not PLY SCORE TIME NODES LINE"},
		{"a plus", "thinking", "> new\n< 9 +156 1084 48000 Nf3", "is not PLY SCORE TIME NODES LINE"},
		{"too few", "thinking", "> new\n< 9 156 1084 Nf3", "is not PLY SCORE TIME NODES LINE"},
		{"a result is no thought", "thinking", "> new\n< 1-0 {Black resigns}", "there is no line of thinking"},

		{"a line", "thinking-moves", "> new\n< 9 156 1084 48000 1. e4 e5 2. Nf3 (more)", ""},
		{"behind a tab", "thinking-moves", "> new\n< 9 156 1084 48000 1 2\te2e4 e7e5", ""},
		{"an illegal one", "thinking-moves", "> new\n< 9 156 1084 48000 e2e4 e2e4", "e2e4 cannot be played"},
		{"of the board before", "thinking-moves", "> new\n> e2e4\n< 9 156 1084 48000 d2d4", ""},
		{"of the board before that", "thinking-moves", "> new\n> e2e4\n> e7e5\n< 9 156 1084 48000 e7e6\n> g1f3\n< 9 156 1084 48000 e7e6", "e7e6 cannot be played"},
		{"from the book", "thinking-moves", "> new\n< 0 0 0 0 (e7e5 50%)", ""},
		{"free text", "thinking-moves", "> new\n< 1 0 0 0 mate soon", ""},
	})
}

func TestPrintShortensAndCounts(t *testing.T) {
	transcript := &transcript{Entries: []entry{
		{5 * time.Millisecond, true, "uci"}, {7 * time.Millisecond, false, "a\x00b"},
		{8 * time.Millisecond, false, "c"}, {9 * time.Millisecond, false, "c"}, {10 * time.Millisecond, true, strings.Repeat("x", 300)},
	}}
	var text strings.Builder
	if err := transcript.Print(&text, "  "); err != nil {
		t.Fatal(err)
	}
	want := "       5 > uci\n       7 < \"a\\x00b\"\n       8 < c   (2 times)\n      10 > " + strings.Repeat("x", 240) + "… (300 bytes)\n"
	if text.String() != want {
		t.Errorf("got\n%s\nwant\n%s", text.String(), want)
	}
}
