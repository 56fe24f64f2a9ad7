package console

import "alfiere/search"

// thinkingHeading is the line above those of thinkingText.
const thinkingHeading = "depth    score      time       nodes  line"

func analysisCommand() command {
	return command{Name: "analyze", Help: "analyse the position without playing", Run: (*adapter).analyze,
		More: "At a terminal it runs until exit, an empty line or a command that makes me play, and follows moves\n" +
			"and other changes of the position. In a script it takes the time of one move. multipv sets the\n" +
			"number of lines. Scores are from the point of view of the side to move."}
}

// analyze begins or ends analysis. In a script, which cannot end it, it is bounded.
func (a *adapter) analyze(string) {
	switch {
	case a.analysing:
		a.endAnalysis()
	case !a.Terminal:
		if a.over() {
			a.tellOutcome()
			return
		}
		a.out.Printf("%s", thinkingHeading)
		a.reportError(a.player.Consult(a.player.Limits()))
	default:
		a.force()
		a.analysing = true
		a.out.Printf("I analyse until exit or an empty line; you can use moves, undo, back and forward")
	}
}

// goOnAnalysing analyses the position that is on the board now.
func (a *adapter) goOnAnalysing() {
	if a.over() || a.player.Analysing() {
		return
	}
	a.out.Printf("%s", thinkingHeading)
	a.reportError(a.player.Analyse(nil))
}

// endAnalysis stops the analysis; the position stays on the board.
func (a *adapter) endAnalysis() {
	a.player.Stop()
	a.analysing = false
	a.out.Printf("the analysis has stopped; go lets me play the side to move")
}

// exit ends analysis or, if there is none, the session.
func (a *adapter) exit(string) {
	if a.analysing {
		a.endAnalysis()
		return
	}
	a.quit = true
}

// shown reports whether a line of the running search is to be printed.
func (a *adapter) shown(line *search.Info) bool {
	if len(line.Line) == 0 {
		return false
	}
	return a.post && a.player.Thinking() || a.player.Analysing() || a.player.Consulting() && !a.hinting
}
