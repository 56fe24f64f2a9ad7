// Package wire is the plumbing of a session with a program at the other end of a pipe:
// lines in, lines out, words of a line, and process groups.
//
// It knows no protocol and no chess, and imports no other package of this module. Both sides of a
// session use it: the engine's protocol adapters, and the clients that drive other engines.
package wire
