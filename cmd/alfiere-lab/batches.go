package main

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"alfiere/cmd/internal/operation"
	"alfiere/council/broker/natsnet"
	"alfiere/internal/cli"
)

// defineBatches defines the command that lists and controls the batches of tasks at a broker.
func defineBatches(flags *flag.FlagSet) cli.Run {
	var c client
	ids := map[natsnet.Order]*string{
		natsnet.Pause:  flags.String("pause", "", "begin no new tasks of batch `ID`; running tasks end"),
		natsnet.Resume: flags.String("resume", "", "begin tasks of batch `ID` again"),
		natsnet.Cancel: flags.String("cancel", "", "end the program of batch `ID`; it keeps the results it has"),
	}
	c.define(flags)
	return func(args []string, std cli.Streams) error {
		if len(args) > 0 {
			return cli.Usagef("unexpected argument %q", args[0])
		}
		var order natsnet.Order
		for o, id := range ids {
			switch {
			case *id == "":
			case order != "":
				return cli.Usagef("--pause, --resume and --cancel exclude each other")
			default:
				order = o
			}
		}
		log := c.log.Open(std, "batches", "")
		defer log.Close()
		connection, err := c.connect("alfiere-lab batches", log)
		if err != nil {
			return err
		}
		defer connection.Close()
		workers, batches, err := connection.Ask(context.Background(), statusGather)
		if err != nil {
			return err
		}
		if order == "" {
			return (&operation.Status{Workers: workers, Batches: batches}).WriteBatches(std.Out)
		}
		id, err := findBatch(batches, *ids[order])
		if err != nil {
			return err
		}
		return natsnet.Command(connection, id, order)
	}
}

// findBatch returns the ID that begins with the text.
func findBatch(batches []natsnet.Batch, text string) (id string, err error) {
	for i := range batches {
		if strings.HasPrefix(batches[i].ID, text) {
			if id != "" {
				return "", fmt.Errorf("%s is the beginning of several IDs: %s and %s", text, id, batches[i].ID)
			}
			id = batches[i].ID
		}
	}
	if id == "" {
		return "", fmt.Errorf("there is no batch %s; 'alfiere-lab batches' lists all", text)
	}
	return id, nil
}
