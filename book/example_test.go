package book_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

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
	// [{e2e4 10}] <nil>
	// e2e4 <nil>
}

func ExampleBuilder() {
	lines := new(book.Builder)
	if err := book.ReadText(strings.NewReader("! Giuoco Piano\ne2e4 e7e5\ng1f3 b8c6\nf1c4 f8c5\n"), lines); err != nil {
		fmt.Println(err)
		return
	}
	games := new(book.Builder)
	report, err := book.Games{MaxPlies: 4}.Read(strings.NewReader("1. e4 c5 2. Nf3 d6 3. d4 1/2-1/2"), games, func(fault error) { fmt.Println(fault) })
	fmt.Printf("%+v %v\n", report, err)

	var data bytes.Buffer
	entries, err := book.Merge(&data, book.AddWeights, lines, games)
	fmt.Println(entries, err)

	b, err := book.New(bytes.NewReader(data.Bytes()), int64(data.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := book.Dump(os.Stdout, b, 0); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {Read:1 Used:1 Faulty:0} <nil>
	// 9 <nil>
	// ! 1. e4 c5 2. Nf3 d6
	// e2e4*2 c7c5*1
	// g1f3*1 d7d6*1
	//
	// ! 1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5
	// e2e4*0 e7e5*1
	// g1f3*1 b8c6*1
	// f1c4*1 f8c5*1
}
