package text

// tableWords are the texts of the table of phases, and of what else compares phases. A verb %d is a number of what is
// named.
type tableWords struct {
	heading  string
	defences string
	mates    string // the moves that answer them
	moves    string // the same in longer problems
	refutes  string
	many     string // more mates than a cell tells
	more     string // threats
	rest     string // %d tries, %d defences
	trivial  string // %d changes, %d tries

	leftOut    string // before the numbers of trivial tries, by these reasons:
	leftOutHow string // how to get them
	captured   string // %d refuted by capture of the man that has moved
	empty      string // %d without variations
	unprovided string // %d refuted by a move without set mate

	omitted string // before the numbers of tries that the table has not, by these reasons:
	banal   string // %d trivial
	weak    string // %d that give check or have several refutations
	alike   string // %d with the mates of other phases

	superfluous string // men that no try needs either
	needed      string // %s a superfluous man, %s a try that is lost without it
	neededBy    string // the same of several tries
}

var englishTable = tableWords{
	heading:  "Phases and defences",
	defences: "defences",
	mates:    "mates",
	moves:    "moves",
	refutes:  "refutes",
	many:     "more than two mates",
	more:     "more threats",
	rest:     "not in the table, being alike or too many: tries %d, defences %d",
	trivial:  "left out, against trivial tries: changes %d, tries %d",

	leftOut:    "left out",
	leftOutHow: " (--tries without --full tells them)",
	captured:   "%d refuted by capture of the man",
	empty:      "%d without variations",
	unprovided: "%d by a move without set mate",

	omitted: "tries left out",
	banal:   "%d trivial",
	weak:    "%d with check or several refutations",
	alike:   "%d with the mates of other phases",

	superfluous: "Superfluous men in actual play and tries",
	needed:      "%s: not without the try %s",
	neededBy:    "%s: not without the tries %s",
}

var italianTable = tableWords{
	heading:  "Fasi e difese",
	defences: "difese",
	mates:    "matti",
	moves:    "mosse",
	refutes:  "confuta",
	many:     "più di due matti",
	more:     "altre minacce",
	rest:     "non nella tabella, perché uguali o troppi: tentativi %d, difese %d",
	trivial:  "omessi, rispetto a tentativi banali: cambi %d, tentativi %d",

	leftOut:    "omessi",
	leftOutHow: " (--tries senza --full li dà)",
	captured:   "%d confutati dalla cattura del pezzo",
	empty:      "%d senza varianti",
	unprovided: "%d da una mossa senza matto apparente",

	omitted: "tentativi omessi",
	banal:   "%d banali",
	weak:    "%d con scacco o più confutazioni",
	alike:   "%d con i matti di altre fasi",

	superfluous: "Pezzi superflui nel gioco effettivo e nei tentativi",
	needed:      "%s: necessario al tentativo %s",
	neededBy:    "%s: necessario ai tentativi %s",
}
