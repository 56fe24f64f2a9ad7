package conformance

import (
	"errors"
	"regexp"
	"strings"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// xboardGame follows a conversation: the game that both sides should have on their boards, and the
// engine's output about it.
type xboardGame struct {
	game   *movegen.Game
	known  bool             // whether the board is known; not after a refused position, or in edit mode
	before movegen.Position // the position before the last change

	seen   map[string]int   // moves, results and lines of thinking, by their singular
	faults map[string]error // the first error of each check
}

// followXboard reads the game from a conversation.
func followXboard(t *transcript) *xboardGame {
	g := &xboardGame{seen: map[string]int{}, faults: map[string]error{}}
	g.start(movegen.Follower().Start(movegen.StartPosition()))
	for _, e := range t.Entries {
		if e.Sent {
			g.command(e.Text)
		} else {
			g.answer(e.Text)
		}
	}
	return g
}

func (g *xboardGame) start(game *movegen.Game) {
	if g.game != nil {
		g.before = g.game.Position()
	}
	g.game, g.known = game, true
}

func (g *xboardGame) command(line string) {
	word, rest := wire.Cut(line)
	switch word {
	case "new":
		g.start(movegen.Follower().Start(movegen.StartPosition()))
	case "setboard":
		game, _, err := movegen.Follower().StartFEN(rest)
		if err != nil {
			g.known = false
			return
		}
		g.start(game)
	case "edit", "variant":
		g.known = false
	case "usermove":
		g.play(rest)
	case "undo":
		g.takeBack(1)
	case "remove":
		g.takeBack(2)
	default:
		if rest == "" {
			g.play(word)
		}
	}
}

// play plays a move if it is legal; other expectations check that an illegal one is refused.
func (g *xboardGame) play(text string) {
	position := g.game.Position()
	if m, err := notation.ParseUCI(&position, text); err == nil && g.game.Play(m) == nil {
		g.before = position
	}
}

func (g *xboardGame) takeBack(halfMoves int) {
	position := g.game.Position()
	if g.game.TakeBack(halfMoves) == nil {
		g.before = position
	}
}

func (g *xboardGame) fault(check string, err error) {
	if g.faults[check] == nil {
		g.faults[check] = err
	}
}

var (
	resultLine = regexp.MustCompile(`^(1-0|0-1|1/2-1/2)\b`)
	// thoughtLine matches lines that a GUI takes for thinking output, well formed or not.
	thoughtLine = regexp.MustCompile(`^ {0,3}\d+[^\s\d/-]?\s`)
)

func (g *xboardGame) answer(line string) {
	word, rest := wire.Cut(line)
	switch {
	case !g.known:
	case word == "move":
		g.engineMove(rest)
	case word == "Hint:":
		if !g.legal(rest) {
			g.fault("hint", failed("%q is not a legal move", line))
		}
	case resultLine.MatchString(line):
		g.seen["result"]++
		if err := g.judgeResult(resultLine.FindString(line), line); err != nil {
			g.fault("results", err)
		}
	case thoughtLine.MatchString(line):
		g.seen["line of thinking"]++
		match := thoughtForm.FindStringSubmatch(strings.ReplaceAll(line, "\t", " "))
		if match == nil {
			g.fault("thinking", failed("%q is not PLY SCORE TIME NODES LINE in integers", shown(line)))
			return
		}
		if err := g.judgeVariation(line, match[1]); err != nil {
			g.fault("thinking-moves", err)
		}
	}
}

func (g *xboardGame) engineMove(text string) {
	g.seen["move"]++
	position := g.game.Position()
	m, err := notation.ParseMove(&position, text, notation.English)
	if err != nil {
		g.fault("moves", failed("%q is not a legal move in %s", text, position.FEN()))
		return
	}
	if err := g.game.Play(m); err == nil {
		g.before = position
	}
}

// legal reports whether a move can be played now, or could before the last change of
// the board, which the engine may not have received when it wrote the line.
func (g *xboardGame) legal(text string) bool {
	position := g.game.Position()
	if _, err := notation.ParseMove(&position, text, notation.English); err == nil {
		return true
	}
	_, err := notation.ParseMove(&g.before, text, notation.English)
	return err == nil
}

// judgeResult: a claimed result must be on the board; a resignation is always accepted.
func (g *xboardGame) judgeResult(result, line string) error {
	if strings.Contains(strings.ToLower(line), "resign") {
		return nil
	}
	outcome := g.game.Outcome()
	if outcome.Result.String() == result || result == movegen.Drawn.String() && g.game.Draw() != movegen.NotEnded {
		return nil
	}
	position := g.game.Position()
	return failed("%q is claimed in %s, where %v", line, position.FEN(), outcome.Ending)
}

// thoughtForm is ply, score, time, nodes and a line; a mark after the ply is GNU Chess's way to
// give seconds.
var thoughtForm = regexp.MustCompile(`^ *\d+[.+&]? +-?\d+ +\d+ +\d+(?:[ \t]+(\S.*)?)?$`)

// judgeVariation judges the moves of a line of thinking: they begin after the last tab, or else
// after the four numbers.
func (g *xboardGame) judgeVariation(line, variation string) error {
	if i := strings.LastIndexByte(line, '\t'); i >= 0 {
		variation = line[i+1:]
	}
	if strings.HasPrefix(variation, "(") {
		return nil // a comment instead of a line
	}
	position := g.game.Position()
	err := replay(position, variation)
	if err == nil || replay(g.before, variation) == nil {
		return nil
	}
	return failed("%v in %q", err, shown(line))
}

var moveNumber = regexp.MustCompile(`^\d+\.(\.\.)?`)

// replay plays the moves in the first words of a line; the field is free text, but a word in the
// form of a move must be one.
func replay(p movegen.Position, variation string) error {
	for _, word := range wire.Fields(variation) {
		if word = moveNumber.ReplaceAllString(word, ""); word == "" || word == "..." {
			continue
		}
		m, err := notation.ParseMove(&p, word, notation.English)
		var fault *notation.MoveError
		if errors.As(err, &fault) && fault.Reason == notation.Syntax {
			return nil
		}
		if err != nil {
			return failed("%s cannot be played in %s", word, p.FEN())
		}
		p.Make(m)
	}
	return nil
}

// inGame returns a check of the game: it fails with the first error of that name, or if there is no
// such thing to judge; an empty thing need not exist.
func inGame(name, thing string) func(*transcript) error {
	return func(t *transcript) error {
		g := followXboard(t)
		if g.faults[name] == nil && thing != "" && g.seen[thing] == 0 {
			return failed("there is no %s", thing)
		}
		return g.faults[name]
	}
}
