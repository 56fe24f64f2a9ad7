//go:build !js

package datafile

import (
	"io"

	"github.com/klauspost/compress/zstd"
)

// maxWindow is how many bytes a Zstandard frame may refer back: as many as the program zstd
// reads without being told to use more memory. What asks for more is refused.
const maxWindow = 128 << 20

// newZstandard returns what decompresses the source, and what tells it that it is not needed
// any more.
func newZstandard(source io.Reader) (plain io.Reader, close func(), err error) {
	z, err := zstd.NewReader(source, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, nil, err
	}
	return z, z.Close, nil
}
