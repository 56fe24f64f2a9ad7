package workbench

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"alfiere/internal/cli"
)

// runWeb runs the subcommand with these arguments.
func runWeb(args ...string) (status int, said string) {
	var stderr bytes.Buffer
	program := cli.Root("lab", "", "", Command())
	status = cli.Execute(program, append([]string{"web"}, args...), cli.Streams{In: strings.NewReader(""), Out: &stderr, Err: &stderr})
	return status, stderr.String()
}

func TestListeningBeyondThisMachineIsRefusedWithATunnel(t *testing.T) {
	for listen, tunnel := range map[string]string{
		"0.0.0.0:8000": "8000", ":8000": "8000", "[::]:9": "9", "192.0.2.1:80": "80", "lab.example:8000": "8000",
		"0.0.0.0:0": "8564", "0.0.0.0:": "8564", "0.0.0.0:http": "8564", "0.0.0.0:99999": "8564",
	} {
		status, said := runWeb("--listen", listen)
		if status != cli.ExitUsage || !strings.Contains(said, "ssh -L "+tunnel+":127.0.0.1:"+tunnel+" HOST") ||
			!strings.Contains(said, "http://127.0.0.1:"+tunnel+"/") || !strings.Contains(said, "alfiere-pocket") {
			t.Errorf("%s: status %d, %s", listen, status, said)
		}
	}
	for _, flag := range []string{"--password-file=x", "--cert=x", "--key=x", "--names=x"} {
		if status, said := runWeb(flag); status != cli.ExitUsage || !strings.Contains(said, "was removed in 3.0: web serves this machine only") {
			t.Errorf("%s: status %d, %s", flag, status, said)
		}
	}
	for _, listen := range []string{"127.0.0.1", "8564", "[::1"} {
		if status, said := runWeb("--listen", listen); status != cli.ExitUsage || !strings.Contains(said, "--listen: ") {
			t.Errorf("%s: status %d, %s", listen, status, said)
		}
	}
}

func TestEveryLoopbackAddressIsAccepted(t *testing.T) {
	for _, listen := range []string{"", "127.0.0.1:0", "127.0.0.2:8000", "localhost:8000", "[::1]:8000"} {
		o := options{listen: listen}
		s, err := o.settings(cli.Streams{})
		if err != nil || listen != "" && s.Listen != listen || listen == "" && s.Listen != usualAddress {
			t.Errorf("%q: %+v, %v", listen, s, err)
		}
	}
	o := options{listen: "127.0.0.1:0"}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var out bytes.Buffer
	if err := o.serve(ctx, cli.Streams{Out: &out}); err != nil || !strings.HasPrefix(out.String(), "http://127.0.0.1:") {
		t.Errorf("%q, %v", &out, err)
	}
}
