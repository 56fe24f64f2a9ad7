package conformance

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Time limits of a handshake. XBoard waits two seconds for features, and an hour
// if the engine asks for time with done=0.
const (
	introductionLimit = 10 * time.Second
	readinessLimit    = 20 * time.Second
	featureLimit      = 2 * time.Second
	doneLimit         = 60 * time.Second
)

var (
	uciOK   = regexp.MustCompile(`^uciok\s*$`)
	readyOK = regexp.MustCompile(`^readyok\s*$`)
)

// shakeHands does a GUI's part before its first command, and skips the case if the engine lacks a
// needed feature.
func (s *session) shakeHands(ctx context.Context, needs []*regexp.Regexp) error {
	introduce := s.introduceUCI
	if s.protocol == xboard {
		introduce = s.introduceXboard
	}
	if err := introduce(ctx); err != nil {
		return fmt.Errorf("in the handshake: %w", err)
	}
	lines := s.transcript.heard(0)
	for _, pattern := range needs {
		if never(pattern)(lines) == nil {
			return omission("the engine does not offer " + pattern.String())
		}
	}
	s.next = len(s.transcript.Entries)
	return nil
}

func (s *session) introduceUCI(ctx context.Context) error {
	if err := s.write(ctx, "uci\n"); err != nil {
		return err
	}
	if err := s.await(ctx, introductionLimit, uciOK); err != nil {
		return err
	}
	if err := s.write(ctx, "isready\n"); err != nil {
		return err
	}
	return s.await(ctx, readinessLimit, readyOK)
}

// introduceXboard accepts every feature but SAN, which the cases do not write. An
// engine without features is one of protocol 1.
func (s *session) introduceXboard(ctx context.Context) error {
	if err := s.write(ctx, "xboard\nprotover 2\n"); err != nil {
		return err
	}
	s.features = map[string]string{}
	limit := s.scaled(featureLimit)
	for seen := 0; s.features["done"] != "1"; {
		for ; seen < len(s.transcript.Entries); seen++ {
			if err := s.takeFeatures(ctx, s.transcript.Entries[seen]); err != nil {
				return err
			}
		}
		if s.features["done"] == "0" {
			limit = s.scaled(doneLimit)
		}
		if s.features["done"] == "1" {
			break
		}
		err := s.listen(ctx, time.After(time.Until(s.transcript.start.Add(limit))))
		if errors.Is(err, errOverdue) {
			return nil
		} else if err != nil {
			return s.explain(err)
		}
	}
	return nil
}

// takeFeatures notes the features of a line and answers each. A check reports malformed ones.
func (s *session) takeFeatures(ctx context.Context, e entry) error {
	if e.Sent {
		return nil
	}
	settings, _ := parseFeatures(e.Text)
	var answers strings.Builder
	for _, f := range settings {
		if f.name == "san" && f.value == "1" {
			answers.WriteString("rejected san\n")
			continue
		}
		s.features[f.name] = f.value
		answers.WriteString("accepted " + f.name + "\n")
	}
	if answers.Len() == 0 {
		return nil
	}
	return s.write(ctx, answers.String())
}

// gates are the commands that XBoard sends only if a feature is 1, with the value
// that the feature has if the engine does not set it.
var gates = map[string]struct{ feature, preset string }{
	"analyze":   {"analyze", "1"},
	"black":     {"colors", "1"},
	"cores":     {"smp", "0"},
	"draw":      {"draw", "1"},
	"exclude":   {"exclude", "0"},
	"ics":       {"ics", "0"},
	"include":   {"exclude", "0"},
	"memory":    {"memory", "0"},
	"name":      {"name", "0"},
	"nps":       {"nps", "0"},
	"otim":      {"time", "1"},
	"pause":     {"pause", "0"},
	"ping":      {"ping", "0"},
	"playother": {"playother", "0"},
	"setboard":  {"setboard", "0"},
	"time":      {"time", "1"},
	"white":     {"colors", "1"},
}

// permit skips the case if a GUI would not send this line to this engine.
func (s *session) permit(line string) error {
	word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	gate, gated := gates[word]
	if !gated || s.features == nil {
		return nil
	}
	return s.permitFeature(gate.feature, gate.preset)
}

// permitFeature skips the case unless the feature is 1.
func (s *session) permitFeature(name, preset string) error {
	value, set := s.features[name]
	if !set {
		value = preset
	}
	if value != "1" {
		return omission("the engine has feature " + name + "=" + value)
	}
	return nil
}
