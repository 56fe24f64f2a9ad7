package natsnet

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"alfiere/council"
	"alfiere/council/broker"
	"alfiere/eval"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/search"
)

// notes are reported lines.
type notes struct {
	mutex sync.Mutex
	lines []string
}

func (n *notes) tell(line string) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	n.lines = append(n.lines, line)
}

func (n *notes) String() string {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	return strings.Join(n.lines, "\n")
}

func listen(t testing.TB, s *Settings) *Server {
	t.Helper()
	if s.Listen == "" {
		s.Listen = "127.0.0.1:0"
	}
	if s.Config == "" {
		s.Folder = t.TempDir()
	}
	return must.Get(Listen(s, func(string) {}))(t)
}

func connect(t testing.TB, url string, a *Access, tell func(string)) *Connection {
	t.Helper()
	return must.Get(reach(t, url, a, tell))(t)
}

// reach is Connect to a broker that is there, but may be slow to answer.
func reach(t testing.TB, url string, a *Access, tell func(string)) (*Connection, error) {
	for {
		c, err := Connect(url, "test", a, 0, tell)
		if !errors.Is(err, ErrAbsent) || !goesOn(t) {
			return c, err
		}
	}
}

// goesOn reports whether a test may wait on: until shortly before its time limit, as nobody knows how busy a machine
// is.
func goesOn(t testing.TB) bool {
	limits, ok := t.(interface{ Deadline() (time.Time, bool) }) // a benchmark has none
	if !ok {
		return true
	}
	end, limited := limits.Deadline()
	return !limited || time.Until(end) > 10*time.Second
}

// until waits for a condition.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for !holds() {
		if !goesOn(t) {
			t.Fatal(what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func openLocal(_ council.Seat, megabytes int) (council.Member, error) {
	return council.OpenLocal(megabytes)
}

func memberCard(name string) broker.Card {
	return broker.Card{ID: broker.NewID(), Name: name, Versions: broker.NewVersions(map[string]string{broker.EngineKind: "test"}),
		Threads: 2, Hash: 16, Longest: time.Minute}
}

func job(game *movegen.Game, nodes uint64) *council.Job {
	j := &council.Job{Seat: council.Seat{Name: "full", Knowledge: eval.All}, Fresh: true, Megabytes: 1,
		Request: search.Request{Position: game.Position(), History: game.Keys(),
			Game: search.Record{Start: game.Start(), Moves: game.Moves()}}}
	j.Request.Limits.Nodes = nodes
	return j
}

// TestAMemberAtTheBrokerSaysWhatAMemberHereSays plays a game at fixed nodes, and restarts the broker in between.
func TestAMemberAtTheBrokerSaysWhatAMemberHereSays(t *testing.T) {
	simulate(t, func(s *simulation) {
		w := &Worker{Worker: broker.Worker{Open: openLocal, Card: memberCard("w")}}
		go func() { _ = w.Serve(s.Context(), s.connect(ignore)) }()
		p, err := broker.NewPool(s.connect(ignore), broker.Engine{Version: "test",
			Local: func(council.Seat, int) (council.Member, error) { return nil, errors.New("nobody searches here") }})
		if err != nil {
			s.Fatal(err)
		}
		m := must.Get(p.Open(council.Seat{Name: "full", Knowledge: eval.All}, 1))(s)
		local := must.Get(council.OpenLocal(1))(s)
		game, moves := movegen.NewGame(), 60
		if testing.Short() {
			moves = 20
		}
		for i := range moves {
			if i == moves/2 {
				s.server.Shutdown()
				s.start()
				time.Sleep(5 * time.Second)
			}
			if p.Await(2, time.Minute) < 2 {
				s.Fatal("the worker is not there")
			}
			j := job(game, 2000)
			want := must.Get(local.Propose(s.Context(), j, nil))(s)
			got := must.Get(m.Propose(s.Context(), j, nil))(s)
			if got.Elapsed, want.Elapsed = 0, 0; !reflect.DeepEqual(got, want) {
				s.Fatalf("move %d: the worker says\n%+v\nand a member here\n%+v", i, got, want)
			}
			must.Do(s, game.Play(got.Move))
		}
	})
}

// TestAWorkerThatIsGoneIsNoticedAtOnce relies on the server's notice that nobody listens.
func TestAWorkerThatIsGoneIsNoticedAtOnce(t *testing.T) {
	server := listen(t, &Settings{})
	defer server.Close()
	c := connect(t, server.URL(), &Access{}, func(string) {})
	defer c.Close()
	heard := make(chan broker.Message, 1)
	cancel := must.Get(c.Subscribe("replies.>", func(m broker.Message) { heard <- m }))(t)
	defer cancel()
	must.Do(t, c.Publish("nowhere", "replies.7", []byte("x")))
	select {
	case m := <-heard:
		if !m.Nobody || m.Subject != "replies.7" {
			t.Errorf("%+v", m)
		}
	case <-time.After(2 * time.Minute):
		t.Error("no notice says that nobody is there")
	}
}

// TestASilentServerIsNoMatterOfCertificates speaks with one that asks for TLS and then says nothing.
func TestASilentServerIsNoMatterOfCertificates(t *testing.T) {
	t.Parallel()
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	go func() {
		for c, err := l.Accept(); err == nil; c, err = l.Accept() {
			defer c.Close()
			_, _ = c.Write([]byte(`INFO {"server_id":"x","max_payload":1024,"tls_required":true}` + "\r\n"))
		}
	}()
	_, err := Connect("tls://"+l.Addr().String(), "test", &Access{}, 0, func(string) {})
	if !errors.Is(err, ErrAbsent) {
		t.Error(err)
	}
}

// certificate writes a self-signed certificate for this machine.
func certificate(t *testing.T, name string) (cert, key string) {
	t.Helper()
	private := must.Get(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}}
	der := must.Get(x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private))(t)
	secret := must.Get(x509.MarshalPKCS8PrivateKey(private))(t)
	write := func(file, kind string, data []byte) string {
		path := filepath.Join(t.TempDir(), file)
		must.Do(t, os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600))
		return path
	}
	return write("cert.pem", "CERTIFICATE", der), write("key.pem", "PRIVATE KEY", secret)
}

func TestWhoMayConnectAndWhatIsSaidToTheOthers(t *testing.T) {
	t.Parallel()
	cert, key := certificate(t, "broker")
	otherCert, otherKey := certificate(t, "somebody")
	servers := map[string]Access{
		"open":     {},
		"user":     {User: "lab", Password: "secret"},
		"token":    {Token: "secret"},
		"tls":      {Cert: cert, Key: key},
		"mutual":   {Cert: cert, Key: key, CA: cert},
		"tls user": {Cert: cert, Key: key, User: "lab", Password: "secret"},
	}
	for _, test := range []struct {
		server string
		access Access
		says   string // "" if the connection is made
	}{
		{"open", Access{}, ""},
		{"user", Access{User: "lab", Password: "secret"}, ""},
		{"user", Access{User: "lab", Password: "wrong"}, "rejects the user, password or token"},
		{"user", Access{}, "rejects the user, password or token"},
		{"token", Access{Token: "secret"}, ""},
		{"token", Access{Token: "wrong"}, "rejects the user, password or token"},
		{"tls", Access{CA: cert}, ""},
		{"tls", Access{}, "is not trusted"},
		{"tls", Access{CA: otherCert}, "is not trusted"},
		{"open", Access{CA: cert}, "does not use TLS"},
		{"mutual", Access{CA: cert, Cert: cert, Key: key}, ""},
		{"mutual", Access{CA: cert, Cert: otherCert, Key: otherKey}, "TLS"},
		{"tls user", Access{CA: cert, User: "lab", Password: "secret"}, ""},
		{"tls user", Access{CA: cert}, "rejects the user, password or token"},
		{"open", Access{Credentials: "/nowhere/lab.creds"}, "/nowhere/lab.creds"},
		{"open", Access{CA: key}, "the file contains no certificate"},
	} {
		server := listen(t, &Settings{Access: servers[test.server]})
		c, err := reach(t, server.URL(), &test.access, func(string) {})
		if (err == nil) != (test.says == "") || err != nil && !strings.Contains(err.Error(), test.says) {
			t.Errorf("server %q, client %+v: %v", test.server, test.access, err)
		}
		if err == nil {
			c.Close()
		}
		server.Close()
	}
}

func TestWhatIsNoBrokerIsReportedInWords(t *testing.T) {
	t.Parallel()
	none := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	address := none.Addr().String()
	_, taken := net.Listen("tcp", address)
	if _, err := Listen(&Settings{Listen: address}, func(string) {}); err == nil ||
		!strings.Contains(err.Error(), errors.Unwrap(taken).Error()) {
		t.Errorf("on a port that is taken: %v", err)
	}
	none.Close()
	for url, says := range map[string]string{"nats://lab:secret@" + address: "no broker answers",
		"nats://127.0.0.1:x": "127.0.0.1:x", "": ""} {
		if _, err := Connect(url, "test", &Access{}, 0, func(string) {}); err == nil ||
			!strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", url, err)
		}
	}
	for listen, says := range map[string]string{"0.0.0.0:0": "to accept other machines", ":0": "to accept other machines",
		"[::]:0": "to accept other machines", "127.0.0.1:70000": "65535", "127.0.0.1": "missing port"} {
		if _, err := Listen(&Settings{Listen: listen}, func(string) {}); err == nil ||
			!strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", listen, err)
		}
	}
	listen(t, &Settings{Listen: "0.0.0.0:0", Access: Access{User: "lab", Password: "secret"}}).Close()
	config := filepath.Join(t.TempDir(), "nats.conf")
	must.Do(t, os.WriteFile(config, []byte("port: -1\nauthorization { user: lab, password: secret }\n"), 0o600))
	server := must.Get(Listen(&Settings{Config: config}, func(string) {}))(t)
	defer server.Close()
	if !strings.HasPrefix(server.URL(), "nats://127.0.0.1:") {
		t.Errorf("with a file without an address it listens at %s", server.URL())
	}
	connect(t, server.URL(), &Access{User: "lab", Password: "secret"}, func(string) {}).Close()
}

func TestNothingIsLeftOfServerAndConnection(t *testing.T) {
	before := runtime.NumGoroutine()
	var said notes
	server := listen(t, &Settings{})
	c := connect(t, server.URL(), &Access{}, said.tell)
	server.Close()
	for range 200 {
		if strings.Contains(said.String(), "the connection to the broker is lost") {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err := c.Publish("x", "", nil); err == nil || !strings.Contains(said.String(), "the connection to the broker is lost") {
		t.Errorf("without a server: %v, reported was %q", err, &said)
	}
	c.Close()
	for range 300 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	stacks := make([]byte, 1<<16)
	t.Errorf("%d goroutines, %d before\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
}
