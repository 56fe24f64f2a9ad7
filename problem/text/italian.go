package text

// italianTerms are the names of kinds in Italian. Names of themes after persons and
// places are international and stay away.
var italianTerms = map[string]string{
	// problem.BlockKind
	"threat":           "minaccia",
	"block-threat":     "blocco-minaccia",
	"check":            "scacco",
	"block":            "blocco",
	"incomplete block": "blocco incompleto",
	"complete block":   "blocco completo",
	"mutate":           "mutate",

	// problem.FlawKind
	"checks":                "dà scacco",
	"captures a piece":      "cattura un pezzo",
	"captures a pawn":       "cattura un pedone",
	"promotes":              "promuove",
	"takes flights":         "toglie case di fuga",
	"pins":                  "inchioda",
	"brings in an idle man": "mette in gioco un pezzo inattivo",
	"saves a man":           "salva un pezzo in presa",
	"unprovided check":      "scacco senza risposta nel diagramma",
	"unprovided flight":     "fuga senza risposta nel diagramma",
	"unprovided capture":    "cattura senza risposta nel diagramma",
	"gives flights":         "concede case di fuga",
	"offers the man":        "offre il pezzo",
	"unpins":                "schioda",
	"allows checks":         "concede scacchi",

	// problem.ChangeKind
	"changed":     "cambiato",
	"transferred": "trasferito",
	"added":       "aggiunto",
	"removed":     "eliminato",

	// problem.WarningKind
	"promoted piece":          "pezzo promosso",
	"bishops on one colour":   "alfieri su case dello stesso colore",
	"surplus men":             "troppi pezzi",
	"surplus pawns":           "troppi pedoni",
	"surplus promoted pieces": "troppi pezzi promossi",
	"shut out":                "casa irraggiungibile",
	"impossible pawns":        "pedoni impossibili",
	"impossible check":        "scacco impossibile",
	"no last move":            "nessuna ultima mossa",
}
