package xboard

import (
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/effort"
	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/search"
)

// row is a session of a GUI that has sent protover 2 and new: the lines that follow, what
// must be printed in this order, and what must not be.
type row struct {
	lines []string
	want  []string
	not   []string
}

// The boards after 1. e4 and the scripted searcher's answer.
const (
	afterE4  = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
	afterNa6 = "r1bqkbnr/pppppppp/n7/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"
)

// everyCommand holds, for each command, sessions that show what it does, and what happens
// when its parameters or its moment are wrong.
var everyCommand = map[string][]row{
	"xboard":   {{lines: []string{"xboard"}}},
	"protover": {{lines: []string{"protover 2"}, want: []string{"feature ping=1", `feature myname="` + protocol.Title + `"`, "feature done=1"}}},
	"accepted": {
		{lines: []string{"accepted ping", "post", "sd 2", "go"}, want: []string{"2 20 2 200\tb1a3 b8a6"}},
		{lines: []string{"accepted san", "post", "sd 2", "go"}, want: []string{"2 20 2 200\tNa3 Na6", "move b1a3"}},
	},
	"rejected": {
		{lines: []string{"rejected san", "post", "sd 2", "go"}, want: []string{"2 20 2 200\tb1a3 b8a6"}},
		{lines: []string{"rejected ping", "bd"}, want: []string{"# 8"}},
		{lines: []string{"rejected debug", "bd", "option Contempt=x"}, want: []string{"Error (bad value)"}, not: []string{"#"}},
	},
	"new": {
		{lines: []string{"usermove e2e4", "new", "bd"}, want: []string{"move b8a6", movegen.StartFEN}},
		{lines: []string{"setboard x", "new", "usermove e2e4"}, want: []string{"tellusererror", "move b8a6"}},
		{lines: []string{"force", "new", "usermove e2e4"}, want: []string{"move b8a6"}},
		{lines: []string{"analyze", "post", "new", "bd"}, want: []string{movegen.StartFEN}},
	},
	"variant": {
		{lines: []string{"variant fischerandom", "setboard 4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "force", "O-O", "bd"}, want: []string{"# 4k3/8/8/8/8/8/8/5RK1 b"}},
		{lines: []string{"variant normal", "setboard 4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "force", "O-O"}, want: []string{"Illegal move: O-O"}},
		{lines: []string{"variant suicide"}, want: []string{"Error (unsupported variant): variant suicide"}},
	},
	"quit":   {{lines: []string{"quit", "usermove e2e4"}, not: []string{"move"}}},
	"random": {{lines: []string{"random"}}},
	"force": {
		{lines: []string{"force", "usermove e2e4", "usermove e7e5", "bd"}, want: []string{"w KQkq - 0 2"}, not: []string{"move"}},
		{lines: []string{"hard", "usermove e2e4", "force", "bd"}, want: []string{"move b8a6", afterNa6}},
	},
	"result": {{lines: []string{"result 1-0 {resigns}", "usermove e2e4", "bd"}, want: []string{afterE4}, not: []string{"move"}}},
	"go": {
		{lines: []string{"go", "usermove e7e5"}, want: []string{"move b1a3", "move g1f3"}},
		{lines: []string{"setboard x", "go"}, want: []string{"Error (command not legal now): go"}},
		{lines: []string{"force", "f2f3", "e7e5", "g2g4", "d8h4", "go"}, want: []string{"0-1 {Black mates}"}, not: []string{"move"}},
	},
	"playother": {
		{lines: []string{"force", "playother", "usermove e2e4"}, want: []string{"move b8a6"}},
		{lines: []string{"force", "e2e4", "playother", "usermove e7e5"}, want: []string{"move e1e2"}},
	},
	"white": {{lines: []string{"force", "e2e4", "white", "bd", "go"}, want: []string{"4P3/8/PPPP1PPP/RNBQKBNR w", "move e1e2"}}},
	"black": {{lines: []string{"black", "bd", "go"}, want: []string{"RNBQKBNR b KQkq", "move b8a6"}}},
	"usermove": {
		{lines: []string{"usermove e2e4"}, want: []string{"move b8a6"}},
		{lines: []string{"usermove e2e5", "usermove e9", "usermove"}, want: []string{"Illegal move: e2e5", "Illegal move: e9", "Illegal move:"}},
		{lines: []string{"usermove " + strings.Repeat("e", 200)}, want: []string{strings.Repeat("e", 80) + "…"}, not: []string{strings.Repeat("e", 81)}},
		{lines: []string{"setboard x", "usermove e2e4"}, want: []string{"Illegal move (illegal position): e2e4"}},
		{lines: []string{"e2e4"}, want: []string{"move b8a6"}},
	},
	"?": {
		{lines: []string{"?", "bd"}, want: []string{movegen.StartFEN}, not: []string{"move"}},
		{lines: []string{"st 60", "go", "?", "easy"}, want: []string{"move b1a3"}},
	},
	"ping": {{lines: []string{"ping 5", "ping", "ping a b"}, want: []string{"pong 5", "pong", "pong a b"}}},
	"setboard": {
		{lines: []string{"setboard " + afterE4, "bd", "go"}, want: []string{afterE4, "move b8a6"}},
		{lines: []string{"setboard 8/8/8/8/8/8/8/8 w - - 0 1", "bd"}, want: []string{"tellusererror Illegal position", movegen.StartFEN}},
	},
	"edit": {
		{lines: []string{"edit", "#", "Ke1", "Ra1", "c", "Ke8", ".", "bd"}, want: []string{"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"}},
		{lines: []string{"edit", "e2e4", "go", ".", "bd"}, want: []string{"Error (unknown command in edit mode): e2e4", "Error (unknown command in edit mode): go", movegen.StartFEN}},
		{lines: []string{"edit", "xe1", ".", "go"}, want: []string{"tellusererror", "Error (command not legal now): go"}},
	},
	"undo": {
		{lines: []string{"undo"}, want: []string{"Error (command not legal now): undo"}},
		{lines: []string{"usermove e2e4", "undo", "bd", "usermove e7e5", "bd"}, want: []string{"move b8a6", afterE4, "w KQkq - 0 2"}, not: []string{"move e1e2"}},
	},
	"remove": {
		{lines: []string{"remove", "usermove e2e4", "remove", "bd", "usermove d2d4"}, want: []string{"Error (command not legal now): remove", "move b8a6", movegen.StartFEN, "move b8a6"}},
	},
	"hint": {
		{lines: []string{"hint"}, not: []string{"Hint"}},
		{lines: []string{"usermove e2e4", "hint", "undo", "hint"}, want: []string{"move b8a6", "Hint: e1e2"}},
		{lines: []string{"hard", "usermove e2e4", "hint"}, want: []string{"Hint: e1e2"}},
		{lines: []string{"usermove e2e4", "remove", "hint"}, not: []string{"Hint"}},
		{lines: []string{"usermove e2e4", "setboard x", "hint"}, not: []string{"Hint"}},
	},
	"bk": {
		{lines: []string{"setboard 4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "bk"}, want: []string{" no book moves here"}},
		{lines: []string{"bk"}, want: []string{"%"}, not: []string{"no book"}},
	},
	"draw":   {{lines: []string{"draw"}, not: []string{"offer"}}},
	"hard":   {{lines: []string{"hard", "post", "usermove e2e4", "easy"}, want: []string{"move b8a6"}}},
	"easy":   {{lines: []string{"hard", "usermove e2e4", "easy", "bd"}, want: []string{"move b8a6", afterNa6}}},
	"post":   {{lines: []string{"post", "usermove e2e4"}, want: []string{"1 10 1 100\tb8a6", "3 30 3 300\tb8a6", "move"}}},
	"nopost": {{lines: []string{"post", "nopost", "usermove e2e4"}, want: []string{"move b8a6"}, not: []string{"\t"}}},
	"analyze": {
		{lines: []string{"analyze", "usermove e2e4", "usermove e7e5", "bd"}, want: []string{"w KQkq - 0 2"}, not: []string{"move"}},
		{lines: []string{"analyze", "remove", "undo", "bd"}, want: []string{"Error (command not legal now): remove", "Error (command not legal now): undo", movegen.StartFEN}},
	},
	"exit": {
		{lines: []string{"exit", "usermove e2e4"}, want: []string{"move b8a6"}}, // it means nothing here
		{lines: []string{"analyze", "exit", "usermove e2e4", "bd"}, want: []string{afterE4}, not: []string{"move"}},
	},
	"exclude": {
		{lines: []string{"exclude b1a3", "go"}, want: []string{"move b1c3"}},
		{lines: []string{"exclude all", "go"}, want: []string{"move b1a3"}},
		{lines: []string{"exclude e2e5", "exclude"}, want: []string{"Illegal move: e2e5", "Illegal move:"}},
		{lines: []string{"exclude b8a6", "usermove e2e4"}, want: []string{"Illegal move: b8a6", "move b8a6"}},
	},
	"include": {
		{lines: []string{"exclude all", "include h2h4", "go"}, want: []string{"move h2h4"}},
		{lines: []string{"exclude b1a3", "include all", "go"}, want: []string{"move b1a3"}},
		{lines: []string{"include x", "setboard x", "include e2e4"}, want: []string{"Illegal move: x", "Error (command not legal now): include e2e4"}},
	},
	"mate": {
		{lines: []string{"setboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "mate 1"}, want: []string{"telluser mate in 1: sound 1.Ra8#"}},
		{lines: []string{"mate", "mate 99", "setboard x", "mate 1"}, want: []string{"Error (bad parameters): mate", "Error (bad parameters): mate 99", "Error (command not legal now): mate 1"}},
	},
	".": {{lines: []string{"."}, not: []string{"stat01"}}, {lines: []string{"analyze", "."}, want: []string{"stat01: "}}},
	"level": {
		{lines: []string{"level 40 5", "level 40 5 0, 1 1 1, 1 1 1, 1 1 1, 1 1 1"}, want: []string{"Error (bad parameters): level 40 5", "Error (bad parameters): level 40 5 0, 1"}},
	},
	"st":     {{lines: []string{"st soon"}, want: []string{"Error (bad parameters): st soon"}}},
	"sd":     {{lines: []string{"sd deep", "sd -1"}, want: []string{"Error (bad parameters): sd deep", "Error (bad parameters): sd -1"}}},
	"nps":    {{lines: []string{"nps many"}, want: []string{"Error (bad parameters): nps many"}}},
	"time":   {{lines: []string{"time x"}, want: []string{"Error (bad parameters): time x"}}},
	"otim":   {{lines: []string{"otim x"}}},
	"memory": {{lines: []string{"memory much"}, want: []string{"Error (bad parameters): memory much"}}},
	"cores":  {{lines: []string{"cores all"}, want: []string{"Error (bad parameters): cores all"}}},
	"option": {
		{lines: []string{"option", "option Ponder", "option MultiPV=x"}, want: []string{"Error (no such option): option", "Error (bad value): option Ponder", "Error (bad value): option MultiPV=x"}},
		{lines: []string{"option MultiPV=2", "post", "go"}, want: []string{"b1a3", "b1c3", "move"}},
	},
	"egtpath": {
		{lines: []string{"egtpath syzygy /no/such/folder", "ping 1", "egtpath syzygy /no/such/folder", "ping 2"},
			want: []string{"pong 1", "pong 2"}, not: []string{"#", "Error"}},
		{lines: []string{"egtpath syzygy /no/such/folder", "sd 1", "usermove e2e4", "?", "setboard 8/8/8/8/8/2k5/8/KQ5R w - - 0 1", "go", "?", "go"},
			want: []string{"move b8a6", "# option SyzygyPath: \"/no/such/folder\" is refused: ", "move"}},
		{lines: []string{"egtpath syzygy /no/such/folder", "analyze", "exit", "setboard 4k3/pppp4/8/8/8/8/8/4KR2 w - - 0 1", "sd 1", "go"},
			want: []string{"# option SyzygyPath: \"/no/such/folder\" is refused: ", "move"}},
		{lines: []string{"egtpath nalimov /no/such/folder", "egtpath syzygy", "egtpath"}, not: []string{"#", "Error"}},
	},
	"name":     {{lines: []string{"name Ponziani"}}},
	"rating":   {{lines: []string{"rating 1500 1600"}}},
	"ics":      {{lines: []string{"ics -"}}},
	"computer": {{lines: []string{"computer"}}},

	// Further commands of GNU Chess 4.
	"bd":      {{lines: []string{"bd"}, want: []string{"# 8  r n b q k b n r", "#    a b c d e f g h", "# " + movegen.StartFEN}}},
	"coords":  {{lines: []string{"coords", "bd", "coords x"}, want: []string{"# coords is off", "#  r n b q k b n r", "Error (bad parameters): coords x"}}},
	"reverse": {{lines: []string{"reverse on", "bd", "reverse x"}, want: []string{"# reverse is on", "# 1  R N B K Q B N R", "Error (bad parameters): reverse x"}}},
	"stars":   {{lines: []string{"stars", "bd", "stars x"}, want: []string{"# stars is on", "# 8 *r*n*b", "Error (bad parameters): stars x"}}},
	"gamein":  {{lines: []string{"gamein", "gamein off", "gamein x"}, want: []string{"# gamein is on", "# gamein is off", "Error (bad parameters): gamein x"}}},
	"material": {
		{lines: []string{"setboard 4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "usermove e1e2"}, want: []string{"1/2-1/2 {neither side can mate}"}},
		{lines: []string{"setboard 4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "material off", "usermove e1e2"}, want: []string{"# material is off", "move e8d7"}, not: []string{"1/2"}},
		{lines: []string{"material", "material x"}, want: []string{"# material is off", "Error (bad parameters): material x"}},
	},
	"board": {{lines: []string{"board"}, want: []string{"# 8  r n b q k b n r"}}},
	"both": {
		{lines: []string{"setboard 7k/8/5K2/6Q1/8/8/8/8 b - - 0 1", "sd 1", "both"}, want: []string{"# both is on", "move h8h7", "move g5g7", "1-0 {White mates}"}},
		{lines: []string{"both x"}, want: []string{"Error (bad parameters): both x"}, not: []string{"move"}},
	},
	"depth": {{lines: []string{"depth 1", "post", "go", "depth x"}, want: []string{"1 10 1 100\tb1a3", "move", "Error (bad parameters): sd x"}, not: []string{"2 20"}}},
	"first": {
		{lines: []string{"first"}, want: []string{"move b1a3"}},
		{lines: []string{"usermove e2e4", "first"}, want: []string{"move b8a6", "# the game has begun"}},
		{lines: []string{"hard", "usermove e2e4", "first"}, want: []string{"# the game has begun"}},
	},
	"switch": {
		{lines: []string{"switch"}, want: []string{"move b1a3"}},
		{lines: []string{"usermove e2e4", "switch"}, want: []string{"move b8a6", "move e1e2"}},
		{lines: []string{"force", "switch", "usermove e2e4"}, want: []string{"move b8a6"}},
	},
	"set": {{lines: []string{"set", "xe2", ".", "bd"}, want: []string{"PPPP1PPP"}}},
	"setup": {
		{lines: []string{"setup " + afterE4, "bd"}, want: []string{afterE4}},
		{lines: append([]string{"setup black"}, "....k...", "", "........", "........", "........", "........", "........", "........", "R...K...", "bd"), want: []string{"4k3/8/8/8/8/8/8/R3K3 b Q - 0 1"}},
		{lines: []string{"setup green"}, want: []string{"Error (bad parameters): setup green"}},
		{lines: append([]string{"setup"}, slices.Repeat([]string{"........"}, 8)...), want: []string{"tellusererror Illegal position"}},
	},
	"help": {{lines: []string{"help"}, want: []string{"# beyond the protocol: mate Awindow Bwindow"}}},

	"contempt":       {{lines: []string{"contempt 9", "contempt x"}, want: []string{"# contempt is 9", "is not a whole number", "# contempt is 9"}}},
	"Awindow":        {{lines: []string{"Awindow 9"}, want: []string{"# Awindow is 9"}}},
	"Bwindow":        {{lines: []string{"Bwindow 9"}, want: []string{"# Bwindow is 9"}}},
	"xwndw":          {{lines: []string{"xwndw 9"}, want: []string{"# xwndw is 9"}}},
	"rcptr":          {{lines: []string{"rcptr", "rcptr x"}, want: []string{"# rcptr is on", "# rcptr must be on or off", "# rcptr is on"}}},
	"book":           {{lines: []string{"book on", "book /no/such"}, want: []string{"# book is on, <builtin>", "is refused", "# book is on"}}},
	"hash":           {{lines: []string{"hash on"}, want: []string{"# there is no hash file yet: name one, as in hash FILE", "# hash is off: no file"}}},
	"syzygy":         {{lines: []string{"syzygy on", "syzygy /no/such/folder"}, want: []string{"# there is no folder yet: name one, as in syzygy PATH", "# syzygy is off: no folder", "is refused", "# syzygy is off"}}},
	"probe":          {{lines: []string{"probe 5", "probe 0 9", "probe x"}, want: []string{"# probe is 5, with at most 7 men", "# option SyzygyProbeDepth: 0 is out of range, set to 1", "# option SyzygyProbeLimit: 9", "# probe is 1, with at most 7 men", "is not a whole number"}}},
	"fifty":          {{lines: []string{"fifty", "fifty x"}, want: []string{"# fifty is off", "# fifty must be on or off", "# fifty is off"}}},
	"consult":        {{lines: []string{"consult mpar mbxp", "consult mz"}, want: []string{"# consult is mpar mbxp", "is refused", "# consult is mpar mbxp"}}},
	"criterion":      {{lines: []string{"criterion majority", "criterion x"}, want: []string{"# criterion is majority", "is not one of weights, majority", "# criterion is majority"}}},
	"consultweights": {{lines: []string{"consultweights m3", "consultweights usual"}, want: []string{"# consultweights is m3", "# consultweights is usual"}}},
	"secondsearch":   {{lines: []string{"secondsearch 30", "secondsearch 99"}, want: []string{"# secondsearch is 30", "out of range", "# secondsearch is 90"}}},
	"council":        {{lines: []string{"council"}, want: []string{"# there is no council"}}},
	"hashdepth":      {{lines: []string{"hashdepth 5 7"}, want: []string{"# hashdepth is 5, in the first 7 half-moves"}}},
	"eval":           {{lines: []string{"eval"}, want: []string{"# "}, not: []string{"Error"}}},
	"p":              {{lines: []string{"p"}, want: []string{"# "}, not: []string{"Error"}}},
	"debug":          {{lines: []string{"debug N", "debug"}, want: []string{"# 8      r     n", "Error (bad parameters): debug"}}},
	"test":           {{lines: []string{"test"}, want: []string{"moves/s"}}},
	"Mwpawn":         {{lines: []string{"Mwpawn"}, want: []string{"middlegame"}}},
	"Mbpawn":         {{lines: []string{"Mbpawn"}, want: []string{"middlegame"}}},
	"Mwknight":       {{lines: []string{"Mwknight"}, want: []string{"middlegame"}}},
	"Mbknight":       {{lines: []string{"Mbknight"}, want: []string{"middlegame"}}},
	"Mwbishop":       {{lines: []string{"Mwbishop"}, want: []string{"middlegame"}}},
	"Mbbishop":       {{lines: []string{"Mbbishop"}, want: []string{"middlegame"}}},
}

// names returns those of all commands, in their order.
func names() (names []string) {
	for _, c := range append(commandTable(), oldCommands()...) {
		names = append(append(names, c.Name), strings.Fields(c.Also)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func TestEveryCommandDoesWhatItSays(t *testing.T) {
	for _, name := range names() {
		if len(everyCommand[name]) == 0 {
			t.Errorf("%s is not tried", name)
		}
		for _, r := range everyCommand[name] {
			t.Run(name+"/"+strings.Join(r.lines[max(len(r.lines)-2, 0):], ","), r.run)
		}
	}
	if len(everyCommand) != len(names()) {
		t.Errorf("%d commands are tried, there are %d", len(everyCommand), len(names()))
	}
}

// run plays the session, and waits for a move that is due before it sends the next line.
func (r *row) run(t *testing.T) {
	s := begin(t, "protover 2", "new", "easy", "ping 1000")
	s.Until("pong 1000")
	var got []string
	held := func(command string) bool { // lines are read by something else, or by nobody, for a while
		return slices.ContainsFunc(r.lines, func(line string) bool { return strings.HasPrefix(line, command) })
	}
	answers := !held("quit") && !held("edit") && !held("set") && !held("mate")
	for _, line := range r.lines {
		s.Send(line)
		if answers && (line != "go" || !held("?")) { // "?" is for a running search
			s.Send("ping 2000") // is answered after the move
			got = append(got, s.Until("pong 2000")...)
		}
	}
	got = append(got, s.Rest()...)
	if s.Err != nil {
		t.Error(s.Err)
	}
	mustPrint(t, slices.DeleteFunc(got, func(line string) bool { return line == "pong 2000" }), r.want, r.not)
}

// mustPrint fails unless the wanted texts, in this order, are in lines that came, and the others in none.
func mustPrint(t *testing.T, got, want, not []string) {
	t.Helper()
	rest := got
	for _, text := range want {
		i := slices.IndexFunc(rest, func(line string) bool { return strings.Contains(line, text) })
		if i < 0 {
			t.Fatalf("%q is missing in\n%s", text, strings.Join(got, "\n"))
		}
		rest = rest[i+1:]
	}
	for _, text := range not {
		if slices.ContainsFunc(got, func(line string) bool { return strings.Contains(line, text) }) {
			t.Errorf("%q is printed:\n%s", text, strings.Join(got, "\n"))
		}
	}
}

// TestEveryCommandInEveryState: whatever is going on, a command that does not change the
// board leaves it alone, and afterwards the engine is still there.
func TestEveryCommandInEveryState(t *testing.T) {
	changes := []string{"new", "usermove", "undo", "remove", "setboard", "edit", "set", "setup", "white", "black", "go", "playother", "first", "both",
		"switch", "?", "quit", "variant", "test"}
	if testing.Short() {
		t.Skip("a thousand sessions")
	}
	states := []struct {
		name  string
		lines []string
		until string
		board string
	}{
		{"force", []string{"force", "usermove e2e4", "ping 1"}, "pong 1", afterE4},
		{"waiting", []string{"usermove e2e4"}, "move b8a6", afterNa6},
		{"thinking", []string{"st 1000", "post", "usermove e2e4"}, "3 30", afterE4},
		{"pondering", []string{"hard", "sd 2", "usermove e2e4", "ping 1"}, "pong 1", afterNa6},
		{"analysing", []string{"force", "usermove e2e4", "post", "analyze"}, "3 30", afterE4},
		{"solving", []string{"force", "usermove e2e4", "mate 32", "ping 1"}, "pong 1", afterE4},
		{"refusing", []string{"force", "usermove e2e4", "setboard x"}, "tellusererror", afterE4},
	}
	rests := []string{"", " x", " 1"}
	for at, state := range states {
		for number, name := range names() {
			if slices.Contains(changes, name) {
				continue
			}
			// Each in one state at least, and with ALFIERE_LONG=1 in every state.
			for i := range effort.Of(len(rests), 1, 1) {
				rest := rests[(at+number+i)%len(rests)]
				s := begin(t, append([]string{"new"}, state.lines...)...)
				s.Until(state.until)
				s.Send(name+rest, "force", "ping 77")
				s.Until("pong 77")
				s.Send("bd")
				got := s.Rest()
				if !slices.Contains(got, "# "+state.board) {
					t.Errorf("%s%s while %s: the board is\n%s", name, rest, state.name, strings.Join(got, "\n"))
				}
				if s.Err != nil {
					t.Error(s.Err)
				}
			}
		}
	}
}

// TestTheLimitsThatReachTheSearch: how time controls and clocks bound a search.
func TestTheLimitsThatReachTheSearch(t *testing.T) {
	clock := func(remaining, increment time.Duration, moves int) search.Limits {
		return search.Limits{Clock: search.Clock{Remaining: remaining, Increment: increment, MovesToGo: moves}}
	}
	for _, test := range []struct {
		name  string
		lines []string
		want  search.Limits
	}{
		{"the usual level", nil, clock(5*time.Minute, 0, 40)},
		{"a level", []string{"level 20 3 0"}, clock(3*time.Minute, 0, 20)},
		{"an increment", []string{"level 0 0:30 2"}, clock(30*time.Second, 2*time.Second, 0)},
		{"the clock", []string{"time 500"}, clock(5*time.Second, 0, 40)},
		{"a clock before the side is known", []string{"force", "time 500", "otim 9", "white"}, clock(5*time.Second, 0, 40)},
		{"a clock that has run out", []string{"time 0"}, clock(time.Nanosecond, 0, 40)},
		{"the opponent's clock", []string{"otim 500"}, clock(5*time.Minute, 0, 40)},
		{"a level during the game", []string{"force", "e2e4", "e7e5", "level 3 1 0"}, clock(time.Minute, 0, 3)},
		{"a level from the beginning of the game on", []string{"level 3 1 0", "force", "e2e4", "e7e5"}, clock(time.Minute, 0, 2)},
		{"the second control", []string{"level 1 1 0, 0 2 7", "force", "e2e4", "e7e5", "time 1000"}, clock(10*time.Second, 7*time.Second, 0)},
		{"a new position", []string{"level 3 1 0", "force", "e2e4", "e7e5", "setboard " + afterE4}, clock(time.Minute, 0, 3)},
		{"a new game", []string{"level 3 1 0", "sd 3", "nps 5", "time 1", "new"}, clock(time.Minute, 0, 3)},
		{"a depth", []string{"sd 4"}, search.Limits{Depth: 4, Clock: search.Clock{Remaining: 5 * time.Minute, MovesToGo: 40}}},
		{"no depth any more", []string{"sd 4", "sd 0"}, clock(5*time.Minute, 0, 40)},
		{"nodes for seconds", []string{"st 2", "nps 100"}, search.Limits{Nodes: 200}},
		{"the whole game", []string{"gamein on", "level 40 5 0, 20 1 1"}, clock(5*time.Minute, 0, 0)},
		{"moves that are excluded", []string{"exclude all", "include e2e4", "st 1"},
			search.Limits{Moves: []movegen.Move{movegen.MakeMove(12, 28, movegen.Normal)}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := begin(t, append(append([]string{"new"}, test.lines...), "go", "?")...)
			s.Until("move ")
			s.Rest()
			got := s.Searcher.Last().Limits
			got.Clock.Overhead, got.MoveTime = 0, 0
			if got.Depth != test.want.Depth || got.Nodes != test.want.Nodes || got.Clock != test.want.Clock || !slices.Equal(got.Moves, test.want.Moves) {
				t.Errorf("the limits are %+v, want %+v", got, test.want)
			}
		})
	}
}

// TestWhatIsKeptOfASessionThatEnds: at the end of the input a search with a depth is
// finished, and one without makes its move.
func TestWhatIsKeptOfASessionThatEnds(t *testing.T) {
	for _, test := range []struct {
		name  string
		lines []string
		want  []string
		not   []string
	}{
		{"nothing", nil, nil, []string{"move"}},
		{"thinking", []string{"st 1000", "go"}, []string{"move b1a3"}, nil},
		{"thinking to a depth", []string{"sd 4", "go"}, []string{"move b1a3"}, nil},
		{"pondering", []string{"hard", "sd 1", "usermove e2e4"}, []string{"move b8a6"}, []string{"move e1e2"}},
		{"analysing", []string{"analyze"}, nil, []string{"move"}},
		{"a problem", []string{"mate 1"}, []string{"telluser mate in 1: no solution"}, nil},
		{"editing", []string{"edit", "xe2"}, nil, []string{"Error"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := begin(t, append([]string{"new"}, test.lines...)...)
			got := s.Rest()
			mustPrint(t, got, test.want, test.not)
			if s.Err != nil || s.Next != "" {
				t.Errorf("error %v, next %q", s.Err, s.Next)
			}
		})
	}
}
