package api

import (
	"context"

	"alfiere/protocol"
)

// about is the answer to "about".
type about struct {
	Program string   `json:"program"` // name and version
	API     int      `json:"api"`     // Version
	Methods []string `json:"methods"`
}

func (s *Service) about(context.Context, *Asked, Emit) (any, error) {
	return about{Program: protocol.Title, API: Version, Methods: s.names}, nil
}
