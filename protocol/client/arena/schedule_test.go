package arena

import (
	"fmt"
	"testing"

	"alfiere/movegen"
)

// The reference of a round robin: each of all pairs of contestants, with each of the openings
// and each of the colours, once.
func TestEverybodyMeetsEverybodyInEachOpeningWithBothColours(t *testing.T) {
	openings := []movegen.Position{movegen.StartPosition(), movegen.Chess960Start(7), movegen.Chess960Start(100)}
	for players := 2; players <= 9; players++ {
		for _, gauntlet := range []bool{false, true} {
			m := &Match{Contestants: make([]Contestant, players), Gauntlet: gauntlet, Openings: openings, Games: 2 * len(openings)}
			want := map[string]bool{}
			for a := range players {
				for b := range players {
					if a == b || gauntlet && a > 0 && b > 0 {
						continue
					}
					for _, p := range openings {
						want[fmt.Sprint(a, b, p.FEN())] = true
					}
				}
			}
			if m.GameCount() != len(want) || m.numbers() != len(want) {
				t.Errorf("%d players: %d games and %d numbers, not %d", players, m.GameCount(), m.numbers(), len(want))
			}
			got := map[string]bool{}
			played, most := make([]int, players), 0
			for number := range m.numbers() {
				white, black := m.colours(number)
				opening := m.Opening(number)
				got[fmt.Sprint(white, black, opening.FEN())] = true
				if w, b := m.colours(number ^ 1); !m.isDue(number) || w != black || b != white || m.Opening(number^1) != opening {
					t.Errorf("%d players: games %d and %d are no pair", players, number, number^1)
				}
				if again, ok := m.readRoundTag(m.roundTag(number)); !ok || again != number {
					t.Errorf("game %d has the round %s, which is that of %d", number, m.roundTag(number), again)
				}
				played[white]++
				played[black]++
				least := played[0]
				for _, n := range played {
					least, most = min(least, n), max(most, n)
				}
				if !gauntlet && most-least > 4 {
					t.Errorf("%d players, after game %d they have played %v", players, number, played)
				}
			}
			for game := range want {
				if !got[game] {
					t.Errorf("%d players: %s is not played", players, game)
				}
			}
		}
	}
}

func TestAnOddNumberOfGamesSharesTheColoursOut(t *testing.T) {
	m := &Match{Contestants: make([]Contestant, 5), Games: 1}
	white, count := make([]int, 5), 0
	for number := range m.numbers() {
		if m.isDue(number) {
			w, _ := m.colours(number)
			white[w]++
			count++
		}
	}
	if count != 10 || m.GameCount() != 10 {
		t.Errorf("%d games", count)
	}
	for player, n := range white {
		if n != 2 {
			t.Errorf("player %d has White %d times", player, n)
		}
	}
	two := &Match{Contestants: make([]Contestant, 2), Games: 3}
	for number := range two.numbers() {
		if w, b := two.colours(number); w != number%2 || b != 1-number%2 || two.isDue(number) != (number < 3) {
			t.Errorf("game %d of two: %d has White, due %v", number, w, two.isDue(number))
		}
	}
}

func TestRoundsThatNobodyWroteAreNotRead(t *testing.T) {
	m := &Match{Contestants: make([]Contestant, 4), Games: 2}
	for _, text := range []string{"", "1", "1.1", "0.1.1", "1.0.1", "1.7.1", "1.1.0", "1.1.3", "-1.1.1", "x", "99999999999999999.1.1"} {
		if number, ok := m.readRoundTag(text); ok {
			t.Errorf("%q is game %d", text, number)
		}
	}
}
