package database

import (
	"bytes"
	"crypto/sha256"
	"strings"

	"alfiere/problem"
)

// digest is a short stand-in for a text: the first 16 bytes of its SHA-256.
func digest(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:16]
}

// exactKey is the same for problems of the same position and stipulation.
func exactKey(p *problem.Record) []byte { return digest(p.FEN + " " + p.Stipulation) }

// symmetryKey is the same for problems of the same stipulation whose boards, with the side
// that moves, can be turned and mirrored into each other, with colours swapped or not.
// Castling and en passant do not count.
func symmetryKey(p *problem.Record) []byte {
	board := p.Board()
	side := byte('w')
	if fields := strings.Fields(p.FEN); len(fields) > 1 {
		side = fields[1][0]
	}
	smallest := smallestImage(&board, side)
	return digest(string(smallest[:]) + " " + p.Stipulation)
}

// smallestImage returns the first by the alphabet of the 16 images of a board, with the side
// that moves behind its squares.
func smallestImage(board *[64]byte, side byte) (smallest [65]byte) {
	swapped, other := swapColours(board), byte('w'+'b')-side
	for i := range 16 {
		from, mover := board, side
		if i >= 8 {
			from, mover = &swapped, other
		}
		var image [65]byte
		for s := range 64 {
			image[s] = from[turned(s, i)]
		}
		image[64] = mover
		if i == 0 || bytes.Compare(image[:], smallest[:]) < 0 {
			smallest = image
		}
	}
	return smallest
}

// turned returns the square that comes to s by symmetry 0 to 7 of the board: bit 0 mirrors
// the files, bit 1 the ranks, bit 2 swaps files and ranks.
func turned(s, symmetry int) int {
	file, rank := s&7, s>>3
	if symmetry&4 != 0 {
		file, rank = rank, file
	}
	if symmetry&1 != 0 {
		file = 7 - file
	}
	if symmetry&2 != 0 {
		rank = 7 - rank
	}
	return rank<<3 | file
}

// swapColours makes white men black and black ones white.
func swapColours(board *[64]byte) (swapped [64]byte) {
	for s, man := range board {
		if man != '.' {
			man ^= 'a' ^ 'A'
		}
		swapped[s] = man
	}
	return swapped
}

// menLetters are the men in the order of the columns that count them.
const menLetters = "KQRBNPkqrbnp"

// countMen counts the men of a board, in the order of menLetters.
func countMen(board *[64]byte) (counts [len(menLetters)]int) {
	for _, man := range board {
		if at := strings.IndexByte(menLetters, man); at >= 0 {
			counts[at]++
		}
	}
	return counts
}
