package console

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"alfiere/internal/cli"
	"alfiere/internal/message"
	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/protocol"
)

// command is one row of the table from which dispatch and help are made.
type command = protocol.Command[*adapter]

// group is a section of help.
type group struct {
	name     string
	heading  string
	commands []command
}

// groups returns the sections in the order of help.
func groups() []group {
	return []group{
		{"game", "Game", gameCommands()},
		{"screen", "Board and thinking", displayCommands()},
		{"search", "Time and search", append(searchCommands(), engineCommands()...)},
		{"flags", "Flags: the name alone toggles a flag, on and off set it", flagCommands()},
		{"files", "Positions and files", fileCommands()},
		{"inside", "Looking inside", inspectionCommands()},
	}
}

// commandTable returns all commands in the order of help.
func commandTable() (table []command) {
	for _, g := range groups() {
		table = append(table, g.commands...)
	}
	return table
}

// find returns the command of a name, nil if there is none. No command has the form of a move, so case need not count.
func (a *adapter) find(name string) *command {
	for own, italian := range italianNames {
		if a.Table != nil && strings.EqualFold(name, italian) {
			name = own
		}
	}
	return protocol.Find(a.commands, name, true)
}

// synopsis returns a command with its arguments, in the language of the session.
func (a *adapter) synopsis(c *command) string {
	if name := italianNames[c.Name]; name != "" && a.language == message.Italian {
		return wire.Trim(name + " " + c.Args)
	}
	return c.Synopsis()
}

// badArguments answers a command whose arguments cannot be read, and says why; why is empty if arguments are missing.
func (a *adapter) badArguments(name, why string) {
	c := a.find(name)
	more := ""
	if c.More != "" {
		more = a.language.Sprintf("; for details type help %s", c.Name)
	}
	if why != "" {
		why += "; "
	}
	a.refuse("%susage: %s%s", why, a.synopsis(c), more)
}

func (a *adapter) describe(c *command) string {
	text := fmt.Sprintf("%-23s %s", a.synopsis(c), a.language.Text(c.Help))
	if c.State != nil {
		text += " (" + c.State(a) + ")"
	}
	return text
}

// handOver continues in another protocol with its first line.
func handOver(line string) func(*adapter, string) {
	return func(a *adapter, _ string) {
		a.next, a.quit = line, true
		if a.Book {
			a.reportError(a.controller.SetOption("OwnBook", "false"))
		}
	}
}

func gameCommands() []command {
	return []command{
		{Name: "new", Also: "newgame restart", Args: "[FEN|ROWS [w|b]]", Run: (*adapter).newGame,
			Help: "begin a game, from a FEN or eight rows if given"},
		{Name: "chess960", Args: "[N]", Help: "begin a Chess960 game from position N",
			Run: (*adapter).newChess960,
			More: "N is 0 to 959 (default: random). Type castling as O-O, O-O-O or as the king taking its own\n" +
				"rook, e1h1. setup also accepts Chess960 FENs."},
		{Name: "go", Args: "[mate N]", Help: "let me play the side to move, or solve a mate in N", Run: (*adapter).play,
			More: "depth N, st SECONDS and level limit my thinking. go mate N is the same as mate N and plays no move."},
		{Name: "first", Help: "let me begin the game", Run: (*adapter).first},
		{Name: "white", Help: "let me play White", Run: func(a *adapter, _ string) { a.playAs(movegen.White) }},
		{Name: "black", Help: "let me play Black", Run: func(a *adapter, _ string) { a.playAs(movegen.Black) }},
		{Name: "switch", Also: "swap", Help: "change sides with me", Run: (*adapter).switchSides},
		{Name: "force", Help: "move for both sides yourself", Run: func(a *adapter, _ string) {
			a.analysing = false
			a.force()
		}},
		{Name: "undo", Also: "takeback", Help: "take back a half-move", Run: (*adapter).undo},
		{Name: "remove", Help: "take back a move of each side", Run: (*adapter).remove},
		{Name: "back", Args: "[N|all]", Help: "step back through the game", Run: (*adapter).back,
			More: "N counts half-moves (default 1). forward replays them until another move is made."},
		{Name: "forward", Args: "[N|all]", Help: "replay moves that were taken back", Run: (*adapter).forward,
			More: "N counts half-moves (default 1)."},
		{Name: "resign", Help: "resign the game", Run: (*adapter).resign},
		{Name: "draw", Help: "claim a draw if the rules allow it, or offer one", Run: (*adapter).draw},
		{Name: "?", Help: "move at once", AtOnce: true, Run: func(a *adapter, _ string) { a.moveNow() }},
		{Name: "name", Args: "[NAME]", Help: "set your name for game records",
			Run:   (*adapter).setName,
			State: func(a *adapter) string { return cmp.Or(a.user, somebody) }},
		{Name: "uci", Help: "switch to UCI", Run: handOver("uci")},
		{Name: "xboard", Help: "switch to the XBoard protocol", Run: handOver("xboard")},
		{Name: "quit", Help: "leave", ByHand: true, Run: func(a *adapter, _ string) { a.quit = true }},
		{Name: "exit", Help: "quit, or end the analysis", ByHand: true, Run: (*adapter).exit},
	}
}

// newGame leaves flags and levels as they are.
func (a *adapter) newGame(text string) {
	if start, warnings, err := a.parseStart(text); a.accepts(warnings, err) {
		a.begin(start)
	}
}

// begin begins a game with the usual sides.
func (a *adapter) begin(start movegen.Position) {
	a.saveGame()
	a.reportError(a.player.NewGame())
	a.place(start)
	a.chooseSides()
	if a.boards {
		a.show()
	}
	a.tellOutcome()
}

// playAs makes c the engine's side.
func (a *adapter) playAs(c movegen.Color) {
	a.player.Force, a.player.Both, a.player.Side, a.analysing = false, false, c, false
	if a.over() {
		a.tellOutcome()
	}
}

// play takes no limits: other commands set them. A mate asked for in the form of UCI is
// searched for and shown, not played.
func (a *adapter) play(rest string) {
	words := wire.Fields(rest)
	if len(words) > 0 && strings.EqualFold(words[0], "mate") {
		a.solve(strings.Join(words[1:], " "))
		return
	}
	if rest != "" {
		a.badArguments("go", fmt.Sprintf("%q is not supported here: set limits with depth N, st SECONDS or level; mate N "+
			"solves a problem", wire.Clip(rest)))
		return
	}
	position := a.player.Position()
	a.playAs(position.Side())
}

func (a *adapter) first(string) {
	if len(a.notes) > 0 {
		a.refuse("the game has already begun; go lets me play the side to move")
		return
	}
	a.play("")
}

func (a *adapter) switchSides(string) { a.playAs(a.player.Side.Other()) }

func displayCommands() []command {
	return []command{
		{Name: "board", Also: "bd show display print", Help: "show the board and the side to move", ByHand: true,
			Run: (*adapter).showBoard},
		flag("coords", "show the names of files and ranks", func(a *adapter) *bool { return &a.look.Coords }),
		flag("reverse", "show the board from Black's side", func(a *adapter) *bool { return &a.look.Flip }),
		flag("stars", "mark Black's pieces with a star", func(a *adapter) *bool { return &a.look.Stars }),
		flag("post", "show my thinking, from my side's point of view", func(a *adapter) *bool { return &a.post }),
		{Name: "help", Args: "[SECTION|COMMAND]", Help: "list the commands, or explain one", AtOnce: true,
			Run: (*adapter).help},
		{Name: "hint", Help: "show the reply I expect, or suggest a move", Run: (*adapter).showHint},
		{Name: "bk", Help: "list the book's moves", Run: (*adapter).showBook},
		{Name: "moves", Args: "[SQUARE|white|black|all]", Run: (*adapter).listMoves,
			Help: "list legal moves of a piece, a side or all"},
		{Name: "attacked", Args: "SQUARE", Help: "list the squares that the piece on a square attacks",
			Run: (*adapter).listAttacked},
		{Name: "fen", Help: "show the position as a FEN", Run: (*adapter).showFEN},
	}
}

// showBoard shows the position in full.
func (a *adapter) showBoard(string) {
	a.show()
	if a.Table != nil && !a.Terminal {
		return
	}
	position := a.player.Position()
	check := ""
	if position.InCheck() {
		check = " and in check"
	}
	a.out.Printf("%s%s\n%s", a.toMove(), check, position.FEN())
	a.tellOutcome()
}

func fileCommands() []command {
	return []command{
		{Name: "list", Args: "[FILE]", Run: (*adapter).list,
			Help: "show the moves played, or write them to a file as a table"},
		{Name: "save", Args: "FILE", Help: "write the game to a PGN file, replacing its contents", Run: (*adapter).save},
		{Name: "load", Also: "get open", Args: "FILE [N]", Help: "replay a game, the Nth of a PGN file", Run: (*adapter).get},
		{Name: "xget", Args: "FILE", Help: "load an XBoard position file, old or new format", Run: (*adapter).xget},
		{Name: "edit", Also: "set", Help: "place pieces one at a time", Run: (*adapter).edit},
		{Name: "setup", Also: "position setfen", Args: "[white|black|FEN]", Help: "read a board of eight lines, or a FEN",
			More: "white (the default) or black is the side to move.", Run: (*adapter).startSetup},
	}
}

func (a *adapter) list(name string) {
	switch r := a.record(); {
	case name != "":
		a.write(name, r.table())
	case a.Table != nil:
		a.out.Print(a.moveList())
	default:
		a.out.Print("\n" + r.pgn() + "\n" + r.table() + "\n")
	}
}

func (a *adapter) save(name string) {
	if name == "" {
		a.badArguments("save", "")
		return
	}
	a.write(name, a.record().pgn())
}

func (a *adapter) write(name, text string) {
	if err := a.Files.Write(name, text); err != nil {
		a.reportError(err)
		return
	}
	a.saved = savedAs(a.record())
	ahead := ""
	if n := len(a.rest.plies); n > 0 {
		ahead = a.language.Sprintf(", without the %d taken back", n)
	}
	a.say("%d half-moves written to %s%s", len(a.notes), name, ahead)
}

// wanted are the only commands that most people need. With the sections they fit on a terminal of 24 lines.
const wanted = "new go undo ? hint moves board analyze elo knowledge level book save load resign quit"

// help shows the most wanted commands, those of a section, all of them, or one command.
func (a *adapter) help(name string) {
	switch {
	case name == "":
		a.helpBriefly()
		return
	case strings.EqualFold(name, "all"):
		a.printWrapped(a.language.Text(moveForms))
		a.helpSection("")
		return
	case a.helpSection(name):
		return
	}
	c := a.find(name)
	if c == nil {
		a.refuse("there is no command %q%s", wire.Clip(name), a.meant(name))
		return
	}
	a.printWrapped(a.describe(c))
	if c.Also != "" {
		a.printWrapped("Other names: " + c.Also)
	}
	if c.More != "" {
		a.out.Print(c.More + "\n")
	}
}

// meant returns the end of a message about a word that is no command: those that may have been meant.
func (a *adapter) meant(word string) string { return cli.Suggest(word, commandNames(a.commands)) }

const moveForms = "Type a move as e4, Nf3, exd5, e2e4, e2-e4, Ng1-f3, e8=Q or O-O."

func (a *adapter) helpBriefly() {
	a.printWrapped(a.language.Text(moveForms))
	names := strings.Fields(wanted)
	if a.language == message.Italian {
		names = slices.Sorted(maps.Keys(italianNames))
	}
	for _, name := range names {
		a.printWrapped("  " + a.describe(a.find(name)))
	}
	var sections []string
	for _, g := range groups() {
		sections = append(sections, g.name)
	}
	a.printWrapped("\n" + a.language.Sprintf("Sections: %s.", strings.Join(sections, ", ")))
	a.printWrapped(a.language.Text("Type help and a section or command for details, or help all for every command."))
}

// helpSection shows the commands of a section, all if name is empty, and reports whether there is such a section.
func (a *adapter) helpSection(name string) (found bool) {
	for _, g := range groups() {
		if name != "" && !strings.EqualFold(g.name, name) {
			continue
		}
		found = true
		a.printWrapped("\n" + g.heading)
		for _, c := range g.commands {
			a.printWrapped("  " + a.describe(&c))
		}
	}
	return found
}

// printWrapped prints a line, broken where the screen is too narrow.
func (a *adapter) printWrapped(line string) {
	if a.Screen != nil {
		line = wrapWords(line, a.Screen.Columns()-1)
	}
	a.out.Print(line + "\n")
}

// wrapWords returns a line broken between words where it is longer than width; what follows a break is indented.
func wrapWords(line string, width int) string {
	const indent = "    "
	var lines []string
	for runes := []rune(line); ; runes = []rune(line) {
		at := -1
		if len(runes) > width {
			at = strings.LastIndexByte(string(runes[:max(width+1, 0)]), ' ')
		}
		if at < 0 || strings.TrimSpace(line[:at]) == "" {
			return strings.Join(append(lines, line), "\n")
		}
		lines, line = append(lines, strings.TrimRight(line[:at], " ")), indent+strings.TrimLeft(line[at:], " ")
	}
}
