package forsyth

import (
	"errors"
	"fmt"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem/text"
)

// italian has the texts of the errors in Italian.
var italian = [...]struct {
	err  error
	text string
}{
	{ErrMoves, "il numero di mosse deve essere da 1 a 32"},
	{ErrUnsupported, "si risolvono solo matti diretti ortodossi"},
	{ErrMan, "è atteso un pezzo con le sue case, come Kd6 o Pa2b3"},
	{ErrOccupied, "la casa è occupata"},
	{errLink, "il collegamento non contiene una posizione, otto traverse separate da /"},
	{ErrKnight, "la lettera N è il cavaliere della notte; per Popeye il cavallo è S"},
	{notation.ErrLineTooLong, "la riga è più lunga di 64 KiB"},
	{notation.ErrOpcode, "un opcode comincia con una lettera e continua con lettere, cifre e _"},
	{notation.ErrOperand, "virgolette dentro una parola"},
	{notation.ErrNoTest, "né bm né am: nulla dice quale mossa la risolve"},
	{notation.ErrOpenString, "la stringa non finisce"},
	{notation.ErrControlByte, "un byte di controllo"},
	{notation.ErrCounter, "hmvc e fmvn hanno un solo numero intero nei limiti, una volta"},
	{notation.ErrNoOperation, "operazione inesistente"},
	{notation.ErrSyntax, "non è una mossa in questa notazione"},
	{notation.ErrNotLegal, "non è una mossa legale"},
	{notation.ErrAmbiguous, "più di una mossa si scrive così"},
}

// Reason is the message of an error of a line without its place, in the language.
func Reason(err error, l text.Language) string {
	if illegal, ok := errors.AsType[*IllegalError](err); ok {
		return l.Faults(&movegen.FENError{Faults: illegal.Faults})
	}
	if fault, ok := errors.AsType[*Error](err); ok && l.IsItalian() {
		switch {
		case fault.Squares != 0:
			return fmt.Sprintf("%s (%s)", Reason(fault.Err, l), fault.Squares)
		case fault.Text != "":
			return Reason(fault.Err, l) + fmt.Sprintf(", non %q", fault.Text)
		}
	}
	if position, ok := errors.AsType[*movegen.FENError](err); ok {
		return l.Faults(position)
	}
	for i := range italian {
		if l.IsItalian() && errors.Is(err, italian[i].err) {
			return italian[i].text
		}
	}
	if fault, ok := errors.AsType[*Error](err); ok {
		return fault.Reason()
	}
	return err.Error()
}
