//go:build !js

package datafile

import (
	"io"

	"github.com/klauspost/compress/zstd"
)

// maxWindow is the number of bytes that a Zstandard frame may refer back: as many as the program
// zstd accepts by default. Frames with a larger window are refused.
const maxWindow = 128 << 20

// newZstandard returns a decompressor of the source, and the function that closes it.
func newZstandard(source io.Reader) (plain io.Reader, close func(), err error) {
	z, err := zstd.NewReader(source, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, nil, err
	}
	return z, z.Close, nil
}
