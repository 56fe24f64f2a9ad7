package console

import (
	"maps"
	"slices"
	"strings"

	"alfiere/internal/cli"
	"alfiere/internal/message"
	"alfiere/internal/wire"
)

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
