package conformance

import (
	"context"
	"fmt"
	"regexp"
	"time"
)

// watch is a rule about all lines from some entry on, judged at the end of the case.
type watch struct {
	first int // entry
	judge func(lines []string) error
}

// settling is how long watches still accept late lines.
const settling = 200 * time.Millisecond

// watch opens a watch at the current point of the conversation.
func (s *session) watch(judge func(lines []string) error) error {
	s.watches = append(s.watches, watch{first: len(s.transcript.Entries), judge: judge})
	return nil
}

// judge waits for late lines and then judges the watches, whether the engine still runs, and the
// checks.
func (s *session) judge(ctx context.Context) error {
	if len(s.watches) > 0 && !s.over {
		if err := s.pause(ctx, settling); err != nil {
			return err
		}
	}
	for _, w := range s.watches {
		if err := w.judge(s.transcript.heard(w.first)); err != nil {
			return err
		}
	}
	if !s.over && s.process.hasExited() {
		return failed("the engine ended: %v", s.process.command.ProcessState)
	}
	for _, c := range s.checks {
		if err := c.judge(&s.transcript); err != nil {
			return fmt.Errorf("check %s: %w", c.name, err)
		}
	}
	return nil
}

// never judges that no line matches.
func never(pattern *regexp.Regexp) func([]string) error {
	return func(lines []string) error {
		for _, line := range lines {
			if pattern.MatchString(line) {
				return failed("the line %q must not appear", shown(line))
			}
		}
		return nil
	}
}

// only judges that every line matches.
func only(pattern *regexp.Regexp) func([]string) error {
	return func(lines []string) error {
		for _, line := range lines {
			if !pattern.MatchString(line) {
				return failed("the line %q does not match what is allowed: %s", shown(line), pattern)
			}
		}
		return nil
	}
}

// exactly judges how many lines match.
func exactly(count int, pattern *regexp.Regexp) func([]string) error {
	return func(lines []string) error {
		seen := 0
		for _, line := range lines {
			if pattern.MatchString(line) {
				seen++
			}
		}
		if seen != count {
			return failed("%d lines match %s, not %d", seen, pattern, count)
		}
		return nil
	}
}
