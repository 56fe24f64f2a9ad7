package api

import (
	"context"

	"alfiere/protocol"
)

// About is the answer to "about".
type About struct {
	Program string   `json:"program"` // name and version
	API     int      `json:"api"`     // Version
	Methods []string `json:"methods"`
}

func (s *Service) about(context.Context, *Asked, Emit) (any, error) {
	return About{Program: protocol.Title, API: Version, Methods: s.names}, nil
}
