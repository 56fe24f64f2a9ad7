package games

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"

	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
)

// Statistics writes the scores of players and openings: the first top of each as text, or all as
// JSON.
func (f *files) Statistics(top int, asJSON bool) error {
	var s pgn.Statistics
	f.finish = func() error {
		if asJSON {
			return writeJSON(f.out, &s)
		}
		writeStatistics(f.out, &s, top)
		return nil // Flush returns the error of the output
	}
	return f.eachGame(func(_ *pgn.Reader, g *pgn.GameFacts) error {
		s.Add(g)
		return nil
	})
}

// writeStatistics writes the totals and two tables.
func writeStatistics(w *bufio.Writer, s *pgn.Statistics, top int) {
	fmt.Fprintf(w, "games %d: 1-0 %d, 1/2-1/2 %d, 0-1 %d, * %d; at fault %d\n", s.Games, s.White.Won, s.White.Drawn,
		s.White.Lost, s.Unfinished, s.Faulty)
	fmt.Fprintf(w, "White's score %s\n", percent(s.White))
	fmt.Fprintf(w, "half-moves %d to %d, mean %.1f\n", s.Shortest, s.Longest, float64(s.Plies)/float64(max(s.Games, 1)))
	players := s.Players()
	fmt.Fprintf(w, "\n%6s %6s %6s %6s  %-15s  %5s  %5s  player\n", "games", "+", "=", "-", "score %", "elo", "perf")
	for _, p := range players[:min(top, len(players))] {
		fmt.Fprintf(w, "%s  %5s  %5s  %s\n", row(p.Score), known(p.Elo), known(p.Performance),
			notation.Printable(cmp.Or(p.Name, "?")))
	}
	more(w, len(players)-top)
	openings := s.Openings()
	fmt.Fprintf(w, "\n%6s %6s %6s %6s  %-15s  opening\n", "games", "+", "=", "-", "White's score %")
	for _, o := range openings[:min(top, len(openings))] {
		fmt.Fprintf(w, "%s  %s\n", row(o.Score), notation.Printable(cmp.Or(o.Name, "without a name")))
	}
	more(w, len(openings)-top)
}

// row returns the columns of a score.
func row(s pgn.Score) string {
	return fmt.Sprintf("%6d %6d %6d %6d  %-15s", s.Games(), s.Won, s.Drawn, s.Lost, percent(s))
}

// percent returns a score with its error.
func percent(s pgn.Score) string {
	switch {
	case s.Games() == 0:
		return "-"
	case s.Error() == 0: // one game, or games with equal results, have no error estimate
		return fmt.Sprintf("%5.1f", 100*s.Mean())
	}
	return fmt.Sprintf("%5.1f ± %.1f", 100*s.Mean(), 100*s.Error())
}

// known returns a rating, or a dash for none.
func known(elo int) string {
	if elo == 0 {
		return "-"
	}
	return fmt.Sprint(elo)
}

// more prints how many rows are left out.
func more(w *bufio.Writer, rows int) {
	if rows > 0 {
		fmt.Fprintf(w, "%28d more\n", rows)
	}
}

// scored is a score in JSON.
type scored struct {
	Games int `json:"games"`
	pgn.Score
	Mean  float64 `json:"score"`
	Error float64 `json:"error"`
}

func scoredAs(s pgn.Score) scored { return scored{s.Games(), s, s.Mean(), s.Error()} }

// statisticsJSON is the output of writeJSON.
type statisticsJSON struct {
	Games      int           `json:"games"`
	Faulty     int           `json:"faulty"`
	Unfinished int           `json:"unfinished"`
	White      scored        `json:"white"`
	Plies      pliesJSON     `json:"plies"`
	Players    []playerJSON  `json:"players"`
	Openings   []openingJSON `json:"openings"`
}

type pliesJSON struct {
	Shortest int `json:"shortest"`
	Longest  int `json:"longest"`
	Total    int `json:"total"`
}

type playerJSON struct {
	Name string `json:"name"`
	scored
	Elo         int `json:"elo,omitempty"`
	Performance int `json:"performance,omitempty"`
}

type openingJSON struct {
	Name string `json:"name"`
	scored
}

// writeJSON writes all that was counted.
func writeJSON(w *bufio.Writer, s *pgn.Statistics) error {
	all := statisticsJSON{
		Games: s.Games, Faulty: s.Faulty, Unfinished: s.Unfinished, White: scoredAs(s.White),
		Plies:   pliesJSON{s.Shortest, s.Longest, s.Plies},
		Players: []playerJSON{}, Openings: []openingJSON{},
	}
	for _, p := range s.Players() {
		all.Players = append(all.Players, playerJSON{p.Name, scoredAs(p.Score), p.Elo, p.Performance})
	}
	for _, o := range s.Openings() {
		all.Openings = append(all.Openings, openingJSON{o.Name, scoredAs(o.Score)})
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(all)
}
