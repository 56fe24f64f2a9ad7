package conformance

import (
	"context"
	"fmt"
	"regexp"
)

// protocol is a way to speak to an engine.
type protocol uint8

// The protocols.
const (
	uci    protocol = iota // Universal Chess Interface, April 2006
	xboard                 // Chess Engine Communication Protocol, versions 1 and 2
)

// protocols are all of them.
var protocols = [...]protocol{uci, xboard}

// String returns the name that data files and command lines use.
func (p protocol) String() string { return [...]string{"uci", "xboard"}[p&1] }

// parseProtocol is the inverse of String.
func parseProtocol(name string) (protocol, error) {
	for _, p := range protocols {
		if p.String() == name {
			return p, nil
		}
	}
	return 0, fmt.Errorf("unknown protocol %q: use uci or xboard", name)
}

// MarshalText returns the name, for JSON.
func (p protocol) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// Case is one rule and the conversation that shows whether an engine follows it. Cases come from
// Suite or Parse and do not change: a case may run several times at once.
type Case struct {
	ID       string // unique, such as uci.stop-at-once
	Protocol protocol
	Why      string // what goes wrong if the rule is broken
	Source   string // where the rule is written, or the client that needs it
	Place    string // of the case, as file:line

	cold  bool             // nothing is sent before the first step
	needs []*regexp.Regexp // each must match a line of the handshake, else the case is skipped
	steps []step
}

// action is the function of a step. Its error is a failure, an omission, or an error that prevents
// a verdict on the case.
type action func(ctx context.Context, s *session, a *arguments) error

type step struct {
	line      int
	do        action
	arguments arguments
}
