package conformance

import (
	"fmt"
	"regexp"
	"strings"
)

// parser reads a file of cases.
type parser struct {
	protocol protocol
	named    bool // the protocol
	names    map[string]string
	cases    []Case
	line     int
}

// Parse reads a file of cases in the format that docs/conformance.md explains; file
// is its name for messages. The error names the place.
func Parse(file, text string) ([]Case, error) {
	p := parser{names: map[string]string{}}
	for line := range strings.Lines(text) {
		p.line++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := p.statement(line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, p.line, err)
		}
	}
	if err := p.finish(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, p.line, err)
	}
	for i := range p.cases {
		p.cases[i].Place = file + p.cases[i].Place
	}
	return p.cases, nil
}

// statement reads a line that is neither empty nor a comment.
func (p *parser) statement(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	rest, err := p.expand(strings.TrimSpace(rest))
	if err != nil {
		return err
	}
	switch word {
	case "protocol":
		p.named = true
		p.protocol, err = parseProtocol(rest)
		return err
	case "let":
		name, value, _ := strings.Cut(rest, " ")
		p.names[name] = strings.TrimSpace(value)
		return nil
	case "case":
		return p.begin(rest)
	}
	if len(p.cases) == 0 {
		return fmt.Errorf("%q before the first case", word)
	}
	return p.part(&p.cases[len(p.cases)-1], word, rest)
}

// begin begins a case.
func (p *parser) begin(name string) error {
	if err := p.finish(); err != nil {
		return err
	}
	if !p.named {
		return fmt.Errorf("the protocol must be named before the first case")
	}
	id := p.protocol.String() + "." + name
	for _, c := range p.cases {
		if c.ID == id {
			return fmt.Errorf("there are two cases named %s", id)
		}
	}
	p.cases = append(p.cases, Case{ID: id, Protocol: p.protocol, Place: fmt.Sprintf(":%d", p.line)})
	return nil
}

// finish checks that the last case is complete.
func (p *parser) finish() error {
	if len(p.cases) == 0 {
		return nil
	}
	c := &p.cases[len(p.cases)-1]
	switch {
	case c.Why == "":
		return fmt.Errorf("%s: the reason is missing", c.ID)
	case c.Source == "":
		return fmt.Errorf("%s: the source is missing", c.ID)
	case len(c.steps) == 0:
		return fmt.Errorf("%s: there are no steps", c.ID)
	case c.cold && len(c.needs) > 0:
		return fmt.Errorf("%s: a case without a handshake cannot use needs", c.ID)
	}
	return nil
}

// part reads a line of a case.
func (p *parser) part(c *Case, word, rest string) error {
	switch word {
	case "why":
		c.Why = strings.TrimSpace(c.Why + " " + rest)
		return nil
	case "source":
		c.Source = strings.TrimSpace(c.Source + " " + rest)
		return nil
	case "cold":
		c.cold = true
		return nil
	case "needs":
		pattern, err := parsePattern(rest)
		c.needs = append(c.needs, pattern)
		return err
	}
	for _, v := range verbs {
		if v.name == word {
			a, err := readArguments(v.arguments, rest)
			if err == nil && v.verify != nil {
				err = v.verify(&a)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", word, err)
			}
			c.steps = append(c.steps, step{p.line, v.do, a})
			return nil
		}
	}
	return fmt.Errorf("%w: %s", errNoVerb, word)
}

var reference = regexp.MustCompile(`\$[a-z][a-z0-9]*`)

// expand replaces references to names by the values from let.
func (p *parser) expand(text string) (expanded string, err error) {
	expanded = reference.ReplaceAllStringFunc(text, func(name string) string {
		value, known := p.names[name[1:]]
		if !known {
			err = fmt.Errorf("%s is not defined", name)
		}
		return value
	})
	return expanded, err
}
