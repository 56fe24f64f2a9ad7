package xboard_test

import (
	"testing"

	"alfiere/internal/testing/protocoltest"
	"alfiere/protocol/xboard"
)

func TestTranscripts(t *testing.T) { protocoltest.Transcripts(t, xboard.Serve) }
