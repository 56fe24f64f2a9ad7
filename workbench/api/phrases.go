package api

import (
	"errors"
	"strconv"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem/text"
)

// Phrases are what faults say, in English as the sources have it, and the same in Italian.
// The verbs of package fmt stand in both in the same order. What stands for %v or %w may be a
// phrase itself; for the others it is taken over as it is.
type Phrases map[string]string

// joint is what stands between a place or a reason and what is said of it.
const joint = ": "

// Bounds of the messages that are looked through, for they may repeat what was asked: bytes,
// and joints at which phrases are looked for.
const (
	longestMessage = 1000
	mostJoints     = 8
)

// In returns a message in the language. What stands before ": " and what stands behind it may
// be phrases of their own. What has no phrase, of these or of this package, stays English.
func (p Phrases) In(l text.Language, message string) string {
	if !l.IsItalian() || len(message) > longestMessage {
		return message
	}
	for joints, head := 0, 0; joints < mostJoints; joints++ {
		next := strings.Index(message[head:], joint)
		if next < 0 {
			break
		}
		tail := head + next + len(joint)
		if italian, has := p.find(message[:head+next]); has {
			return italian + joint + p.In(l, message[tail:])
		}
		head = tail
	}
	if italian, has := p.find(message); has {
		return italian
	}
	if head, tail, more := strings.Cut(message, joint); more {
		return head + joint + p.In(l, tail)
	}
	return message
}

// Of says in the language what is wrong. What is said of positions and moves has words of its
// own in both languages.
func (p Phrases) Of(l text.Language, err error) string {
	message := err.Error()
	if !l.IsItalian() {
		return message
	}
	if fen, ok := errors.AsType[*movegen.FENError](err); ok {
		message = strings.Replace(message, fen.Error(), l.Faults(fen), 1)
	}
	if move, ok := errors.AsType[*notation.MoveError](err); ok {
		said := strings.TrimSuffix(newRefusal(0, "", move, l).Message, ".")
		message = strings.Replace(message, move.Error(), said, 1)
	}
	return p.In(l, message)
}

// find returns the Italian of the longest phrase that the message is.
func (p Phrases) find(message string) (string, bool) {
	var best, format string
	var values []string
	for _, table := range [...]Phrases{p, phrases} {
		for english, italian := range table {
			if len(english) < len(best) || len(english) == len(best) && english >= best {
				continue
			}
			if found, is := valuesOf(english, message); is {
				best, format, values = english, italian, found
			}
		}
	}
	return p.fill(format, values), best != ""
}

// valuesOf returns what stands in a message for the verbs of its format.
func valuesOf(format, message string) (values []string, is bool) {
	for {
		at := strings.IndexByte(format, '%')
		if at < 0 {
			return values, format == message
		}
		if !strings.HasPrefix(message, format[:at]) {
			return nil, false
		}
		message, format = message[at:], format[at:]
		next, _, more := strings.Cut(format[2:], "%")
		length := len(message)
		switch verb := format[1]; {
		case verb == 'q':
			quoted, _ := strconv.QuotedPrefix(message)
			length = len(quoted)
		case verb == 'd':
			length -= len(strings.TrimLeft(message, "-0123456789"))
		case more:
			length = strings.Index(message, next)
		default:
			length -= len(next)
		}
		if length <= 0 {
			return nil, false
		}
		values = append(values, message[:length])
		message, format = message[length:], format[2:]
	}
}

// fill puts values into a format.
func (p Phrases) fill(format string, values []string) string {
	var content strings.Builder
	for _, value := range values {
		at := strings.IndexByte(format, '%')
		content.WriteString(format[:at])
		if verb := format[at+1]; verb == 'v' || verb == 'w' {
			value = p.In(text.Italian(), value)
		}
		content.WriteString(value)
		format = format[at+2:]
	}
	content.WriteString(format)
	return content.String()
}
