package console

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"alfiere/movegen"
	"alfiere/protocol"
)

// Screen is a terminal whose last line is edited: what is written to the session's output
// appears above it.
type Screen interface {
	// Ask lets a line be typed behind a prompt of one line or, while that is being done,
	// changes the prompt. complete returns what may stand in a line from the byte from on
	// to its end; it is called on other goroutines.
	Ask(prompt string, complete func(line string) (from int, words []string))
	Columns() int // the width
}

// statusInterval is how often the line of the thinking is written again.
const statusInterval = 200 * time.Millisecond

// status is the line that tells a person how the thinking gets on.
type status struct {
	text   string
	begun  time.Time          // when the thinking did; zero: nothing is thought about
	next   time.Time          // when the text may change
	newest *protocol.Thinking // nil before the first depth
}

// roomToType is how many columns behind the status are left free.
const roomToType = 8

// prompt asks a person for a line, unless the engine is about to speak. On a screen there
// always is a line to type; while the engine thinks its prompt tells how that gets on.
func (a *adapter) prompt() {
	switch {
	case !a.Terminal:
	case a.Screen != nil:
		text := a.promptText()
		if a.busy() {
			text = a.statusText()
		}
		a.Screen.Ask(text, a.completion())
	case !a.prompted && !a.busy() && !a.player.Analysing():
		a.prompted = true
		a.out.Print(a.promptText())
	}
}

func (a *adapter) promptText() string {
	switch {
	case a.ask != "":
		return a.ask + "> "
	case a.over():
		return "> "
	}
	position := a.player.Position()
	if a.analysing {
		return fmt.Sprintf("analysis, %s %d> ", title(position.Side()), position.FullmoveNumber())
	}
	return fmt.Sprintf("%s %d> ", title(position.Side()), position.FullmoveNumber())
}

// statusText returns the prompt for what is typed while the engine thinks.
func (a *adapter) statusText() string {
	now := time.Now()
	if a.status.begun.IsZero() {
		a.status = status{begun: now}
	}
	if now.Before(a.status.next) {
		return a.status.text
	}
	a.status.next = now.Add(statusInterval)
	what := "thinking"
	if a.player.Solving() {
		what = "solving"
	}
	text := fmt.Sprintf("%s %ds", what, int(now.Sub(a.status.begun)/time.Second))
	if t := a.status.newest; t != nil && !a.post {
		text += fmt.Sprintf(", depth %d, %s, %s", t.Depth, scoreText(t.Score), lineText(a.controller.Position(), t.Line))
	}
	a.status.text = cutWords(text, a.Screen.Columns()-roomToType) + "> "
	return a.status.text
}

// cutWords returns as many whole words of a text as fit, at least the first one.
func cutWords(text string, width int) string {
	for utf8.RuneCountInString(text) > width {
		i := strings.LastIndexByte(text, ' ')
		if i < 0 {
			break
		}
		text = text[:i]
	}
	return strings.TrimSuffix(text, ",")
}

// clearStatus takes the status away before something else is told.
func (a *adapter) clearStatus() {
	if a.Screen != nil {
		a.status = status{}
		a.Screen.Ask(" ", nil)
	}
}

// tick returns when the status is to be written again though nothing has happened.
func (a *adapter) tick() <-chan time.Time {
	if a.Screen == nil || !a.busy() {
		return nil
	}
	return time.After(statusInterval)
}

// tellThinking shows that the engine thinks, where no line can be written again.
func (a *adapter) tellThinking() {
	a.status = status{}
	if a.Terminal && a.Screen == nil && !a.post {
		a.out.Printf("%sthinking...", a.lastMove(", "))
	}
}

// lastMove returns the move that was played last, with its number and what is to follow it,
// empty if there is none.
func (a *adapter) lastMove(behind string) string {
	last := ""
	for position, m := range a.controller.Game().Plies() {
		last = numbered(&position, m) + behind
	}
	return last
}

// completion returns what completes lines as long as the position on the board is what it is
// now: commands and moves, and what follows some commands.
func (a *adapter) completion() func(line string) (from int, words []string) {
	if a.reader != nil {
		return nil
	}
	position, over, commands, names := a.player.Position(), a.over(), a.commands, a.Names
	return func(line string) (from int, words []string) {
		word, rest, more := strings.Cut(line, " ")
		if !more {
			if !over {
				words = moveNames(&position)
			}
			if word != "" { // all of them would fill the screen
				words = append(words, commandNames(commands)...)
			}
			return 0, beginning(words, word)
		}
		c := find(commands, word)
		if c == nil {
			return len(line), nil
		}
		for _, choice := range strings.FieldsFunc(c.args, func(r rune) bool { return strings.ContainsRune("[]| ", r) }) {
			switch {
			case (choice == "FILE" || choice == "PATH") && names != nil:
				words = append(words, names(rest)...)
			case choice == "SECTION":
				for i := range commands {
					if g := commands[i].group; g != nil {
						words = append(words, beginning([]string{g.name}, rest)...)
					}
				}
			case choice == "COMMAND":
				words = append(words, beginning(commandNames(commands), rest)...)
			case choice == strings.ToLower(choice):
				words = append(words, beginning([]string{choice}, rest)...)
			}
		}
		return len(line) - len(rest), words
	}
}

func commandNames(commands []command) (names []string) {
	for i := range commands {
		names = append(names, commands[i].name)
	}
	return names
}

// moveNames returns the legal moves in SAN, without signs of check.
func moveNames(p *movegen.Position) (names []string) {
	var list movegen.MoveList
	p.LegalMoves(&list)
	for _, m := range list.Moves() {
		names = append(names, strings.TrimRight(san(p, m), "+#"))
	}
	return names
}

// beginning returns the words that begin with a prefix; case does not count, so that nf3
// becomes Nf3.
func beginning(words []string, prefix string) (found []string) {
	for _, word := range words {
		if len(word) >= len(prefix) && strings.EqualFold(word[:len(prefix)], prefix) {
			found = append(found, word)
		}
	}
	return found
}
