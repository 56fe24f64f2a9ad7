package console

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem/text"
	"alfiere/protocol"
	"alfiere/search"
	"alfiere/search/analysis"
)

// Screen is a terminal whose last line is edited: the session's output appears above it.
type Screen interface {
	// Ask reads a line after a prompt of one line or, during that, changes the prompt. complete returns the words that may
	// replace the line from byte from to its end; it is called on other goroutines.
	Ask(prompt string, complete func(line string) (from int, words []string))
	Columns() int // the width
}

// statusInterval is how often the status line is written again.
const statusInterval = 200 * time.Millisecond

// status is the line that shows a person the progress of the thinking.
type status struct {
	text   string
	start  time.Time          // when the thinking began; zero: the engine does not think
	next   time.Time          // when the text may change
	newest *protocol.Thinking // nil before the first depth
}

// roomToType is the number of free columns after the status.
const roomToType = 8

// prompt asks a person for a line, unless the engine is about to print. On a screen a
// line can always be typed; while the engine thinks, the prompt shows the progress.
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
		return fmt.Sprintf("analysis, %s %d> ", a.title(position.Side()), position.FullmoveNumber())
	}
	return fmt.Sprintf("%s %d> ", a.title(position.Side()), position.FullmoveNumber())
}

// statusText returns the prompt while the engine thinks.
func (a *adapter) statusText() string {
	now := time.Now()
	if a.status.start.IsZero() {
		a.status = status{start: now}
	}
	if now.Before(a.status.next) {
		return a.status.text
	}
	a.status.next = now.Add(statusInterval)
	what := "thinking"
	if a.player.Solving() {
		what = "solving"
	}
	text := fmt.Sprintf("%s %ds", what, int(now.Sub(a.status.start)/time.Second))
	if t := a.status.newest; t != nil && !a.post {
		text += fmt.Sprintf(", depth %d, %s, %s", t.Depth, scoreText(t.Score), lineText(a.controller.Position(), t.Line))
	}
	a.status.text = cutWords(text, a.Screen.Columns()-roomToType) + "> "
	return a.status.text
}

// cutWords returns the whole words of a text that fit, at least the first one.
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

// clearStatus removes the status before other output.
func (a *adapter) clearStatus() {
	if a.Screen != nil {
		a.status = status{}
		a.Screen.Ask(" ", nil)
	}
}

// tick returns when the status must be written again without an event.
func (a *adapter) tick() <-chan time.Time {
	if a.Screen == nil || !a.busy() {
		return nil
	}
	return time.After(statusInterval)
}

// tellThinking shows that the engine thinks, on a terminal where no line can be written again.
func (a *adapter) tellThinking() {
	a.status = status{}
	if a.Terminal && a.Screen == nil && !a.post {
		a.say("%sthinking...", a.lastMove(", "))
	}
}

// lastMove returns the last move with its number, followed by the text behind; it is empty without a move.
func (a *adapter) lastMove(behind string) string {
	last := ""
	for position, m := range a.controller.Game().Plies() {
		last = a.numbered(&position, m) + behind
	}
	return last
}

// completion returns the function that completes lines in the current position: commands and
// moves, and the arguments of some commands.
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
		c := protocol.Find(commands, word, true)
		if c == nil {
			return len(line), nil
		}
		for _, choice := range strings.FieldsFunc(c.Args, func(r rune) bool { return strings.ContainsRune("[]| ", r) }) {
			switch {
			case (choice == "FILE" || choice == "PATH") && names != nil:
				words = append(words, names(rest)...)
			case choice == "SECTION":
				for _, g := range groups() {
					words = append(words, beginning([]string{g.name}, rest)...)
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
		names = append(names, commands[i].Name)
	}
	return names
}

// moveNames returns the legal moves in SAN, without signs of check.
func moveNames(p *movegen.Position) (names []string) {
	for _, m := range p.Moves() {
		names = append(names, strings.TrimRight(san(p, m), "+#"))
	}
	return names
}

// beginning returns the words that begin with a prefix; case does not count, so that nf3 becomes Nf3.
func beginning(words []string, prefix string) (found []string) {
	for _, word := range words {
		if len(word) >= len(prefix) && strings.EqualFold(word[:len(prefix)], prefix) {
			found = append(found, word)
		}
	}
	return found
}

func inspectionCommands() []command {
	var table []command
	for _, i := range analysis.Commands() {
		c := command{Name: i.Name, Also: i.Also, Args: i.Args, Help: i.Help, More: i.More}
		c.Run = func(a *adapter, rest string) {
			text, ok := i.Run(a.controller.Settings().Knowledge, a.player.Position(), rest)
			if !ok {
				a.badArguments(i.Name, text)
				return
			}
			a.out.Print(text)
		}
		table = append(table, c)
	}
	return append(table, command{Name: "council", Help: "show the last vote of the council",
		Run:  func(a *adapter, _ string) { a.out.Print(a.controller.Vote()) },
		More: "Shows each member's move, score, depth, line and weight. consult creates a council."},
		command{Name: "endgame", Help: "show the endgame tables' result for the position",
			Run: (*adapter).tellEndgame,
			More: "Shows the value, and each move with the half-moves to the next capture or pawn move.\n" +
				"syzygy PATH opens tables."},
		command{Name: "mate", Args: text.RequestWords, Help: "solve the position as a problem: mate in N",
			Run: (*adapter).solve,
			More: "Mates in 2 are shown in full, longer ones without tries. brief shows keys and threats only, tries the\n" +
				"first moves with at most R refutations, all the replies that stop no threat. ? stops it early."})
}

// tellEndgame prints what the endgame tables say about the position.
func (a *adapter) tellEndgame(string) {
	tables := a.controller.Endgames()
	if tables.MaxPieces() == 0 {
		a.say("no endgame tables are open; syzygy PATH opens those in a folder")
		return
	}
	values, err := analysis.Endgame(tables, a.player.Position())
	defer func() { a.reportError(a.controller.Prepare()) }() // reports damaged files
	if err != nil {
		a.reportError(err)
		return
	}
	for _, line := range values.Lines(notation.English, screenWidth) {
		a.out.Printf("%s", line)
	}
}

// solve begins to solve the position as a problem.
func (a *adapter) solve(rest string) {
	request, err := text.ParseRequest(rest)
	if err != nil {
		a.reportError(err)
		return
	}
	a.player.Solve(request)
}

// tellSolution prints the report of a problem.
func (a *adapter) tellSolution(s protocol.Solved) {
	text, err := s.Text()
	if err != nil {
		a.reportError(err)
		return
	}
	a.out.Print(text)
}

// title returns a colour with a capital letter.
func (a *adapter) title(c movegen.Color) string {
	return a.language.Text([...]string{"White", "Black"}[c&1])
}

// toMove says whose turn it is.
func (a *adapter) toMove() string {
	position := a.player.Position()
	return a.language.Text([...]string{"White to move", "Black to move"}[position.Side()])
}

// materialText returns the extra pieces of each side and the difference of their usual
// values; empty if both have the same.
func materialText(p *movegen.Position) string {
	men, balance := [2]string{}, 0
	for _, kind := range []struct {
		man    movegen.PieceType
		letter string
		worth  int
	}{{movegen.Queen, " Q", 9}, {movegen.Rook, " R", 5}, {movegen.Bishop, " B", 3}, {movegen.Knight, " N", 3},
		{movegen.Pawn, " P", 1}} {
		more := p.Pieces(movegen.White, kind.man).Count() - p.Pieces(movegen.Black, kind.man).Count()
		balance += more * kind.worth
		men[movegen.White] += strings.Repeat(kind.letter, max(more, 0))
		men[movegen.Black] += strings.Repeat(kind.letter, max(-more, 0))
	}
	white, black, lead := men[movegen.White], men[movegen.Black], "even"
	switch {
	case balance > 0:
		lead = fmt.Sprintf("White +%d", balance)
	case balance < 0:
		lead = fmt.Sprintf("Black +%d", -balance)
	}
	switch {
	case white == "" && black == "":
		return ""
	case black == "":
		return fmt.Sprintf("White has%s more (%s)", white, lead)
	case white == "":
		return fmt.Sprintf("Black has%s more (%s)", black, lead)
	}
	return fmt.Sprintf("White has%s more, Black%s (%s)", white, black, lead)
}

// san returns a move in SAN.
func san(p *movegen.Position, m movegen.Move) string { return notation.SAN(p, m, notation.English) }

// moveName returns a move in SAN, or in the referee's notation.
func (a *adapter) moveName(p *movegen.Position, m movegen.Move) string {
	if a.Table != nil {
		return notation.Squares(p, m, a.letters)
	}
	return san(p, m)
}

// numbered returns a move with its number: "12. Nf3" or "12... Nf6".
func (a *adapter) numbered(p *movegen.Position, m movegen.Move) string {
	return fmt.Sprintf("%d%s %s", p.FullmoveNumber(), [...]string{".", "..."}[p.Side()], a.moveName(p, m))
}

// thinkingText returns a line of the search as post and analyze show it, under
// thinkingHeading; if there are several they have numbers.
func (a *adapter) thinkingText(t *protocol.Thinking) string {
	line := lineText(a.controller.Position(), t.Line)
	if a.controller.Settings().MultiPV > 1 {
		line = fmt.Sprintf("%d. %s", max(t.MultiPV, 1), line)
	}
	bound := [...]string{search.Exact: " ", search.Lower: "+", search.Upper: "-"}[t.Bound]
	text := fmt.Sprintf("%5d %8s%s %9s %11d  %s", t.Depth, scoreText(t.Score), bound, secondsText(t.Elapsed), t.Nodes,
		line)
	if a.Screen != nil {
		text = cutWords(text, a.Screen.Columns()-1)
	}
	return text
}

// lineText returns the moves of a line from p on.
func lineText(p movegen.Position, moves []movegen.Move) string {
	var text strings.Builder
	for i, m := range moves {
		if i > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(san(&p, m))
		p.Make(m)
	}
	return text.String()
}

// scoreText returns a score in pawns, "+0.34", or a mate in moves, "+M3" or "-M2".
func scoreText(s search.Score) string {
	if moves, ok := s.Mate(); ok {
		if s < 0 {
			return fmt.Sprintf("-M%d", -moves)
		}
		return fmt.Sprintf("+M%d", moves)
	}
	return fmt.Sprintf("%+.2f", float64(s)/100)
}

func secondsText(t time.Duration) string { return fmt.Sprintf("%.2fs", t.Seconds()) }
