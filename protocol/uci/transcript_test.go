package uci_test

import (
	"testing"

	"alfiere/internal/testing/protocoltest"
	"alfiere/protocol/uci"
)

func TestTranscripts(t *testing.T) { protocoltest.Transcripts(t, uci.Serve) }
