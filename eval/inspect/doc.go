// Package inspect shows people and programs how positions are evaluated: an explanation
// as text and as JSON, what the squares are worth to a piece, and how fast the
// evaluation is.
//
// It is apart from eval, which computes numbers and prints none. Whoever prints may
// import it: the adapters of package protocol and cmd.
package inspect
