package conformance

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test binary be the engines that the runner is tried on.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == fakeWord {
		fakeEngine(os.Args[2:])
		return
	}
	if len(os.Args) > 1 && os.Args[1] == toyWord {
		toyEngine(os.Args[2:])
		return
	}
	flag.Parse()
	// Most of these tests wait for engines, so that more of them fit beside each other than processors.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

const fakeWord = "fake-engine"

// fake returns the command line of an engine that is nothing but rules. A rule is
// WORDS => REPLY: when a line is WORDS, the parts of the reply, separated by |, are
// printed, or carried out if they begin with an exclamation mark. The line "start"
// comes before all others, "end" after them. What has no rule is not answered.
func fake(rules ...string) []string {
	return append([]string{os.Args[0], fakeWord}, rules...)
}

// Handshakes of fake engines.
const (
	uciRule    = "uci => id name Fake|option name Hash type spin default 1 min 1 max 8|uciok"
	readyRule  = "isready => readyok"
	xboardRule = `protover 2 => feature ping=1 setboard=1 usermove=1 sigint=0 myname="Fake" done=1`
)

func fakeEngine(rules []string) {
	replies := map[string]string{}
	for _, rule := range rules {
		words, reply, _ := strings.Cut(rule, " => ")
		replies[words] = reply
	}
	react := func(line string) {
		for part := range strings.SplitSeq(replies[line], "|") {
			if replies[line] != "" {
				fakeReply(part)
			}
		}
	}
	react("start")
	reader := bufio.NewReader(os.Stdin)
	for {
		line, err := reader.ReadString('\n')
		if err != nil {
			break
		}
		react(strings.TrimSpace(line))
	}
	react("end")
}

func fakeReply(part string) {
	word, argument, _ := strings.Cut(part, " ")
	number, _ := strconv.Atoi(argument)
	switch word {
	case "!exit":
		os.Exit(number)
	case "!sleep":
		time.Sleep(time.Duration(number) * time.Millisecond)
	case "!mute":
		os.Stdout.Close()
	case "!hang":
		time.Sleep(time.Minute)
	case "!stubborn":
		signal.Ignore()
	case "!many":
		fmt.Print(strings.Repeat("x\n", number))
	case "!long":
		fmt.Println(strings.Repeat("x", number))
	case "!child":
		child := exec.Command(os.Args[0], fakeWord, "start => !hang")
		if err := child.Start(); err != nil {
			fmt.Println(err)
		}
		fmt.Println("child", child.Process.Pid)
	default:
		fmt.Println(part)
	}
}
