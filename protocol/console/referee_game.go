package console

import (
	"errors"
	"strconv"
	"strings"

	"alfiere/movegen"
)

// count reads a number of half-moves, at most all; usual is the number for an empty text.
func (t *referee) count(rest string, all, usual int) (n int, ok bool) {
	switch strings.ToLower(rest) {
	case "":
		return usual, true
	case "all", "tutte":
		return all, true
	}
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 {
		t.refuse(t.noNumber, rest)
		return 0, false
	}
	return n, true
}

// takeBack takes back moves; against the engine two by default, so that the same side
// is to move again.
func (t *referee) takeBack(rest string) {
	usual := 1
	if t.Engine != nil && t.game.Side() != t.EngineSide && t.game.Len() > 1 {
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
	if t.Boards {
		t.showBoard("")
	}
}

// goForward plays again the moves that were taken back.
func (t *referee) goForward(rest string) {
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
	if t.Boards {
		t.showBoard("")
	}
	t.tellOutcome()
}

func (t *referee) resign(string) { t.end(t.game.Resign()) }

// draw claims the draw on the board; if there is none, two people may agree to one.
func (t *referee) draw(string) {
	err := t.game.ClaimDraw()
	if errors.Is(err, movegen.ErrNoClaim) {
		if t.Engine != nil {
			t.refuse("%s", t.noDraw)
			return
		}
		err = t.game.AgreeDraw()
	}
	t.end(err)
}

// end reports how the game has ended, or why not.
func (t *referee) end(err error) {
	if err != nil {
		t.refuse("%s", t.refusal(err))
		return
	}
	t.tellOutcome()
}

// begin begins a game; if its position cannot be read, the present one continues.
func (t *referee) begin(rest string) {
	start, err := t.parseStart(rest)
	if err != nil {
		t.refuse("%v", err)
		return
	}
	t.place(t.Referee.Start(start))
}

// place replaces the game of the table.
func (t *referee) place(g *movegen.Game) {
	t.game, t.ahead = g, nil
	if t.Engine != nil {
		t.Engine.NewGame()
	}
	if t.Boards {
		t.showBoard("")
	}
	t.tellOutcome()
}
