package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"alfiere/cmd/internal/cli"
	"alfiere/movegen"
	"alfiere/search/problem"
	"alfiere/search/problemtext"
	"alfiere/search/problemtext/collection"
)

// mateCommand is the mate subcommand with its flags read.
type mateCommand struct {
	std     cli.Streams
	form    mateForm
	options problem.Options
	text    problemtext.Options
	marks   movegen.Bitboard
	white   bool          // White mates whatever side is to move
	limit   time.Duration // of each problem; 0 is none
	threads int           // 0: all cores for a file, one for a single problem
	play    int           // the move down to which longer play is shown; 0 is the last
}

// defineMate solves directed mates given as a FEN, in a file or on standard input.
func defineMate(flags *flag.FlagSet) cli.Run {
	var f mateFlags
	f.define(flags)
	return func(args []string, std cli.Streams) error {
		c, err := f.command(flags)
		if err != nil {
			return err
		}
		c.std = std
		if len(args) == 0 {
			return cli.Usagef("N is missing")
		}
		c.options.Moves, err = strconv.Atoi(args[0])
		if err != nil || c.options.Moves < 1 || c.options.Moves > problem.MaxMoves {
			return cli.Usagef("N must be a number from 1 to %d, not %q", problem.MaxMoves, args[0])
		}
		ctx, stop := cli.Interrupts()
		defer stop()
		return c.solveInput(ctx, args[1:])
	}
}

// solveInput solves what the arguments after N name.
func (c *mateCommand) solveInput(ctx context.Context, args []string) error {
	text := strings.Join(args, " ")
	switch {
	case isFEN(text):
		return c.solveFEN(ctx, text)
	case len(args) > 1:
		return cli.Usagef("one FEN or one FILE")
	case len(args) == 0 && cli.IsTerminal(c.std.In):
		return cli.Usagef("give a FEN, a FILE or - for standard input")
	case len(args) == 0 || text == "-":
		return c.solveAll(ctx, "stdin", c.std.In)
	}
	file, err := os.Open(text)
	if err != nil {
		return err
	}
	defer file.Close()
	return c.solveAll(ctx, text, file)
}

// isFEN tells a FEN from the name of a file: its first field has seven slashes, does
// not begin with one, and others follow.
func isFEN(text string) bool {
	fields := strings.Fields(text)
	return len(fields) > 1 && strings.Count(fields[0], "/") == 7 && fields[0][0] != '/'
}

// solveFEN solves the problem on the command line.
func (c *mateCommand) solveFEN(ctx context.Context, text string) error {
	c.options.Threads = c.threads
	p, err := collection.Parse(text, c.white)
	a := c.answer(ctx, p, err)
	if _, err := c.std.Out.Write(a.out.Bytes()); err != nil {
		return err
	}
	for _, warning := range a.warnings {
		fmt.Fprintln(c.std.Err, warning)
	}
	if a.fault != nil {
		return errors.New(reason(a.fault))
	}
	if ctx.Err() != nil {
		return cli.ErrInterrupted
	}
	return nil
}

// mateAnswer is what is said about a problem.
type mateAnswer struct {
	place    string // what messages begin with
	out      bytes.Buffer
	warnings []string
	fault    error // of the input
}

// answer solves a problem as it was read, err being what was wrong with it, and
// writes the answer down.
func (c *mateCommand) answer(ctx context.Context, p collection.Problem, err error) (a mateAnswer) {
	document := &problemtext.Document{ID: p.ID, Title: p.Title, Author: p.Author, Source: p.Source}
	text := c.text
	var illegal *collection.IllegalError
	switch {
	case errors.As(err, &illegal):
		moves := p.Moves
		if moves == 0 {
			moves = c.options.Moves
		}
		document.Illegal = &problemtext.Illegal{FEN: illegal.FEN, Moves: moves, Faults: illegal.Faults}
	case err != nil:
		a.fault = err
		if at := place(err); c.form == asJSON {
			a.fault = errors.Join(err, problemtext.WriteJSONError(&a.out, at.line, at.column, reason(err)))
		}
		return a
	default:
		text.SetPlay = text.SetPlay || p.SetPlay
		text.Tries = text.Tries || p.Tries > 0
		if document.Report, err = c.analyse(ctx, &p); err != nil {
			a.fault = err
			return a
		}
		if text.Themes {
			document.Recognise()
		}
		a.warnings = c.warnings(&p.Position)
	}
	a.fault = errors.Join(err, c.write(&a.out, document, text))
	return a
}

// analyse solves a problem with what the command line and the problem itself ask for.
func (c *mateCommand) analyse(ctx context.Context, p *collection.Problem) (*problem.Report, error) {
	o := c.options
	if p.Moves > 0 {
		o.Moves = p.Moves
	}
	o.Play = c.play
	if c.play == 0 && !c.text.Compact {
		o.Play = o.Moves
	}
	o.SetPlay = o.SetPlay || p.SetPlay
	o.Tries = max(o.Tries, p.Tries)
	if c.text.Themes {
		o = problemtext.WithThemes(o)
	}
	if c.limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.limit)
		defer cancel()
	}
	return problem.Analyse(ctx, p.Position, o)
}

// warnings are the oddities of a diagram that a text says on standard error; in JSON
// they are part of the answer.
func (c *mateCommand) warnings(p *movegen.Position) (texts []string) {
	if c.form == asJSON {
		return nil
	}
	surplus, suspicious := p.Validate()
	for _, fault := range append(surplus, suspicious...) {
		texts = append(texts, fmt.Sprintf("warning: %v", fault))
	}
	return texts
}

// write writes a problem in the form that is asked for.
func (c *mateCommand) write(out *bytes.Buffer, d *problemtext.Document, text problemtext.Options) error {
	switch {
	case c.form == asJSON:
		return problemtext.WriteJSON(out, d, text)
	case c.form == asSVG && d.Report != nil:
		return problemtext.WriteSVG(out, d, c.marks, text.Language)
	case c.form == asLaTeX && d.Report != nil:
		return problemtext.WriteLaTeX(out, d, c.marks, text.Language)
	}
	return problemtext.Write(out, d, text)
}

// position is a place in a file; the column is 0 if it is not known.
type position struct{ line, column int }

func place(err error) position {
	if fault, ok := errors.AsType[*collection.Error](err); ok {
		return position{fault.Line, fault.Column}
	}
	if illegal, ok := errors.AsType[*collection.IllegalError](err); ok {
		return position{illegal.Line, 0}
	}
	return position{}
}

// reason is the message of an error without the place.
func reason(err error) string {
	if reasoned, ok := errors.AsType[interface {
		error
		Reason() string
	}](err); ok {
		return reasoned.Reason()
	}
	return err.Error()
}
