package analysis

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/search"
)

// Text is the layout of lines for people.
type Text struct {
	Letters  notation.PieceLetters
	Width    int  // of the longest line in characters; 0 is no limit
	Chess960 bool // coordinates and rights in JSON are those of Chess960
}

// Score returns White's score in pawns, "+0.34", or the moves to a mate, "+M3" if White
// mates; "mate" if it is on the board.
func Score(s search.Score) string {
	moves, mate := s.Mate()
	switch {
	case mate && (s == search.MateScore || s == -search.MateScore):
		return "mate"
	case mate && s > 0:
		return fmt.Sprintf("+M%d", moves)
	case mate: // the winner makes one move more than the loser: the count is White's or Black's
		moves, _ = (-s).Mate()
		return fmt.Sprintf("-M%d", moves)
	}
	return fmt.Sprintf("%+.2f", float64(s)/100)
}

// words describes White's score in words.
func words(s search.Score) string {
	side, other := "White", "Black"
	if s < 0 {
		side, other, s = other, side, -s
	}
	moves, mate := s.Mate()
	switch {
	case s == search.MateScore:
		return other + " is mated"
	case mate && moves == 1:
		return side + " mates in 1 move"
	case mate:
		return fmt.Sprintf("%s mates in %d moves", side, moves)
	case s < 30:
		return "about equal"
	case s < 80:
		return side + " is slightly better"
	case s < 200:
		return side + " is better"
	}
	return side + " is winning"
}

// Moves returns moves from p on with their numbers, each a word: "1.", "e4", "e5".
func (t Text) Moves(p movegen.Position, moves []movegen.Move) (words []string) {
	for i, m := range moves {
		if p.Side() == movegen.White {
			words = append(words, strconv.Itoa(p.FullmoveNumber())+".")
		} else if i == 0 {
			words = append(words, strconv.Itoa(p.FullmoveNumber())+"...")
		}
		words = append(words, t.san(&p, m))
		p.MakeOrPass(m)
	}
	return words
}

// san returns a move in SAN; a pass is the null move of PGN.
func (t Text) san(p *movegen.Position, m movegen.Move) string {
	if m == movegen.NoMove {
		return "--"
	}
	return notation.SAN(p, m, t.Letters)
}

// indent is the column in which the moves of a line begin.
const indent = 8

// Lines returns the lines of a state, each with its score and depth, wrapped so that the moves are aligned.
func (t Text) Lines(s *State) (lines []string) {
	for i := range s.Lines {
		l := &s.Lines[i]
		width := 0
		if t.Width > 0 {
			width = max(t.Width-indent, 1)
		}
		wrapper := notation.Wrapper{Width: width}
		for _, word := range t.Moves(s.Position, l.Moves) {
			wrapper.Word(word)
		}
		head := fmt.Sprintf("%*s  ", indent-2, Score(l.Score))
		for text := range strings.SplitSeq(string(wrapper.Text), "\n") {
			lines = append(lines, head+text)
			head = strings.Repeat(" ", indent)
		}
	}
	return lines
}

// Brief returns one line of a state for each of its lines, however long.
func (t Text) Brief(s *State) []string {
	t.Width = 0
	return t.Lines(s)
}

// Status returns the progress of a search and its result so far.
func Status(s *State) string {
	return fmt.Sprintf("depth %d, %s, %s nodes: %s", s.Depth, seconds(s.Elapsed), grouped(s.Nodes), words(s.Score()))
}

// Over says how a position without moves has ended.
func (s *State) Over() string {
	if s.Final == 0 {
		return "stalemate"
	}
	return "checkmate: " + words(s.Final)
}

// seconds returns a time in a readable form.
func seconds(d time.Duration) string {
	if d >= time.Minute {
		return d.Round(time.Second).String()
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

// grouped returns a number with commas between its thousands.
func grouped(n uint64) string {
	digits := strconv.FormatUint(n, 10)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// Table returns the moves with their scores, a move of each side on a line of at most 40
// characters. Mistakes are coloured if color is set.
func (t Text) Table(g *Game, color bool) (lines []string) {
	const empty = "..."
	var line strings.Builder
	for i := range g.Moves {
		m := &g.Moves[i]
		if m.Position.Side() == movegen.White || i == 0 {
			line.Reset()
			fmt.Fprintf(&line, "%4d. ", m.Position.FullmoveNumber())
			if m.Position.Side() == movegen.Black {
				line.WriteString(cell(empty, "", 0, false) + " ")
			}
		}
		line.WriteString(cell(t.san(&m.Position, m.Move), Score(m.Score), m.Mistake, color))
		if m.Position.Side() == movegen.Black || i == len(g.Moves)-1 {
			lines = append(lines, strings.TrimRight(line.String(), " "))
		} else {
			line.WriteByte(' ')
		}
	}
	return lines
}

// cell returns a move and its score in 16 characters.
func cell(move, score string, glyph gametree.NAG, color bool) string {
	const width = 9
	text := move + kindOf(glyph).sign
	blanks := strings.Repeat(" ", max(width-utf8.RuneCountInString(text), 0))
	return paint(text, glyph, color) + blanks + fmt.Sprintf(" %6s", score)
}

// Mistakes returns the mistakes of both sides with the better lines, at most length half-moves of each.
func (t Text) Mistakes(g *Game, length int) (lines []string) {
	for i := range g.Moves {
		m := &g.Moves[i]
		if m.Mistake == 0 {
			continue
		}
		w := notation.Wrapper{Width: t.Width}
		words := t.Moves(m.Position, []movegen.Move{m.Move})
		words[len(words)-1] += kindOf(m.Mistake).sign
		words = append(words, "("+Score(m.Score)+"),", "better")
		words = append(words, t.Moves(m.Position, m.Better[:min(length, len(m.Better))])...)
		for _, word := range append(words, "("+Score(m.Missed)+")") {
			w.Word(word)
		}
		lines = append(lines, strings.Split(string(w.Text), "\n")...)
	}
	return lines
}

// Summary returns a line for each side with the numbers of its mistakes.
func (g *Game) Summary() []string {
	lines := make([]string, 0, 2)
	for side, name := range [...]string{"White", "Black"} {
		c := g.Tally(movegen.Color(side))
		lines = append(lines, fmt.Sprintf("%s: %s, %s, %s in %s", name, count(c.Blunders, "blunder", "blunders"),
			count(c.Mistakes, "mistake", "mistakes"), count(c.Inaccuracies, "inaccuracy", "inaccuracies"),
			count(c.Moves, "move", "moves")))
	}
	return lines
}

// count returns a number with one or several after it.
func count(n int, one, several string) string {
	switch n {
	case 0:
		return "no " + several
	case 1:
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}

// jsonScore is White's score: exactly one field is present.
type jsonScore struct {
	Centipawns *int `json:"cp,omitempty"`
	Mate       *int `json:"mate,omitempty"` // moves; negative if Black mates, 0 if the mate is on the board
}

func scoreOf(s search.Score) jsonScore {
	if moves, mate := s.Mate(); mate {
		if s < 0 {
			moves, _ = (-s).Mate()
			moves = -moves
		}
		return jsonScore{Mate: &moves}
	}
	centipawns := int(s)
	return jsonScore{Centipawns: &centipawns}
}

type jsonLine struct {
	Score jsonScore `json:"score"`
	Depth int       `json:"depth,omitempty"`
	SAN   []string  `json:"san"`
	UCI   []string  `json:"uci"`
}

type jsonPosition struct {
	FEN         string     `json:"fen"`
	ID          string     `json:"id,omitempty"`
	Final       bool       `json:"final"`
	Interrupted bool       `json:"interrupted,omitempty"`
	Depth       int        `json:"depth"`
	Nodes       uint64     `json:"nodes"`
	Time        float64    `json:"seconds"`
	Score       jsonScore  `json:"score"`
	Lines       []jsonLine `json:"lines"`
}

// Stage is the progress of a search whose state is written.
type Stage struct {
	ID          string // name of the position; may be empty
	Final       bool   // the search has ended
	Interrupted bool   // before its limits
}

// WriteJSON writes a state as an object on a line. The error is w's.
func (t Text) WriteJSON(w io.Writer, s *State, stage Stage) error {
	fen := s.Position.FEN()
	if t.Chess960 {
		fen = s.Position.ShredderFEN()
	}
	o := jsonPosition{FEN: fen, ID: stage.ID, Final: stage.Final, Interrupted: stage.Interrupted,
		Depth: s.Depth, Nodes: s.Nodes, Time: math.Round(s.Elapsed.Seconds()*1000) / 1000, Score: scoreOf(s.Score()),
		Lines: []jsonLine{}}
	for _, l := range s.Lines {
		san, uci := t.both(s.Position, l.Moves)
		o.Lines = append(o.Lines, jsonLine{scoreOf(l.Score), l.Depth, san, uci})
	}
	return encode(w, o)
}

type jsonMove struct {
	Number  int       `json:"number"`
	Side    string    `json:"side"`
	SAN     string    `json:"san"`
	UCI     string    `json:"uci"`
	Score   jsonScore `json:"score"`
	Depth   int       `json:"depth"`
	Mistake string    `json:"mistake,omitempty"`
	Better  *jsonLine `json:"better,omitempty"`
}

type jsonGame struct {
	Title       string     `json:"title"`
	Plies       int        `json:"plies"`
	Interrupted bool       `json:"interrupted,omitempty"`
	Moves       []jsonMove `json:"moves"`
}

// WriteGameJSON writes a game as an object on a line. The error is w's.
func (t Text) WriteGameJSON(w io.Writer, g *Game) error {
	o := jsonGame{Title: g.Title, Plies: g.Plies, Interrupted: len(g.Moves) < g.Plies, Moves: []jsonMove{}}
	for i := range g.Moves {
		o.Moves = append(o.Moves, t.move(&g.Moves[i]))
	}
	return encode(w, o)
}

// MoveJSON returns a move in the form of WriteGameJSON.
func (t Text) MoveJSON(m *Move) ([]byte, error) { return json.Marshal(t.move(m)) }

func (t Text) move(m *Move) jsonMove {
	san, uci := t.both(m.Position, []movegen.Move{m.Move})
	j := jsonMove{Number: m.Position.FullmoveNumber(), Side: m.Position.Side().String(), SAN: san[0], UCI: uci[0],
		Score: scoreOf(m.Score), Depth: m.Depth, Mistake: kindOf(m.Mistake).sign}
	if m.Mistake != 0 {
		san, uci := t.both(m.Position, m.Better)
		j.Better = &jsonLine{Score: scoreOf(m.Missed), SAN: san, UCI: uci}
	}
	return j
}

// ScoreJSON returns White's score in the form used in the objects of this package.
func ScoreJSON(s search.Score) ([]byte, error) { return json.Marshal(scoreOf(s)) }

// both returns moves from p on in SAN and in coordinates.
func (t Text) both(p movegen.Position, moves []movegen.Move) (san, uci []string) {
	san, uci = []string{}, []string{}
	for _, m := range moves {
		san = append(san, t.san(&p, m))
		uci = append(uci, notation.UCI(m, t.Chess960))
		p.MakeOrPass(m)
	}
	return san, uci
}

// encode writes an object on a line; characters with a meaning in HTML are not escaped.
func encode(w io.Writer, object any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(object)
}
