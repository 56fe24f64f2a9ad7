package main

import (
	"testing"

	"alfiere/internal/testing/protocoltest"
)

func TestSessions(t *testing.T) { protocoltest.CommandLines(t, "alfiere", run) }
