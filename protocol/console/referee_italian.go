package console

import (
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// italian is the second language of the referee.
func italian() Language {
	return Language{
		names:     []string{"italian", "it", "italiano"},
		letters:   notation.Italian,
		greeting:  "L'arbitro è pronto. Scrivete una mossa, come e2-e4, Cf3 o 52 54, oppure aiuto; fine per uscire.",
		colors:    [2]string{"Bianco", "Nero"},
		toMove:    [2]string{"Muove il Bianco", "Muove il Nero"},
		check:     "scacco",
		over:      "La partita è finita: %s",
		claimable: "Si può reclamare la patta: %s",
		tookBack:  "semimosse ritirate: %d",
		replayed:  "semimosse rigiocate: %d",
		written:   "semimosse scritte in %[2]s: %[1]d",
		none:      "nessuna",
		noSquare:  "%q non è né una casa, né bianco, nero o tutte",
		noNumber:  "%q non è un numero di semimosse",
		usage:     "uso: %s",
		noBack:    "non ci sono abbastanza mosse da ritirare",
		noAhead:   "non sono state ritirate abbastanza mosse",
		noDraw:    "Alfiere non accetta la patta",
		noGame:    "nel file non c'è questa partita",
		tooLong:   "la riga è troppo lunga",

		reasons: map[movegen.Reason]string{
			movegen.GameOver:         "la partita è finita",
			movegen.EmptySquare:      "la casa di partenza è vuota",
			movegen.WrongTurn:        "turno errato: il pezzo è dell'avversario",
			movegen.OwnPiece:         "la casa d'arrivo è occupata da un pezzo proprio",
			movegen.IllegalMovement:  "mossa illegale: il pezzo non può andarci",
			movegen.PromotionMissing: "manca il pezzo della promozione",
			movegen.PromotionWrong:   "il pezzo della promozione è sbagliato",
			movegen.KingInCheck:      "il proprio re sarebbe sotto scacco",
		},
		attackedBy: " da %v",
		endings: map[movegen.Ending]string{
			movegen.NotEnded:            "la partita continua",
			movegen.Checkmate:           "scacco matto",
			movegen.Stalemate:           "stallo",
			movegen.DeadPosition:        "nessuno dei due può più dare matto",
			movegen.OneMinorPiece:       "nessuno ha più di un pezzo leggero",
			movegen.ThreefoldRepetition: "posizione ripetuta tre volte",
			movegen.FivefoldRepetition:  "posizione ripetuta cinque volte",
			movegen.FiftyMoves:          "cinquanta mosse senza prese né mosse di pedone",
			movegen.SeventyFiveMoves:    "settantacinque mosse senza prese né mosse di pedone",
			movegen.Resignation:         "abbandono",
			movegen.Agreement:           "patta d'accordo",
			movegen.TimeForfeit:         "tempo scaduto",
		},
		pieces: map[movegen.PieceType]string{
			movegen.Pawn: "pedone", movegen.Knight: "cavallo", movegen.Bishop: "alfiere",
			movegen.Rook: "torre", movegen.Queen: "donna", movegen.King: "re",
		},
		noMove:     "%q non è né un comando né una mossa; aiuto elenca i comandi",
		notLegal:   "%q non è una mossa legale",
		ambiguous:  "%q è ambigua: %s",
		noPiece:    "%q: non c'è un pezzo così (%s)",
		noCastling: "%q: il re non può arroccare così",
		noWay:      "%q: nessun pezzo così (%s in %v) può andare in %v",
	}
}
