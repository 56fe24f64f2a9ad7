package book_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"

	"alfiere/book"
	"alfiere/movegen"
)

func ExampleBook() {
	position := movegen.StartPosition()
	data := binary.BigEndian.AppendUint64(nil, book.Key(&position))
	data = binary.BigEndian.AppendUint16(data, 12<<6|28) // e2 to e4
	data = binary.BigEndian.AppendUint16(data, 10)       // its weight
	data = binary.BigEndian.AppendUint32(data, 0)

	b, err := book.New(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		fmt.Println(err)
		return
	}
	entries, err := b.Moves(&position)
	fmt.Println(entries, err)

	m, err := b.Choose(&position, rand.NewPCG(1, 2))
	fmt.Println(m, err)
	// Output:
	// [{e2e4 10 0}] <nil>
	// e2e4 <nil>
}
