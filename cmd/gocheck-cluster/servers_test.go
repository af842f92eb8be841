package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// natsServer is nats-server: it takes `-c FILE`, and ends by a signal.
func natsServer() {
	o, err := server.ProcessConfigFile(os.Args[2])
	var s *server.Server
	if err == nil {
		s, err = server.NewServer(o)
	}
	if err == nil {
		s.ConfigureLogger()
		err = server.Run(s)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	s.WaitForShutdown()
}

// servers are NATS servers with JetStream, each a process of its own.
type servers struct {
	t       *testing.T
	dir     string
	configs []string
	clients []string // where they listen for clients
	procs   []*exec.Cmd
	links   map[[2]int]*link // to a server, from another
}

// cut cuts one server off from the others, or ends that.
func (s *servers) cut(i int, cut bool) {
	for pair, l := range s.links {
		if pair[0] == i || pair[1] == i {
			l.cut(cut)
		}
	}
}

// startServers starts n servers, which are one cluster. Each pair has a link of its own: they know
// of no other. more is what each configuration has beside the usual.
func startServers(t *testing.T, n int, more string) *servers {
	s := &servers{t: t, dir: t.TempDir(), procs: make([]*exec.Cmd, n), links: map[[2]int]*link{}}
	ports := freePorts(t, 2*n)
	for i := range n {
		var routes []string
		for j := range n {
			if i == j {
				continue
			}
			l := newLink(t, "127.0.0.1:"+ports[n+j])
			s.links[[2]int{j, i}] = l
			routes = append(routes, "nats://"+l.address())
		}
		text := fmt.Sprintf("server_name: %c\nlisten: \"127.0.0.1:%s\"\nlog_file: %q\njetstream { store_dir: %q, sync_interval: always }\n",
			'a'+i, ports[i], filepath.Join(s.dir, fmt.Sprintf("%c.log", 'a'+i)), filepath.Join(s.dir, fmt.Sprintf("%c", 'a'+i)))
		if n > 1 {
			text += fmt.Sprintf("cluster { name: gc, listen: \"127.0.0.1:%s\", advertise: \"127.0.0.1:1\", no_advertise: true, routes: [%s] }\n", ports[n+i], strings.Join(routes, ", "))
		}
		config := filepath.Join(s.dir, fmt.Sprintf("%c.conf", 'a'+i))
		if err := os.WriteFile(config, []byte(text+more), 0o600); err != nil {
			t.Fatal(err)
		}
		s.configs = append(s.configs, config)
		s.clients = append(s.clients, "127.0.0.1:"+ports[i])
		s.start(i)
	}
	t.Cleanup(func() {
		for i := range s.procs {
			s.kill(i)
		}
		if t.Failed() {
			for i := range s.configs {
				log, _ := os.ReadFile(filepath.Join(s.dir, fmt.Sprintf("%c.log", 'a'+i)))
				t.Logf("server %c:\n%s", 'a'+i, log[max(0, len(log)-2000):])
			}
		}
	})
	return s
}

// start starts a server again.
func (s *servers) start(i int) {
	c := command(s.t, "nats-server", "-c", s.configs[i])
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.procs[i] = c
}

// kill kills a server, and waits until it is gone.
func (s *servers) kill(i int) {
	if c := s.procs[i]; c != nil {
		_ = c.Process.Kill() // it may have ended
		_ = c.Wait()
		s.procs[i] = nil
	}
}

// url is what -cluster is told.
func (s *servers) url(settings string) string {
	return "nats://" + strings.Join(s.clients, ",nats://") + settings
}

func freePorts(t *testing.T, n int) (ports []string) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		_, port, _ := net.SplitHostPort(l.Addr().String())
		ports = append(ports, port)
	}
	return ports
}

// said is what a process has said, which goes on.
type said struct {
	mu  sync.Mutex
	all bytes.Buffer
}

// Write takes what the process says.
func (s *said) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all.Write(b)
}

func (s *said) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all.String()
}

// command is a command of TestMain, in the repository.
func command(t testing.TB, name string, args ...string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.Symlink(self, path); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(path, args...)
	c.Dir = filepath.Join("..", "..")
	c.WaitDelay = time.Minute // a process that it has left behind may hold its output
	return c
}

// explored is a verdict, with its count unless the test fails.
var explored = regexp.MustCompile(`(?m)^--- (\w+): (\S+) .*?(?:([\d,]+) executions?|$)`)

// exploration is a command that explores all.
func exploration(t testing.TB, args ...string) *exec.Cmd {
	return command(t, "gocheck", append([]string{"-v", "-count=1", "-progress=off", "-save=false", "-queue=unordered", "-budget=0"}, args...)...)
}

// counts runs gocheck, and returns its verdicts by test.
func counts(t *testing.T, args ...string) (map[string]string, string) {
	e := begin(t, args...)
	return e.counts(), e.text()
}

// parse is the verdicts in what gocheck has said.
func parse(out string) map[string]string {
	all := map[string]string{}
	for _, m := range explored.FindAllStringSubmatch(out, -1) {
		all[m[2]] = m[1] + " " + m[3]
	}
	return all
}
