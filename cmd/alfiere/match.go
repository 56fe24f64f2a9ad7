package main

import (
	"alfiere/cmd/internal/session"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
	"alfiere/protocol/client/inprocess"
)

// ownContestant returns the engine of this process as a player.
func ownContestant(settings []client.Setting) (name string, open func() arena.Player) {
	resources := session.MachineResources()
	own := inprocess.Program{Name: resources.Title, Settings: settings, Resources: resources, Searcher: newSearcher}
	return own.Name, func() arena.Player { return own.Open() }
}
