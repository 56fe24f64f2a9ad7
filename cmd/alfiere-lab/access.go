package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"time"

	"alfiere/cmd/internal/cli"
	"alfiere/search/consult/broker/natsnet"
)

// usualBroker is where a broker listens if nothing is said.
const usualBroker = "nats://127.0.0.1:4222"

// access are the flags that say who one is. Secrets are in files: everybody on a machine can
// read the command lines of its processes.
type access struct {
	user, passwordFile, tokenFile string
	credentials, ca, cert, key    string
}

func (a *access) define(flags *flag.FlagSet) {
	flags.StringVar(&a.user, "user", "", "`name` of the user at the broker; needs --password-file")
	flags.StringVar(&a.passwordFile, "password-file", "", "`file` whose first line is the user's password")
	flags.StringVar(&a.tokenFile, "token-file", "", "`file` whose first line is the token that all have in common")
	flags.StringVar(&a.cert, "cert", "", "`file` of the own TLS certificate; needs --key")
	flags.StringVar(&a.key, "key", "", "`file` of the certificate's key")
}

// read reads the files of secrets.
func (a *access) read() (read natsnet.Access, err error) {
	if (a.user == "") != (a.passwordFile == "") {
		return read, cli.Usagef("--user and --password-file belong together")
	}
	if (a.cert == "") != (a.key == "") {
		return read, cli.Usagef("--cert and --key belong together")
	}
	if a.user != "" && a.tokenFile != "" {
		return read, cli.Usagef("a broker has users or a token, not both")
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

// client are the flags of those who connect to a broker.
type client struct {
	access
	url  string
	wait time.Duration
}

func (c *client) define(flags *flag.FlagSet) {
	flags.StringVar(&c.url, "broker", usualBroker, "`URL` of the broker: nats://HOST:PORT, or tls://HOST:PORT")
	cli.SecondsVar(flags, &c.wait, "wait", "`seconds` for which to try again if there is no broker yet")
	c.access.define(flags)
	flags.StringVar(&c.credentials, "creds", "", "`file` of NATS's credentials, in place of a user or token")
	flags.StringVar(&c.ca, "ca", "", "`file` of the certificates by which the broker's is judged, in place of the system's")
}

// connect connects to the broker, as soon as there is one.
func (c *client) connect(name string, log *journal) (*natsnet.Connection, error) {
	access, err := c.read()
	if err != nil {
		return nil, err
	}
	for end := time.Now().Add(c.wait); ; time.Sleep(200 * time.Millisecond) {
		connection, err := natsnet.Connect(c.url, name, &access, log.tell)
		if err == nil || time.Now().After(end) {
			return connection, err
		}
	}
}
