package collection

import (
	"fmt"
	"strings"

	"alfiere/internal/cli"
	"alfiere/problem/database/query"
	"alfiere/problem/text"
	"alfiere/workbench/api"
)

// asking is the part of all bodies that says in which language faults are told.
type asking api.Asked

// language is the language of the answer.
func (a asking) language() (text.Language, error) {
	if a.Language == "" {
		return text.Language{}, nil
	}
	return api.Asked(a).ReadLanguage()
}

// parse reads a query. The fault names the place, and what may have been meant.
func (a asking) parse(text string) (*query.Query, error) {
	l, err := a.language()
	if err != nil {
		return nil, err
	}
	q, wrong := query.Parse(text)
	if wrong == nil {
		return q, nil
	}
	fault := wrong.(*query.Error)
	offset := offsetOf(text, fault.Column)
	return nil, &api.Fault{Code: api.BadRequest, Field: "query", Offset: &offset, Message: reasonIn(l, fault.Reason) + meantIn(l, cli.Meant(fault))}
}

// listing reads a query that lists problems.
func (a asking) listing(text string) (*query.Query, error) {
	q, err := a.parse(text)
	if err == nil && q.Count {
		l, _ := a.language()
		return nil, &api.Fault{Code: api.BadRequest, Field: "query", Message: reasonIn(l, query.Reason{Format: "a query that counts lists no problems"})}
	}
	return q, err
}

// reasonIn says in a language why a query is refused.
func reasonIn(l text.Language, r query.Reason) string {
	if !l.IsItalian() {
		return r.String()
	}
	values := make([]any, len(r.Values))
	for i, value := range r.Values {
		if inner, is := value.(query.Reason); is {
			value = reasonIn(l, inner)
		}
		values[i] = value
	}
	format, has := italianReasons[r.Format]
	if !has {
		format = r.Format
	}
	return fmt.Sprintf(format, values...)
}

// meantIn is the end of what is said of a name that there is not.
func meantIn(l text.Language, meant []string) string {
	if len(meant) == 0 {
		return ""
	}
	ask, or := "; did you mean %s?", " or "
	if l.IsItalian() {
		ask, or = "; si intendeva %s?", " o "
	}
	last := len(meant) - 1
	names := meant[last]
	if last > 0 {
		names = strings.Join(meant[:last], ", ") + or + names
	}
	return fmt.Sprintf(ask, names)
}

// italianReasons are the reasons of faults of queries, in English and in Italian.
var italianReasons = map[string]string{
	"a query that counts lists no problems": "una ricerca che conta non elenca problemi",

	// What is expected, and what stands there.
	"expected %s, not %s": "qui va %s, non %s",
	"the end":             "la fine",
	"a text":              "un testo",
	"%q":                  "%q",
	"a condition":         "una condizione",
	"a condition, and, or, sort by, limit, offset or count": "una condizione, and, or, sort by, limit, offset o count",
	"and, or, a condition or )":                             "and, or, una condizione o )",
	"a field to sort by":                                    "un campo per ordinare",
	"a field to count by":                                   "un campo per contare",
	"a number":                                              "un numero",
	"a number, a range as 1950..1960 or a field that is a number": "un numero, un intervallo come 1950..1960 o un campo che sia un numero",
	"a number or a field that is one":                             "un numero o un campo che lo sia",
	"%s:…, = or !=":                                               "%s:…, = o !=",
	"what %s is to be":                                            "ciò che %s deve essere",
	"a %s":                                                        "un valore di %s",
	"a move as Qa1, a1a8 or O-O":                                  "una mossa come Qa1, a1a8 o O-O",
	"%s:… with rows as in a FEN":                                  "%s:… con le traverse come in un FEN",
	"rows as in a FEN, such as %s":                                "delle traverse come in un FEN, per esempio %s",
	"rows as in a FEN":                                            "delle traverse come in un FEN",

	// Words that mean nothing there.
	"%q is one of the values of %s: write %s:%s":                                                            "%q è uno dei valori di %s: si scrive %s:%s",
	"expected a condition, not %s; the problem of this number is id = %s":                                   "qui va una condizione, non %s; il problema con questo numero è id = %s",
	"expected a condition, not %s; texts of several words, and words to look for, stand in quotation marks": "qui va una condizione, non %s; i testi di più parole, e le parole da cercare, vanno fra virgolette",
	"there is no %s %q":                                                "fra i valori di %s non c'è %q",
	"there is no %s %q, but %s":                                        "fra i valori di %s non c'è %q, ma c'è %s",
	"there is no field %q":                                             "non c'è un campo %q",
	"there is no word in %q":                                           "in %q non c'è alcuna parola",
	"%s is not %s":                                                     "%s non è %s",
	"%s is there already":                                              "%s c'è già",
	"%s stands alone, or behind not":                                   "%s sta da solo, o dopo not",
	"%s cannot be compared as a whole: write %s:…":                     "%s non si può confrontare per intero: si scrive %s:…",
	"! stands only in !=; write not for what must not be":              "! sta solo in !=; per ciò che non deve essere si scrive not",
	"a sign that is no text":                                           "un segno che non è testo",
	"the quotation mark is not closed":                                 "le virgolette non sono chiuse",
	"a limit is at least 1":                                            "limit è almeno 1",
	"the range %s ends before it begins":                               "l'intervallo %s finisce prima di cominciare",
	"what is counted has an order of its own: leave sort or count out": "ciò che si conta ha un ordine suo: va tolto sort o count",
	"there are too many fields":                                        "i campi sono troppi",
	"the query has %d bytes; at most %d are read":                      "la ricerca ha %d byte; se ne leggono al più %d",
	"there are more than %d conditions":                                "ci sono più di %d condizioni",
	"there are more than %d parentheses within each other":             "ci sono più di %d parentesi l'una nell'altra",

	// Rows of a board.
	"behind the rows of a part of a board nothing may stand": "dopo le traverse di una parte della scacchiera non può esserci nulla",
	"behind the rows stands w or b, who is to move, not %q":  "dopo le traverse va w o b, chi muove, non %q",
	"row %d, the rank %d, %q: %v":                            "riga %d, la traversa %d, %q: %v",
	"row %d, the rank %d, %q: letter %d: %v":                 "riga %d, la traversa %d, %q: carattere %d: %v",
	"row %d, %q: %v":                                         "riga %d, %q: %v",
	"row %d, %q: letter %d: %v":                              "riga %d, %q: carattere %d: %v",
	"wanted are eight rows with / between them, not %d":      "ci vogliono otto righe separate da /, non %d",
	"wanted are at most eight rows, not %d":                  "ci vogliono al più otto righe, non %d",
	"there are %d squares instead of eight":                  "le case sono %d, e non otto",
	"there is no square":                                     "non c'è alcuna casa",
	"there are %d squares, but %d in the first row":          "le case sono %d, ma %d nella prima riga",
	"there are more than eight squares":                      "le case sono più di otto",
	"wanted is a man, 1 to 8, ?, A, a, [...], [^...] or *":   "qui va un pezzo, un numero da 1 a 8, ?, A, a, [...], [^...] o *",
	"the bracket is not closed":                              "la parentesi quadra non è chiusa",
	"%q is no man":                                           "%q non è un pezzo",
	"nothing is in the brackets":                             "fra le parentesi quadre non c'è nulla",
}
