package console

import (
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/protocol"
)

// row is a session at a pipe: the lines that are sent, what must be printed in this order, and what must not be.
type row struct {
	lines []string
	want  []string
	not   []string
	bad   bool // the command cannot be carried out as it stands
}

// blackMates is a game that Black has won.
var blackMates = []string{"force", "f3", "e5", "g4", "Qh4"}

// everyCommand holds, for each command, sessions that show what it does. A bad one says
// what happens when its arguments or its moment are wrong.
var everyCommand = map[string][]row{
	"new": {
		{lines: []string{"e4", "new 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "fen", "new ....k... ........ ........ ........ ........ ........ ........ ....K..R b", "?"}, want: []string{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "plays 1... K"}},
		{lines: []string{"e4", "new x", "fen"}, want: []string{"the position is refused", "n7/8/4P3"}, bad: true},
		{lines: []string{"e4", "new", "bd"}, want: []string{"plays 1... Na6", movegen.StartFEN}},
		{lines: append(slices.Clone(blackMates), "new", "e4"), want: []string{"The game is over", "plays 1... Na6"}},
		{lines: []string{"force", "both", "new", "d4", "bd"}, want: []string{"both is on", "plays 1... Na6", "r1bqkbnr/pppppppp/n7/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2"}},
		{lines: []string{"level 1 1, 0 2 3", "depth 2", "new", "level", "depth"}, want: []string{"1 moves in 1:00, then the rest of the game in 2:00", "depth is 2"}},
	},
	"go": {
		{lines: []string{"go"}, want: []string{"plays 1. Na3"}},
		{lines: []string{"force", "e4", "go"}, want: []string{"plays 1... Na6"}},
		{lines: append(slices.Clone(blackMates), "go"), want: []string{"over: 0-1", "over: 0-1"}, not: []string{"plays"}, bad: true},
		{lines: []string{"go depth 5"}, want: []string{`"depth 5" is not supported here: set limits with depth N`}, not: []string{"plays"}, bad: true},
		{lines: []string{"setup 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go MATE 1", "fen", "h3"}, want: []string{"White mates in 1", "1.Ra8#!", "R5K1 w - - 0 1", "not a legal move"}, not: []string{"plays"}},
		{lines: []string{"e4", "go mate 1", "d4"}, want: []string{"plays 1... Na6", "No solution", "plays 2..."}},
		{lines: []string{"go mate", "go mate 0", "go mate x"}, want: []string{"usage: mate N", `not "0"`, `not "x"`}, not: []string{"plays"}, bad: true},
	},
	"first": {
		{lines: []string{"first", "e5"}, want: []string{"plays 1. Na3", "plays 2."}},
		{lines: []string{"e4", "first"}, want: []string{"plays 1...", "the game has already begun"}, bad: true},
		{lines: []string{"e4", "remove", "first"}, want: []string{"plays 1...", "plays 1. Na3"}},
	},
	"white": {
		{lines: []string{"white"}, want: []string{"plays 1. Na3"}},
		{lines: []string{"force", "e4", "white", "e5"}, want: []string{"plays 2."}, not: []string{"plays 1"}},
	},
	"black": {
		{lines: []string{"force", "e4", "black"}, want: []string{"plays 1... Na6"}},
		{lines: []string{"force", "black", "e4"}, want: []string{"plays 1... Na6"}},
	},
	"switch": {
		{lines: []string{"switch"}, want: []string{"plays 1. Na3"}},
		{lines: []string{"switch", "switch", "e4"}, want: []string{"plays 1. Na3", "plays 1..."}},
		{lines: append(slices.Clone(blackMates), "switch"), want: []string{"over: 0-1", "over: 0-1"}, bad: true},
	},
	"force": {
		{lines: []string{"force", "e4", "e5", "bd"}, want: []string{"White to move"}, not: []string{"plays"}},
		{lines: []string{"both", "force", "e4", "both", "both"}, want: []string{"both is on", "both is on", "both is off"}},
	},
	"undo": {
		{lines: []string{"undo"}, want: []string{"nothing to take back"}, bad: true},
		{lines: []string{"force", "e4", "undo", "bd"}, want: []string{movegen.StartFEN}, not: []string{"keep still"}},
		{lines: []string{"e4", "undo", "e5", "bd"}, want: []string{"I wait for go, white or black; to take back a move of each side, use remove", "White to move"}, not: []string{"plays 2"}},
		{lines: []string{"go", "undo"}, want: []string{"plays 1.", "I wait for go, white or black"}, not: []string{"remove"}},
		{lines: append(slices.Clone(blackMates), "undo", "undo", "h3"), want: []string{"over: 0-1"}, not: []string{"h3: the game is over"}},
	},
	"remove": {
		{lines: []string{"remove"}, want: []string{"nothing to take back"}, bad: true},
		{lines: []string{"force", "e4", "remove", "bd"}, want: []string{"only one half-move was made; undo takes it back", "Black to move"}, bad: true},
		{lines: []string{"e4", "remove", "d4", "list"}, want: []string{"plays 1...", "plays 1...", "1. d4 Na6"}, not: []string{"1. e4"}},
	},
	"back": {
		{lines: []string{"get italian.pgn", "back", "list", "back 3", "fen"}, want: []string{"after 3. Bc4; 1 half-moves can be replayed", `[Result "*"]`, "3. Bc4 *", "after 1... e5; 4 half-moves can be replayed",
			"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"}},
		{lines: []string{"get italian.pgn", "back all", "fen"}, want: []string{"at the beginning; 6 half-moves can be replayed", movegen.StartFEN}},
		{lines: []string{"e4", "back", "back", "d4"}, want: []string{"plays 1... Na6", "after 1. e4; 1 half-moves can be replayed", "I wait for", "at the beginning; 2"}, not: []string{"next time", "plays 1... d"}},
		{lines: []string{"force", "e4", "back 2", "back x", "back 0", "fen"}, want: []string{"only 1 half-moves", `"x" is not a number of half-moves; usage: back [N|all]`, `"0" is not a number`, "4P3"}, bad: true},
		{lines: []string{"back", "back all"}, want: []string{"only 0 half-moves", "only 0 half-moves"}},
		{lines: []string{"get italian.pgn", "back 2", "save x", "get x"}, want: []string{"4 half-moves written to x, without the 2 taken back", "4 half-moves"}},
	},
	"forward": {
		{lines: []string{"get italian.pgn", "back all", "forward", "forward 2", "forward all", "list"}, want: []string{"after 1. e4; 5", "after 2. Nf3; 3", "after 3... Bc5; end of the game: 1-0", "3. Bc4 Bc5 1-0"}},
		{lines: []string{"get italian.pgn", "back 2", "Bb5", "forward", "list"}, want: []string{"nothing to replay", "3. Bb5 *"}},
		{lines: []string{"get italian.pgn", "back 3", "Nc6", "forward all", "list"}, want: []string{"3 half-moves can be replayed", "after 3... Bc5; end of", "3. Bc4 Bc5 1-0"}, not: []string{"nothing to"}},
		{lines: []string{"e4", "remove", "forward", "bd", "forward", "list"}, want: []string{"after 1. e4; 1", "I wait for", "Black to move", "after 1... Na6", "1. e4 Na6 {+0.30/3 n=300}"}, not: []string{"plays 2"}},
		{lines: append(slices.Clone(blackMates), "back", "forward"), want: []string{"over: 0-1", "after 2. g4", "after 2... Qh4#", "over: 0-1"}, not: []string{"keep still"}},
		{lines: []string{"get italian.pgn", "back 2", "forward 3", "forward x"}, want: []string{"only 2 half-moves can", `"x" is not a number`}, bad: true},
	},
	"resign": {
		{lines: []string{"e4", "resign", "d4", "list"}, want: []string{"over: 0-1 (resignation)", "d4: the game is over", `[Result "0-1"]`}},
		{lines: []string{"white", "e5", "resign"}, want: []string{"over: 1-0 (resignation)"}},
		{lines: []string{"force", "e4", "resign", "undo", "d4"}, want: []string{"over: 1-0 (resignation)"}, not: []string{"d4:"}},
		{lines: append(slices.Clone(blackMates), "resign"), want: []string{"(checkmate)", "(checkmate)"}, bad: true},
	},
	"draw": {
		{lines: []string{"e4", "draw", "d4"}, want: []string{"I play on", "plays 2..."}, bad: true},
		{lines: []string{"force", "e4", "draw", "list"}, want: []string{"over: 1/2-1/2 (agreement)", "1. e4 1/2-1/2"}},
		{lines: []string{"material off", "setup 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "draw"}, want: []string{"over: 1/2-1/2 (neither side can mate)"}},
		{lines: []string{"get lost.pgn", "black", "draw", "list"}, want: []string{"20 half-moves", "over: 1/2-1/2 (agreement)", "1/2-1/2"}},
		{lines: []string{"get lost.pgn", "undo", "undo", "black", "draw"}, want: []string{"I play on"}, not: []string{"over:"}},
		{lines: append(slices.Clone(blackMates), "draw"), want: []string{"(checkmate)", "(checkmate)"}, bad: true},
	},
	"chess960": {
		{lines: []string{"chess960 0", "fen"}, want: []string{"Chess960, position 0", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"}},
		{lines: []string{"chess960", "fen"}, want: []string{"Chess960, position ", " w KQkq - 0 1"}},
		{lines: []string{"chess960 518", "fen", "e4"}, want: []string{movegen.StartFEN, "plays 1... Na6"}},
		{lines: []string{"chess960 959", "force", "c3", "save x", "get x", "list y", "get y", "new", "fen"}, want: []string{"position 959", "1 half-moves written", "1 half-moves", "1 half-moves written", "1 half-moves", movegen.StartFEN}},
		{lines: []string{"e4", "chess960 960", "fen"}, want: []string{`"960" is not a number from 0 to 959; usage: chess960 [N]`, "n7/8/4P3"}, bad: true},
	},
	"?": {
		{lines: []string{"?", "bd"}, want: []string{movegen.StartFEN}, not: []string{"plays"}},
		{lines: []string{"e4", "?"}, want: []string{"plays 1..."}},
	},
	"name": {
		{lines: []string{"name Anna Bianchi", "name", "e4", "list"}, want: []string{"your name is Anna Bianchi", "your name is Anna Bianchi", `[White "Anna Bianchi"]`, `[Black "Alfiere`, "Anna Bianchi vs Alfiere"}},
		{lines: []string{"name A\tB\x1b", "new", "white", "list"}, want: []string{"your name is AB", "plays 1.", `[White "Alfiere`, `[Black "AB"]`}},
		{lines: []string{"name " + strings.Repeat("x", 61), "name"}, want: []string{"at most 60 bytes", "your name is Other"}, bad: true},
	},
	"uci":    {{lines: []string{"uci"}}},
	"xboard": {{lines: []string{"xboard", "e4"}, not: []string{"plays"}}},
	"quit":   {{lines: []string{"quit", "e4"}, not: []string{"plays"}}},
	"exit":   {{lines: []string{"e4", "exit", "d4"}, want: []string{"plays 1..."}, not: []string{"plays 2..."}}},

	"board": {
		{lines: []string{"bd"}, want: []string{"8  r n b q k b n r", "   a b c", "White to move", movegen.StartFEN}, not: []string{"in check"}},
		{lines: []string{"force", "e4", "f5", "Qh5", "bd"}, want: []string{"Black to move and in check"}},
		{lines: append(slices.Clone(blackMates), "bd"), want: []string{"over: 0-1", "White to move and in check", "over: 0-1"}},
	},
	"coords": {
		{lines: []string{"coords", "bd"}, want: []string{"coords is off", " r n b q k b n r"}, not: []string{"8  r"}},
		{lines: []string{"coords maybe"}, want: []string{"coords must be on or off"}, bad: true},
	},
	"reverse": {
		{lines: []string{"reverse on", "bd"}, want: []string{"reverse is on", "1  R N B K Q B N R", "8  r n b k q b n r", "h g f e d c b a"}},
		{lines: []string{"reverse maybe"}, want: []string{"reverse must be on or off"}, bad: true},
	},
	"stars": {
		{lines: []string{"stars", "bd"}, want: []string{"stars is on", "8 *r*n*b*q*k*b*n*r", "1  R N B Q K B N R"}},
		{lines: []string{"stars 1"}, want: []string{"stars must be on or off"}, bad: true},
	},
	"post": {
		{lines: []string{"post", "e4"}, want: []string{"post is on", "depth    score", "    1    +0.10      0.01s         100  Na6", "plays 1..."}},
		{lines: []string{"post on", "post off", "e4"}, want: []string{"post is off", "plays 1..."}, not: []string{"depth    score"}},
		{lines: []string{"post x"}, want: []string{"post must be on or off"}, bad: true},
	},
	"hint": {
		{lines: []string{"hint", "bd"}, want: []string{"I suggest 1. Na3 (+0.30)  Na3 Na6 Nf3", movegen.StartFEN}},
		{lines: []string{"depth 1", "hint"}, want: []string{"I suggest 1. Na3 (+0.10)"}},
		{lines: []string{"e4", "hint"}, want: []string{"I expect 2. Ke2"}},
		{lines: []string{"e4", "undo", "hint", "bd"}, want: []string{"I suggest 1... Na6", "Black to move"}, not: []string{"plays 2"}},
		{lines: []string{"force", "e4", "hint", "e5", "hint"}, want: []string{"I suggest 1... Na6", "I suggest 2. "}},
		{lines: []string{"e4", "setup " + italianFEN, "hint"}, want: []string{"I suggest 4... "}},
		{lines: []string{"book on", "hint"}, want: []string{"I suggest 1. Na3"}}, // it thinks about it
		{lines: append(slices.Clone(blackMates), "hint"), want: []string{"I have no move to suggest", "over: 0-1"}},
	},
	"bk": {
		{lines: []string{"bk"}, want: []string{"e4 55%, d4 35%"}, not: []string{" 0%"}},
		{lines: []string{"setup 4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "bk"}, want: []string{"the book has no move here"}},
	},
	"moves": {
		{lines: []string{"moves", "moves g1"}, want: []string{"Nc3 ", "Nf3 Nh3"}},
		{lines: []string{"moves e4"}, want: []string{"there is no legal move"}},
		{lines: append(slices.Clone(blackMates), "moves"), want: []string{"over: 0-1", "there is no legal move"}},
		{lines: []string{"moves e9"}, want: []string{`"e9" is neither a square nor white, black or all; usage: moves [SQUARE|white|black|all]`}, bad: true},
	},
	"attacked": {
		{lines: []string{"attacked b1", "attacked e4"}, want: []string{"d2 a3 c3", "none"}},
		{lines: []string{"attacked j9"}, want: []string{`"j9" is neither a square nor white, black or all; usage: attacked SQUARE`}, bad: true},
	},
	"fen": {{lines: []string{"force", "e4", "fen"}, want: []string{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"}}},
	"help": {
		{lines: []string{"help"}, want: []string{"Type a move as", "  new ", "  undo ", "  resign ", "Sections: game, screen"}, not: []string{"  test "}},
		{lines: []string{"help all"}, want: []string{"Type a move as", "Game", "  new ", "Looking inside", "  test "}},
		{lines: []string{"help Inside"}, want: []string{"Looking inside", "  test "}, not: []string{"Game", "  new "}},
		{lines: []string{"help DEPTH"}, want: []string{"at most N half-moves deep (0: no limit) (0)"}, not: []string{"The game"}},
		{lines: []string{"help help me"}, want: []string{`there is no command "help me"`}, bad: true},
		{lines: []string{"help " + strings.Repeat("x", 200)}, want: []string{`xxx…"`}, not: []string{strings.Repeat("x", 81)}, bad: true},
	},

	"level": {
		{lines: []string{"level 3 1 2", "level"}, want: []string{"3 moves in 1:00 plus 2s a move; my clock 1:00, yours 1:00", "3 moves in 1:00"}},
		{lines: []string{"level 5+3", "level 5 3"}, want: []string{"the game in 5:00 plus 3s a move", "the game in 5:00 plus 3s a move"}},
		{lines: []string{"level 40x"}, want: []string{"usage: level"}, bad: true},
		{lines: []string{"level 1 1, 1 1, 1 1, 1 1, 1 1", "level"}, want: []string{"usage: level", "5s a move, no clocks"}, bad: true},
		{lines: []string{"st 3", "level 0 1 0"}, want: []string{"3s a move", "the game in 1:00"}},
	},
	"time": {
		{lines: []string{"time 1234", "level"}, want: []string{"Black has 0:12", "my clock 0:12, yours 5:00"}},
		{lines: []string{"white", "time 6000", "level"}, want: []string{"White has 1:00", "my clock 1:00"}},
		{lines: []string{"time"}, want: []string{"usage: time N"}, bad: true},
		{lines: []string{"time -5"}, want: []string{"usage: time N"}, bad: true},
	},
	"otim": {
		{lines: []string{"otim 100", "level"}, want: []string{"White has 0:01", "my clock 5:00, yours 0:01"}},
		{lines: []string{"otim x"}, want: []string{"usage: otim N"}, bad: true},
	},
	"st": {
		{lines: []string{"st 2.5", "level"}, want: []string{"2.5s a move", "2.5s a move, no clocks"}},
		{lines: []string{"st 0"}, want: []string{"at least 0.001 seconds"}, bad: true},
		{lines: []string{"st 500ms", "st 2m"}, want: []string{"500ms a move", "2m0s a move"}},
		{lines: []string{"st -1", "st soon"}, want: []string{`"-1" is not a time; usage: st SECONDS`, `"soon" is not a time`}, bad: true},
		{lines: []string{"st"}, want: []string{"usage: st SECONDS"}, bad: true},
	},
	"depth": {
		{lines: []string{"depth 1", "post", "e4"}, want: []string{"depth is 1", "    1    +0.10", "plays"}, not: []string{"    2    "}},
		{lines: []string{"depth -1", "depth"}, want: []string{"usage: depth [N]", "depth is 0"}, bad: true},
		{lines: []string{"depth 256"}, want: []string{`"256" is not a number from 0 to 255; ` + "usage: depth [N]"}, bad: true},
	},
	"contempt": {
		{lines: []string{"contempt 7", "contempt"}, want: []string{"contempt is 7", "contempt is 7"}},
		{lines: []string{"contempt x"}, want: []string{"is not a whole number", "contempt is 0"}, bad: true},
	},
	"Awindow": {
		{lines: []string{"awindow 25"}, want: []string{"Awindow is 25"}},
		{lines: []string{"Awindow -1"}, want: []string{"out of range, set to 0", "Awindow is 0"}, bad: true},
	},
	"Bwindow": {
		{lines: []string{"BWINDOW 25"}, want: []string{"Bwindow is 25"}},
		{lines: []string{"Bwindow 5000"}, want: []string{"out of range, set to 1000"}, bad: true},
	},
	"xwndw": {
		{lines: []string{"xwndw 30", "help xwndw"}, want: []string{"xwndw is 30", "(30)", "GNU Chess 4 used 30"}},
		{lines: []string{"xwndw much"}, want: []string{"is not a whole number", "xwndw is 0"}, bad: true},
	},
	"probe": {
		{lines: []string{"probe 6 5", "probe"}, want: []string{"probe is 6, with at most 5 men", "probe is 6, with at most 5 men"}},
		{lines: []string{"probe x"}, want: []string{"is not a whole number", "probe is 1, with at most 7 men"}, bad: true},
	},
	"fifty": {
		{lines: []string{"fifty", "fifty"}, want: []string{"fifty is off", "fifty is on"}},
		{lines: []string{"fifty x"}, want: []string{"fifty must be on or off"}, bad: true},
	},
	"syzygy": {
		{lines: []string{"syzygy"}, want: []string{"there is no folder yet: name one, as in syzygy PATH"}, bad: true},
		{lines: []string{"syzygy /no/such/folder", "syzygy on"}, want: []string{"is refused", "there is no folder yet"}, bad: true},
	},
	"endgame": {{lines: []string{"endgame"}, want: []string{"no endgame tables are open; syzygy PATH opens"}}},
	"consult": {
		{lines: []string{"consult mpar mbxp", "consult", "consult off"}, want: []string{"consult is mpar mbxp", "consult is mpar mbxp", "consult is off"}},
		{lines: []string{"consult mz"}, want: []string{"unknown letter 'z'", "consult is off"}, bad: true},
	},
	"criterion": {
		{lines: []string{"criterion majority", "criterion"}, want: []string{"criterion is majority", "criterion is majority"}},
		{lines: []string{"criterion x"}, want: []string{"is not one of weights, majority", "criterion is weights"}, bad: true},
	},
	"consultweights": {
		{lines: []string{"consultweights m30", "consultweights usual"}, want: []string{"consultweights is m30", "consultweights is usual"}},
		{lines: []string{"consultweights m"}, want: []string{"is refused", "consultweights is usual"}, bad: true},
	},
	"secondsearch": {
		{lines: []string{"secondsearch 30", "secondsearch"}, want: []string{"secondsearch is 30", "secondsearch is 30"}},
		{lines: []string{"secondsearch x"}, want: []string{"is not a whole number", "secondsearch is 67"}, bad: true},
	},
	"council": {{lines: []string{"council"}, want: []string{"there is no council"}}},
	"hashdepth": {
		{lines: []string{"hashdepth 6 10", "hashdepth"}, want: []string{"6, in the first 10 half-moves", "6, in the first 10 half-moves"}},
		{lines: []string{"hashdepth 6 x"}, want: []string{"is not a whole number", "6, in the first 40 half-moves"}, bad: true},
	},

	"analyze": {
		{lines: []string{"depth 2", "analyze", "fen"}, want: []string{"depth    score", "    2    +0.20", "I suggest 1. Na3 (+0.20)", movegen.StartFEN}, not: []string{"plays"}},
		{lines: append(slices.Clone(blackMates), "analyze"), want: []string{"(checkmate)", "(checkmate)"}, not: []string{"depth"}},
	},
	"elo": {
		{lines: []string{"elo", "elo 1500", "elo off"}, want: []string{"elo is off; it can be set from", "elo is 1500", "elo is off"}},
		{lines: []string{"elo 100000", "elo 1", "elo x"}, want: []string{`from 800 to 2500, not "100000"; elo is off`, `not "1"; elo is off`, `not "x"; elo is off`}, not: []string{"elo is 2500", "elo is 800"}, bad: true},
		{lines: []string{"elo 1600", "go", "list"}, want: []string{"elo is 1600", "plays 1.", `[WhiteElo "1600"]`}, not: []string{"BlackElo"}},
	},
	"knowledge": {
		{lines: []string{"knowledge", "knowledge mpar"}, want: []string{"knowledge is mbxkcparn", "knowledge is mpar"}},
		{lines: []string{"knowledge mz", "knowledge"}, want: []string{"unknown letter 'z'; the letters are mbxkcparn", "knowledge is mbxkcparn"}, bad: true},
	},
	"multipv": {
		{lines: []string{"multipv 2", "post", "depth 2", "go", "multipv"}, want: []string{"multipv is 2", "1. Na3", "multipv is 2"}},
		{lines: []string{"multipv 0", "multipv x"}, want: []string{"0 is out of range: it must be from 1 to 256; multipv is 1", `"x" is not a number from 1 to`}, bad: true},
	},
	"threads": {
		{lines: []string{"threads", "threads 2"}, want: []string{"threads is 1", "threads is 2"}},
		{lines: []string{"threads many"}, want: []string{`"many" is not a number from 1 to 1024; threads is 1`}, bad: true},
	},
	"memory": {
		{lines: []string{"memory 2"}, want: []string{"memory is 2"}},
		{lines: []string{"memory 0"}, want: []string{"0 is out of range: it must be from 1 to 1048576; memory is 1"}, bad: true},
	},

	"beep": {
		{lines: []string{"beep", "e4"}, want: []string{"beep is on", "plays 1...", "\a"}},
		{lines: []string{"e4"}, not: []string{"\a"}},
		{lines: []string{"beep loud"}, want: []string{"beep must be on or off"}, bad: true},
	},
	"book": {
		{lines: []string{"book on", "go"}, want: []string{"book is on, <builtin>", "(book)"}},
		{lines: []string{"book on", "book off", "go"}, want: []string{"book is off", "plays 1. Na3"}, not: []string{"(book)"}},
		{lines: []string{"book /no/such/file"}, want: []string{"is refused"}, not: []string{"book is"}, bad: true},
	},
	"both": {
		{lines: []string{"both on", "both off", "both"}, want: []string{"both is on", "both is off", "both is on"}},
		{lines: []string{"both of us", "e4"}, want: []string{"both must be on or off", "plays 1..."}, not: []string{"plays 2"}, bad: true},
	},
	"easy": {
		{lines: []string{"easy", "easy", "easy off"}, want: []string{"easy is off", "easy is on", "easy is off"}},
		{lines: []string{"easy going"}, want: []string{"easy must be on or off"}, bad: true},
	},
	"gamein": {
		{lines: []string{"time 30000", "gamein", "level"}, want: []string{"gamein is on", "the game in 5:00"}, not: []string{"moves in"}},
		{lines: []string{"gamein x"}, want: []string{"gamein must be on or off"}, bad: true},
	},
	"hash": {
		{lines: []string{"hash off"}, want: []string{"hash is off: no file"}},
		{lines: []string{"hash on"}, want: []string{"there is no hash file yet: name one, as in hash FILE"}, not: []string{"hash is"}, bad: true},
	},
	"material": {
		{lines: []string{"setup 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "material", "Kd1", "material"},
			want: []string{"over: 1/2-1/2 (neither side", "material is off", "material is on", "over: 1/2-1/2 (neither side"}, not: []string{"Kd1: the game is over"}},
		{lines: []string{"material x"}, want: []string{"material must be on or off"}, bad: true},
	},
	"random": {
		{lines: []string{"random", "random off"}, want: []string{"random is on", "random is off"}},
		{lines: []string{"random walk"}, want: []string{"random must be on or off"}, not: []string{"random is off"}, bad: true},
	},
	"rcptr": {
		{lines: []string{"rcptr", "rcptr"}, want: []string{"rcptr is on", "rcptr is off"}},
		{lines: []string{"rcptr x"}, want: []string{"rcptr must be on or off"}, bad: true},
	},

	"list": {
		{lines: []string{"list"}, want: []string{`[White "Other"]`, `[Black "` + protocol.Title + `"]`, "*", "Other vs " + protocol.Title, "Result: none"}},
		{lines: []string{"force", "e4", "list"}, want: []string{`[Black "Other"]`, "1. e4 *", "e2e4       0     0     0    0"}},
		{lines: []string{"e4", "list game", "get game", "list"}, want: []string{"2 half-moves written to game", "Other against " + protocol.Title + ", 2", "1. e4 Na6"}},
		{lines: []string{"list full/disk"}, want: []string{"file does not exist"}, not: []string{"written"}, bad: true},
	},
	"save": {
		{lines: []string{"e4", "save game", "new", "get game", "bd"}, want: []string{"2 half-moves written to game", "2 half-moves", "r1bqkbnr/pppppppp/n7/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"}},
		{lines: append(slices.Clone(blackMates), "save game", "get game"), want: []string{"4 half-moves written", "4 half-moves", "over: 0-1"}},
		{lines: []string{"save"}, want: []string{"usage: save FILE"}, bad: true},
		{lines: []string{"save full/disk"}, want: []string{"file does not exist"}, bad: true},
	},
	"load": {
		{lines: []string{"get italian.pgn", "list"}, want: []string{"A against B, 6 half-moves", "White to move", `[Date "1990.??.??"]`, `[White "A"]`, `[Result "1-0"]`, "3. Bc4 Bc5 1-0"}},
		{lines: []string{"get italian.pgn", "O-O", "list"}, want: []string{`[Result "*"]`, "4. O-O"}},
		{lines: []string{"get italian.pgn", "undo", "list"}, want: []string{`[Result "*"]`, "3. Bc4 *"}, not: []string{"Bc5 "}},
		{lines: []string{"e4", "get bad.pgn", "list"}, want: []string{"bad.pgn: line 3:", "1. e4 Na6"}, bad: true},
		{lines: []string{"get nobody.pgn"}, want: []string{"somebody against somebody, 1 half-moves", "Black to move"}},
		{lines: []string{"get missing.pgn"}, want: []string{"file does not exist"}, bad: true},
		{lines: []string{"get three.pgn"}, want: []string{"A against somebody, 1 half-moves", "load three.pgn 2 loads the next"}},
		{lines: []string{"get three.pgn 3", "list"}, want: []string{"C against somebody", "1. c4 *"}, not: []string{"loads the next"}},
		{lines: []string{"get three.pgn 2", "get three.pgn 4", "get three.pgn 0", "get three.pgn x", "fen"}, want: []string{"line 7:", "the file has only 3 games", "no game 0", "file does not exist", movegen.StartFEN}, bad: true},
		{lines: []string{"get 960.pgn", "list x", "back all", "get x", "list"}, want: []string{"somebody against somebody, 3 half-moves", "3 half-moves", `[Variant "Chess960"]`, "1. O-O O-O-O 2. a4"}},
		{lines: []string{"get"}, want: []string{"usage: load FILE [N]"}, bad: true},
	},
	"xget": {
		{lines: []string{"xget italian.fen", "bd"}, want: []string{"Black to move; go lets me play it", italianFEN}},
		{lines: []string{"xget old.pos", "go"}, want: []string{"White to move; go", "plays 1. "}},
		{lines: []string{"xget castle.fen"}, want: []string{"note: castling", "White to move; go"}},
		{lines: []string{"e4", "xget illegal.fen", "bd"}, want: []string{"illegal.fen: line 1:", "White to move", "n7/8/4P3"}, bad: true},
		{lines: []string{"xget two-kings.pos"}, want: []string{"the position is refused"}, bad: true},
		{lines: []string{"xget bad.pgn"}, want: []string{"neither a FEN nor a board"}, bad: true},
		{lines: []string{"xget missing"}, want: []string{"file does not exist"}, bad: true},
		{lines: []string{"xget"}, want: []string{"usage: xget FILE"}, bad: true},
	},
	"edit": {
		{lines: []string{"set", "c", "xe7", "Pe4", "black", ".", "bd"}, want: []string{"placing pieces of black", "Black to move; go", "4p3"}},
		{lines: []string{"set", "e9", "exit"}, want: []string{"places nothing"}, bad: true},
		{lines: []string{"edit", "xe2", ".", "bd"}, want: []string{"Pa4 places a pawn", "White to move; go", "PPPP1PPP"}},
		{lines: []string{"edit", "xe1", ".", "quit", "bd"}, want: []string{"the position is refused", movegen.StartFEN}, bad: true},
		{lines: []string{"edit", "bd", "exit", "bd"}, want: []string{"rnbqkbnr", movegen.StartFEN}, not: []string{"go lets me"}},
		{lines: []string{"edit", "e4", "Pe9", "", "exit"}, want: []string{`"e4" places nothing`, `"Pe9" places nothing`}, bad: true},
	},
	"setup": {
		{lines: []string{"setup " + italianFEN, "bd"}, want: []string{"Black to move; go", italianFEN}},
		{lines: []string{"setup", "....k...", "........", "........", "........", "........", "........", "........", "R...K...", "bd"},
			want: []string{"eight lines of eight characters", "White to move; go", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"}},
		{lines: []string{"setup black", "k..", "exit", "bd"}, want: []string{`"k.." does not have eight characters`, movegen.StartFEN}, bad: true},
		{lines: []string{"time 100", "setup " + italianFEN, "level"}, want: []string{"Black has 0:01", "my clock 5:00, yours 5:00"}},
		{lines: []string{"setup bnrkrbqn/pppppppp/8/8/8/8/PPPPPPPP/BNRKRBQN w ECec - 0 1", "e3", "fen"}, want: []string{"White to move", "b KQkq"}, not: []string{"refused"}},
		{lines: []string{"setup 4k3/8/8/8/8/8/8/1R1K2R1 w KQ - 0 1", "O-O", "fen"}, want: []string{"White to move; go", "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1"}},
		{lines: []string{"setup green"}, want: []string{"usage: setup [white|black|FEN]"}, bad: true},
		{lines: []string{"setup 8/8 w - - 0 1", "bd"}, want: []string{"the position is refused", movegen.StartFEN}, bad: true},
	},

	"eval": {{lines: []string{"p"}, want: []string{"score"}}},
	"debug": {
		{lines: []string{"debug N"}, want: []string{"8      r     n", "6    ", "1      R     N"}},
		{lines: []string{"debug e2"}, want: []string{"2      P     P     P     P    "}, not: []string{"2      P     P     P     P     P"}},
		{lines: []string{"debug e5"}, want: []string{"there is no piece on e5; usage: debug PIECE|SQUARE"}, bad: true},
		{lines: []string{"debug"}, want: []string{"usage: debug PIECE|SQUARE"}, bad: true},
	},
	"test": {{lines: []string{"test"}, want: []string{"moves/s"}}},
	"mate": {
		{lines: []string{"setup 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "mate 1"}, want: []string{"White mates in 1", "1.Ra8"}},
		{lines: []string{"mate 1", "bd"}, want: []string{"No solution", movegen.StartFEN}},
		{lines: []string{"mate", "mate 99"}, want: []string{"usage: mate N", "mate: the number of moves must be from 1 to 32"}, bad: true},
	},
	"Mwpawn":   {{lines: []string{"Mwpawn"}, want: []string{"middlegame"}}},
	"Mbpawn":   {{lines: []string{"mbpawn"}, want: []string{"middlegame"}}},
	"Mwknight": {{lines: []string{"Mwknight"}, want: []string{"middlegame"}}},
	"Mbknight": {{lines: []string{"Mbknight"}, want: []string{"middlegame"}}},
	"Mwbishop": {{lines: []string{"Mwbishop"}, want: []string{"middlegame"}}},
	"Mbbishop": {{lines: []string{"MBBISHOP"}, want: []string{"middlegame"}}},
}

// italianFEN is the position of games and files named after it.
const italianFEN = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4"

// shelf is the files that every session finds.
func shelf() memory {
	return memory{
		"italian.pgn":   "[White \"A\"]\n[Black \"B\"]\n[Date \"1990.??.??\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 1-0\n",
		"bad.pgn":       "[White \"A\"]\n\n1. e4 e4 *\n",
		"nobody.pgn":    "1. e4 *\n",
		"three.pgn":     "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. e4 e4 *\n\n[White \"C\"]\n\n1. c4 *\n",
		"lost.pgn":      "1. Nf3 Nf6 2. Ng1 Ng8 3. Nc3 Nc6 4. Nb1 Nb8 5. a3 a6 6. b3 b6 7. c3 c6 8. d3 d6 9. e3 e6 10. f3 f6 {-2.00/9} *\n",
		"960.pgn":       "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R1K2R1 w KQkq - 0 1\"]\n\n1. O-O O-O-O 2. a4 *\n",
		"italian.fen":   italianFEN + "\n",
		"illegal.fen":   "8/8/8/8/8/8/8/8 w - - 0 1\n",
		"castle.fen":    "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\n",
		"old.pos":       "# old\n\nA vs. B\n" + strings.Repeat(". . . . . . . .\n", 6) + ". . k . . . . .\n" + ". . . . . . K R\nwhite to play\n",
		"two-kings.pos": "# old\n" + strings.Repeat(". . . . . . . .\n", 6) + "k k . . . . . .\n" + ". . . . . . K R\nwhite to play\n",
	}
}

func TestEveryCommandDoesWhatItSays(t *testing.T) {
	for _, c := range commandTable() {
		rows := everyCommand[c.Name]
		if len(rows) == 0 {
			t.Errorf("%s is not tried", c.Name)
		}
		if takes := c.Args != "" && c.Args != "[FILE]"; takes && !slices.ContainsFunc(rows, func(r row) bool { return r.bad }) {
			t.Errorf("%s is not tried with bad arguments", c.Name)
		}
		for _, r := range rows {
			t.Run(c.Name+"/"+strings.Join(r.lines[max(len(r.lines)-2, 0):], ","), func(t *testing.T) { r.run(t, &c) })
		}
	}
	if len(everyCommand) != len(commandTable()) {
		t.Errorf("%d commands are tried, there are %d", len(everyCommand), len(commandTable()))
	}
}

// run plays the session, in which the command must be one of the lines.
func (r *row) run(t *testing.T, c *command) {
	if !slices.ContainsFunc(r.lines, func(line string) bool {
		return protocol.Find([]command{*c}, strings.Fields(line + " x")[0], true) != nil
	}) && !slices.Contains(r.not, "\a") {
		t.Errorf("%s is not among the lines", c.Name)
	}
	s := start(t, scripted(shelf()))
	s.Send(r.lines...)
	got := s.Rest()
	if s.Err != nil {
		t.Error(s.Err)
	}
	mustPrint(t, got, r.want...)
	mustNotPrint(t, got, r.not...)
}

func mustNotPrint(t *testing.T, got []string, not ...string) {
	t.Helper()
	for _, text := range not {
		if slices.ContainsFunc(got, func(line string) bool { return strings.Contains(line, text) }) {
			t.Errorf("%q is printed:\n%s", text, strings.Join(got, "\n"))
		}
	}
}

func TestAnotherProtocolIsHandedItsLine(t *testing.T) {
	for _, name := range []string{"uci", "xboard"} {
		for _, before := range [][]string{nil, {"e4"}, {"easy off", "e4"}} {
			s := start(t, scripted(memory{}))
			s.Send(append(before, name, "e4")...)
			s.Rest()
			if s.Next != name || s.Err != nil {
				t.Errorf("after %q next is %q, error %v", before, s.Next, s.Err)
			}
		}
	}
}

// TestCommandsAreFoundWhateverTheirCase: no command has the form of a move, so that the case need not count.
func TestCommandsAreFoundWhateverTheirCase(t *testing.T) {
	a := &adapter{commands: commandTable()}
	for _, c := range a.commands {
		for _, name := range []string{strings.ToUpper(c.Name), strings.ToLower(c.Name), c.Name} {
			if found := a.find(name); found == nil || found.Name != c.Name {
				t.Errorf("%s is not found", name)
			}
		}
	}
	if a.find("") != nil || a.find("ne") != nil {
		t.Error("a part of a name is a command")
	}
}
