package jetroad

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"gocheck.dev/internal/cluster"
)

// Open opens the road that -cluster names: embedded, embedded:HOST:PORT, or URLs of servers. dir
// is where a server of this process keeps what it has; "": it is to be another's.
func Open(_ context.Context, where, dir string, say func(string)) (cluster.Road, func(), error) {
	base, query, _ := strings.Cut(where, "?")
	q, err := url.ParseQuery(query)
	if err != nil {
		return nil, nil, fmt.Errorf("-cluster=%s: %w", where, err)
	}
	if cluster.Embedded(where) {
		if dir == "" {
			return nil, nil, errors.New("-cluster=embedded is a server in the process of gocheck: a worker needs its address, like -cluster=nats://HOST:PORT")
		}
		return embedded(base, dir, q, say)
	}
	w := &words{say: say}
	options := append(w.options(), nats.Name("gocheck"), nats.MaxReconnects(-1), nats.ReconnectWait(500*time.Millisecond), nats.Timeout(5*time.Second), nats.PingInterval(pingEvery))
	for name, values := range q {
		v := values[0]
		switch name {
		case "creds":
			options = append(options, nats.UserCredentials(v))
		case "nkey":
			o, err := nats.NkeyOptionFromSeed(v)
			if err != nil {
				return nil, nil, fmt.Errorf("-cluster: reading the NKey: %w", err)
			}
			options = append(options, o)
		case "ca":
			options = append(options, nats.RootCAs(v))
		case "cert":
			options = append(options, nats.ClientCert(v, q.Get("key")))
		}
	}
	nc, err := nats.Connect(base, options...)
	if err != nil {
		return nil, nil, fmt.Errorf("connecting to %s: %w", redacted(base), err)
	}
	replicas := 1
	if n, err := strconv.Atoi(q.Get("replicas")); err == nil && n > 0 {
		replicas = n
	}
	r, err := newRoad(nc, replicas, w)
	return r, nc.Close, err
}

// pingEvery is how often a connection is looked at: one that a network has cut says nothing. The
// client goes to another server when two looks were in vain.
const pingEvery = 5 * time.Second

// redacted is a list of addresses without secrets.
func redacted(urls string) string {
	var all []string
	for u := range strings.SplitSeq(urls, ",") {
		if p, err := url.Parse(u); err == nil {
			p.User = nil // a token is a user's name
			u = p.String()
		}
		all = append(all, u)
	}
	return strings.Join(all, ",")
}

// embedded is a server in this process. Nobody else can connect to it, unless an address is given.
func embedded(base, dir string, q url.Values, say func(string)) (cluster.Road, func(), error) {
	address := strings.TrimPrefix(strings.TrimPrefix(base, "embedded"), ":")
	o := &server.Options{ServerName: "gocheck", DontListen: address == "", JetStream: true, StoreDir: dir, SyncAlways: true, NoSigs: true, NoLog: true, Authorization: q.Get("token")}
	if address != "" {
		host, port, err := net.SplitHostPort(address)
		if err != nil {
			return nil, nil, fmt.Errorf("-cluster=%s: want embedded:HOST:PORT: %w", base, err)
		}
		o.Host = host
		if o.Port, err = strconv.Atoi(port); err != nil {
			return nil, nil, fmt.Errorf("-cluster=%s: want embedded:HOST:PORT: %w", base, err)
		}
		if ip := net.ParseIP(host); o.Authorization == "" && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			return nil, nil, fmt.Errorf("-cluster=%s: who can connect has the workers run programs: give it a secret, like %s?token=SECRET (the workers: nats://SECRET@HOST:PORT)", base, base)
		}
	}
	files := filepath.Join(dir, "objects")
	if _, err := os.Stat(files); (err == nil) != (address == "") {
		// What is large is elsewhere, or nothing is there yet: the run cannot be gone on with.
		if err := os.RemoveAll(dir); err != nil {
			return nil, nil, fmt.Errorf("removing what another kind of server has kept: %w", err)
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, nil, fmt.Errorf("making a folder for the cluster: %w", err)
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, nil, fmt.Errorf("starting the server of the cluster: %w", err)
	}
	go s.Start()
	if !s.ReadyForConnections(30 * time.Second) {
		s.Shutdown()
		return nil, nil, fmt.Errorf("starting the server of the cluster in %s: it does not come up", filepath.Clean(dir))
	}
	options := []nats.Option{nats.InProcessServer(s), nats.MaxReconnects(-1)}
	if o.Authorization != "" {
		options = append(options, nats.Token(o.Authorization))
	}
	nc, err := nats.Connect("", options...)
	if err != nil {
		s.Shutdown()
		return nil, nil, fmt.Errorf("connecting to the server of the cluster: %w", err)
	}
	r, err := newRoad(nc, 1, &words{say: say})
	if err == nil && address == "" {
		r.dir = files
		err = os.MkdirAll(files, 0o700)
	}
	return r, func() {
		nc.Close()
		s.Shutdown()
		s.WaitForShutdown()
	}, err
}
