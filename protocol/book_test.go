package protocol

import (
	"os"
	"path/filepath"
	"testing"

	"alfiere/movegen"
	"alfiere/search"
)

// askBook searches the position on the board and returns the book's move, NoMove if the
// search had to find one.
func askBook(t *testing.T, c *Controller) movegen.Move {
	t.Helper()
	if _, err := c.Go(search.Limits{Depth: 1}, false); err != nil {
		t.Fatal(err)
	}
	c.Wait()
	e, _ := c.Next()
	f := e.(Finished)
	if !f.FromBook {
		return movegen.NoMove
	}
	return f.Best
}

func setOptions(t *testing.T, c *Controller, namesAndValues ...string) {
	t.Helper()
	for i := 0; i < len(namesAndValues); i += 2 {
		if err := c.SetOption(namesAndValues[i], namesAndValues[i+1]); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheBuiltInBookNeedsNoFile(t *testing.T) {
	c, _ := newStill(1024)
	setOptions(t, c, "OwnBook", "true")
	if m := askBook(t, c); m == movegen.NoMove {
		t.Error("the book has no first move")
	}
	setOptions(t, c, "BookFile", "", "BookFile", "<builtin>", "BookBest", "true")
	moves, err := c.BookMoves()
	if err != nil || len(moves) < 2 {
		t.Fatalf("first moves %v, %v", moves, err)
	}
	for range 20 {
		if m := askBook(t, c); m != moves[0].Move {
			t.Errorf("%v is played, not the heaviest, %v", m, moves[0].Move)
		}
	}
	setOptions(t, c, "BookFile", "")
	if m := askBook(t, c); m != movegen.NoMove {
		t.Errorf("no book plays %v", m)
	}
}

func TestABookThatFailsTooOftenIsNotAskedAgainInTheGame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "start.bin")
	if err := os.WriteFile(path, []byte(startBook), 0o600); err != nil {
		t.Fatal(err)
	}
	// The knights go out and home again, and the book's only position comes back.
	play := func(c *Controller, texts ...string) {
		t.Helper()
		for _, text := range texts {
			from, _ := movegen.ParseSquare(text[:2])
			to, _ := movegen.ParseSquare(text[2:])
			if err := c.Play(movegen.MakeMove(from, to, movegen.Normal)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, test := range []struct {
		limit string
		want  bool
	}{{"1", false}, {"2", true}} {
		c, _ := newStill(1024)
		t.Cleanup(func() { c.Close() })
		setOptions(t, c, "OwnBook", "true", "BookFile", path, "BookFail", test.limit)
		if askBook(t, c) == movegen.NoMove {
			t.Fatal("the book has no first move")
		}
		play(c, "g1f3", "g8f6")
		if m := askBook(t, c); m != movegen.NoMove {
			t.Fatalf("after the knights' moves the book plays %v", m)
		}
		play(c, "f3g1", "f6g8")
		if got := askBook(t, c) != movegen.NoMove; got != test.want {
			t.Errorf("after one miss with BookFail %s the book plays: %v", test.limit, got)
		}
		// UCI sends a position for each move, and need not announce a game.
		c.SetPosition(movegen.StartPosition())
		if askBook(t, c) == movegen.NoMove {
			t.Errorf("with BookFail %s the book has no first move in another game", test.limit)
		}
		play(c, "g1f3", "g8f6")
		askBook(t, c)
		if err := c.NewGame(); err != nil {
			t.Fatal(err)
		}
		c.SetPosition(movegen.StartPosition())
		if askBook(t, c) == movegen.NoMove {
			t.Errorf("with BookFail %s the book has no first move in a new game", test.limit)
		}
	}
}
