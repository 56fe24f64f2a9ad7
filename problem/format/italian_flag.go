package format

// ItalianFlags returns the descriptions of the flags of the command mate in Italian, by name;
// backquotes have the name of what a flag takes.
func ItalianFlags() map[string]string {
	return map[string]string{
		"all-defences":      "mostra anche le difese che non parano alcuna minaccia",
		"castling":          "`regola` dell'arrocco: fen, come dice la FEN, o home, ovunque re e torre siano nelle case d'origine; così si intende una scacchiera senza il campo",
		"compact":           "niente diagramma, una riga per fase",
		"diagram":           "in LaTeX e HTML solo i diagrammi; in LaTeX sono parti per un documento proprio",
		"each-defence":      "ogni difesa in una riga sua",
		"figurines":         "figurine invece delle lettere dei pezzi",
		"economy":           "`base` dei pezzi superflui: actual, quelli di cui il gioco effettivo non ha bisogno, con i tentativi che ne hanno bisogno; tries, quelli di cui non ha bisogno neanche un tentativo (se manca: actual)",
		"full":              "tutto: gioco apparente, tentativi, tutte le difese, temi e un giudizio",
		"html":              "scrive una pagina in HTML con diagrammi e soluzioni",
		"json":              "risponde in JSON, un oggetto per riga; gioco apparente, tentativi, temi e giudizio vi sono se non li si toglie, come in --set=false",
		"key":               "la chiave voluta, una `mossa` come Nd3: i suoi temi sono nominati malgrado altre chiavi e matti più brevi",
		"language":          "`nome` o codice della lingua delle lettere dei pezzi e, se note, delle parole",
		"latex":             "scrive il diagramma per il pacchetto chessboard di LaTeX",
		"list":              "non risolve, ma elenca che cosa significano le `parole`: flaws (difetti), merits (pregi), warnings (avvertimenti), blocks (tipi), changes (cambi), o i nomi dei themes (temi)",
		"mark":              "segna queste `case` in SVG e LaTeX, come e4,d5",
		"men":               "mostra solo problemi con tanti `pezzi`: 7, 8-12, 8-, o bianchi e neri come in 4+3, 5-7+3- o +3",
		"no-checking-tries": "omette i tentativi che danno scacco",
		"no-duals":          "omette le varianti con più di un matto",
		"no-partial":        "omette le difese che solo separano minacce",
		"nodes":             "termina ogni problema dopo tanti `nodi`; 0 è nessun limite",
		"olive":             "risponde con voci per Olive, in YAML: quelle lette, con soluzione e parole chiave; nulla è omesso",
		"only":              "mostra solo problemi con uno di questi `giudizi`, come sound,cooked o !undecided: sound (corretto), cooked (demolito), short (soluzione breve), none (nessuna soluzione), illegal (illegale), undecided (non deciso), fault (errato)",
		"out":               "scrive ogni risposta in un file a sé in questa `cartella`; nessun file è sostituito",
		"play":              "dei problemi più lunghi mostra il gioco fino a questa `mossa`; 0 è fino al matto, ma solo fino alla mossa 2 di problemi lunghi e con più chiavi",
		"popeye":            "risponde nella forma di Popeye, per i programmi che la leggono; con quali varianti lo dice il suo input",
		"resume":            "con --json, tiene le risposte in questo `file` e risolve solo i problemi a cui esso non risponde; lo stesso comando riprende un lavoro interrotto",
		"set":               "mostra il gioco apparente: se il difensore muovesse per primo",
		"summary":           "conta i problemi per giudizio, lunghezza e tema dopo le risposte o, con --summary=only, al loro posto",
		"svg":               "disegna il diagramma in SVG e non dice altro",
		"theme":             "mostra solo problemi con uno di questi `temi`, come Grimshaw,Novotny o !Novotny; più opzioni così devono valere tutte",
		"themes":            "nomina i temi, con le linee che li mostrano",
		"threads":           "risolve tanti problemi alla volta, o uno solo con tanti thread; 0 è tutti i core per un file, e uno per un solo problema, perché i suoi nodi siano sempre gli stessi",
		"time":              "termina ogni problema dopo tanti `secondi`, o un tempo come 500ms",
		"tries":             "mostra i tentativi: prime mosse con una confutazione, o con fino a `N`; si scrive --tries=N",
		"white":             "matta il Bianco, chiunque abbia il tratto",
	}
}
