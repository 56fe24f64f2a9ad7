package genetic

import (
	"encoding/hex"
	"fmt"
)

// Chromosome is a string of bits, eight a byte, the most significant first: bit 0 is the
// highest of the first byte. As text it is written in hexadecimal digits.
type Chromosome []byte

// flip inverts a bit.
func (c Chromosome) flip(bit int) { c[bit/8] ^= 0x80 >> (bit % 8) }

// exchange exchanges a portion of two chromosomes of the same length: the bits from a first
// one up to, and without, a last one.
func exchange(one, two Chromosome, first, last int) {
	for i := range one {
		mask := byte(0)
		for bit := max(first, 8*i); bit < min(last, 8*i+8); bit++ {
			mask |= 0x80 >> (bit % 8)
		}
		difference := (one[i] ^ two[i]) & mask
		one[i] ^= difference
		two[i] ^= difference
	}
}

// MarshalText writes the bits in hexadecimal digits; it never fails.
func (c Chromosome) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, c), nil }

// UnmarshalText reads what MarshalText writes. The error says what is no such text.
func (c *Chromosome) UnmarshalText(text []byte) error {
	bits, err := hex.DecodeString(string(text))
	if err != nil {
		return fmt.Errorf("a chromosome of hexadecimal digits: %w", err)
	}
	*c = bits
	return nil
}
