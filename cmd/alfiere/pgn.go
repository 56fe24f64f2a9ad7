package main

import (
	"alfiere/cmd/internal/cli"
)

// pgnParts is the table of what can be done with files of games.
func pgnParts() []cli.Command {
	return []cli.Command{
		{Name: "check", Args: "[FILE…|-]", Define: definePGNCheck,
			Summary: "Read all of the games and say where they are at fault.",
			Example: "games.pgn"},
		{Name: "list", Args: "[FILE…|-]", Define: definePGNList,
			Summary: "List the games, one a line.",
			Example: "games.pgn"},
		{Name: "filter", Args: "[--position FEN] [--player NAME] [--result R] [--tag NAME=VALUE] [--out FILE] [FILE…|-]", Define: definePGNFilter,
			Summary: "Write the games that have all that is asked for.",
			Example: "--player anderssen --result 1-0 games.pgn"},
		{Name: "convert", Args: "[--from LANGUAGE] [--to LANGUAGE] [--plain] [--out FILE] [FILE…|-]", Define: definePGNConvert,
			Summary: "Write the games in the export format, or with other piece letters.",
			Example: "--to italian games.pgn"},
		{Name: "annotate", Args: "[--nodes N] [--time SECONDS] [--depth D] [--new] [--out FILE] [FILE…|-]", Define: definePGNAnnotate,
			Summary: "Add scores, mark mistakes and show what was better.",
			Example: "--nodes 1000 games.pgn"},
		{Name: "epd", Args: "[--all] [--ply N] [--out FILE] [FILE…|-]", Define: definePGNEPD,
			Summary: "Write positions of the games as EPD: the final ones, all, or those after N half-moves.",
			Example: "--ply 8 games.pgn"},
	}
}
