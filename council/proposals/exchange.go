package proposals

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// signedText is a fact with the signature of its engine.
type signedText struct {
	factText
	Signature string `json:"signature"`
}

// AppendLine appends a fact and the signature of its engine as a line of JSON for ReadLine.
func AppendLine(text []byte, signature string, f *Fact) ([]byte, error) {
	fact, err := f.text()
	if err != nil {
		return text, err
	}
	line, err := json.Marshal(&signedText{fact, signature})
	return append(append(text, line...), '\n'), err
}

// ReadLine reads a line that AppendLine has written. An unknown name is an error, because it might
// change the meaning.
func ReadLine(line []byte) (signature string, f Fact, err error) {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	var text signedText
	if err := decoder.Decode(&text); err != nil {
		return "", f, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return "", f, errors.New("extra data follows the object")
	}
	if !IsSignature(text.Signature) {
		return "", f, fmt.Errorf("%.20q is not an engine's signature", text.Signature)
	}
	f, err = text.fact()
	return text.Signature, f, err
}
