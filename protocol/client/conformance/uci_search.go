package conformance

import (
	"slices"
	"strings"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// uciSearch is a go of a conversation with the engine's output for it.
type uciSearch struct {
	root     movegen.Position
	known    bool // whether the engine searches root: an invalid position command may mean anything
	allowed  []string
	infos    []string
	bestMove string // the whole line; empty if there is none
}

// uciGame follows a conversation.
type uciGame struct {
	root     movegen.Position
	known    bool
	chess960 bool
	searches []uciSearch
	strays   int // bestmoves without a go
}

// followUCI reads the searches from a conversation. An engine's output belongs to the oldest go
// without a best move.
func followUCI(t *transcript) *uciGame {
	g := &uciGame{root: movegen.StartPosition(), known: true}
	answered := 0
	for _, e := range t.Entries {
		fields := wire.Fields(e.Text)
		if len(fields) == 0 {
			continue
		}
		switch {
		case e.Sent:
			g.command(fields)
		case fields[0] == "info" && answered < len(g.searches):
			s := &g.searches[answered]
			s.infos = append(s.infos, e.Text)
		case fields[0] == "bestmove" && answered < len(g.searches):
			g.searches[answered].bestMove = e.Text
			answered++
		case fields[0] == "bestmove":
			g.strays++
		}
	}
	return g
}

// command follows a line of the GUI; tokens before the command are skipped.
func (g *uciGame) command(fields []string) {
	for i, word := range fields {
		switch word {
		case "position":
			g.position(fields[i+1:])
			return
		case "go":
			g.search(fields[i+1:])
			return
		case "setoption":
			if text := strings.ToLower(strings.Join(fields[i:], " ")); strings.Contains(text, "name uci_chess960 value") {
				g.chess960 = fields[len(fields)-1] == "true"
			}
			return
		case "uci", "isready", "debug", "register", "ucinewgame", "stop", "ponderhit", "quit":
			return
		}
	}
}

func (g *uciGame) position(fields []string) {
	setup, moves := fields, []string(nil)
	if i := slices.Index(fields, "moves"); i >= 0 {
		setup, moves = fields[:i], fields[i+1:]
	}
	g.known = false
	root := movegen.StartPosition()
	switch {
	case len(setup) > 0 && setup[0] == "startpos":
	case len(setup) > 1 && setup[0] == "fen":
		var err error
		rules := movegen.Rules{Chess960: g.chess960}
		if root, _, err = rules.ParseFEN(strings.Join(setup[1:], " ")); err != nil {
			return
		}
	default:
		return
	}
	for _, text := range moves {
		m, err := notation.ParseUCI(&root, text)
		if err != nil {
			return
		}
		root.Make(m)
	}
	g.root, g.known = root, true
}

func (g *uciGame) search(fields []string) {
	if slices.Contains(fields, "perft") {
		return
	}
	s := uciSearch{root: g.root, known: g.known}
	if i := slices.Index(fields, "searchmoves"); i >= 0 {
		for _, text := range fields[i+1:] {
			if _, err := notation.ParseUCI(&g.root, text); err != nil {
				break
			}
			s.allowed = append(s.allowed, text)
		}
	}
	g.searches = append(g.searches, s)
}

// read reads a move as the engine must write it in this mode.
func (g *uciGame) read(p *movegen.Position, text string) (movegen.Move, error) {
	m, err := notation.ParseUCI(p, text)
	if err == nil && notation.UCI(m, g.chess960) != text {
		return m, failed("%s should be written %s", text, notation.UCI(m, g.chess960))
	}
	if err != nil {
		return m, failed("%q is not a legal move in %s", text, p.FEN())
	}
	return m, nil
}

// checkBestMove: each answer to a go is legal; at least one go has an answer.
func checkBestMove(t *transcript) error {
	if strays := followUCI(t).strays; strays > 0 {
		return failed("%d bestmoves belong to no go", strays)
	}
	return eachAnswer(t, (*uciGame).judgeBestMove)
}

// eachAnswer judges each go with an answer; at least one must have one.
func eachAnswer(t *transcript, judge func(*uciGame, *uciSearch) error) error {
	g := followUCI(t)
	seen := false
	for _, s := range g.searches {
		if s.bestMove == "" {
			continue
		}
		seen = true
		if err := judge(g, &s); err != nil {
			return err
		}
	}
	if !seen {
		return failure("there is no bestmove")
	}
	return nil
}

func (g *uciGame) judgeBestMove(s *uciSearch) error {
	fields := wire.Fields(s.bestMove)
	if len(fields) != 2 && (len(fields) != 4 || fields[2] != "ponder") {
		return failed("%q is not of the form bestmove MOVE [ponder MOVE]", s.bestMove)
	}
	if !s.known {
		return nil
	}
	best := fields[1]
	if !s.root.HasLegalMove() {
		if best != "(none)" && best != "0000" {
			return failed("bestmove %s, but there is no legal move", best)
		}
		return nil
	}
	m, err := g.read(&s.root, best)
	if err != nil {
		return err
	}
	if len(s.allowed) > 0 && !slices.Contains(s.allowed, best) {
		return failed("bestmove %s is not one of searchmoves %v", best, s.allowed)
	}
	if len(fields) == 4 && fields[3] != "(none)" && fields[3] != "0000" {
		next := s.root.After(m)
		if _, err := g.read(&next, fields[3]); err != nil {
			return failed("the move to ponder on: %v", err)
		}
	}
	return nil
}
