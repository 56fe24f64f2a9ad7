package cli

import (
	"bytes"
	"flag"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// shellProgram has what shells must quote.
func shellProgram() *Program {
	p := program()
	define := func(flags *flag.FlagSet) Run {
		flags.String("form", "", "`name` of the form")
		Complete(flags, "form", "text", "table", "1/2-1/2")
		flags.Func("set", "`KEY=VALUE`", func(string) error { return nil })
		Complete(flags, "set", "cmd=", "name=", "proto=uci")
		flags.Bool("odd", false, `it's "odd": $HOME, \back and [x]`)
		return func([]string, Streams) error { return nil }
	}
	p.Table = append(p.Table, Command{Name: "odd", Summary: `What's "this": $HOME \ or 'that'`, Define: define},
		CompletionCommand(shellProgram), ManCommand(shellProgram))
	return p
}

func completionOf(t *testing.T, shell string) string {
	t.Helper()
	var out, message bytes.Buffer
	if status := shellProgram().Run([]string{"completion", shell}, Streams{Out: &out, Err: &message}); status != ExitGood {
		t.Fatal(&message)
	}
	return out.String()
}

// TestBashCompletes asks the shell itself, as it does when somebody presses the tab.
func TestBashCompletes(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil || runtime.GOOS == "windows" {
		t.Skipf("there is no bash: %v", err)
	}
	for line, want := range map[string]string{
		"prog ":                         "add text odd completion man help version --help --version",
		"prog a":                        "add",
		"prog --v":                      "--version",
		"prog help t":                   "text",
		"prog text ":                    "first last --help",
		"prog text l":                   "last",
		"prog text last --":             "--number --often --time --help",
		"prog text last a --time 3 --n": "--number",
		"prog add -":                    "--minus --help",
		"prog add x":                    "",
		"prog odd --o":                  "--odd",
		"prog odd --form ":              "text table 1/2-1/2",
		"prog odd -form t":              "text table",
		"prog odd --form = ta":          "table", // as bash divides --form=ta
		"prog odd --form =":             "text table 1/2-1/2",
		"prog odd --form text --set p":  "proto=uci",
		"prog odd --set c":              "cmd=",
		"prog odd --set":                "--set",
		"prog text --form ":             "",
		"prog completion ":              "bash zsh fish",
		"prog completion f":             "fish",
		"prog man --":                   "--help",
		"prog nonsense --x":             "",
	} {
		words := strings.Split(line, " ")
		script := completionOf(t, "bash") + "\nCOMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _prog; echo \"${COMPREPLY[*]}\"\n"
		command := exec.Command(bash, append([]string{"-u", "-c", script, "bash"}, words...)...)
		got, err := command.CombinedOutput()
		if err != nil || strings.TrimSpace(string(got)) != want {
			t.Errorf("%q: %q, %v", line, got, err)
		}
	}
}

// Whether every quotation is closed can be told without the shell, which not every machine has.
func TestCompletionsNameEverythingAndCloseTheirQuotes(t *testing.T) {
	for shell, backslash := range map[string]bool{"bash": false, "zsh": false, "fish": true} {
		text := completionOf(t, shell)
		for _, name := range []string{"add", "text", "first", "last", "odd", "completion", "man", "minus", "time", "number", "often", "text table 1/2-1/2"} {
			if !strings.Contains(text, name) {
				t.Errorf("%s: there is no %s", shell, name)
			}
		}
		for line := range strings.Lines(text) {
			if !closesQuotes(line, backslash) && !strings.HasPrefix(line, "#") {
				t.Errorf("%s: a quotation is open: %s", shell, line)
			}
		}
		if path, err := exec.LookPath(shell); err == nil {
			command := exec.Command(path, "-n")
			command.Stdin = strings.NewReader(text)
			if out, err := command.CombinedOutput(); err != nil {
				t.Errorf("%s: %v, %s", shell, err, out)
			}
		}
	}
	if status, _, err := runProgramOf(shellProgram(), "completion", "csh"); status != ExitUsage || !strings.Contains(err, "bash, zsh or fish") {
		t.Errorf("status %d, %s", status, err)
	}
}

// closesQuotes reports whether the single quotes of a line are closed. Outside of them, and
// for fish within them, a backslash takes the meaning from the next letter.
func closesQuotes(line string, within bool) bool {
	open := false
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\' && (!open || within):
			i++
		case line[i] == '\'':
			open = !open
		}
	}
	return !open
}

func TestTheManualIsRoff(t *testing.T) {
	p := shellProgram()
	p.About = ".It begins\n'oddly - \"so\" …\\"
	text := manual(p, "2026-01-02T03:04:05Z")
	for _, want := range []string{".TH PROG 1 \"2026-01-02\" \"version 1\" \"User Commands\"\n", "\n\\&.It begins\n\\&'oddly \\- \\(dqso\\(dq \\[u2026]\\e\n",
		"\n.SS text last [flags] WORD\\[u2026]\n", "\n.TP\n.B \\-\\-time SECONDS\nseconds to wait (default: 1.5)\n", "\nprog text last \\-\\-time 2 a b\n.EE\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	for line := range strings.Lines(text) {
		macro, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		if strings.HasPrefix(macro, ".") && !strings.Contains(" .TH .SH .SS .TP .PP .B .EX .EE ", " "+macro+" ") || strings.HasPrefix(macro, "'") || strings.TrimSpace(line) == "" {
			t.Errorf("the line is a request, or empty: %q", line)
		}
	}
	for _, check := range [][]string{{"mandoc", "-Tlint", "-Wwarning"}, {"groff", "-man", "-ww", "-z"}} {
		path, err := exec.LookPath(check[0])
		if err != nil {
			continue
		}
		command := exec.Command(path, check[1:]...)
		command.Stdin = strings.NewReader(text)
		if out, err := command.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v, %s", filepath.Base(path), err, out)
		}
	}
}

func runProgramOf(p *Program, args ...string) (status int, out, err string) {
	var stdout, stderr bytes.Buffer
	status = p.Run(args, Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	return status, stdout.String(), stderr.String()
}

func TestTheManualOfThisBuildIsWritten(t *testing.T) {
	if status, out, err := runProgramOf(shellProgram(), "man"); status != ExitGood || !strings.HasPrefix(out, ".TH PROG 1 ") {
		t.Errorf("status %d, %s%s", status, out, err)
	}
	if status := shellProgram().Run([]string{"man", "x"}, Streams{Out: io.Discard, Err: io.Discard}); status != ExitUsage {
		t.Errorf("status %d", status)
	}
}
