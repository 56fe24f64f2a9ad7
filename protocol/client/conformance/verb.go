package conformance

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// verb is a word that a step begins with.
type verb struct {
	name, arguments string // arguments is the form of the arguments; see readArguments
	do              action
	verify          func(a *arguments) error // checks arguments of this form; nil accepts all
}

// verbs is the table that the parser reads; docs/conformance.md explains each.
var verbs = []verb{
	{"send", "LINE", send, nil},
	{"move", "MOVE", sendMove, nil},
	{"raw", `"TEXT"`, sendText, nil},
	{"repeat", `N "TEXT"`, sendText, nil},
	{"defaults", "", sendDefaults, nil},
	{"pause", "MS", func(ctx context.Context, s *session, a *arguments) error { return s.pause(ctx, a.limit) }, nil},
	{"expect", "MS PATTERN", func(ctx context.Context, s *session, a *arguments) error {
		return s.await(ctx, a.limit, a.pattern)
	}, nil},
	{"quiet", "MS PATTERN", func(ctx context.Context, s *session, a *arguments) error {
		return s.quiet(ctx, a.limit, a.pattern)
	}, nil},
	{"never", "PATTERN", func(_ context.Context, s *session, a *arguments) error {
		return s.watch(never(a.pattern))
	}, nil},
	{"only", "PATTERN", func(_ context.Context, s *session, a *arguments) error { return s.watch(only(a.pattern)) }, nil},
	{"count", "N PATTERN", func(_ context.Context, s *session, a *arguments) error {
		return s.watch(exactly(a.count, a.pattern))
	}, nil},
	{"signal", "NAME", sendSignal, verifySignal},
	{"close", "", closeInput, nil},
	{"exit", "MS", func(ctx context.Context, s *session, a *arguments) error { return s.exit(ctx, a.limit) }, nil},
	{"check", "NAME", func(_ context.Context, s *session, a *arguments) error {
		s.checks = append(s.checks, a.check)
		return nil
	}, findCheck},
}

var (
	errArguments = errors.New("invalid arguments")
	errNoVerb    = errors.New("no such verb")
	errNoCheck   = errors.New("no such check")
)

// arguments are the arguments of a step's verb.
type arguments struct {
	count   int // 1 where the form has no N
	limit   time.Duration
	pattern *regexp.Regexp
	text    string
	check   check
}

// maxRepeated limits the bytes that one step sends.
const maxRepeated = 1 << 26

// readArguments reads arguments of a form: N is a number, MS milliseconds, PATTERN a regular
// expression and "TEXT" a quoted text to be sent N times; any other word is the whole text.
func readArguments(form, text string) (a arguments, err error) {
	a.count = 1
	for word := range strings.FieldsSeq(form) {
		first, rest, _ := strings.Cut(text, " ")
		switch word {
		case "N":
			if a.count, err = strconv.Atoi(first); err != nil || a.count < 0 {
				return a, errArguments
			}
		case "MS":
			n, err := strconv.Atoi(first)
			if err != nil || n <= 0 {
				return a, fmt.Errorf("%w: %q is not a number of milliseconds", errArguments, first)
			}
			a.limit = time.Duration(n) * time.Millisecond
		case "PATTERN":
			if a.pattern, err = parsePattern(text); err != nil {
				return a, err
			}
			rest = ""
		case `"TEXT"`:
			if a.text, err = strconv.Unquote(text); err != nil {
				return a, fmt.Errorf("%w: %s is not a quoted text", errArguments, text)
			}
			if a.count < 1 {
				return a, errArguments
			}
			if len(a.text) > maxRepeated/a.count {
				return a, fmt.Errorf("%w: more than %d bytes", errArguments, maxRepeated)
			}
			rest = ""
		default:
			a.text, rest = text, ""
		}
		text = rest
	}
	if text != "" {
		return a, errArguments
	}
	return a, nil
}

func parsePattern(text string) (*regexp.Regexp, error) {
	if text == "" {
		return nil, fmt.Errorf("%w: the pattern is missing", errArguments)
	}
	return regexp.Compile(text)
}

func send(ctx context.Context, s *session, a *arguments) error {
	if err := s.permit(a.text); err != nil {
		return err
	}
	return s.write(ctx, a.text+"\n")
}

// sendMove writes xboard's "usermove" only if the engine has requested it.
func sendMove(ctx context.Context, s *session, a *arguments) error {
	prefix := ""
	if s.features["usermove"] == "1" {
		prefix = "usermove "
	}
	return s.write(ctx, prefix+a.text+"\n")
}

func sendText(ctx context.Context, s *session, a *arguments) error {
	for line := range strings.Lines(a.text) {
		if err := s.permit(line); err != nil {
			return err
		}
	}
	return s.write(ctx, strings.Repeat(a.text, a.count))
}

// sendDefaults sets every option to the value that the engine announced.
func sendDefaults(ctx context.Context, s *session, _ *arguments) error {
	lines := strings.Join(defaultSettings(s.protocol, s.transcript.heard(0)), "")
	if lines == "" {
		return omission("the engine has no options")
	}
	return s.write(ctx, lines)
}

func verifySignal(a *arguments) error {
	if a.text != "INT" && a.text != "TERM" {
		return errArguments
	}
	return nil
}

// sendSignal interrupts or terminates only engines that let XBoard do so.
func sendSignal(_ context.Context, s *session, a *arguments) error {
	signal, known := signals[a.text]
	if !known {
		return omission("this system has no signals")
	}
	if s.features != nil {
		if err := s.permitFeature("sig"+strings.ToLower(a.text), "1"); err != nil {
			return err
		}
	}
	// An interrupt is no reason for an engine of XBoard to end.
	s.signalled = s.signalled || signal != syscall.SIGINT || s.protocol == uci
	s.since = time.Now()
	if err := s.process.command.Process.Signal(signal); err != nil {
		return failed("the engine cannot be sent a signal: %v", err)
	}
	return nil
}

func closeInput(_ context.Context, s *session, _ *arguments) error {
	s.since = time.Now()
	return s.process.input.Close()
}

func findCheck(a *arguments) error {
	i := slices.IndexFunc(checkTable, func(c check) bool { return c.name == a.text })
	if i < 0 {
		return fmt.Errorf("%w: %s", errNoCheck, a.text)
	}
	a.check = checkTable[i]
	return nil
}
