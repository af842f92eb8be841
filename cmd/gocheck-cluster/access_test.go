package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// small is explored by who has the rights to.
var (
	small       = []string{"-run=^TestLastZero10$", "./testdata/benchmarks/lastzero"}
	smallCounts = map[string]string{"TestLastZero10": "PASS 3328"}
)

// TestAccounts explores with exactly the permissions of testdata/accounts.conf, by TLS with
// certificates on both sides, a password and an NKey.
func TestAccounts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	authority := newAuthority(t, dir)
	authority.issue(t, "server")
	authority.issue(t, "client")
	seed, public := newUser(t, dir, "worker")
	accounts, err := filepath.Abs(filepath.Join("testdata", "accounts.conf"))
	if err != nil {
		t.Fatal(err)
	}
	s := startServers(t, 1, fmt.Sprintf("GC_COMMAND: one\nGC_VIEWER: two\nGC_WORKER: %q\n%stls { cert_file: %q, key_file: %q, ca_file: %q, verify: true }\n",
		public, included(t, accounts), filepath.Join(dir, "server.pem"), filepath.Join(dir, "server.key"), filepath.Join(dir, "ca.pem")))
	tls := fmt.Sprintf("?ca=%s&cert=%s&key=%s", filepath.Join(dir, "ca.pem"), filepath.Join(dir, "client.pem"), filepath.Join(dir, "client.key"))
	as := func(user, settings string) string { return "tls://" + user + s.clients[0] + settings }
	worker := startWorker(t, as("", tls+"&nkey="+seed))
	run := explore(t, as("command:one@", tls), small)
	if got := run.counts(); !maps.Equal(got, smallCounts) || strings.Contains(run.text(), "ermission") {
		t.Errorf("%v, want %v\n%s", got, smallCounts, run.text())
	}
	if strings.Contains(worker.text(), "ermission") {
		t.Error(worker.text())
	}
	out, err := command(t, "gocheck", "cluster", "-cluster="+as("viewer:two@", tls), "status").CombinedOutput()
	if err != nil || string(out) != "no run\n" {
		t.Errorf("status: %v %s", err, out)
	}
	for _, x := range []struct{ url, says string }{
		{as("command:two@", tls), "Authorization Violation"},
		{as("command:one@", "?ca="+filepath.Join(dir, "ca.pem")), "tls"},
		{as("command:one@", strings.Replace(tls, "ca.pem", "client.pem", 1)), "certificate"},
		{as("viewer:two@", tls), "Permissions Violation"},
		{as("", tls+"&nkey="+seed), "Permissions Violation"},
	} {
		run := explore(t, x.url, small)
		if got := run.counts(); len(got) > 0 || run.ProcessState.ExitCode() != 2 || !strings.Contains(run.text(), x.says) {
			t.Errorf("%s: %v, want %q:\n%s", x.url, got, x.says, run.text())
		}
		t.Log(run.text())
	}
	// What nobody needs is refused.
	for user, subjects := range map[string][]string{
		"command": {"gc.x.done.y", "gc.x.worker.y", "$JS.API.STREAM.LIST", "$JS.API.CONSUMER.MSG.NEXT.x.workers", "$JS.ACK.x", "else", "<gc.x.hint.y", "<gc.>", "<$KV.>"},
		"worker":  {"gc.x.part.y", "gc.x.hint.y", "$KV.gc_runs.x", "$JS.API.STREAM.CREATE.x", "$JS.API.STREAM.DELETE.x", "$JS.API.CONSUMER.CREATE.x.workers", "$JS.API.CONSUMER.DELETE.x.workers", "<gc.x.done.y", "<gc.>"},
		"viewer":  {"gc.x.done.y", "gc.x.part.y", "gc.x.hint.y", "$KV.gc_runs.x", "$JS.API.STREAM.CREATE.x", "$JS.API.STREAM.MSG.GET.x", "<gc.x.done.y", "<gc.>"},
	} {
		options := []nats.Option{nats.RootCAs(filepath.Join(dir, "ca.pem")), nats.ClientCert(filepath.Join(dir, "client.pem"), filepath.Join(dir, "client.key"))}
		switch user {
		case "command":
			options = append(options, nats.UserInfo(user, "one"))
		case "viewer":
			options = append(options, nats.UserInfo(user, "two"))
		default:
			o, err := nats.NkeyOptionFromSeed(seed)
			if err != nil {
				t.Fatal(err)
			}
			options = append(options, o)
		}
		refused := make(chan error, 1)
		nc, err := nats.Connect("tls://"+s.clients[0], append(options, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))...)
		if err != nil {
			t.Fatal(err)
		}
		defer nc.Close()
		for _, subject := range subjects {
			if to, listens := strings.CutPrefix(subject, "<"); listens {
				_, err = nc.SubscribeSync(to)
			} else {
				err = nc.Publish(subject, nil)
			}
			if err == nil {
				err = nc.Flush() // the refusal comes before the answer to this
			}
			if err != nil {
				t.Fatal(err)
			}
			select {
			case err := <-refused:
				if !errors.Is(err, nats.ErrPermissionViolation) {
					t.Errorf("%s, %s: %v", user, subject, err)
				}
			case <-time.After(5 * time.Second):
				t.Errorf("%s may use %s", user, subject)
			}
		}
	}
}

// TestCredentials has an operator's servers, where users have credentials files, with the same
// permissions.
func TestCredentials(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := "GC_COMMAND: one\nGC_VIEWER: two\nGC_WORKER: " + newKey(t, nkeys.CreateUser).public + "\n" + included(t, filepath.Join("testdata", "accounts.conf"))
	conf := filepath.Join(dir, "accounts.conf")
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := server.ProcessConfigFile(conf)
	if err != nil {
		t.Fatal(err)
	}
	operator, account := newKey(t, nkeys.CreateOperator), newKey(t, nkeys.CreateAccount)
	oc := jwt.NewOperatorClaims(operator.public)
	ac := jwt.NewAccountClaims(account.public)
	ac.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: -1, DiskStorage: -1, Streams: -1, Consumer: -1}
	system := newKey(t, nkeys.CreateAccount)
	signed := func(c interface {
		Encode(nkeys.KeyPair) (string, error)
	}, by key) string {
		text, err := c.Encode(by.pair)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	s := startServers(t, 1, fmt.Sprintf("operator: %s\nresolver: MEMORY\nsystem_account: %s\nresolver_preload: { %s: %s, %s: %s }\n",
		signed(oc, operator), system.public, system.public, signed(jwt.NewAccountClaims(system.public), operator), account.public, signed(ac, operator)))
	credentials := func(name string, p *server.Permissions) string {
		user := newKey(t, nkeys.CreateUser)
		uc := jwt.NewUserClaims(user.public)
		uc.Pub.Allow, uc.Pub.Deny = p.Publish.Allow, p.Publish.Deny
		uc.Sub.Allow = p.Subscribe.Allow
		seed, err := user.pair.Seed()
		if err != nil {
			t.Fatal(err)
		}
		text, err := jwt.FormatUserConfig(signed(uc, account), seed)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name+".creds")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var commands *server.Permissions
	for _, u := range o.Users {
		if u.Username == "command" {
			commands = u.Permissions
		}
	}
	startWorker(t, s.url("?creds="+credentials("worker", o.Nkeys[0].Permissions)))
	run := explore(t, s.url("?creds="+credentials("command", commands)), small)
	if got := run.counts(); !maps.Equal(got, smallCounts) || strings.Contains(run.text(), "ermission") {
		t.Errorf("%v, want %v\n%s", got, smallCounts, run.text())
	}
	run = explore(t, s.url(""), small)
	if got := run.counts(); len(got) > 0 || run.ProcessState.ExitCode() != 2 || !strings.Contains(run.text(), "Authorization Violation") {
		t.Errorf("without credentials: %v\n%s", got, run.text())
	}
}

// included is a part of a configuration.
func included(t *testing.T, path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// key is one of NATS.
type key struct {
	pair   nkeys.KeyPair
	public string
}

func newKey(t *testing.T, create func() (nkeys.KeyPair, error)) key {
	pair, err := create()
	if err != nil {
		t.Fatal(err)
	}
	public, err := pair.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	return key{pair, public}
}

// newUser writes the seed of a user to a file.
func newUser(t *testing.T, dir, name string) (file, public string) {
	k := newKey(t, nkeys.CreateUser)
	seed, err := k.pair.Seed()
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(dir, name+".nk")
	if err := os.WriteFile(file, seed, 0o600); err != nil {
		t.Fatal(err)
	}
	return file, k.public
}

// authority issues certificates.
type authority struct {
	dir  string
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t *testing.T, dir string) *authority {
	a := &authority{dir: dir}
	a.cert, a.key = a.issue(t, "ca")
	return a
}

// issue writes a certificate, and its key.
func (a *authority) issue(t *testing.T, name string) (*x509.Certificate, *ecdsa.PrivateKey) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		BasicConstraintsValid: true,
	}
	by, with := a.cert, a.key
	if by == nil {
		c.IsCA, c.KeyUsage = true, x509.KeyUsageCertSign
		by, with = c, private
	}
	der, err := x509.CreateCertificate(rand.Reader, c, by, &private.PublicKey, with)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	for file, b := range map[string]*pem.Block{name + ".pem": {Type: "CERTIFICATE", Bytes: der}, name + ".key": {Type: "EC PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(filepath.Join(a.dir, file), pem.EncodeToMemory(b), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if c, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	return c, private
}
