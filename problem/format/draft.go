package format

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// draft is a problem of Popeye's while it is read.
type draft struct {
	problem   Problem
	board     [64]movegen.Piece
	side      movegen.Color    // that mates
	uncastled movegen.Bitboard // kings and rooks that may not castle
	enPassant movegen.Square
}

// newDraft returns a draft of which nothing is known but the language.
func (p *popeye) newDraft(line int) *draft {
	return &draft{
		problem: Problem{Statement: forsyth.Statement{Line: line},
			Popeye: text.Popeye{Tongue: p.words.tongue, KeysOnly: true}},
		enPassant: movegen.NoSquare,
	}
}

// finish makes the problem of the draft, which has ended.
func (d *draft) finish() (Problem, error) {
	if d.problem.Moves == 0 || d.board == [64]movegen.Piece{} {
		return Problem{Twin: d.problem.Twin, Popeye: d.problem.Popeye},
			&forsyth.Error{Line: d.problem.Line, Column: 1, Err: errIncomplete}
	}
	b := movegen.Builder{Board: d.board, Side: d.side, EnPassant: d.enPassant, FullmoveNumber: 1}
	if d.problem.PostKey {
		b.Side = b.Side.Other()
	}
	b.CastlingRooks = d.castlingRooks(&b)
	position, _, err := b.Build(problem.Composed)
	var illegal *movegen.FENError
	if errors.As(err, &illegal) {
		b.CastlingRooks, b.EnPassant = 0, movegen.NoSquare // the board is what matters
		return Problem{Statement: forsyth.Statement{Moves: d.problem.Moves}, Twin: d.problem.Twin, Popeye: d.problem.Popeye},
			&forsyth.IllegalError{Line: d.problem.Line, FEN: b.FEN(), Faults: illegal.Faults}
	}
	d.problem.Position = position
	d.problem.Passed = text.CheckPassed(&position, d.enPassant)
	return d.problem, err
}

// castlingRooks are the rooks that may castle: all at home, if the file does not say
// otherwise of them or of their king.
func (d *draft) castlingRooks(b *movegen.Builder) movegen.Bitboard {
	rooks := b.RooksAtHome() &^ d.uncastled
	for s := range movegen.NoSquare {
		if b.Board[s].Type() == movegen.King && d.uncastled.Has(s) {
			rooks &^= movegen.RankOf(s.Rank())
		}
	}
	return rooks
}

// pieces puts men on empty squares of the board.
func (p *popeye) pieces(d *draft) error {
	return p.men(func(man movegen.Piece, s movegen.Square) error {
		if d.board[s] != movegen.NoPiece {
			return p.occupied(s)
		}
		d.board[s] = man
		return nil
	})
}

// men reads men until a word that is none, a colour, then men with their squares, and puts each down.
func (p *popeye) men(put func(man movegen.Piece, s movegen.Square) error) error {
	color := -1
	for {
		if err := p.next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		man, squares := forsyth.CutSquares(p.word)
		if len(squares) == 0 || len(man) > 2 {
			c := find(p.words.colors, p.word)
			switch {
			case c >= 0 && c <= int(movegen.Black):
				color = c
				continue
			case c >= 0:
				return p.fault(problem.ErrUnsupported)
			case find(p.words.commands[:], p.word) >= 0, p.family != nil && find(p.words.twinnings[:], p.word) >= 0:
				p.again = true
				return nil
			}
			return p.fault(forsyth.ErrMan)
		}
		if color < 0 {
			return p.fault(errColor)
		}
		t, err := p.man(man)
		if err != nil {
			return err
		}
		for _, s := range squares {
			if err := put(movegen.MakePiece(movegen.Color(color), t), s); err != nil {
				return err
			}
		}
	}
}

// menOrder is the order of the men's letters in a vocabulary.
var menOrder = [...]movegen.PieceType{movegen.King, movegen.Queen, movegen.Rook, movegen.Bishop, movegen.Knight,
	movegen.Pawn}

// man returns the type of man that letters of the word read last stand for.
func (p *popeye) man(letters string) (movegen.PieceType, error) {
	if letters == "" {
		return movegen.NoPieceType, p.fault(forsyth.ErrMan)
	}
	small := strings.ToLower(letters)
	index := strings.Index(p.words.men, small)
	switch {
	case len(small) == 1 && index >= 0:
		return menOrder[index], nil
	case small == "n" && strings.Contains(p.words.men, "s"):
		return movegen.NoPieceType, p.fault(forsyth.ErrKnight)
	}
	return movegen.NoPieceType, p.fault(problem.ErrUnsupported)
}

// forsyth reads the board from a8 to h1: letters, small ones for Black, numbers of empty squares, and slashes, which
// say nothing. Empty squares at the end may be left out.
func (p *popeye) forsyth(d *draft) error {
	if err := p.argument(); err != nil {
		return err
	}
	square := 0 // counted as they are read
	for i := 0; i < len(p.word); {
		c := p.word[i]
		switch {
		case c == '/':
			i++
		case c >= '0' && c <= '9':
			end := i
			for end < len(p.word) && p.word[end] >= '0' && p.word[end] <= '9' {
				end++
			}
			empty, err := strconv.Atoi(p.word[i:end])
			if err != nil || empty > 64-square {
				return p.fault(errForsyth)
			}
			square += empty
			i = end
		default:
			if c < 'A' || square >= 64 {
				return p.fault(errForsyth)
			}
			t, err := p.man(p.word[i : i+1])
			if err != nil {
				return err
			}
			color := movegen.White
			if c >= 'a' {
				color = movegen.Black
			}
			d.board[movegen.MakeSquare(square%8, 7-square/8)] = movegen.MakePiece(color, t)
			square++
			i++
		}
	}
	return nil
}

// vocabulary is Popeye's words in one of its languages.
type vocabulary struct {
	commands [commands]string
	colors   []string // White, Black and neutral men
	men      string   // king, queen, rook, bishop, knight, pawn
	tongue   text.Tongue

	twinnings [twinUnsupported + 2]string
	changes   twinWords // that describe a twin
}

// command is an index into a vocabulary's commands.
type command int

const (
	beginProblem command = iota
	endProblem
	nextProblem
	twin
	zeroPosition
	stipulationOf
	structuredStipulation
	remark
	authorOf
	originOf
	titleOf
	protocolFile
	award
	laTeX
	laTeXPieces
	pieces
	condition
	option
	gameArray
	forsythBoard
	commands // their number
)

// optionEffect is what becomes of an option.
type optionEffect int

const (
	ignored optionEffect = iota // it speeds Popeye up, or is of no meaning in a direct mate
	wantsVariations
	wantsNoThreat
	wantsNoShort
	wantsNoBoard
	wantsSolutions // up to a number, which follows
	wantsTime      // an upper bound in seconds
	wantsSet
	wantsTries
	wantsRefutations // a number follows
	wantsBlack
	wantsDuplex
	wantsPostKey
	forbidsCastling // squares follow
	allowsEnPassant // squares follow
	refused
)

// optionRow is an option: its words in the order of vocabularies, and its effect.
type optionRow struct {
	words  [len(vocabularyNames)]string
	effect optionEffect
}

var vocabularyNames = [...]string{"english", "german", "french"}

var options = [...]optionRow{
	{[...]string{"variations", "varianten", "variantes"}, wantsVariations},
	{[...]string{"setplay", "satzspiel", "apparent"}, wantsSet},
	{[...]string{"try", "verfuehrung", "essais"}, wantsTries},
	{[...]string{"defence", "widerlegung", "defense"}, wantsRefutations},
	{[...]string{"halfduplex", "halbduplex", "demiduplex"}, wantsBlack},
	{[...]string{"nocastling", "keinerochade", "sansroquer"}, forbidsCastling},
	{[...]string{"enpassant", "enpassant", "enpassant"}, allowsEnPassant},
	{[...]string{"movenumbers", "zugnummern", "trace"}, ignored},
	{[...]string{"startmovenumber", "startzugnummer", "enroute"}, ignored},
	{[...]string{"uptomovenumber", "biszugnummer", "jusquaucoup"}, ignored},
	{[...]string{"threat", "drohung", "menace"}, ignored},
	{[...]string{"nothreat", "ohnedrohung", "sansmenace"}, wantsNoThreat},
	{[...]string{"maxsolutions", "maxloesungen", "maxsolutions"}, wantsSolutions},
	{[...]string{"maxflightsquares", "maxfluchtfelder", "maxcasesfuites"}, ignored},
	{[...]string{"maxtime", "maxzeit", "maxtemps"}, wantsTime},
	{[...]string{"noboard", "ohnebrett", "sansechiquier"}, wantsNoBoard},
	{[...]string{"noshortvariations", "ohnekurzvarianten", "sansvariantescourtes"}, wantsNoShort},
	{[...]string{"intelligent", "intelligent", "intelligent"}, ignored},
	{[...]string{"stoponshortsolutions", "stopnachkurzloesungen", "finapressolutionscourtes"}, ignored},
	{[...]string{"beep", "pieps", "bip"}, ignored},
	{[...]string{"keepmatingpiece", "haltemattsetzendenstein", "retienspiecematante"}, ignored},
	{[...]string{"trivialtriesavoid", "trivialefehlversucheunterdruecken", "trivialessaisupprimer"}, ignored},
	{[...]string{"suppressgrid", "ohnegitter", "sansgrille"}, ignored},
	{[...]string{"whitetoplay", "weissbeginnt", "apparentseul"}, ignored},
	{[...]string{"nowk", "ohnewk", "sansrb"}, refused},
	{[...]string{"nobk", "ohnesk", "sansrn"}, refused},
	{[...]string{"duplex", "duplex", "duplex"}, wantsDuplex},
	{[...]string{"postkeyplay", "nachschluessel", "aprescle"}, wantsPostKey},
	{[...]string{"nontrivial", "nichttrivial", "nontrivial"}, ignored},
	{[...]string{"quodlibet", "quodlibet", "quodlibet"}, ignored},
	{[...]string{"nullmoves", "nullzuege", "coupsvides"}, refused},
	{[...]string{"goalisend", "zielistende", "butestfin"}, refused},
	{[...]string{"castlingmutuallyexclusive", "rochadengegenseitigausschliessend", "roquesmutuellementexclusifs"},
		refused},
	{[...]string{"matesin1", "mattsin1", "matsen1"}, refused},
	{[...]string{"writegrid", "zeichnegitter", "ajoutegrille"}, refused},
}

// vocabularies are the languages that files are read in.
var vocabularies = [len(vocabularyNames)]vocabulary{
	{
		commands: [commands]string{"beginproblem", "endproblem", "nextproblem", "twin", "zeroposition", "stipulation",
			"sstipulation",
			"remark", "author", "origin", "title", "protocol", "award", "latex", "latexpieces", "pieces", "condition", "option",
			"initialgamearray", "forsyth"},
		colors: []string{"white", "black", "neutral"},
		men:    "kqrbsp",
		tongue: text.PopeyeEnglish,
		twinnings: [...]string{"continued", "move", "exchange", "remove", "add", "substitute", "rotate",
			"mirror", "shift", "polishtype", "stipulation", "sstipulation", "condition"},
		changes: twinWords{colors: "wb", rotate: "rotate", mirror: "mirror", shift: "shift", polish: "PolishType"},
	},
	{
		commands: [commands]string{"anfangproblem", "endeproblem", "weiteresproblem", "zwilling", "nullstellung",
			"forderung", "sforderung",
			"bemerkung", "autor", "quelle", "titel", "protokoll", "auszeichnung", "latex", "latexsteine",
			"steine", "bedingung", "option",
			"partieanfangsstellung", "forsyth"},
		colors: []string{"weiss", "schwarz", "neutral"},
		men:    "kdtlsb",
		tongue: text.PopeyeGerman,
		twinnings: [...]string{"ferner", "versetze", "tausche", "entferne", "hinzufuegen", "ersetze", "drehung",
			"spiegelung", "verschiebung", "farbwechsel", "forderung", "sforderung", "bedingung"},
		changes: twinWords{colors: "ws", rotate: "Drehung", mirror: "Spiegelung", shift: "Verschiebung",
			polish: "Farbwechsel"},
	},
	{
		commands: [commands]string{"debutprobleme", "finprobleme", "asuivre", "jumeau", "zeroposition", "enonce", "senonce",
			"remarque", "auteur", "source", "titre", "protocol", "prix", "latex", "pieceslatex", "pieces", "condition", "option",
			"positioninitialepartie", "forsyth"},
		colors: []string{"blanc", "noir", "neutre"},
		men:    "rdtfcp",
		tongue: text.PopeyeFrench,
		twinnings: [...]string{"enplus", "deplacement", "echange", "ote", "ajoute", "remplace", "rotation",
			"miroir", "translation", "couleurechange", "enonce", "senonce", "condition"},
		changes: twinWords{colors: "bn", rotate: "rotation", mirror: "miroir", shift: "translation",
			polish: "CouleurEchange"},
	},
}

// options returns the words of options in their order.
func (v *vocabulary) options() []string {
	words := make([]string, len(options))
	for i := range options {
		words[i] = options[i].words[v.tongue-text.PopeyeEnglish]
	}
	return words
}

// minBeginning is the length in bytes of the shortest abbreviation of BeginProblem that identifies a file of Popeye's.
const minBeginning = 4

// isBeginning reports whether the word begins a problem in one of the languages.
func isBeginning(word string) bool { return vocabularyOf(word) != nil }

// vocabularyOf returns the language in which the word begins a problem, or nil.
func vocabularyOf(word string) *vocabulary {
	for i := range vocabularies {
		v := &vocabularies[i]
		if len(word) >= minBeginning && strings.HasPrefix(v.commands[beginProblem], strings.ToLower(word)) {
			return v
		}
	}
	return nil
}

// find returns the index of the one entry that the word is or abbreviates, or -1.
func find(list []string, word string) int {
	word = strings.ToLower(word)
	found := -1
	for i, entry := range list {
		switch {
		case word == entry:
			return i
		case word != "" && strings.HasPrefix(entry, word):
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}
