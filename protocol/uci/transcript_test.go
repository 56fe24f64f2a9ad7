package uci_test

import (
	"testing"

	"alfiere/protocol/protocoltest"
	"alfiere/protocol/uci"
)

func TestTranscripts(t *testing.T) { protocoltest.Transcripts(t, uci.Serve) }
