package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
	"alfiere/protocol"
	"alfiere/protocol/console"
	"alfiere/protocol/wire"
)

// playCommand is one row of the table from which dispatch and help are made. Either name
// is understood in either language.
type playCommand struct {
	name, italian     string
	args, italianArgs string // as help shows them
	help, italianHelp string
	run               func(t *playTable, rest string)
}

func playCommands() []playCommand {
	return []playCommand{
		{"board", "scacchiera", "", "", "show the board and the side to move", "mostra la scacchiera e a chi tocca", (*playTable).showBoard},
		{"fen", "posizione", "", "", "show the position as a FEN", "mostra la posizione come FEN", (*playTable).showFEN},
		{"list", "partita", "", "", "show the moves played", "mostra le mosse giocate", (*playTable).list},
		{"moves", "mosse", "[e2|white|black|all]", "[e2|bianco|nero|tutte]", "list legal moves of a piece, a colour, all; without a word, those of the side to move",
			"elenca le mosse di un pezzo, di un colore, tutte; senza parola, di chi deve muovere", (*playTable).listMoves},
		{"attacked", "attaccate", "e2", "e2", "list the squares that the piece on a square attacks", "elenca le caselle attaccate da un pezzo", (*playTable).listAttacked},
		{"back", "ritira", "[N|all]", "[N|tutte]", "take back half-moves", "ritira semimosse", (*playTable).takeBack},
		{"forward", "avanti", "[N|all]", "[N|tutte]", "play again what was taken back", "rigioca le mosse ritirate", (*playTable).goForward},
		{"resign", "abbandona", "", "", "the side to move gives up", "chi deve muovere abbandona", (*playTable).resign},
		{"draw", "patta", "", "", "claim the draw that is on the board, or agree to one", "chiede la patta che c'è, o si accorda", (*playTable).draw},
		{"new", "nuova", "[FEN|ROWS [w|b]]", "[FEN|RIGHE [w|b]]", "begin a game, elsewhere if a FEN or eight rows follow", "comincia una partita, da un FEN o da otto righe (w, b: chi muove)", (*playTable).begin},
		{"save", "salva", "FILE", "FILE", "write the game as PGN in place of the file", "scrive la partita come PGN al posto del file", (*playTable).save},
		{"load", "carica", "FILE [N]", "FILE [N]", "replay the Nth game of a PGN file", "rigioca l'ennesima partita di un file PGN", (*playTable).load},
		{"help", "aiuto", "", "", "list the commands", "elenca i comandi", (*playTable).help},
		{"quit", "fine", "", "", "leave", "esce", func(t *playTable, _ string) { t.quit = true }},
	}
}

func (t *playTable) help(string) {
	for _, c := range t.commands {
		text := c.help
		if t.foreign() {
			text = c.italianHelp
		}
		t.out.Printf("%-28s %s", t.synopsis(&c), text)
	}
}

// synopsis returns a command with its arguments.
func (t *playTable) synopsis(c *playCommand) string {
	if t.foreign() {
		return strings.TrimRight(c.italian+" "+c.italianArgs, " ")
	}
	return strings.TrimRight(c.name+" "+c.args, " ")
}

// wrong answers a command whose arguments cannot be read.
func (t *playTable) wrong(name string) {
	for _, c := range t.commands {
		if c.name == name {
			t.refuse(t.usage, t.synopsis(&c))
		}
	}
}

// showBoard prints eight rows of eight letters and the side to move.
func (t *playTable) showBoard(string) {
	p := t.game.Position()
	rows := notation.Rows(&p, t.letters)
	t.out.Print(strings.Join(rows[:], "\n") + "\n" + t.toMove[p.Side()] + "\n")
}

func (t *playTable) showFEN(string) {
	p := t.game.Position()
	t.out.Printf("%s", p.FEN())
}

// list prints the moves played, and the result.
func (t *playTable) list(string) {
	var words []string
	for p, m := range t.game.Plies() {
		word := notation.Squares(&p, m, t.letters)
		if p.Side() == movegen.White || len(words) == 0 {
			word = numberedSquares(&p, m, t.letters)
		}
		words = append(words, word)
	}
	t.out.Print(wrapWords(append(words, t.game.Outcome().Result.String())))
}

// wrapWords puts blanks or line ends between words.
func wrapWords(words []string) string {
	const width = 79
	var text strings.Builder
	used := 0
	for _, word := range words {
		switch {
		case used == 0:
		case used+1+len(word) > width:
			text.WriteByte('\n')
			used = 0
		default:
			text.WriteByte(' ')
			used++
		}
		text.WriteString(word)
		used += len(word)
	}
	text.WriteByte('\n')
	return text.String()
}

// listMoves lists moves; those of the side that is not to move are its moves if it were.
func (t *playTable) listMoves(rest string) {
	var moves []movegen.Move
	square, isSquare := movegen.ParseSquare(rest)
	switch word := strings.ToLower(rest); {
	case word == "":
		moves = t.game.MovesOf(t.game.Side())
	case word == "all" || word == "tutte":
		moves = t.game.AllMoves()
	case word == "white" || word == "bianco":
		moves = t.game.MovesOf(movegen.White)
	case word == "black" || word == "nero":
		moves = t.game.MovesOf(movegen.Black)
	case isSquare:
		moves = t.game.MovesFrom(square)
	default:
		t.refuse(t.noSquare, rest)
		return
	}
	if len(moves) == 0 {
		t.out.Printf("%s", t.none)
		return
	}
	p := t.game.Position()
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = notation.Squares(&p, m, t.letters)
	}
	t.out.Print(wrapWords(words))
}

func (t *playTable) listAttacked(rest string) {
	square, ok := movegen.ParseSquare(rest)
	if !ok {
		t.refuse(t.noSquare, rest)
		return
	}
	p := t.game.Position()
	attacked := p.AttacksFrom(square)
	if attacked == 0 {
		t.out.Printf("%s", t.none)
		return
	}
	t.out.Printf("%v", attacked)
}

// count reads a number of half-moves, all of which are most.
func (t *playTable) count(rest string, most, usual int) (n int, ok bool) {
	switch strings.ToLower(rest) {
	case "":
		return usual, true
	case "all", "tutte":
		return most, true
	}
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 {
		t.refuse(t.noNumber, rest)
		return 0, false
	}
	return n, true
}

// takeBack takes back moves; against the engine these are two unless a number is said,
// so that the same side is to move again.
func (t *playTable) takeBack(rest string) {
	usual := 1
	if t.engine != nil && t.game.Side() != t.plays && t.game.Len() > 1 {
		usual = 2
	}
	n, ok := t.count(rest, t.game.Len(), usual)
	if !ok {
		return
	}
	played := t.game.Moves()
	if n == 0 || t.game.TakeBack(n) != nil {
		t.refuse("%s", t.noBack)
		return
	}
	for i := range n {
		t.ahead = append(t.ahead, played[len(played)-1-i])
	}
	t.out.Printf(t.tookBack, n)
	if t.boards {
		t.showBoard("")
	}
}

// goForward plays again what was taken back.
func (t *playTable) goForward(rest string) {
	n, ok := t.count(rest, len(t.ahead), 1)
	if !ok {
		return
	}
	if n == 0 || n > len(t.ahead) {
		t.refuse("%s", t.noAhead)
		return
	}
	for range n {
		last := len(t.ahead) - 1
		if err := t.game.Play(t.ahead[last]); err != nil { // the game was resigned meanwhile
			t.refuse("%s", t.refusal(err))
			return
		}
		t.ahead = t.ahead[:last]
	}
	t.out.Printf(t.replayed, n)
	if t.boards {
		t.showBoard("")
	}
	t.tellOutcome()
}

func (t *playTable) resign(string) { t.end(t.game.Resign()) }

// draw claims the draw that is on the board; if there is none, two people may agree.
func (t *playTable) draw(string) {
	err := t.game.ClaimDraw()
	if errors.Is(err, movegen.ErrNoClaim) {
		if t.engine != nil {
			t.refuse("%s", t.noDraw)
			return
		}
		err = t.game.AgreeDraw()
	}
	t.end(err)
}

// end tells how the game has ended, or why not.
func (t *playTable) end(err error) {
	if err != nil {
		t.refuse("%s", t.refusal(err))
		return
	}
	t.tellOutcome()
}

// begin begins a game; if its position cannot be read the present one goes on.
func (t *playTable) begin(rest string) {
	start, err := t.parseStart([]string{rest})
	if err != nil {
		t.refuse("%v", err)
		return
	}
	t.place(t.referee.Start(start))
}

// place puts another game on the table.
func (t *playTable) place(g *movegen.Game) {
	t.game, t.ahead = g, nil
	if t.engine != nil {
		t.engine.NewGame()
	}
	if t.boards {
		t.showBoard("")
	}
	t.tellOutcome()
}

func (t *playTable) save(name string) {
	if name == "" {
		t.wrong("save")
		return
	}
	if err := t.write(name); err != nil {
		t.refuse("%v", err)
		return
	}
	t.out.Printf(t.written, t.game.Len(), name)
}

// write makes the game the whole of a file, or leaves what was there.
func (t *playTable) write(name string) error {
	return console.Replace(name, func(w io.Writer) error { return pgn.NewWriter(w).Write(t.record()) })
}

// record returns the game as it is written to a file.
func (t *playTable) record() *pgn.Game {
	tree := gametree.New(t.game.Start())
	n := gametree.Root
	for _, m := range t.game.Moves() {
		n = tree.Add(n, m)
	}
	g := &pgn.Game{Tree: tree, Result: t.game.Outcome().Result}
	g.Tags.Set("Date", t.now().Format("2006.01.02"))
	if t.engine != nil {
		g.Tags.Set([...]string{"White", "Black"}[t.plays], protocol.Name)
	}
	if t.game.Over() {
		tree.SetComment(n, t.game.Outcome().Ending.String())
	}
	return g
}

// load replays a game of a file under the referee's eyes. If a move is refused the game
// stays as it was before.
func (t *playTable) load(rest string) {
	name, number := rest, 1
	if i := strings.LastIndexByte(rest, ' '); i > 0 {
		if n, err := strconv.Atoi(rest[i+1:]); err == nil && n > 0 {
			name, number = wire.Trim(rest[:i]), n
		}
	}
	if name == "" {
		t.wrong("load")
		return
	}
	file, err := os.Open(name)
	if err != nil {
		t.refuse("%v", err)
		return
	}
	defer file.Close()
	game, err := t.replay(pgn.NewReader(file, pgn.Reading{}), number)
	if err != nil {
		t.refuse("%s: %s", name, t.refusal(err))
		return
	}
	t.place(game)
	t.list("")
}

// replay plays the Nth game of a file.
func (t *playTable) replay(r *pgn.Reader, number int) (*movegen.Game, error) {
	for range number {
		if !r.Next() {
			return nil, cmp.Or(r.Err(), errors.New(t.noGame))
		}
	}
	start, err := r.Start()
	if err != nil {
		return nil, err
	}
	moves, err := r.Moves()
	if err != nil {
		return nil, err
	}
	game := t.referee.Start(start)
	for _, m := range moves {
		if err := game.Play(m); err != nil {
			return nil, fmt.Errorf("%s", t.refusal(err))
		}
	}
	return game, nil
}
