package format_test

import (
	"fmt"
	"io"
	"strings"

	"alfiere/problem/format"
	"alfiere/problem/format/forsyth"
)

func ExampleReader() {
	file := "BeginProblem\n" +
		"Author J. Cumpe\nStipulation #2\n" +
		"Pieces White Kd5 Qf2 Sf1 Pg3 Black Kh1 Bh2 Sf3\n" +
		"NextProblem\nStipulation h#2\nEndProblem\n"
	for r := format.NewReader(strings.NewReader(file), forsyth.Conventions{}); ; {
		p, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s: mate in %d, %s\n", p.Author, p.Moves, p.Position.FEN())
	}
	// Output:
	// J. Cumpe: mate in 2, 8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1
	// line 6, column 13: only direct mates of orthodox chess are solved, not "h#2"
}
