package console

import (
	"cmp"
	"fmt"
	"strings"

	"alfiere/internal/cli"
	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search"
)

// Table is a game under a strict referee, as docs/play.md describes it: of two people, of one against the engine, or of
// a script. The zero value is a game of two people by the strict rules, in English, from the initial position.
type Table struct {
	Language message.Language      // of the messages
	Letters  notation.PieceLetters // of boards and moves; empty: those of Language
	Referee  movegen.Referee
	Start    string // a FEN, or eight rows and perhaps w or b; empty: the initial position

	Engine     bool // the engine plays EngineSide
	EngineSide movegen.Color
	Limits     search.Limits // time and nodes of each engine move

	Names  [2]string // of White and Black in the record; empty: the usual ones
	Boards bool      // the board is shown after every move
	Save   string    // the file to which the game is written at the end; empty: none
}

// fallbackLetters are those of the languages, and are understood if the letters that are set give a text no meaning.
var fallbackLetters = [...]notation.PieceLetters{message.English: notation.English, message.Italian: notation.Italian}

// italianNames are the referee's commands in Italian.
var italianNames = map[string]string{"board": "scacchiera", "fen": "posizione", "list": "partita", "moves": "mosse",
	"attacked": "attaccate", "back": "ritira", "forward": "avanti", "resign": "abbandona", "draw": "patta", "new": "nuova",
	"save": "salva", "load": "carica", "help": "aiuto", "quit": "fine"}

// beginTable begins the game of the table.
func (a *adapter) beginTable() error {
	t := a.Table
	if t == nil {
		return nil
	}
	a.language, a.letters = t.Language, cmp.Or(t.Letters, fallbackLetters[t.Language])
	a.look = diagram(a.letters, a.Color, a.Unicode)
	a.boards = a.boards || t.Boards
	a.controller.SetReferee(t.Referee)
	a.player.Strict = true
	if l := t.Limits; l.MoveTime > 0 || l.Nodes > 0 {
		a.player.Clock.MoveTime, a.player.Clock.Nodes = l.MoveTime, l.Nodes
	}
	start, _, err := a.parseStart(t.Start)
	if err == nil {
		a.place(start)
		a.chooseSides()
	}
	return err
}

// referee returns the rules by which games are read.
func (a *adapter) referee() movegen.Referee {
	if a.Table == nil {
		return movegen.Follower()
	}
	return a.Table.Referee
}

// chooseSides gives the engine the side with which a game begins.
func (a *adapter) chooseSides() {
	a.player.Force, a.player.Both, a.player.Side, a.analysing = false, false, movegen.Black, false
	if t := a.Table; t != nil {
		a.player.Force, a.player.Side = !t.Engine, t.EngineSide
	}
}

// parseStart reads the position that a game begins with: nothing, which is the initial one, a FEN, or eight rows with
// the side to move, which is White unless it is b.
func (a *adapter) parseStart(text string) (movegen.Position, []movegen.Fault, error) {
	words := strings.Fields(text)
	switch {
	case len(words) == 0:
		return movegen.StartPosition(), nil, nil
	case len(words) >= 8 && !strings.Contains(words[0], "/"):
		return a.parseRows(words)
	case a.Table != nil:
		return a.Table.Referee.Rules.ParseFEN(text)
	}
	return parsePosition(text)
}

// parseRows reads eight rows and the side to move, if it follows.
func (a *adapter) parseRows(words []string) (p movegen.Position, warnings []movegen.Fault, err error) {
	side := movegen.White
	if len(words) == 9 && (words[8] == "b" || words[8] == "w") {
		if words[8] == "b" {
			side = movegen.Black
		}
		words = words[:8]
	}
	p, warnings, err = notation.BuildRows(words, a.letters, side, a.referee().Rules)
	for _, letters := range fallbackLetters {
		if err == nil {
			break
		}
		if other, faults, otherErr := notation.BuildRows(words, letters, side, a.referee().Rules); otherErr == nil {
			return other, faults, nil
		}
	}
	return p, warnings, err
}

// tellMove reports, at a table, that m was played in p.
func (a *adapter) tellMove(p *movegen.Position, m movegen.Move) {
	if a.Table == nil {
		return
	}
	text, game := a.numbered(p, m), a.controller.Game()
	if game.InCheck() && !game.Over() {
		text += ": " + a.language.Text("check")
	}
	a.out.Printf("%s", text)
	if reason := game.Draw(); !game.Over() && reason != movegen.NotEnded && a.Table.Referee.Draws == movegen.DrawsByClaim {
		a.say("A draw can be claimed: %s", a.language.Text(reason.String()))
	}
}

// moveList returns the moves played, in the notation of the referee, and the result.
func (a *adapter) moveList() string {
	var words []string
	for p, m := range a.controller.Game().Plies() {
		if p.Side() == movegen.White || len(words) == 0 {
			words = append(words, a.numbered(&p, m))
		} else {
			words = append(words, a.moveName(&p, m))
		}
	}
	return wrapped(append(words, a.record().result.String()))
}

// endTable ends the game of the table: it saves the game in the file that was asked for, or shows it if it would be
// lost. The error is that of the file, the interrupt, or the number of refused lines of a script.
func (a *adapter) endTable() (err error) {
	if a.Table == nil {
		return nil
	}
	a.controller.SetReferee(movegen.Follower()) // for a protocol that follows
	if name := a.Table.Save; len(a.notes) > 0 {
		if name != "" {
			err = a.Files.Write(name, a.record().pgn())
		}
		if err != nil || a.interrupted && name == "" {
			a.out.Print(a.moveList())
		} else if name != "" {
			a.saved = savedAs(a.record())
		}
	}
	switch {
	case err != nil:
		return err
	case a.interrupted:
		return cli.ErrInterrupted
	case a.refused > 0 && !a.Terminal:
		return fmt.Errorf("refused lines: %d", a.refused)
	}
	return nil
}

// Words are the settings of a Table in the form of a command line.
type Words struct {
	Language string // a name or code: english, it, …
	Letters  string // of a language, or six letters; empty: those of Language
	Engine   string // the side of the engine: white, black; empty: none
	Draws    string // which draws end a game: once, claim, never
}

// Apply reads the words. The error names the invalid word; t is then only partly set.
func (t *Table) Apply(w Words) (err error) {
	languages := map[string]message.Language{"english": message.English, "en": message.English,
		"italian": message.Italian, "italiano": message.Italian, "it": message.Italian}
	draws := map[string]movegen.DrawRule{"once": movegen.DrawsAtOnce, "claim": movegen.DrawsByClaim,
		"never": movegen.DrawsNever}
	sides := map[string]movegen.Color{"white": movegen.White, "black": movegen.Black}
	var known [3]bool
	t.Language, known[0] = languages[strings.ToLower(w.Language)]
	t.EngineSide, known[1] = sides[w.Engine]
	t.Referee.Draws, known[2] = draws[w.Draws]
	t.Engine = w.Engine != ""
	if w.Letters != "" {
		if t.Letters, err = notation.ParseLanguage(w.Letters); err != nil {
			return message.Errorf("--letters %q: %w", w.Letters, err)
		}
	}
	switch {
	case !known[0]:
		return fmt.Errorf("--language %q: use english or italian", w.Language)
	case t.Engine && !known[1]:
		return fmt.Errorf("--engine must be white or black, not %q", w.Engine)
	case !known[2]:
		return fmt.Errorf("--draws must be once, claim or never, not %q", w.Draws)
	}
	return nil
}
