package text

import (
	"slices"
	"strings"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem/neighbour"
)

// aims are the words of a goal that stand alone.
var aims = map[string]neighbour.Aim{"fewer": neighbour.Fewer, "repair": neighbour.Repair, "key": neighbour.Key}

// ParseGoal reads which neighbours are wanted. Parts are separated by semicolons, each one of:
//
//	fewer, repair, key    the aim
//	keep 1...Kf4 2.Qe4#   a line that must be in the play
//	theme NAME, NAME      themes that must be there, in English or Italian
//	lock e4, d5           squares that must stay as they are
//	two                   try two changes at once, too
//	whole                 shift, mirror and rotate the whole diagram instead; not with fewer, keep or two
//
// Moves have the letters of the language. An empty text and "true" ask for all sound neighbours.
func ParseGoal(content string, l Language) (goal neighbour.Goal, err error) {
	goal.Letters = l.Letters()
	for _, part := range strings.Split(content, ";") {
		part = strings.TrimSpace(part)
		word, rest, _ := strings.Cut(part, " ")
		aim, isAim := aims[part]
		switch {
		case part == "" || part == "true":
		case part == "two":
			goal.Two = true
		case part == "whole":
			goal.Whole = true
		case isAim && goal.Aim == neighbour.Any:
			goal.Aim = aim
		case word == "keep":
			var line neighbour.Line
			line, err = parseLine(rest, goal.Letters)
			goal.Lines = append(goal.Lines, line)
		case word == "theme":
			goal.Themes, err = appendThemes(goal.Themes, rest)
		case word == "lock":
			var squares movegen.Bitboard
			if squares, err = movegen.ParseSquares(rest); err != nil {
				err = message.Errorf("%q: give squares as in e4, d5", rest)
			}
			goal.Locked |= squares
		default:
			err = message.Errorf(
				"%q is no goal; use fewer, repair or key, keep LINE, theme NAME, lock SQUARES, two, whole", part)
		}
		if err != nil {
			return goal, err
		}
	}
	if goal.Whole && (goal.Two || goal.Aim == neighbour.Fewer || len(goal.Lines) > 0) {
		err = message.Errorf("whole turns the entire diagram: leave out fewer, keep and two")
	}
	return goal, err
}

// appendThemes appends the English names of themes separated by commas.
func appendThemes(names []string, content string) ([]string, error) {
	known := map[string]string{}
	for called, name := range ThemeNames() {
		known[Spelling(called)] = name
	}
	for _, name := range strings.Split(content, ",") {
		found, ok := known[Spelling(name)]
		if !ok {
			return nil, message.Errorf("there is no theme %q", strings.TrimSpace(name))
		}
		names = append(names, found)
	}
	return names, nil
}

// parseLine reads a line such as 1.Nd3 Bxe3 2.Qf4#, 1...Bxe3 2.Qf4# or, for a threat, 2.Qf4#, also as
// pages show it: with 1… and with figurines.
func parseLine(content string, letters notation.PieceLetters) (line neighbour.Line, err error) {
	line.Text = strings.TrimSpace(content)
	moves := [...]*string{&line.Key, &line.Defence, &line.Mate}
	at, ok := 0, false
	shown := []string{"1...", " 1... ", "1…", " 1... ", "1.", " 1. ", "2.", " 2. "}
	own := []rune(letters)
	for i, figurine := range []rune(notation.Figurine) {
		shown = append(shown, string(figurine), string(own[i]))
	}
	for _, field := range strings.Fields(strings.NewReplacer(shown...).Replace(content)) {
		if next := slices.Index([]string{"1.", "1...", "2."}, field); next >= 0 {
			at = next
			continue
		}
		if ok = at < len(moves) && *moves[at] == ""; !ok {
			break
		}
		*moves[at] = strings.TrimRight(field, "!?+#")
		at++
	}
	if !ok {
		err = message.Errorf("%q is not a line; write it as in 1...Bxe3 2.Qf4#", line.Text)
	}
	return line, err
}
