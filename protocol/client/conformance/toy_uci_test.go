package conformance

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// The toy engines keep the rules as simply as can be: they move at once, mate in one if
// they can, and otherwise take the first legal move. Each fault that they are started with
// breaks one rule, so that the cases of the suite can be tried on engines that break
// exactly what a case is about.

const toyWord = "toy-engine"

// toy returns the command line of a toy engine with faults.
func toy(p protocol, faults ...string) []string {
	return append([]string{os.Args[0], toyWord, p.String()}, faults...)
}

// toyEngine runs until the input ends or it is told to quit.
func toyEngine(args []string) {
	protocol, faults := args[0], args[1:]
	say := func(format string, values ...any) { fmt.Printf(format+"\n", values...) }
	has := func(fault string) bool { return slices.Contains(faults, fault) }
	var obey func(line string)
	switch protocol {
	case "uci":
		obey = (&toyUCI{position: movegen.StartPosition(), lines: 1, say: say, has: has}).obey
	default:
		obey = newToyXboard(say, has).obey
	}
	if has("talks first") {
		say("Toy engine, by nobody")
	}
	if has("chatters") {
		go func() {
			for {
				time.Sleep(50 * time.Millisecond)
				say("info depth 1")
			}
		}()
	}
	input := bufio.NewReader(os.Stdin)
	for {
		line, err := input.ReadString('\n')
		if has("minds carriage returns") && strings.HasSuffix(line, "\r\n") {
			continue
		}
		line = strings.Join(strings.Fields(line), " ") // once: a line may have thousands of words
		if has("dies of long lines") && len(line) > 10_000 {
			os.Exit(3)
		}
		if line != "" || has("dies of empty lines") {
			obey(line)
		}
		if err != nil {
			break
		}
	}
	if has("stays at the end of its input") {
		time.Sleep(time.Minute)
	}
}

// toyUCI is the toy engine that speaks UCI.
type toyUCI struct {
	position movegen.Position
	lines    int // MultiPV
	chess960 bool
	chances  bool   // UCI_ShowWDL
	waits    func() // what a search that goes on says when it is stopped; nil if there is none
	say      func(string, ...any)
	has      func(fault string) bool
}

// obey carries out a line whose words have one blank between them.
func (u *toyUCI) obey(line string) {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "uci":
		u.introduce()
	case "isready":
		if u.waits != nil && u.has("is deaf while searching") {
			return
		}
		u.say("readyok")
		if u.has("is ready twice") {
			u.say("readyok")
		}
	case "setoption":
		u.option(rest)
	case "position":
		u.place(rest)
	case "go":
		u.search(rest)
	case "stop":
		if u.waits == nil && u.has("answers an idle stop") {
			u.say("bestmove e2e4")
		}
		if !u.has("does not stop") {
			u.stop()
		}
	case "ponderhit":
		u.stop()
	case "ucinewgame", "debug", "register":
	case "quit":
		if !u.has("does not quit") {
			os.Exit(0)
		}
	default:
		if u.has("dies of unknown words") {
			os.Exit(3)
		}
		if u.has("answers unknown words") {
			u.say("bestmove e2e4")
		}
		if rest != "" && !u.has("gives a line up at once") {
			u.obey(rest)
		}
	}
}

func (u *toyUCI) introduce() {
	option := func(text, fault, wrong string) {
		if fault != "" && u.has(fault) {
			text = wrong
		}
		if text != "" {
			u.say("option name %s", text)
		}
	}
	if u.has("introduces itself late") {
		u.say("uciok")
	}
	u.say("id name Toy")
	u.say("id author nobody")
	option("Hash type spin default 1 min 1 max 8", "has no table", "")
	option("Clear Hash type button", "has a button with a value", "Clear Hash type button default 1")
	option("Ponder type check default false", "ponders as a number", "Ponder type spin default 0 min 0 max 1")
	option("MultiPV type spin default 1 min 1 max 99", "tells two lines", "MultiPV type spin default 2 min 1 max 99")
	option("Threads type spin default 1 min 1 max 4", "counts threads from 0", "Threads type spin default 0 min 1 max 4")
	option("UCI_ShowWDL type check default false", "", "")
	option("UCI_AnalyseMode type check default false", "", "")
	option("UCI_Opponent type string default <empty>", "leaves a text empty", "UCI_Opponent type string default")
	limited := u.has("is weak")
	option(fmt.Sprintf("UCI_LimitStrength type check default %t", limited), "", "")
	option("UCI_Elo type spin default 1500 min 1000 max 2000", "knows no Elo", "")
	option("OwnBook type check default false", "opens its book", "OwnBook type check default true")
	option("UCI_Chess960 type check default false", "is out of range", "Skill type spin default 9 min 1 max 8")
	if !u.has("introduces itself late") && !u.has("never ends its introduction") {
		u.say("uciok")
	}
}

// option takes the two options that change what it does.
func (u *toyUCI) option(text string) {
	name, value, _ := strings.Cut(strings.TrimPrefix(text, "name "), " value ")
	switch strings.ToLower(name) {
	case "multipv":
		_, _ = fmt.Sscan(value, &u.lines)
		u.lines = max(1, min(u.lines, 99))
	case "uci_showwdl":
		u.chances = value == "true"
	case "uci_chess960":
		u.chess960 = value == "true" && !u.has("forgets Chess960")
	case "hash", "clear hash", "ponder", "ownbook", "threads", "uci_analysemode", "uci_opponent", "uci_limitstrength", "uci_elo":
	default:
		if u.has("dies of unknown options") {
			os.Exit(3)
		}
	}
}

// place takes a position. One that it cannot read leaves the board as it is.
func (u *toyUCI) place(text string) {
	board, moves, _ := strings.Cut(text, "moves")
	var p movegen.Position
	var err error
	switch fen, isFEN := strings.CutPrefix(strings.TrimSpace(board), "fen"); {
	case !isFEN && u.has("piles moves up"):
		p = u.position
	case !isFEN:
		p = movegen.StartPosition()
	case u.has("wants six fields") && len(strings.Fields(fen)) < 6:
		p, err = movegen.ParseFEN("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1") // nothing can be played
	default:
		p, _, err = movegen.Rules{Chess960: true, Composed: true}.ParseFEN(strings.TrimSpace(fen))
	}
	if err != nil {
		if u.has("dies of bad positions") {
			os.Exit(3)
		}
		return
	}
	for word := range strings.FieldsSeq(moves) {
		m, err := notation.ParseUCI(&p, word)
		if err != nil {
			break
		}
		if !u.has("forgets the moves") {
			p.Make(m)
		}
	}
	if u.has("takes Black for White") && p.Side() == movegen.Black && !p.InCheck() {
		p.MakeNull()
	}
	u.position = p
}

// choose returns the moves in the order in which they please it.
func (u *toyUCI) choose(only []string) (moves []movegen.Move) {
	p := u.position
	for _, m := range p.Moves() {
		if len(only) == 0 || slices.Contains(only, notation.UCI(m, u.chess960)) || u.has("tries all moves") {
			moves = append(moves, m)
		}
	}
	wish := func(m movegen.Move) int {
		switch n := u.mate(m); {
		case n > 0:
			return n - 10
		case m.Kind() == movegen.Castling || m.PromotionType() == movegen.Queen:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(moves, func(a, b movegen.Move) int { return wish(a) - wish(b) })
	return moves
}

// write is the move in coordinates.
func (u *toyUCI) write(m movegen.Move) string {
	text := notation.UCI(m, u.chess960 || u.has("castles onto the rook"))
	if len(text) == 5 && u.has("promotes in capitals") {
		text = text[:4] + strings.ToUpper(text[4:])
	}
	return text
}

// mate returns in how many moves m mates, 1 or 2; with few men it sees the second, and -1
// if the opponent mates in one whatever is played. 0 is no mate.
func (u *toyUCI) mate(m movegen.Move) int {
	next := u.position.After(m)
	switch {
	case isLost(&next, 0):
		return 1
	case next.Occupied().Count() > 4:
	case isLost(&next, 1):
		return 2
	case isLost(&u.position, 1):
		return -1
	}
	return 0
}

// isLost reports whether the side to move is mated, or will be within the given number of moves.
func isLost(p *movegen.Position, moves int) bool {
	for _, m := range p.Moves() {
		next := p.After(m)
		if moves == 0 || !slices.ContainsFunc(next.Moves(), func(m movegen.Move) bool {
			last := next.After(m)
			return isLost(&last, moves-1)
		}) {
			return false
		}
	}
	return moves > 0 && p.HasLegalMove() || p.InCheck() && !p.HasLegalMove()
}

// score is what it thinks of the move: a mate, or the material.
func (u *toyUCI) score(m movegen.Move) string {
	switch n := u.mate(m); {
	case n != 0 && u.has("counts mates in centipawns"):
		return "cp 30000"
	case n != 0 && u.has("counts mates in plies"):
		return fmt.Sprintf("mate %d", 2*n-1)
	case n < 0 && u.has("does not see that it is mated"):
	case n != 0:
		return fmt.Sprintf("mate %d", n)
	}
	material := 0
	for t := movegen.Pawn; t < movegen.King; t++ {
		count := u.position.Pieces(movegen.White, t).Count() - u.position.Pieces(movegen.Black, t).Count()
		material += count * movegen.ExchangeValue(t)
	}
	if u.position.Side() == movegen.Black && !u.has("scores from White's side") {
		material = -material
	}
	if u.has("scores in pawns") {
		return fmt.Sprintf("cp %d.%02d", material/100, max(material, -material)%100)
	}
	return fmt.Sprintf("cp %d", material)
}

// search answers at once, or when it is stopped if it is to go on.
func (u *toyUCI) search(text string) {
	u.stop()
	goesOn := strings.Contains(text, "infinite") || strings.Contains(text, "ponder") || text == ""
	var only []string
	words := strings.Fields(text)
	if i := slices.Index(words, "searchmoves"); i >= 0 {
		only = words[i+1:]
	}
	answer := u.tell(u.choose(only))
	if !goesOn || u.has("is impatient") {
		answer()
		if u.has("answers twice") {
			answer()
		}
		return
	}
	u.waits = answer
}

// tell says what it has found, and returns what answers.
func (u *toyUCI) tell(moves []movegen.Move) (answer func()) {
	if len(moves) == 0 {
		return func() {
			if u.has("invents a move") {
				u.say("bestmove a1a1")
			} else {
				u.say("info depth 0 score cp 0")
				u.say("bestmove (none)")
			}
		}
	}
	for i, m := range moves[:min(len(moves), u.lines)] {
		if u.has("leaves out second lines") && i > 0 {
			break
		}
		pv := u.write(m)
		next := u.position.After(m)
		switch replies := next.Moves(); {
		case u.has("goes on behind its line"):
			pv += " a1a1"
		case len(replies) > 0:
			pv += " " + notation.UCI(replies[0], u.chess960)
		}
		score := u.score(m)
		if u.chances {
			score += " wdl 300 400 300"
			if u.has("is more than certain") {
				score += "0"
			}
		}
		u.say("info depth 1 multipv %d score %s nodes %d nps 1000 time 1 pv %s", i+1, score, len(moves), pv)
	}
	best := u.write(moves[0])
	if u.has("plays another move") {
		best = u.write(moves[len(moves)-1])
	}
	if u.has("plays what it may not") {
		best = "a1h8"
	}
	return func() {
		if u.has("ponders on nonsense") {
			best += " ponder a1a1"
		}
		u.say("bestmove %s", best)
		if u.has("thinks on") {
			u.say("info depth 2 score cp 1 nodes 3 time 2 pv %s", best)
		}
	}
}

// stop ends a running search.
func (u *toyUCI) stop() {
	if u.waits != nil {
		u.waits()
		u.waits = nil
	}
}
