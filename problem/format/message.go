package format

import (
	"errors"
	"fmt"

	"alfiere/movegen"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// messages are the texts about collections in a language.
type messages struct {
	warning  string // before an oddity
	barred   string // %s king and rooks
	skipped  string
	further  string
	none     string // %d problems
	empty    string // %s file
	emptyAt  string // %s file, %d faults
	oneFault string // %s file
	faults   string // %s file, %d problems
	noMove   string // %s what is wrong
	noKey    string // %s the move
	not      string // %q what stands there
	errors   []translation
}

// translation is the text of an error in another language.
type translation struct {
	err  error
	text string
}

// messagesIn returns the messages in the language.
func messagesIn(l text.Language) *messages {
	if l.IsItalian() {
		return &italian
	}
	return &english
}

var english = messages{
	warning:  "warning: ",
	barred:   "%s at home but no castling in the FEN; --castling home allows it",
	skipped:  "skipped; two interrupts within two seconds end all",
	further:  "further faults are counted only",
	none:     "none of the problems passes the filters: %d",
	empty:    "%s: no problem found",
	emptyAt:  "%s: no problem found; faults: %d",
	oneFault: "%s: 1 problem at fault",
	faults:   "%s: %d problems at fault",
	noMove:   "intended key: %s",
	noKey:    "the intended key %s does not solve",
}

var italian = messages{
	warning:  "avvertimento: ",
	barred:   "%s nelle case d'origine ma nessun arrocco nella FEN; --castling home lo permette",
	skipped:  "saltato; due interruzioni entro due secondi terminano tutto",
	further:  "gli altri errori sono solo contati",
	none:     "nessun problema passa i filtri: %d",
	empty:    "%s: nessun problema trovato",
	emptyAt:  "%s: nessun problema trovato; errori: %d",
	oneFault: "%s: 1 problema errato",
	faults:   "%s: %d problemi errati",
	noMove:   "chiave voluta: %s",
	noKey:    "la chiave voluta %s non risolve",
	not:      ", non %q",
	errors: []translation{
		{errNoMoves, "manca il numero di mosse: dare N, o scrivere #N dopo la posizione"},
		{errWord, "nessuna parola del linguaggio di Popeye, o troppo corta per distinguerla"},
		{errOption, "è attesa un'opzione ammessa"},
		{errSquare, "casa inesistente"},
		{errColor, "prima dei pezzi va un colore: White o Black"},
		{errForsyth, "né un pezzo né un numero di case vuote della scacchiera"},
		{errNumber, "è atteso un numero"},
		{errIncomplete, "il problema non ha richiesta o non ha pezzi"},
		{errOutside, "testo fuori da un problema"},
		{errQuotes, "manca la richiesta; in YAML # comincia un commento, si scrive dunque '#2'"},
		{errOneSVG, "un SVG contiene un solo diagramma: dare un problema alla volta"},
		{errNotAJournal, "non è un file di risposte di mate --json"},
		{errOtherInput, "il file risponde ad altri problemi"},
		{errOtherFlags, "il file contiene meno di quanto è richiesto"},
		{errYAML, "non è YAML"},
		{errOliveEntry, "una voce è di campi con valori, come stipulation: '#2'"},
		{errOliveTooLong, "la voce è più lunga di 512 KiB"},
	},
}

// Reason says in a language what is wrong with a problem, without its place.
func Reason(err error, l text.Language) string { return messagesIn(l).reason(err) }

// reason is the message of an error without the place.
func (m *messages) reason(err error) string {
	if m == nil || m.errors == nil {
		return reason(err)
	}
	var illegal *forsyth.IllegalError
	var position *movegen.FENError
	var fault *forsyth.Error
	language := text.Italian()
	switch {
	case errors.As(err, &illegal):
		return language.Faults(&movegen.FENError{Faults: illegal.Faults})
	case errors.As(err, &fault) && fault.Squares != 0:
		return fmt.Sprintf("%s (%s)", m.reason(fault.Err), fault.Squares)
	case errors.As(err, &fault) && fault.Text != "":
		return m.reason(fault.Err) + fmt.Sprintf(m.not, fault.Text)
	case errors.As(err, &position):
		return language.Faults(position)
	}
	if key, ok := errors.AsType[*keyError](err); ok {
		return key.in(m)
	}
	for _, t := range m.errors {
		if errors.Is(err, t.err) {
			return t.text
		}
	}
	return forsyth.Reason(err, language)
}

// keyError says what is wrong with an intended key.
type keyError struct {
	move string
	err  error // nil if the move does not solve
}

// Error says it in English.
func (e *keyError) Error() string { return e.in(&english) }

// Unwrap returns what is wrong with the move, if it is none.
func (e *keyError) Unwrap() error { return e.err }

// in says it in a language.
func (e *keyError) in(m *messages) string {
	if e.err == nil {
		return fmt.Sprintf(m.noKey, e.move)
	}
	return fmt.Sprintf(m.noMove, m.reason(e.err))
}
