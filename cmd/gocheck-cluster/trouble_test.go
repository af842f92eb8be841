package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"flag"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

var cutFlag = flag.Duration("cut", 3*time.Second, "how long the tests of partitions cut something off, at least")

var diskFlag = flag.String("disk", "", "a small file system, which TestFull fills")

// one is what these tests explore: some seconds of work.
var (
	one       = []string{"-run=^TestConsensus4$", "./testdata/benchmarks/consensus"}
	oneCounts = map[string]string{"TestConsensus4": "PASS 50,625"}
)

// exploring is an exploration that goes on.
type exploring struct {
	*exec.Cmd
	said
	t    *testing.T
	done chan struct{} // closed: it has ended
}

// patience is for how long an exploration is waited for: they take seconds.
const patience = 5 * time.Minute

// explore begins an exploration by a cluster.
func explore(t *testing.T, url string, args []string) *exploring {
	return begin(t, append([]string{"-cluster=" + url}, args...)...)
}

// begin begins an exploration.
func begin(t *testing.T, args ...string) *exploring {
	e := &exploring{t: t, done: make(chan struct{})}
	e.Cmd = exploration(t, args...)
	e.Stdout, e.Stderr = &e.said, &e.said
	if err := e.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = e.Wait() // its verdicts are looked at
		close(e.done)
	}()
	t.Cleanup(func() {
		_ = e.Process.Kill() // it may have ended
		if t.Failed() {
			t.Logf("the command:\n%s", e.text())
		}
	})
	return e
}

// counts waits for the end, and returns the verdicts.
func (e *exploring) counts() map[string]string {
	e.ends()
	return parse(e.text())
}

// ends waits for the end.
func (e *exploring) ends() {
	select {
	case <-e.done:
	case <-time.After(patience):
		_ = e.Process.Signal(syscall.SIGQUIT) // it says where its goroutines are
		<-e.done
		e.t.Errorf("it does not end:\n%s", e.text())
	}
}

// wants waits for the end, and holds the verdicts to these.
func (e *exploring) wants(what string, want map[string]string) {
	e.t.Helper()
	if got := e.counts(); !maps.Equal(got, want) {
		e.t.Errorf("%s%v, want %v\n%s", what, got, want, e.text())
	}
}

// says waits until f has that text.
func says(t *testing.T, f func() string, text string) {
	t.Helper()
	for began := time.Now(); !strings.Contains(f(), text); time.Sleep(20 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatalf("nobody says %q:\n%s", text, f())
		}
	}
}

// eye looks at what happens on the servers.
type eye struct {
	t    *testing.T
	js   jetstream.JetStream
	done chan *nats.Msg // records
	beat chan *nats.Msg // what workers say of themselves
}

func newEye(t *testing.T, url string) *eye {
	var nc *nats.Conn
	var err error
	for range 100 {
		if nc, err = nats.Connect(url); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	e := &eye{t: t, done: make(chan *nats.Msg, 1000), beat: make(chan *nats.Msg, 10000)}
	if e.js, err = jetstream.New(nc); err != nil {
		t.Fatal(err)
	}
	for subject, to := range map[string]chan *nats.Msg{"gc.*.done.*": e.done, "gc.*.worker.*": e.beat} {
		if _, err := nc.ChanSubscribe(subject, to); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

// taken waits until a worker has a piece of work in hand. It returns which server leads those.
func (e *eye) taken() (leader int) {
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(10 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(e.t.Context(), time.Second)
		defer cancel()
		for name := range e.js.StreamNames(ctx).Name() {
			if !strings.HasSuffix(name, "_parts") {
				continue
			}
			c, err := e.js.Consumer(ctx, name, "workers")
			if err != nil {
				continue
			}
			if i := c.CachedInfo(); i.NumAckPending > 0 {
				if i.Cluster != nil && i.Cluster.Leader != "" {
					leader = int(i.Cluster.Leader[0] - 'a')
				}
				return leader
			}
		}
	}
	e.t.Fatal("nobody takes any work")
	return 0
}

// working waits until a worker says that it works.
func (e *eye) working() {
	late := time.After(time.Minute)
	for {
		select {
		case m := <-e.beat:
			if strings.Contains(string(m.Data), `"Works":[{`) {
				return
			}
		case <-late:
			e.t.Fatal("nobody works")
		}
	}
}

// TestSlowWorker stops a worker, and the command, until another worker has done its work, too:
// what it says then does not count, and it works on.
func TestSlowWorker(t *testing.T) {
	t.Parallel()
	s := startServers(t, 1, "")
	e := newEye(t, s.url(""))
	slow := startWorker(t, s.url(""))
	run := explore(t, s.url("?ackwait=1s"), one)
	e.working()
	signal(t, slow.Cmd, syscall.SIGSTOP)
	other := startWorker(t, s.url(""))
	select {
	case <-e.done:
	case <-time.After(patience):
		t.Fatal("nobody has done it")
	}
	signal(t, run.Cmd, syscall.SIGSTOP)
	signal(t, slow.Cmd, syscall.SIGCONT)
	says(t, slow.text, "TestConsensus4: another worker was earlier")
	signal(t, run.Cmd, syscall.SIGCONT)
	run.wants("", oneCounts)
	other.end()
	run = explore(t, s.url("?ackwait=1s"), one)
	run.wants("then ", oneCounts)
}

// TestLateWorker has a worker who comes back from a partition with what it has done when there is
// nobody any more whom it could tell.
func TestLateWorker(t *testing.T) {
	t.Parallel()
	s := startServers(t, 1, "")
	e := newEye(t, s.url(""))
	network := newLink(t, s.clients[0])
	startWorker(t, "nats://"+network.address())
	run := explore(t, s.url("?ackwait=1s"), one)
	e.taken()
	cut := time.Now()
	network.cut(true)
	other := startWorker(t, s.url(""))
	run.wants("", oneCounts)
	other.end()
	time.Sleep(time.Until(cut.Add(*cutFlag)))
	network.cut(false)
	run = explore(t, s.url("?ackwait=1s"), one)
	run.wants("then ", oneCounts)
}

// TestCutServer cuts one of three servers, which leads what the run is kept in, off from the
// others: the command and the workers that are connected to it have to go elsewhere.
func TestCutServer(t *testing.T) {
	t.Parallel()
	s := startServers(t, 3, "")
	e := newEye(t, s.url(""))
	startWorker(t, s.url(""))
	startWorker(t, s.url(""))
	run := explore(t, s.url("?replicas=3&ackwait=3s&slice=500ms"), one)
	i := e.taken()
	s.cut(i, true)
	healed := time.After(*cutFlag)
	for heals := true; heals; {
		over := make(chan bool)
		go func() { over <- maps.Equal(run.counts(), oneCounts) }()
		for going := true; going; {
			select {
			case <-healed:
				s.cut(i, false)
				heals = false
			case right := <-over:
				if going = false; !right {
					t.Errorf("want %v:\n%s", oneCounts, run.text())
				}
			}
		}
		t.Log(run.text())
		if heals {
			run = explore(t, s.url("?replicas=3&ackwait=3s&slice=500ms"), one)
		}
	}
}

// TestFull has servers without room: the command says so, and goes on when there is some.
func TestFull(t *testing.T) {
	t.Parallel()
	s := startServers(t, 1, "")
	fill := func(full bool) {
		config(t, s, 0, "max_file_store: 4MB, ", "")
		if full {
			config(t, s, 0, "store_dir", "max_file_store: 4MB, store_dir")
		}
	}
	if *diskFlag != "" {
		config(t, s, 0, filepath.Join(s.dir, "a\","), filepath.Join(*diskFlag, "a\", max_file_store: 1GB,"))
		filler := filepath.Join(*diskFlag, "filler")
		fill = func(full bool) {
			if !full {
				_ = os.Remove(filler) // the counts will say so
				return
			}
			if f, err := os.Create(filler); err == nil {
				n, err := io.Copy(f, rand.Reader)
				t.Log("filled with", n, "bytes:", err, f.Close())
			}
		}
		t.Cleanup(func() { fill(false) })
	}
	s.kill(0)
	fill(*diskFlag == "")
	s.start(0)
	newEye(t, s.url("")) // it is up
	fill(true)
	startWorker(t, s.url(""))
	run := explore(t, s.url(""), one)
	says(t, run.text, "room")
	fill(false)
	s.kill(0)
	s.start(0)
	run.wants("", oneCounts)
	t.Log(run.text())
}

// config changes the configuration of a server, which has to be started again.
func config(t *testing.T, s *servers, i int, old, new string) {
	text, err := os.ReadFile(s.configs[i])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.configs[i], bytes.Replace(text, []byte(old), []byte(new), 1), 0o600); err != nil {
		t.Fatal(err)
	}
}

func signal(t *testing.T, c *exec.Cmd, sig syscall.Signal) {
	if err := c.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
}
