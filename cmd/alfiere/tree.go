package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"alfiere/cmd/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
)

// treeParts is the table of what can be done with trees of games.
func treeParts() []cli.Command {
	return []cli.Command{
		{Name: "grow", Args: "--depth D [--best K] [--nodes N] [--to FORM] [--out FILE] [FEN]", Define: defineTreeGrow,
			Summary: "Make the tree of all moves from a position, or of the engine's best ones.",
			Example: "--depth 2 --best 3 --nodes 1000"},
		{Name: "convert", Args: "[--from FORM] [--to FORM] [--out FILE] [FILE|-]", Define: defineTreeConvert,
			Summary: "Convert a tree (pgn, text, numeric, table) or positions (board, fen).",
			Example: "--to text --game 1 games.pgn"},
		{Name: "show", Args: "[--from FORM] [--diagrams] [FILE|-]", Define: defineTreeShow,
			Summary: "Show a tree indented.",
			Example: "--game 1 games.pgn"},
		{Name: "check", Args: "[--from FORM] [FILE|-]", Define: defineTreeCheck,
			Summary: "Say what is in a tree, or where it is at fault.",
			Example: "--game 1 games.pgn"},
	}
}

// treeForm is how a tree is written; empty where nobody has said it.
type treeForm string

const (
	formPGN     treeForm = "pgn"
	formText    treeForm = "text"
	formNumeric treeForm = "numeric"
	formTable   treeForm = "table"
	formBoard   treeForm = "board" // the position before the moves
	formFEN     treeForm = "fen"   // likewise
	formShow    treeForm = "show"  // written only
)

// formOf returns the form that the name of a file tells, or the usual one.
func formOf(name string, usual treeForm) treeForm {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".pgn":
		return formPGN
	case ".json":
		return formTable
	case ".fen", ".epd":
		return formFEN
	}
	return usual
}

// treeFlags are the flags of several parts as they are read.
type treeFlags struct {
	from, to treeForm
	out      string // a file in place of standard output
	diagrams bool   // of formShow
	letters  string
	language string
	chess960 bool
	black    bool
	game     int

	given gametree.Letters // letters; empty if none are named
	moves notation.PieceLetters
	rules movegen.Rules
}

func (f *treeFlags) defineReading(flags *flag.FlagSet) {
	flags.StringVar((*string)(&f.from), "from", "", "`form` that is read: pgn, text, numeric, table, board or fen; else a name in .pgn, .json, .fen or .epd tells it")
	flags.BoolVar(&f.black, "black", false, "Black is to move where a board does not tell")
	flags.IntVar(&f.game, "game", 0, "`number` of the game of a PGN file, which is needed if there are several")
	f.defineLetters(flags)
}

func (f *treeFlags) defineLetters(flags *flag.FlagSet) {
	flags.StringVar(&f.letters, "letters", "", "the ten `letters` of boards and tree texts, as in .RDTACPIFM")
	flags.StringVar(&f.language, "language", "english", "`name`, code or letters of the language of the moves in PGN")
	flags.BoolVar(&f.chess960, "chess960", false, "castling rights are those of Chess960")
}

// complete makes sense of the flags. Its errors are of usage.
func (f *treeFlags) complete(forms ...treeForm) (err error) {
	f.rules = movegen.Rules{Chess960: f.chess960, Composed: true}
	if f.letters != "" {
		if f.given, err = gametree.ParseLetters(f.letters); err != nil {
			return cli.Usagef("--letters: %w", err)
		}
	}
	if f.moves, err = notation.ParseLanguage(f.language); err != nil {
		return cli.Usagef("--language %q: %w", f.language, err)
	}
	if f.game < 0 {
		return cli.Usagef("--game must not be negative")
	}
	for _, form := range forms {
		switch form {
		case formPGN, formText, formNumeric, formTable, formBoard, formFEN, formShow:
		case "":
			return cli.Usagef("--from and --to are needed where no name tells the form")
		default:
			return cli.Usagef("there is no form %q", form)
		}
	}
	if f.from == formShow {
		return cli.Usagef("what show writes is for people; it cannot be read")
	}
	return nil
}

var (
	errNoTree    = errors.New("there is nothing to read")
	errManyGames = errors.New("there are several games; --game N chooses one")
	errNoGame    = errors.New("there are fewer games")
	errManyFENs  = errors.New("there are several positions; one is the beginning of a tree")
)

// read reads a tree with its heading. letters are those it is written in, or those that
// the flags name.
func (f *treeFlags) read(r io.Reader) (g *pgn.Game, letters gametree.Letters, err error) {
	letters = f.given
	var tree *gametree.Tree
	switch f.from {
	case formPGN:
		g, err = f.readPGN(r)
		return g, letters, err
	case formText:
		var own gametree.Letters
		tree, own, err = gametree.ReadText(r, gametree.Reading{Letters: f.given, Rules: f.rules})
		if letters == "" {
			letters = own
		}
	case formNumeric:
		tree, err = gametree.ReadNumeric(r, f.rules)
	case formTable:
		tree, err = gametree.ReadTable(r, f.rules)
	case formBoard:
		var b gametree.Board
		if b, err = f.readBoard(r); err == nil {
			tree = gametree.New(b.Position)
		}
		if letters == "" {
			letters = b.Letters
		}
	case formFEN:
		tree, err = f.readFEN(r)
	}
	if err != nil {
		return nil, letters, err
	}
	return pgn.NewGame(tree), letters, nil
}

// readFEN reads the only position.
func (f *treeFlags) readFEN(source io.Reader) (*gametree.Tree, error) {
	r := notation.NewEPDReader(source, f.rules)
	e, err := r.Read()
	if err == io.EOF {
		return nil, errNoTree
	}
	if err == nil {
		if _, next := r.Read(); next != io.EOF {
			err = errManyFENs
		}
	}
	return gametree.New(e.Position), err
}

// readPGN reads the game that is wanted. One with a fault is refused.
func (f *treeFlags) readPGN(source io.Reader) (*pgn.Game, error) {
	r := pgn.NewReader(source, pgn.Reading{Language: f.moves})
	for range max(f.game, 1) {
		if !r.Next() {
			if err := r.Err(); err != nil || f.game > 1 {
				return nil, errors.Join(err, errNoGame)
			}
			return nil, errNoTree
		}
	}
	g, err := r.Game()
	if err == nil && f.game == 0 && r.Next() {
		err = errManyGames
	}
	return g, errors.Join(err, r.Err())
}

// longestBoard bounds the text of a board in bytes; there are 74 characters in it, and
// whatever stands between them.
const longestBoard = 64 << 10

func (f *treeFlags) readBoard(r io.Reader) (gametree.Board, error) {
	text, err := io.ReadAll(io.LimitReader(r, longestBoard))
	if err != nil {
		return gametree.Board{}, err
	}
	side := movegen.White
	if f.black {
		side = movegen.Black
	}
	return gametree.ParseBoard(string(text), f.rules, side)
}

// write writes a tree in the form that is asked for.
func (f *treeFlags) write(w io.Writer, g *pgn.Game, letters gametree.Letters) error {
	start := g.Tree.Start()
	switch f.to {
	case formPGN:
		writer := pgn.NewWriter(w)
		writer.Language = f.moves
		return writer.Write(g)
	case formText:
		return gametree.WriteText(w, g.Tree, letters)
	case formNumeric:
		return gametree.WriteNumeric(w, g.Tree)
	case formTable:
		return gametree.WriteTable(w, g.Tree)
	case formBoard:
		_, err := fmt.Fprintln(w, strings.Join(gametree.BoardStrings(&start, letters), " "))
		return err
	case formFEN:
		_, err := fmt.Fprintln(w, start.FEN())
		return err
	}
	return outline{w: w, letters: f.moves, diagrams: f.diagrams, game: f.from == formPGN}.write(g.Tree)
}
