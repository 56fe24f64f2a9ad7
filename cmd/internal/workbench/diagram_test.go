package workbench

import (
	"bytes"
	"errors"
	"testing"

	"alfiere/workbench/api"
)

func TestDiagramsArePrintedAsPDF(t *testing.T) {
	s, err := api.New(1, 0, diagramMethod())
	if err != nil {
		t.Fatal(err)
	}
	sizes := map[string]int{}
	for _, fields := range []string{``, `,"form":"pdf","marks":["d5","d6"],"author":"Żak"`, `,"solution":true,"language":"it"`} {
		answer, err := s.Do(t.Context(), "diagram/pdf", []byte(`{"position":"8/8/8/3K4/8/5nP1/5Q1b/5N1k"`+fields+`}`), func(string, any) {})
		if err != nil {
			t.Fatalf("%s: %v", fields, err)
		}
		file := answer.(document)
		if file.Type != "application/pdf" || !bytes.HasPrefix(file.Data, []byte("%PDF-")) || !bytes.Contains(file.Data, []byte("%%EOF")) {
			t.Errorf("%s: %.100q", fields, file.Data)
		}
		sizes[fields] = len(file.Data)
	}
	if len(sizes) != 3 || sizes[``] == sizes[`,"solution":true,"language":"it"`] {
		t.Errorf("the files have %v bytes", sizes)
	}
	var fault *api.Fault
	if _, err := s.Do(t.Context(), "diagram/pdf", []byte(`{"position":"8/8/8/8","form":"svg"}`), func(string, any) {}); !errors.As(err, &fault) || fault.Field != "form" {
		t.Errorf("%#v", err)
	}
}
