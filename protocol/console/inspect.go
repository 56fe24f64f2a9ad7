package console

import (
	"alfiere/movegen/notation"
	"alfiere/problem/text"
	"alfiere/protocol"
	"alfiere/search/analysis"
)

func inspectionCommands() []command {
	var table []command
	for _, i := range analysis.Commands() {
		c := command{Name: i.Name, Args: i.Args, Help: i.Help, More: i.More}
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
	table = append(table, command{Name: "council", Help: "show the last vote of the council",
		Run:  func(a *adapter, _ string) { a.out.Print(a.controller.Vote()) },
		More: "Shows each member's move, score, depth, line and weight. consult creates a council."})
	return append(table, command{Name: "endgame", Help: "show the endgame tables' result for the position",
		Run:  (*adapter).tellEndgame,
		More: "Shows the value, and each move with the half-moves to the next capture or pawn move.\nsyzygy PATH opens tables."},
		command{Name: "mate", Args: text.RequestWords, Help: "solve the position as a problem: mate in N",
			Run: (*adapter).solve,
			More: "Mates in 2 are shown in full, longer ones without tries. brief shows keys and threats only, tries the\n" +
				"first moves with at most R refutations, all the replies that stop no threat. ? stops it early."})
}

// tellEndgame prints what the endgame tables say about the position.
func (a *adapter) tellEndgame(string) {
	tables := a.controller.Endgames()
	if tables.Men() == 0 {
		a.out.Printf("no endgame tables are open; syzygy PATH opens those in a folder")
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
