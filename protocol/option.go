package protocol

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"alfiere/internal/message"
	"alfiere/internal/wire"
)

// optionKind is the kind of values that an option accepts.
type optionKind uint8

// The kinds of options.
const (
	Check  optionKind = iota // true or false
	Spin                     // a whole number from Min to Max
	String                   // any text, or one of the option's Choices
	File                     // the path of a file
	Folder                   // the path of a folder
	Button                   // no value: setting it does something once
)

// protocols is the set of protocols that offer an option. It can be set by name in every protocol.
type protocols uint8

// The protocols that offer an option. CECP has commands of its own for some of UCI's options, UCI leaves resigning to
// the GUI, and options of the console alone make the engine no stronger.
const (
	everyone protocols = iota
	uciOnly
	cecpOnly
	consoleOnly
)

// Option describes a setting that users may change.
type Option struct {
	Name     string
	Kind     optionKind
	Default  string
	Min, Max int      // of a Spin
	Choices  []string // of a String, in the order in which they are shown; nil: any text

	protocols protocols
	set       func(*Settings, value)         // changes the setting; nil if apply does, or if nothing depends on it
	state     func(*Settings) string         // the present value; nil if no command shows it
	apply     func(*Controller, value) error // what else is done; may be nil
}

// value is what an option is set to, read according to its kind.
type value struct {
	text   string
	number int
	on     bool
}

// ErrNoOption is wrapped by the error for a name that no option has.
var ErrNoOption = errors.New("no such option")

// ValueError is the error for an option that was not set; its old value stays.
type ValueError struct {
	Option string
	Value  string
	Reason string
	Err    error // the underlying error, if there is one
}

// Error names the option, the value and the reason.
func (e *ValueError) Error() string {
	return fmt.Sprintf("option %s: %q %s", e.Option, wire.Clip(e.Value), e.Reason)
}

// Unwrap returns the underlying error.
func (e *ValueError) Unwrap() error { return e.Err }

// ClampError is the error for an option that was set to a value near the requested one.
type ClampError struct {
	Option string
	Value  string
	Used   int
	Reason string // empty for a number that is out of range
}

// Error names the option, the value and the one used instead.
func (e *ClampError) Error() string {
	if e.Reason != "" {
		return fmt.Sprintf("option %s: %s: %s", e.Option, wire.Clip(e.Value), e.Reason)
	}
	return fmt.Sprintf("option %s: %s is out of range, set to %d", e.Option, wire.Clip(e.Value), e.Used)
}

// InUCI reports whether UCI offers the option.
func (o *Option) InUCI() bool { return o.protocols == everyone || o.protocols == uciOnly }

// InCECP reports whether CECP, the protocol of xboard, offers the option.
func (o *Option) InCECP() bool { return o.protocols == everyone || o.protocols == cecpOnly }

// Compact returns the name without blanks, for protocols in which a name is one word.
func (o *Option) Compact() string { return strings.ReplaceAll(o.Name, " ", "") }

// matches reports whether name means the option: case and blanks do not count.
func (o *Option) matches(name string) bool {
	return strings.EqualFold(o.Compact(), strings.ReplaceAll(name, " ", ""))
}

// parse reads text as the option's kind of value. Numbers out of range are clamped: the
// value is then valid and the error is a *ClampError.
func (o *Option) parse(text string) (value, error) {
	switch o.Kind {
	case Check:
		switch strings.ToLower(text) {
		case "true", "1", "on":
			return value{on: true}, nil
		case "false", "0", "off":
			return value{}, nil
		}
		return value{}, &ValueError{Option: o.Name, Value: text, Reason: "is neither true nor false"}
	case Spin:
		return o.parseSpin(text)
	case String, File, Folder:
		if text == "<empty>" { // UCI's way to write an empty text
			text = ""
		}
		return o.choose(text)
	}
	return value{}, nil
}

// choose returns the choice that a text means, whatever its case, or any text if there are no choices.
func (o *Option) choose(text string) (value, error) {
	if o.Choices == nil {
		return value{text: text}, nil
	}
	for _, choice := range o.Choices {
		if strings.EqualFold(choice, text) {
			return value{text: choice}, nil
		}
	}
	return value{}, &ValueError{Option: o.Name, Value: text, Reason: "is not one of " + strings.Join(o.Choices, ", ")}
}

func (o *Option) parseSpin(text string) (value, error) {
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) { // out of range it is the nearest number
		return value{}, &ValueError{Option: o.Name, Value: text, Reason: "is not a whole number", Err: err}
	}
	used := int(min(max(number, int64(o.Min)), int64(o.Max)))
	if int64(used) != number || err != nil {
		return value{number: used}, &ClampError{Option: o.Name, Value: text, Used: used}
	}
	return value{number: used}, nil
}

// options are the table of options and their present values.
type options struct {
	table    []Option
	settings Settings
}

// Options returns the table of options with the bounds of this machine.
func (o *options) Options() []Option { return o.table }

// Settings returns the present values of the options.
func (o *options) Settings() Settings { return o.settings }

// SetOption sets the option with the given name; case and blanks in the name do not count. It may be called during a
// search, which continues with the old value. The error wraps ErrNoOption, or is a *ValueError (the old value stays) or
// a *ClampError (the nearest possible value is set).
func (c *Controller) SetOption(name, text string) error {
	c.notice = ""
	option := c.Option(name)
	if option == nil {
		return message.Errorf("%w: %q", ErrNoOption, wire.Clip(name))
	}
	v, err := option.parse(text)
	var clamped *ClampError
	if err != nil && !errors.As(err, &clamped) {
		return err
	}
	if option.set != nil {
		option.set(&c.settings, v)
	}
	if option.apply == nil {
		return err
	}
	if fault := option.apply(c, v); errors.As(fault, &clamped) {
		clamped.Option, clamped.Value = option.Name, text
		return fault
	} else if fault != nil {
		return &ValueError{Option: option.Name, Value: text, Reason: "is refused: " + fault.Error(), Err: fault}
	}
	return err
}

// Option returns the option with the given name, nil if there is none; case and blanks in the name do not count.
func (o *options) Option(name string) *Option {
	i := slices.IndexFunc(o.table, func(option Option) bool { return option.matches(name) })
	if i < 0 {
		return nil
	}
	return &o.table[i]
}

// Value returns the present value of an option that is a number, true or false.
func (o *options) Value(name string) string { return o.Option(name).state(&o.settings) }

// Notice returns information for users from the last SetOption, such as the number of endgame tables; it may be empty.
func (c *Controller) Notice() string { return c.notice }
