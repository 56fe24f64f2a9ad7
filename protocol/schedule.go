package protocol

// Schedule is the chess clock of a whole game: its controls in their order, at least
// one, of which the last repeats. Only their moves, base and increment matter.
type Schedule []Control

// MaxControls is how many controls a game may have.
const MaxControls = 4

// At returns the control in force for a player who has made the given number of moves
// since the schedule began, and how many moves, the next one included, are to be made
// in it; 0 if it lasts to the end of the game.
func (s Schedule) At(played int) (now Control, toGo int) {
	last := len(s) - 1
	for _, now = range s[:last] {
		if now.Moves == 0 || played < now.Moves {
			return now, max(now.Moves-played, 0)
		}
		played -= now.Moves
	}
	now = s[last]
	if now.Moves == 0 {
		return now, 0
	}
	return now, now.Moves - played%now.Moves
}
