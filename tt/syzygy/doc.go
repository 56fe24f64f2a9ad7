// Package syzygy reads Syzygy endgame tables: the value of every position of at most seven pieces (files .rtbw), and
// the distance to the next capture or pawn move (.rtbz). The tables know the 50-move rule, but neither castling nor the
// clock of a position: with castling rights there is no answer, and values are those of a clock at zero.
//
// Open finds the files of some folders; each is mapped into memory and verified when it is first needed. WDL, DTZ and
// Moves may be called by many goroutines at once: they take no lock, and WDL and DTZ allocate nothing. A file that is
// damaged, cut short or of another format is reported once, by Faults, and then treated as missing.
//
// FORMAT.md describes the files. A probe passes through probe.go (captures and en passant), index.go (the
// number of the position) and decode.go (the value with that number); layout.go reads the header.
package syzygy
