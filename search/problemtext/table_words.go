package problemtext

// tableWords are the texts of the table of phases and the list of changes. A verb %d is a number of what is
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
}
