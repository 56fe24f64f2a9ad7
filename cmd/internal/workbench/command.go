// Package workbench is the subcommand web of the laboratory: the workbench as a page that
// this program serves, and what only a server can answer for it.
package workbench

import (
	"bytes"
	"context"
	"crypto/tls"
	"flag"
	"fmt"
	"net"
	"os"
	"runtime"
	"strings"
	"time"

	"alfiere/internal/cli"
	"alfiere/workbench/api"
	"alfiere/workbench/collection"
	"alfiere/workbench/server"
)

// usualAddress is where the workbench listens if nothing is said and nobody else does: what a
// browser keeps for a page, it keeps by address.
const usualAddress = "127.0.0.1:8564"

// Command returns the row of the subcommand web.
func Command() cli.Command {
	return cli.Command{Name: "web", Define: define,
		Args:    "[--listen HOST:PORT] [--collection FILE] [--laboratory FOLDER] [--threads N] [--open] [flags]",
		Summary: "Serve the workbench, a page for composers, solvers and players, to the browsers of this machine.",
		Example: "--collection problems.db"}
}

// options are what the flags say.
type options struct {
	listen       string
	collection   string // file of the collection of problems; "" for none
	laboratory   string // folder that experiments write to; "" for none
	pocket       string // folder of a page in the pocket; "" for none
	passwordFile string
	cert, key    string
	names        string
	threads      int
	open         bool
}

func define(flags *flag.FlagSet) cli.Run {
	var o options
	flags.StringVar(&o.listen, "listen", "",
		"`address` to listen at (default "+usualAddress+", or a free port if that is taken); "+
			"beyond this machine only with --password-file")
	flags.StringVar(&o.collection, "collection", "",
		"`file` of a collection of problems, as alfiere-lab problems keeps them; it is made if it is not there")
	flags.StringVar(&o.laboratory, "laboratory", "",
		"`folder` of the laboratory: what experiments write there, games (.pgn), figures (.json), "+
			"pictures (.svg, .png), texts (.txt) and stores (.db), is shown,\n"+
			"and the page begins experiments on its suites and stores; no other file is read or written")
	flags.StringVar(&o.pocket, "pocket", "",
		"`folder` that alfiere-pocket wrote: browsers keep the page, which then solves without this program, too")
	flags.IntVar(&o.threads, "threads", 0, "analyses and searches at once; others wait (default: one a core)")
	flags.StringVar(&o.passwordFile, "password-file", "",
		"`file` whose first line is the password that browsers ask for, under any user's name")
	flags.StringVar(&o.cert, "cert", "", "`file` of a TLS certificate, to be reached by https; needs --key")
	flags.StringVar(&o.key, "key", "", "`file` of the certificate's key")
	flags.StringVar(&o.names, "names", "",
		"`NAME,…` by which browsers call this machine, besides its own name, localhost and addresses")
	flags.BoolVar(&o.open, "open", false, "open the page in the browser")
	return func(args []string, std cli.Streams) error {
		if len(args) > 0 {
			return cli.Usagef("unexpected argument %q", args[0])
		}
		if o.threads < 0 || o.threads > 1024 {
			return cli.Usagef("--threads: from 1 to 1024")
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
	threads := o.threads
	if threads == 0 {
		threads = runtime.NumCPU()
	}
	service, err := api.New(threads, maxWaiting, methods...)
	if err != nil {
		return err
	}
	service.Longest, service.Reader = longest, collection.ReadProblems
	if folder != nil {
		folder.Connect(service, threads)
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
			fmt.Fprintln(std.Err, "no browser could be begun:", err)
		}
	}
	return serving.Serve(ctx)
}

// settings are those of the server, by the flags and the files that they name.
func (o *options) settings(std cli.Streams) (*server.Settings, error) {
	if (o.cert == "") != (o.key == "") {
		return nil, cli.Usagef("--cert and --key belong together")
	}
	s := &server.Settings{Listen: usualAddress, Tell: func(text string) { fmt.Fprintln(std.Err, strings.TrimSpace(text)) }}
	if o.listen != "" {
		if _, _, err := net.SplitHostPort(o.listen); err != nil {
			return nil, cli.Usagef("--listen: %v", err)
		}
		s.Listen = o.listen
	}
	if o.cert != "" {
		pair, err := tls.LoadX509KeyPair(o.cert, o.key)
		if err != nil {
			return nil, err
		}
		s.TLS = &pair
	}
	if o.passwordFile != "" {
		text, err := os.ReadFile(o.passwordFile)
		if err != nil {
			return nil, err
		}
		line, _, _ := bytes.Cut(text, []byte("\n"))
		if s.Password = strings.TrimSuffix(string(line), "\r"); s.Password == "" {
			return nil, fmt.Errorf("%s: its first line is empty", o.passwordFile)
		}
		if name, err := os.Hostname(); err == nil { // who asks by it needs the password
			s.Names = append(s.Names, name, name+".local")
		}
	}
	if o.names != "" {
		s.Names = append(s.Names, strings.Split(o.names, ",")...)
	}
	return s, nil
}
