package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"alfiere/council/broker/natsnet"
	"alfiere/internal/cli"
	"alfiere/internal/work"
)

// defineBroker defines the command that runs a message broker.
func defineBroker(flags *pflag.FlagSet) cli.Run {
	var a access
	var settings natsnet.Settings
	flags.StringVar(&settings.Listen, "listen", "",
		"`address` to listen on (default 127.0.0.1:4222); "+
			"other than loopback only with a user, a token or --ca")
	flags.StringVar(&settings.Config, "config", "",
		"NATS configuration `file`, for accounts, credentials, a cluster or a monitoring port; other flags override it")
	a.define(flags)
	var logged logFlags
	logged.Define(flags)
	flags.StringVar(&a.ca, "ca", "",
		"`file` of CA certificates; clients need a certificate from one of them; needs --cert")
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

// defaultBroker is the URL of a broker with default settings.
const defaultBroker = "nats://127.0.0.1:4222"

// access are the flags for authentication. Secrets are in files, because every user of a machine can read the command
// lines of its processes.
type access struct {
	user, passwordFile, tokenFile string
	credentials, ca, cert, key    string
}

// define defines the flags.
func (a *access) define(flags *pflag.FlagSet) {
	flags.StringVar(&a.user, "user", "", "user `name` at the broker; needs --password-file")
	flags.StringVar(&a.passwordFile, "password-file", "", "`file` whose first line is the user's password")
	flags.StringVar(&a.tokenFile, "token-file", "", "`file` whose first line is the shared token")
	flags.StringVar(&a.cert, "cert", "", "`file` of this program's TLS certificate; needs --key")
	flags.StringVar(&a.key, "key", "", "`file` of the certificate's key")
}

// read checks the flags and reads the files of secrets.
func (a *access) read() (read natsnet.Access, err error) {
	switch {
	case (a.user == "") != (a.passwordFile == ""):
		return read, cli.Usagef("--user and --password-file belong together")
	case (a.cert == "") != (a.key == ""):
		return read, cli.Usagef("--cert and --key belong together")
	case a.user != "" && a.tokenFile != "":
		return read, cli.Usagef("--user and --token-file exclude each other")
	}
	read = natsnet.Access{User: a.user, Credentials: a.credentials, CA: a.ca, Cert: a.cert, Key: a.key}
	if a.passwordFile != "" {
		read.Password, err = readSecret(a.passwordFile)
	}
	if a.tokenFile != "" {
		read.Token, err = readSecret(a.tokenFile)
	}
	return read, err
}

// readSecret returns the first line of a file.
func readSecret(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	line = bytes.TrimSuffix(line, []byte("\r"))
	if len(line) == 0 {
		return "", fmt.Errorf("%s: its first line is empty", path)
	}
	return string(line), nil
}

// client are the flags of programs that connect to a broker.
type client struct {
	access
	url  string
	wait time.Duration
	log  logFlags
}

// define defines the flags.
func (c *client) define(flags *pflag.FlagSet) {
	flags.StringVar(&c.url, "broker", defaultBroker,
		"broker `URL`: nats://HOST:PORT or tls://HOST:PORT; comma-separated URLs for a cluster")
	cli.SecondsVar(flags, &c.wait, "wait", "retry for this number of `seconds` if there is no broker yet")
	c.access.define(flags)
	c.log.Define(flags)
	flags.StringVar(&c.credentials, "creds", "", "`file` of NATS credentials, instead of a user or token")
	flags.StringVar(&c.ca, "ca", "", "`file` of CA certificates to verify the broker (default: system CAs)")
}

// storage is where the broker keeps the queue, memory or file; empty is memory.
type storage string

// define defines the flag.
func (s *storage) define(flags *pflag.FlagSet) {
	flags.Func("storage", "`place` of the task queue, if this program creates it: memory or file (default: memory)",
		oneOf((*string)(s), "memory", "file"))
	cli.Complete(flags, "storage", "memory", "file")
}

// queue returns a queue that distributes tasks of the kinds.
func (s *storage) queue(c *natsnet.Connection, name string, kinds []work.Kind, log *Log) *natsnet.Queue {
	return &natsnet.Queue{Connection: c, Name: name, Kinds: kinds, Durable: *s == "file",
		Tell: log.Tell, Trace: log.Task}
}

// checkURL returns the error in the URLs of a broker. A scheme is required because it selects TLS.
func checkURL(urls string) error {
	for url := range strings.SplitSeq(urls, ",") {
		scheme, rest, found := strings.Cut(strings.TrimSpace(url), "://")
		switch shown := natsnet.Redact(url); {
		case !found:
			return cli.Usagef("--broker: %q has no scheme; write nats://%s, or tls://%s with TLS", shown, shown, shown)
		case scheme != "nats" && scheme != "tls":
			return cli.Usagef("--broker: %q must begin with nats:// or tls://", shown)
		case rest == "":
			return cli.Usagef("--broker: %q has no host", shown)
		}
	}
	return nil
}

// connect connects to the broker, and retries for the time of --wait if there is none.
func (c *client) connect(name string, log *Log) (*natsnet.Connection, error) {
	if err := checkURL(c.url); err != nil {
		return nil, err
	}
	access, err := c.read()
	if err != nil {
		return nil, err
	}
	return natsnet.Connect(c.url, name, &access, c.wait, log.Warn)
}
