// Package workbench is the subcommand web of the laboratory: the workbench as a page that
// this program serves, and what only a server can answer for it.
package workbench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	commands "alfiere/cmd/internal/laboratory"
	"alfiere/cmd/internal/tournament"
	"alfiere/internal/cli"
	"alfiere/problem/database"
	"alfiere/protocol/client/arena"
	"alfiere/workbench/api"
	"alfiere/workbench/collection"
	"alfiere/workbench/laboratory"
	"alfiere/workbench/server"
)

// usualAddress is where the workbench listens if nothing is said and nobody else does: what a
// browser keeps for a page, it keeps by address.
const usualAddress = "127.0.0.1:8564"

// Command returns the row of the subcommand web.
func Command() *cobra.Command {
	return cli.With(&cobra.Command{Use: "web [--listen HOST:PORT] [--collection FILE] [--laboratory " +
		"FOLDER] [--threads N] [--open] [flags]",
		Short:   "Serve the workbench, a page for composers, solvers and players, to the browsers of this machine.",
		Example: "alfiere-lab web --collection problems.db"}, define)
}

// options are what the flags say.
type options struct {
	listen     string
	collection string // file of the collection of problems; "" for none
	laboratory string // folder that experiments write to; "" for none
	pocket     string // folder of a page in the pocket; "" for none
	threads    int
	open       bool
}

func define(flags *pflag.FlagSet) cli.Run {
	var o options
	flags.StringVar(&o.listen, "listen", "",
		"loopback `address` to listen at (default: "+usualAddress+", or a free port if that is taken)")
	flags.StringVar(&o.collection, "collection", "",
		"`file` of a collection of problems, see alfiere-lab problems; created if missing")
	flags.StringVar(&o.laboratory, "laboratory", "",
		"`folder` of the laboratory: the page shows its games (.pgn), figures (.json), pictures (.svg, .png), "+
			"texts (.txt) and stores (.db); it uses no other files and writes none")
	flags.StringVar(&o.pocket, "pocket", "",
		"`folder` written by alfiere-pocket: browsers keep the page, which then also solves without this program")
	flags.IntVar(&o.threads, "threads", 0, "number of analyses and searches at once; others wait (default: one per core)")
	flags.BoolVar(&o.open, "open", false, "open the page in the browser")
	return func(args []string, std cli.Streams) error {
		if len(args) > 0 {
			return cli.Usagef("unexpected argument %q", args[0])
		}
		if o.threads < 0 || o.threads > 1024 {
			return cli.Usagef("--threads must be from 1 to 1024")
		}
		ctx, stop := cli.Interrupts()
		defer stop()
		return o.serve(ctx, std)
	}
}

// maxWaiting is how many analyses may wait for a core.
const maxWaiting = 256

// longest is how long one analysis or search may work.
const longest = 20 * time.Minute

// serve serves until the context ends.
func (o *options) serve(ctx context.Context, std cli.Streams) error {
	settings, err := o.settings(std)
	if err != nil {
		return err
	}
	files, err := pageFiles(o.pocket)
	if err != nil {
		return err
	}
	methods, folder, closeMethods, err := openMethods(o.collection, o.laboratory)
	if err != nil {
		return err
	}
	defer closeMethods()
	service, err := api.New(cmp.Or(o.threads, runtime.NumCPU()), maxWaiting, methods...)
	if err != nil {
		return err
	}
	service.Longest, service.Reader = longest, collection.ReadProblems
	if folder != nil {
		if n := folder.Former(); n > 0 {
			fmt.Fprintf(std.Err, "%s: unfinished experiments that the page of version 2.0 started: %d; this version "+
				"cannot resume them there, but the page shows their commands\n", o.laboratory, n)
		}
	}
	serving, err := server.Listen(*settings, service, files)
	if o.listen == "" && err != nil { // probably another workbench has that address
		settings.Listen = "127.0.0.1:0"
		serving, err = server.Listen(*settings, service, files)
	}
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(std.Out, serving.URL()); err != nil {
		_ = serving.Close()
		return err
	}
	if o.open {
		if err := openBrowser(serving.URL()); err != nil {
			fmt.Fprintln(std.Err, "no browser could be started:", err)
		}
	}
	return serving.Serve(ctx)
}

// settings are those of the server.
func (o *options) settings(std cli.Streams) (*server.Settings, error) {
	s := &server.Settings{Listen: usualAddress, Tell: func(text string) { fmt.Fprintln(std.Err, strings.TrimSpace(text)) }}
	if o.listen == "" {
		return s, nil
	}
	host, port, err := net.SplitHostPort(o.listen)
	if err != nil {
		return nil, cli.Usagef("--listen: %v", err)
	}
	if !server.Loopback(host) {
		if number, err := strconv.ParseUint(port, 10, 16); err != nil || number == 0 {
			_, port, _ = net.SplitHostPort(usualAddress)
		}
		return nil, cli.Usagef("--listen %q: expected localhost or an address such as 127.0.0.1, because the page is served "+
			"to this machine only. On another machine run \"ssh -L %s:127.0.0.1:%[2]s HOST\" and open "+
			"http://127.0.0.1:%[2]s/ "+
			"there, or put the page that alfiere-pocket writes on a web server", o.listen, port)
	}
	s.Listen = o.listen
	return s, nil
}

// openBrowser has the system open an address, and does not wait for what it opens.
func openBrowser(url string) error {
	words := []string{"xdg-open", url}
	switch runtime.GOOS {
	case "darwin":
		words[0] = "open"
	case "windows":
		words = []string{"rundll32", "url.dll,FileProtocolHandler", url}
	}
	command := exec.Command(words[0], words[1:]...)
	if err := command.Start(); err != nil {
		return err
	}
	go func() { _ = command.Wait() }() // so that the system forgets it when it ends
	return nil
}

// openMethods returns the methods that only a server has, on the file of a collection and the folder
// of a laboratory if they are given; folder is nil without a laboratory, and close ends what they hold.
func openMethods(file, path string) (methods []api.Method, folder *laboratory.Folder, close func(), err error) {
	var opened []io.Closer
	close = func() {
		for _, o := range opened {
			_ = o.Close()
		}
	}
	if file != "" {
		db, err := database.OpenOrCreate(file)
		if errors.Is(err, database.ErrReadOnly) {
			db, err = database.Open(file, database.ReadOnly)
		}
		if err != nil {
			return nil, nil, nil, err
		}
		opened, methods = append(opened, db), collection.Methods(db)
	}
	if path == "" {
		return methods, nil, close, nil
	}
	if folder, err = openLaboratory(path); err != nil {
		close()
		return nil, nil, nil, err
	}
	opened = append(opened, folder)
	return append(methods, folder.Methods()...), folder, close, nil
}

// openLaboratory opens a folder with the experiments of alfiere-lab.
func openLaboratory(path string) (*laboratory.Folder, error) {
	return laboratory.Open(path, laboratory.Commands{Holdings: commands.Holdings,
		Course: func(players []string, games []arena.Game) any { return tournament.CourseOf(players, games) }})
}
