package text

import "alfiere/movegen"

// italianFaults are the texts of what is wrong with a position or its FEN.
var italianFaults = movegen.FaultWords{
	Fields: [...]string{"riga", "scacchiera", "tratto", "diritti di arrocco", "casa dell'en passant",
		"contatore delle semimosse", "numero della mossa"},
	Codes: [...]string{
		movegen.TooLong:          "più lunga di 256 byte",
		movegen.BadByte:          "contiene un carattere che non è ASCII stampabile",
		movegen.NotFEN:           "non è una scacchiera di otto traverse separate da /",
		movegen.TooFewFields:     "troppo pochi campi (una FEN ne ha da quattro a sei)",
		movegen.TooManyFields:    "troppi campi (una FEN ne ha da quattro a sei)",
		movegen.BadPieceLetter:   "nessun pezzo ha questa lettera (PNBRQK, pnbrqk)",
		movegen.BadDigit:         "le case vuote di seguito sono da 1 a 8",
		movegen.AdjacentDigits:   "due cifre di seguito",
		movegen.RankLength:       "una traversa deve avere 8 case",
		movegen.RankCount:        "una scacchiera deve avere 8 traverse",
		movegen.BadSide:          "deve essere w o b",
		movegen.BadCastling:      "deve essere - o fino a quattro di KQkq o colonne di torri",
		movegen.BadEnPassant:     "deve essere - o una casa dietro un passo doppio",
		movegen.BadCounter:       "deve essere un numero intero nei limiti",
		movegen.KingCount:        "deve esserci esattamente un re per colore",
		movegen.PawnOnEdgeRank:   "un pedone non può stare sulla prima o sull'ultima traversa",
		movegen.OpponentInCheck:  "chi non ha il tratto è sotto scacco",
		movegen.TooManyMen:       "più di 16 pezzi di un colore",
		movegen.TooManyPawns:     "più di 8 pedoni di un colore",
		movegen.TooManyPromoted:  "più pezzi promossi che pedoni mancanti",
		movegen.CastlingDropped:  "arrocco tolto: re o torre non sono nella casa d'origine",
		movegen.EnPassantDropped: "en passant tolto: nessuna presa legale",
		movegen.ImpossibleCheck:  "scacco impossibile: nessuna ultima mossa lo dà",
	},
	NotFEN:   "non è una FEN: %q %s",
	Not:      ", non %q",
	NoPiece:  "nessun pezzo ha la lettera %q (PNBRQK, pnbrqk)",
	NoText:   "%q non è ASCII stampabile",
	Column:   ", colonna %d",
	Owners:   [2]string{"il Bianco", "il Nero"},
	NoKing:   "%s non ha re",
	Kings:    "%s ha %d re invece di uno",
	Kingless: "non c'è alcun re",
	Knight:   "; il cavallo è N o n",
}

// Fault describes what is wrong with a position in the language.
func (l Language) Fault(f movegen.Fault) string {
	if _, words := l.orEnglish(); words.faults != nil {
		return f.In(words.faults)
	}
	return f.Error()
}

// Faults describes why a FEN was refused in the language.
func (l Language) Faults(e *movegen.FENError) string {
	if _, words := l.orEnglish(); words.faults != nil {
		return e.In(words.faults)
	}
	return e.Error()
}

// IsItalian reports whether the words are Italian, whatever the letters are.
func (l Language) IsItalian() bool { return l.words == &italian }
