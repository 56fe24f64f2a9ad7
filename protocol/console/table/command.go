package table

import (
	"strings"

	"alfiere/movegen/notation"
)

// command is one row of the table from which dispatch and help are made. Either name
// is understood in either language.
type command struct {
	name, italian     string
	args, italianArgs string // as help shows them
	help, italianHelp string
	run               func(t *table, rest string)
}

func commands() []command {
	return []command{
		{"board", "scacchiera", "", "", "show the board and the side to move", "mostra la scacchiera e a chi tocca", (*table).showBoard},
		{"fen", "posizione", "", "", "show the position as a FEN", "mostra la posizione come FEN", (*table).showFEN},
		{"list", "partita", "", "", "show the moves played", "mostra le mosse giocate", (*table).list},
		{"moves", "mosse", "[e2|white|black|all]", "[e2|bianco|nero|tutte]", "list legal moves of a piece, a colour, all; without a word, those of the side to move",
			"elenca le mosse di un pezzo, di un colore, tutte; senza parola, di chi deve muovere", (*table).listMoves},
		{"attacked", "attaccate", "e2", "e2", "list the squares that the piece on a square attacks", "elenca le caselle attaccate da un pezzo", (*table).listAttacked},
		{"back", "ritira", "[N|all]", "[N|tutte]", "take back half-moves", "ritira semimosse", (*table).takeBack},
		{"forward", "avanti", "[N|all]", "[N|tutte]", "play again what was taken back", "rigioca le mosse ritirate", (*table).goForward},
		{"resign", "abbandona", "", "", "the side to move gives up", "chi deve muovere abbandona", (*table).resign},
		{"draw", "patta", "", "", "claim the draw that is on the board, or agree to one", "chiede la patta che c'è, o si accorda", (*table).draw},
		{"new", "nuova", "[FEN|ROWS [w|b]]", "[FEN|RIGHE [w|b]]", "begin a game, elsewhere if a FEN or eight rows follow", "comincia una partita, da un FEN o da otto righe (w, b: chi muove)", (*table).begin},
		{"save", "salva", "FILE", "FILE", "write the game as PGN in place of the file", "scrive la partita come PGN al posto del file", (*table).save},
		{"load", "carica", "FILE [N]", "FILE [N]", "replay the Nth game of a PGN file", "rigioca l'ennesima partita di un file PGN", (*table).load},
		{"help", "aiuto", "", "", "list the commands", "elenca i comandi", (*table).help},
		{"quit", "fine", "", "", "leave", "esce", func(t *table, _ string) { t.quit = true }},
	}
}

func (t *table) help(string) {
	for _, c := range t.commands {
		text := c.help
		if t.foreign() {
			text = c.italianHelp
		}
		t.out.Printf("%-28s %s", t.synopsis(&c), text)
	}
}

// synopsis returns a command with its arguments.
func (t *table) synopsis(c *command) string {
	if t.foreign() {
		return strings.TrimRight(c.italian+" "+c.italianArgs, " ")
	}
	return strings.TrimRight(c.name+" "+c.args, " ")
}

// badArguments answers a command whose arguments cannot be read.
func (t *table) badArguments(name string) {
	for _, c := range t.commands {
		if c.name == name {
			t.refuse(t.usage, t.synopsis(&c))
		}
	}
}

// showBoard prints the board and the side to move: eight rows of eight letters for a script,
// for a person a diagram with files and ranks.
func (t *table) showBoard(string) {
	p := t.game.Position()
	if t.Terminal {
		d := notation.Diagram{Letters: t.Letters, Coords: true, Color: t.Color}
		if t.Unicode {
			d.Letters = notation.Figurine
		}
		t.out.Print("\n" + d.Draw(&p) + "\n" + t.toMove[p.Side()] + "\n")
		return
	}
	rows := notation.Rows(&p, t.Letters)
	t.out.Print(strings.Join(rows[:], "\n") + "\n" + t.toMove[p.Side()] + "\n")
}

func (t *table) showFEN(string) {
	p := t.game.Position()
	t.out.Printf("%s", p.FEN())
}
