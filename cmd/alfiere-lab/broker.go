package main

import (
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"alfiere/council/broker/natsnet"
	"alfiere/internal/cli"
)

// defineBroker defines the command that runs a message broker.
func defineBroker(flags *pflag.FlagSet) cli.Run {
	var a access
	var settings natsnet.Settings
	flags.StringVar(&settings.Listen, "listen", "",
		"`address` to listen on (default 127.0.0.1:4222);\n"+
			"other than loopback only with a user, a token or --ca")
	flags.StringVar(&settings.Config, "config", "",
		"NATS configuration `file`, for accounts, credentials, a cluster or a\nmonitoring port; other flags override it")
	a.define(flags)
	var logged logFlags
	logged.Define(flags)
	flags.StringVar(&a.ca, "ca", "",
		"`file` of CA certificates; clients need a certificate from one of them;\nneeds --cert")
	return func(args []string, std cli.Streams) (err error) {
		if len(args) > 0 {
			return cli.Usagef("unexpected argument %q", args[0])
		}
		if a.ca != "" && a.cert == "" {
			return cli.Usagef("--ca needs --cert and --key")
		}
		if settings.Access, err = a.read(); err != nil {
			return err
		}
		ctx, stop := cli.Interrupts()
		defer stop()
		log := logged.Open(std, "broker", "")
		defer log.Close()
		if settings.Config == "" {
			if settings.Folder, err = os.MkdirTemp("", "alfiere-broker-"); err != nil {
				log.Warn(fmt.Sprintf("this broker distributes no tasks: %v", err))
			} else {
				defer os.RemoveAll(settings.Folder)
			}
		}
		server, err := natsnet.Listen(&settings, log.Warn)
		if err != nil {
			return err
		}
		defer server.Close()
		if _, err := fmt.Fprintln(std.Out, server.URL()); err != nil {
			return err
		}
		<-ctx.Done()
		return nil
	}
}
