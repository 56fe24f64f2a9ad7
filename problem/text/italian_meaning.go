package text

// italianMeanings are the meanings of the terms of vocabularies in Italian.
var italianMeanings = map[string]string{
	// flaws and merits
	"the key gives check":                         "la chiave dà scacco",
	"the key captures a piece":                    "la chiave cattura un pezzo",
	"the key captures a pawn, which is tolerated": "la chiave cattura un pedone, il che è tollerato",
	"the key promotes a pawn":                     "la chiave promuove un pedone",
	"the king had moves in the diagram that it has no longer after the key": "il re aveva nel diagramma mosse che dopo la chiave non ha più",
	"the key pins men of the defender":                                      "la chiave inchioda pezzi di chi si difende",
	"the key moves a man that did nothing in the diagram (it attacked no square of the king's field, pinned nothing and gave no set mate), and that takes part afterwards": "la chiave muove un pezzo che nel diagramma non faceva nulla (non attaccava case del campo del re, non inchiodava e non dava matti apparenti), e che dopo partecipa",
	"the key moves a man that could be captured in the diagram without a set mate":                                                                                         "la chiave muove un pezzo che nel diagramma poteva essere catturato senza matto apparente",
	"the defender has a check in the diagram without a set mate":                                                                                                           "chi si difende ha nel diagramma uno scacco senza matto apparente",
	"the king has moves in the diagram without a set mate":                                                                                                                 "il re ha nel diagramma mosse senza matto apparente",
	"the defender can capture a piece in the diagram without a set mate":                                                                                                   "chi si difende può catturare nel diagramma un pezzo senza matto apparente",
	"the king has moves after the key that it did not have in the diagram":                                                                                                 "il re ha dopo la chiave mosse che nel diagramma non aveva",
	"the man that the key has moved can be captured, and could not be before":                                                                                              "il pezzo mosso dalla chiave può essere catturato, e prima non poteva",
	"the key unpins men of the defender":                                                                                                                                   "la chiave schioda pezzi di chi si difende",
	"the defender has checks after the key that it did not have in the diagram":                                                                                            "chi si difende ha dopo la chiave scacchi che nel diagramma non aveva",

	// warnings
	"so many of these pieces at least are promoted pawns":                         "almeno tanti di questi pezzi sono pedoni promossi",
	"there are bishops on squares of one colour, so that some are promoted pawns": "ci sono alfieri su case di un solo colore, sicché alcuni sono pedoni promossi",
	"a side has more than 16 men":                                                 "una parte ha più di 16 pezzi",
	"a side has more than 8 pawns":                                                "una parte ha più di 8 pedoni",
	"more pieces are promoted than pawns are missing":                             "ci sono più pezzi promossi che pedoni mancanti",
	"men that have never moved barred the way to this square at all times":        "pezzi mai mossi hanno sempre sbarrato la via a questa casa",
	"the pawns need more captures than men that they can have taken are missing":  "ai pedoni occorrono più catture dei pezzi mancanti che possono aver preso",
	"no last move leads to this check":                                            "nessuna ultima mossa porta a questo scacco",
	"the side that is not to move has no last move":                               "chi non ha il tratto non ha un'ultima mossa",
	" (no game leads there)":                                                      " (nessuna partita vi porta)",

	// blocks
	"the key threatens; the diagram is not provided for":                                          "la chiave minaccia; il diagramma non è provvisto",
	"the key threatens, although the diagram is provided for":                                     "la chiave minaccia, benché il diagramma sia provvisto",
	"the key threatens nothing; in the diagram the attacker is in check, so that nobody can wait": "la chiave non minaccia; nel diagramma chi attacca è sotto scacco, sicché nessuno può attendere",
	"the key threatens nothing; the diagram is not provided for":                                  "la chiave non minaccia; il diagramma non è provvisto",
	"the key threatens nothing; the diagram is provided for, and no set mate changes":             "la chiave non minaccia; il diagramma è provvisto, e nessun matto apparente cambia",
	"the key threatens nothing; the diagram is provided for, but a set mate changes":              "la chiave non minaccia; il diagramma è provvisto, ma un matto apparente cambia",

	// changes
	"the same defence has other mates":                 "la stessa difesa ha altri matti",
	"the same mate answers another defence":            "lo stesso matto risponde a un'altra difesa",
	"the defence has a mate in the later phase only":   "la difesa ha un matto solo nella fase successiva",
	"the defence has a mate in the earlier phase only": "la difesa ha un matto solo nella fase precedente",

	// groups of themes
	"one piece":      "un pezzo",
	"one variation":  "una variante",
	"two variations": "due varianti",
	"threats":        "minacce",
	"phases":         "fasi",
	"manoeuvres":     "manovre",
}
