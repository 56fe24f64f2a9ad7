package conformance

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// verb is a word that a step begins with; parse reads what follows it.
type verb struct {
	name, arguments string
	parse           func(text string) (action, error)
}

// verbs is the table that the parser reads; docs/conformance.md explains each.
var verbs = []verb{
	{"send", "LINE", parseSend},
	{"move", "MOVE", parseMove},
	{"raw", `"TEXT"`, parseRaw},
	{"repeat", `N "TEXT"`, parseRepeat},
	{"defaults", "", parseDefaults},
	{"pause", "MS", parsePause},
	{"expect", "MS PATTERN", parseExpect},
	{"quiet", "MS PATTERN", parseQuiet},
	{"never", "PATTERN", parseNever},
	{"only", "PATTERN", parseOnly},
	{"count", "N PATTERN", parseCount},
	{"signal", "NAME", parseSignal},
	{"close", "", parseClose},
	{"exit", "MS", parseExit},
	{"check", "NAME", parseCheck},
}

var (
	errArguments = errors.New("the arguments are not as they should be")
	errNoVerb    = errors.New("no such verb")
	errNoCheck   = errors.New("no such check")
)

func parseSend(text string) (action, error) {
	return func(ctx context.Context, s *session) error {
		if err := s.permit(text); err != nil {
			return err
		}
		return s.write(ctx, []byte(text+"\n"))
	}, nil
}

// parseMove: xboard's "usermove" is written only if the engine wants it.
func parseMove(text string) (action, error) {
	return func(ctx context.Context, s *session) error {
		prefix := ""
		if s.features["usermove"] == "1" {
			prefix = "usermove "
		}
		return s.write(ctx, []byte(prefix+text+"\n"))
	}, nil
}

func parseRaw(text string) (action, error) { return parseRepeat("1 " + text) }

// maxRepeated bounds, in bytes, what one step sends.
const maxRepeated = 1 << 26

func parseRepeat(text string) (action, error) {
	number, quoted, _ := strings.Cut(text, " ")
	count, err := strconv.Atoi(number)
	if err != nil || count < 1 {
		return nil, errArguments
	}
	once, err := strconv.Unquote(quoted)
	if err != nil {
		return nil, fmt.Errorf("%w: %s is no quoted text", errArguments, quoted)
	}
	if len(once) > maxRepeated/count {
		return nil, fmt.Errorf("%w: more than %d bytes", errArguments, maxRepeated)
	}
	bytes := []byte(strings.Repeat(once, count))
	return func(ctx context.Context, s *session) error {
		for line := range strings.Lines(once) {
			if err := s.permit(line); err != nil {
				return err
			}
		}
		return s.write(ctx, bytes)
	}, nil
}

// parseDefaults: every option is set to the value that the engine announced.
func parseDefaults(text string) (action, error) {
	if text != "" {
		return nil, errArguments
	}
	return func(ctx context.Context, s *session) error {
		lines := strings.Join(defaultSettings(s.protocol, s.transcript.heard(0)), "")
		if lines == "" {
			return omission("the engine has no options")
		}
		return s.write(ctx, []byte(lines))
	}, nil
}

func parseMilliseconds(text string) (time.Duration, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n <= 0 {
		return 0, fmt.Errorf("%w: %q is no number of milliseconds", errArguments, text)
	}
	return time.Duration(n) * time.Millisecond, nil
}

func parsePause(text string) (action, error) {
	d, err := parseMilliseconds(text)
	return func(ctx context.Context, s *session) error { return s.pause(ctx, d) }, err
}

// parseTimed reads milliseconds and a pattern.
func parseTimed(text string) (time.Duration, *regexp.Regexp, error) {
	number, pattern, _ := strings.Cut(text, " ")
	d, err := parseMilliseconds(number)
	if err != nil {
		return 0, nil, err
	}
	re, err := parsePattern(pattern)
	return d, re, err
}

func parsePattern(text string) (*regexp.Regexp, error) {
	if text == "" {
		return nil, fmt.Errorf("%w: the pattern is missing", errArguments)
	}
	return regexp.Compile(text)
}

func parseExpect(text string) (action, error) {
	limit, pattern, err := parseTimed(text)
	return func(ctx context.Context, s *session) error { return s.await(ctx, limit, pattern) }, err
}

func parseQuiet(text string) (action, error) {
	d, pattern, err := parseTimed(text)
	return func(ctx context.Context, s *session) error { return s.quiet(ctx, d, pattern) }, err
}

// watching makes a step that opens a watch.
func watching(judge func([]string) error) action {
	return func(_ context.Context, s *session) error {
		s.watch(judge)
		return nil
	}
}

func parseNever(text string) (action, error) {
	pattern, err := parsePattern(text)
	return watching(never(pattern)), err
}

func parseOnly(text string) (action, error) {
	pattern, err := parsePattern(text)
	return watching(only(pattern)), err
}

func parseCount(text string) (action, error) {
	number, rest, _ := strings.Cut(text, " ")
	count, err := strconv.Atoi(number)
	if err != nil || count < 0 {
		return nil, errArguments
	}
	pattern, err := parsePattern(rest)
	return watching(exactly(count, pattern)), err
}

// parseSignal: XBoard interrupts or terminates only engines that let it.
func parseSignal(name string) (action, error) {
	if name != "INT" && name != "TERM" {
		return nil, errArguments
	}
	return func(_ context.Context, s *session) error {
		signal, known := signals[name]
		if !known {
			return omission("this system has no signals")
		}
		if s.features != nil {
			if err := s.permitFeature("sig"+strings.ToLower(name), "1"); err != nil {
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
	}, nil
}

func parseClose(text string) (action, error) {
	if text != "" {
		return nil, errArguments
	}
	return func(_ context.Context, s *session) error {
		s.since = time.Now()
		return s.process.input.Close()
	}, nil
}

func parseExit(text string) (action, error) {
	limit, err := parseMilliseconds(text)
	return func(ctx context.Context, s *session) error { return s.exit(ctx, limit) }, err
}

func parseCheck(text string) (action, error) {
	for _, c := range checkTable {
		if c.name == text {
			return func(_ context.Context, s *session) error {
				s.checks = append(s.checks, c)
				return nil
			}, nil
		}
	}
	return nil, fmt.Errorf("%w: %s", errNoCheck, text)
}
