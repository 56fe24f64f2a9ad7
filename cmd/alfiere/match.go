package main

import (
	"alfiere/cmd/internal/session"
	"alfiere/protocol"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
	"alfiere/protocol/client/inprocess"
)

// ownContestant makes the engine of this process a player.
func ownContestant(settings []client.Setting) (name string, open func() arena.Player) {
	own := inprocess.Program{Name: protocol.Title, Settings: settings, Resources: session.MachineResources(),
		Searcher: newSearcher}
	return own.Name, func() arena.Player { return own.Open() }
}
