// Package wire is the plumbing of a session with a program at the other end of a pipe:
// lines in, lines out, words of a line, and process groups.
//
// It knows no protocol and no chess, and imports nothing of ours. Both sides of a
// session use it: the adapters by which the engine speaks, and the clients by which
// other engines are driven.
package wire
