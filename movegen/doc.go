// Package movegen holds the rules of chess: squares, bitboards, positions, legal moves, Zobrist keys, FEN, perft,
// static exchange evaluation, and Game, the referee that says why a move is refused. It imports nothing else of
// Alfiere. It neither searches nor evaluates, and has no notation but FEN: SAN, coordinates and diagrams are in
// movegen/notation.
//
// Moves are legal when they leave the package. A Position is a plain value: assigning it copies it, and Make changes
// the copy (copy-make), so nothing has to be unmade and nothing is allocated.
//
// The movement of a piece is data: the jump tables and the ray directions of attack.go. To add a piece: a PieceType,
// its jumps or rays there, a line in attacksFrom and in AttackersTo, its letters in notation.
package movegen
