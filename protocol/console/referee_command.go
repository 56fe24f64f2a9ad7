package console

import (
	"strings"

	"alfiere/movegen/notation"
)

// refereeCommand is one row of the table from which dispatch and help are made. Either name
// is understood in either language.
type refereeCommand struct {
	name, italian     string
	args, italianArgs string // as help shows them
	help, italianHelp string
	run               func(t *referee, rest string)
}

func refereeCommands() []refereeCommand {
	return []refereeCommand{
		{"board", "scacchiera", "", "", "show the board and the side to move", "mostra la scacchiera e chi ha il tratto",
			(*referee).showBoard},
		{"fen", "posizione", "", "", "show the position as a FEN", "mostra la posizione come FEN", (*referee).showFEN},
		{"list", "partita", "", "", "show the moves played", "mostra le mosse giocate", (*referee).list},
		{"moves", "mosse", "[e2|white|black|all]", "[e2|bianco|nero|tutte]",
			"list the legal moves of a piece, a colour or all (default: the side to move)",
			"elenca le mosse legali di un pezzo, di un colore o tutte (di norma: di chi ha il tratto)", (*referee).listMoves},
		{"attacked", "attaccate", "e2", "e2", "list the squares that the piece on a square attacks",
			"elenca le case attaccate da un pezzo", (*referee).listAttacked},
		{"back", "ritira", "[N|all]", "[N|tutte]", "take back half-moves", "ritira semimosse", (*referee).takeBack},
		{"forward", "avanti", "[N|all]", "[N|tutte]", "replay moves that were taken back", "rigioca le mosse ritirate",
			(*referee).goForward},
		{"resign", "abbandona", "", "", "resign for the side to move", "abbandona per chi ha il tratto", (*referee).resign},
		{"draw", "patta", "", "", "claim a draw if the rules allow it, or agree to one",
			"reclama la patta, o la concorda", (*referee).draw},
		{"new", "nuova", "[FEN|ROWS [w|b]]", "[FEN|RIGHE [w|b]]", "begin a game, from a FEN or eight rows if given",
			"inizia una partita, anche da un FEN o da otto righe (w, b: chi ha il tratto)", (*referee).begin},
		{"save", "salva", "FILE", "FILE", "write the game to a PGN file, replacing its contents",
			"salva la partita in un file PGN, sostituendone il contenuto", (*referee).save},
		{"load", "carica", "FILE [N]", "FILE [N]", "replay the Nth game of a PGN file",
			"rigioca l'ennesima partita di un file PGN", (*referee).load},
		{"help", "aiuto", "", "", "list the commands", "elenca i comandi", (*referee).help},
		{"quit", "fine", "", "", "leave", "esce", func(t *referee, _ string) { t.quit = true }},
	}
}

func (t *referee) help(string) {
	for _, c := range t.commands {
		text := c.help
		if t.foreign() {
			text = c.italianHelp
		}
		t.out.Printf("%-28s %s", t.synopsis(&c), text)
	}
}

// synopsis returns a command with its arguments.
func (t *referee) synopsis(c *refereeCommand) string {
	if t.foreign() {
		return strings.TrimRight(c.italian+" "+c.italianArgs, " ")
	}
	return strings.TrimRight(c.name+" "+c.args, " ")
}

// badArguments answers a command whose arguments cannot be read.
func (t *referee) badArguments(name string) {
	for _, c := range t.commands {
		if c.name == name {
			t.refuse(t.usage, t.synopsis(&c))
		}
	}
}

// showBoard prints the board and the side to move: eight rows of eight letters for a script,
// for a person a diagram with files and ranks.
func (t *referee) showBoard(string) {
	p := t.game.Position()
	if t.Terminal {
		d := diagram(t.Letters, t.Color, t.Unicode)
		t.out.Print("\n" + d.Draw(&p) + "\n" + t.toMove[p.Side()] + "\n")
		return
	}
	rows := notation.Rows(&p, t.Letters)
	t.out.Print(strings.Join(rows[:], "\n") + "\n" + t.toMove[p.Side()] + "\n")
}

func (t *referee) showFEN(string) {
	p := t.game.Position()
	t.out.Printf("%s", p.FEN())
}
