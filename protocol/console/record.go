package console

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
	"alfiere/search"
)

// note holds the facts about a half-move other than the move itself.
type note struct {
	time   time.Duration
	engine bool // the engine searched or used its book: the next fields are known
	book   bool
	score  search.Score // from the mover's side
	depth  int
	nodes  uint64
}

// heading holds the facts about a game other than its moves.
type heading struct {
	white, black string
	date         string   // as in PGN
	others       pgn.Tags // without those that follow from moves and result
	result       movegen.Result
}

// record is a game with its heading and notes.
type record struct {
	heading
	game   *movegen.Game
	notes  []note // as many as moves
	ending string // how the game has ended; empty: that is not recorded
}

// known reports whether the heading has any facts.
func (h *heading) known() bool {
	return h.white != "" || h.black != "" || h.date != "" || h.result != movegen.Ongoing || len(h.others) > 0
}

// record returns the game on the board. A game that was read keeps its heading, and its
// result until another move is played.
func (a *adapter) record() record {
	r := record{heading: a.loaded, game: a.controller.Game(), notes: a.notes}
	if !r.known() {
		r.white, r.black, r.date = a.nameOf(movegen.White), a.nameOf(movegen.Black), a.Now().Format("2006.01.02")
		r.others = a.ownTags()
	}
	if a.over() {
		r.result = a.player.Outcome().Result
		if a.Table != nil {
			r.ending = a.player.Outcome().Ending.String()
		}
	}
	return r
}

// load makes r the game on the board.
func (a *adapter) load(r record) {
	a.keep()
	a.place(r.game.Start(), r.game.Moves()...)
	a.notes, a.loaded = r.notes, r.heading
	a.saved = savedAs(a.record())
}

// comment returns the note as a PGN comment, such as "+0.34/12 n=36211 1.50s", empty without facts.
func (n note) comment() string {
	var words []string
	switch {
	case n.book:
		words = append(words, "book")
	case n.engine:
		words = append(words, fmt.Sprintf("%s/%d", scoreText(n.score), n.depth), fmt.Sprintf("n=%d", n.nodes))
	}
	if n.time >= 5*time.Millisecond { // less would be 0.00
		words = append(words, secondsText(n.time))
	}
	return strings.Join(words, " ")
}

// Words of the table form.
const (
	tableVersus   = " vs "
	tablePosition = "Position: "
	tableResult   = "Result: "
	tableBook     = "Book"
	tableNoMove   = "..." // White's, when Black begins
)

// tableResults are the words that follow tableResult.
var tableResults = map[movegen.Result]string{movegen.Ongoing: "none", movegen.WhiteWins: "White",
	movegen.BlackWins: "Black", movegen.Drawn: "Draw"}

// table returns the record in the form of GNU Chess 4: for every move its score in
// centipawns, depth, nodes and time in seconds. Unknown values are 0.
func (r record) table() string {
	width := len("nodes")
	for _, n := range r.notes {
		width = max(width, len(fmt.Sprint(n.nodes)))
	}
	cell := func(move, score, depth, nodes, time string) string {
		return fmt.Sprintf("%-5s %6s %5s %*s %4s", move, score, depth, width, nodes, time)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s%s\n", cmp.Or(r.white, "?"), tableVersus, cmp.Or(r.black, "?"))
	start := r.game.Start()
	if start.FEN() != movegen.StartFEN {
		fmt.Fprintf(&b, "%s%s\n", tablePosition, start.FEN())
	}
	heading := cell("", "score", "depth", "nodes", "time")
	fmt.Fprintf(&b, "%s   %s\n", heading, heading)
	if start.Side() == movegen.Black && r.game.Len() > 0 {
		b.WriteString(cell(tableNoMove, "-", "-", "-", "-"))
	}
	ply, chess960 := 0, isChess960(&start)
	for position, m := range r.game.Plies() {
		n := r.notes[ply]
		depth := fmt.Sprint(n.depth)
		if n.book {
			depth = tableBook
		}
		text := cell(notation.UCI(m, chess960), fmt.Sprint(int(n.score)), depth, fmt.Sprint(n.nodes),
			fmt.Sprint(int(n.time.Round(time.Second).Seconds())))
		if ply++; position.Side() == movegen.White {
			b.WriteString(text)
		} else {
			b.WriteString("   " + text + "\n")
		}
	}
	if text := b.String(); text[len(text)-1] != '\n' {
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%s%s\n", tableResult, tableResults[r.result])
	return b.String()
}
