package workbench

import (
	"bytes"
	"context"

	"alfiere/problem/text/pdf"
	"alfiere/workbench/api"
)

// document is a file that is no text.
type document struct {
	Type string `json:"type"` // the media type
	Name string `json:"name"` // that the file could have
	Data []byte `json:"data"` // in base64
}

// diagramMethod is the row of the method that draws diagrams as PDF, for which the page in
// the pocket has no room.
func diagramMethod() api.Method {
	return api.Heavy(api.Define("diagram/pdf", "A diagram as PDF, with its solution if that is wanted.", drawPDF))
}

func drawPDF(ctx context.Context, asked *api.DiagramQuery, emit api.Emit) (any, error) {
	if asked.Form != "" && asked.Form != "pdf" {
		return nil, &api.Fault{Code: api.BadRequest, Message: "the form is pdf", Field: "form"}
	}
	d, err := asked.Read()
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	if asked.Solution {
		if err = d.Solve(ctx, emit); err != nil {
			return nil, err
		}
		err = writeSolved(&file, d)
	} else {
		_, err = pdf.WriteDiagram(&file, d.Document, d.Marks, d.Options.Language)
	}
	if err != nil {
		return nil, err
	}
	return document{Type: "application/pdf", Name: "diagram.pdf", Data: file.Bytes()}, nil
}

// writeSolved writes pages with the diagram and the solution below it, and the twins in turn.
func writeSolved(file *bytes.Buffer, d *api.Diagram) error {
	sheet, err := pdf.NewSheet(1)
	for _, one := range append([]*api.Diagram{d}, d.Twins...) {
		if err == nil {
			err = sheet.AddSolved(one.Document, one.Options)
		}
	}
	if err != nil {
		return err
	}
	return sheet.Write(file)
}
