package gametree

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"alfiere/movegen"
)

// WriteNumeric writes the tree in its numeric form, a number for each row of Table: the pieces on one line, then each
// generation on lines of its own. A piece is type, file, rank, color; a move is replies, captured, file and rank to,
// type, file and rank from, color. The place-holder of a line that has ended is a move of nothing with one reply,
// 10000000 or 10000001; that of one not computed is the same, negative. The form omits the same information as Table.
// The error is that of w, or wraps errPass.
func WriteNumeric(w io.Writer, t *Tree) error {
	out := &textWriter{w: bufio.NewWriter(w)}
	for i, row := range placement(&t.start) {
		if i > 0 {
			out.w.WriteByte(" \n"[btoi(i%16 == 0)])
		}
		fmt.Fprint(out.w, decimalOf(row[typeColumn:parentColumn]))
	}
	out.w.WriteByte('\n')
	err := t.entries(func(generation int, e entry) error {
		row := rowOf(&e)
		number := int64(row[repliesColumn])*1e7 + decimalOf(row[capturedColumn:parentColumn])
		if e.kind == missingEntry {
			number = -1e7 - int64(row[colorColumn])
		}
		return out.entry(generation, e.newParent, fmt.Append(nil, number))
	})
	if err != nil {
		return err
	}
	if out.width > 0 {
		out.w.WriteByte('\n')
	}
	return out.w.Flush()
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// decimalOf returns the number whose digits are the columns.
func decimalOf(columns []int32) (n int64) {
	for _, digit := range columns {
		n = n*10 + int64(digit)
	}
	return n
}

// ReadNumeric reads the numeric form. Numbers below 10000 are pieces; 0 is read as the place-holder of a line that has
// ended, and any negative number as that of one not computed. Any characters but digits and minus signs separate
// numbers. The error is that of r, or an *Error.
func ReadNumeric(r io.Reader, rules movegen.Rules) (*Tree, error) {
	in := numberReader{r: bufio.NewReader(r)}
	reader := rowReader{rules: rules}
	for {
		n, ok, err := in.next()
		if err != nil {
			return nil, err
		}
		if !ok {
			return reader.finish()
		}
		if err := reader.addNumber(n); err != nil {
			return nil, err
		}
	}
}

// addNumber takes the next number of the numeric form.
func (r *rowReader) addNumber(n int64) error {
	if n > 0 && n < 10000 && r.assembler == nil {
		var row Row
		digitsInto(row[typeColumn:parentColumn], n)
		return r.place(&row)
	}
	if r.assembler == nil {
		if err := r.begin(); err != nil {
			return err
		}
	}
	text := fmt.Sprint(n)
	switch {
	case n < 0:
		e := entry{kind: missingEntry, count: 1}
		if n == -1e7 || n == -1e7-1 {
			e.color, e.colorKnown = movegen.Color(-n&1), true
		}
		return r.assembler.add(e, text)
	case n == 0:
		return r.assembler.add(entry{kind: endedEntry, count: 1}, text)
	case n < 10000:
		r.index++
		return r.fault(errSyntax, text, "a move: the pieces come before all moves")
	}
	var row Row
	digitsInto(row[capturedColumn:parentColumn], n%1e7)
	row[repliesColumn] = int32(min(n/1e7, MaxReplies+1))
	e, expected := entryOf(&row)
	if expected != "" {
		r.index++
		return r.fault(errSyntax, text, expected)
	}
	return r.assembler.add(e, text)
}

// digitsInto is the inverse of decimalOf.
func digitsInto(columns []int32, n int64) {
	for i := len(columns) - 1; i >= 0; i-- {
		columns[i], n = int32(n%10), n/10
	}
}

// WriteTable writes the rows of Table as text, one "[…]," a line within brackets: JSON.
// The error is that of w, or wraps errPass.
func WriteTable(w io.Writer, t *Tree) error {
	rows, err := Table(t)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	for i, row := range rows {
		text := fmt.Appendf(nil, ",\n[%d", row[0])
		if i == 0 {
			text[0] = '['
		}
		for _, n := range row[1:] {
			text = fmt.Appendf(text, ",%d", n)
		}
		out.Write(append(text, ']'))
	}
	out.WriteString("\n]\n")
	return out.Flush()
}

// ReadTable reads a table as WriteTable writes it; only the numbers count. The error is that of r, or an *Error.
func ReadTable(r io.Reader, rules movegen.Rules) (*Tree, error) {
	in := numberReader{r: bufio.NewReader(r)}
	var rows []Row
	var row Row
	for i := 0; ; i++ {
		n, ok, err := in.next()
		if err != nil {
			return nil, err
		}
		if !ok && i%len(row) != 0 {
			return nil, &Error{Err: errSyntax, Text: fmt.Sprint(row[:i%len(row)]),
				Expected: errors.New("ten integers per row")}
		}
		if !ok {
			return fromTable(rows, rules)
		}
		row[i%len(row)] = int32(max(min(n, 1<<31-1), -1<<31))
		if i%len(row) == len(row)-1 {
			rows = append(rows, row)
		}
	}
}

// numberReader reads whole numbers, with any text between them.
type numberReader struct{ r *bufio.Reader }

// next returns the next number, cut to some 17 digits; ok is false at the end.
func (in numberReader) next() (n int64, ok bool, err error) {
	negative := false
	for {
		b, err := in.r.ReadByte()
		if err == io.EOF && ok {
			break
		}
		if err == io.EOF {
			return 0, false, nil
		}
		if err != nil {
			return 0, false, err
		}
		switch {
		case b >= '0' && b <= '9':
			if ok = true; n < 1e16 {
				n = n*10 + int64(b-'0')
			}
			continue
		case ok:
			if err := in.r.UnreadByte(); err != nil {
				return 0, false, err
			}
		default:
			negative = b == '-'
			continue
		}
		break
	}
	if negative {
		n = -n
	}
	return n, true, nil
}
