package protocol

import (
	"math/rand/v2"
	"testing"
	"time"
)

// TestSchedulesLikeAList writes the controls of every move down one after the other.
func TestSchedulesLikeAList(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	for range 1000 {
		schedule := make(Schedule, 1+random.IntN(MaxControls))
		for i := range schedule {
			schedule[i] = Control{Moves: random.IntN(6), Base: time.Duration(i+1) * time.Minute}
		}
		const length = 60
		type turn struct {
			now  Control
			toGo int
		}
		var list []turn
		for i := 0; len(list) < length; i = min(i+1, len(schedule)-1) {
			now := schedule[i]
			if now.Moves == 0 {
				for len(list) < length {
					list = append(list, turn{now: now})
				}
			}
			for toGo := now.Moves; toGo > 0; toGo-- {
				list = append(list, turn{now, toGo})
			}
		}
		for played := range length {
			if now, toGo := schedule.At(played); now != list[played].now || toGo != list[played].toGo {
				t.Fatalf("%v after %d moves: %v, %d to go; want %+v", schedule, played, now, toGo, list[played])
			}
		}
	}
}
