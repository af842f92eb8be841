package served

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// Kinds of servers that are no HTTP, each as it is right and with a mistake that people make.

// serves listens, and serves each connection with f.
func serves(t *testing.T, f func(net.Conn)) (dial func() net.Conn) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go f(c)
		}
	}()
	return func() net.Conn {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Error(err)
			return nil
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
}

// Requests that come before the answers to others.
func pipelined(t *testing.T, inTurn bool) {
	c := serves(t, func(c net.Conn) {
		defer c.Close()
		var wg sync.WaitGroup
		defer wg.Wait()
		last := make(chan bool)
		close(last)
		for r := bufio.NewReader(c); ; {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			before, done := last, make(chan bool)
			last = done
			wg.Go(func() {
				if inTurn {
					<-before
				}
				io.WriteString(c, strings.ToUpper(line))
				close(done)
			})
		}
	})()
	io.WriteString(c, "a\nb\n")
	c.(*net.TCPConn).CloseWrite()
	if got, err := io.ReadAll(c); string(got) != "A\nB\n" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

func TestPipelined(t *testing.T)       { pipelined(t, true) }
func TestPipelinedAnyhow(t *testing.T) { pipelined(t, false) } // fails

// Who publishes before the broker knows of the subscriber.
func brokered(t *testing.T, acknowledged bool) {
	var mu sync.Mutex
	var subscribers []net.Conn
	dial := serves(t, func(c net.Conn) {
		for lines := bufio.NewScanner(c); lines.Scan(); {
			mu.Lock()
			if message, ok := strings.CutPrefix(lines.Text(), "PUB "); ok {
				for _, s := range subscribers {
					fmt.Fprintln(s, message)
				}
			} else {
				subscribers = append(subscribers, c)
				if acknowledged {
					fmt.Fprintln(c, "OK")
				}
			}
			mu.Unlock()
		}
	})
	sub, pub := dial(), dial()
	fmt.Fprintln(sub, "SUB")
	r := bufio.NewReader(sub)
	if acknowledged {
		r.ReadString('\n')
	}
	fmt.Fprintln(pub, "PUB x")
	sub.SetReadDeadline(time.Now().Add(time.Second))
	if line, err := r.ReadString('\n'); line != "x\n" {
		t.Errorf("%q, %v", line, err)
	}
}

func TestBroker(t *testing.T)        { brokered(t, true) }
func TestBrokerUnheard(t *testing.T) { brokered(t, false) } // fails

// A deadline for each message, or one for all.
func idles(t *testing.T, each bool) {
	heard := make(chan int, 1)
	c := serves(t, func(c net.Conn) {
		defer c.Close()
		c.SetReadDeadline(time.Now().Add(2500 * time.Millisecond))
		for n := 0; ; n++ {
			if each {
				c.SetReadDeadline(time.Now().Add(2500 * time.Millisecond))
			}
			if _, err := c.Read(make([]byte, 1)); err != nil {
				if !errors.Is(err, os.ErrDeadlineExceeded) {
					t.Error(err)
				}
				heard <- n
				return
			}
		}
	})()
	for range 4 {
		c.Write([]byte{1})
		time.Sleep(time.Second)
	}
	if n := <-heard; n != 4 {
		t.Errorf("%d messages", n)
	}
}

func TestIdle(t *testing.T)     { idles(t, true) }
func TestIdleOnce(t *testing.T) { idles(t, false) } // fails

// A proxy that copies both ways: one way ends before the other.
func copies(t *testing.T, half bool) {
	back := serves(t, func(c net.Conn) {
		defer c.Close()
		all, _ := io.ReadAll(c)
		fmt.Fprintf(c, "%d bytes", len(all))
	})
	front := serves(t, func(c net.Conn) {
		d := back()
		var wg sync.WaitGroup
		pipe := func(to, from net.Conn) func() {
			return func() {
				io.Copy(to, from)
				if half {
					to.(*net.TCPConn).CloseWrite()
				} else {
					to.Close()
				}
			}
		}
		wg.Go(pipe(d, c))
		wg.Go(pipe(c, d))
		wg.Wait()
		c.Close()
		d.Close()
	})
	c := front()
	io.WriteString(c, "hello")
	c.(*net.TCPConn).CloseWrite()
	if got, err := io.ReadAll(c); string(got) != "5 bytes" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

func TestCopyBoth(t *testing.T)       { copies(t, true) }
func TestCopyBothClosed(t *testing.T) { copies(t, false) } // fails

// A resolver asks again, and has to know which answer is to which question.
func resolves(t *testing.T, checks bool) {
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	go func() {
		p := make([]byte, 512)
		for n := 0; ; n++ {
			k, from, err := server.ReadFrom(p)
			if err != nil {
				return
			}
			answer := append([]byte(nil), p[:k]...)
			if n == 0 { // the first answer is late
				time.AfterFunc(2500*time.Millisecond, func() { server.WriteTo(answer, from) })
				continue
			}
			server.WriteTo(answer, from)
		}
	}()
	c, err := net.Dial("udp", server.LocalAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ask := func(id uint16, name string) string {
		for range 3 {
			c.Write(append(binary.BigEndian.AppendUint16(nil, id), name...))
			c.SetReadDeadline(time.Now().Add(time.Second))
			for p := make([]byte, 512); ; {
				n, err := c.Read(p)
				if err != nil {
					break // it is asked again
				}
				if !checks || binary.BigEndian.Uint16(p) == id {
					return string(p[2:n])
				}
			}
		}
		return "no answer"
	}
	for id, name := range []string{"a", "b"} {
		if got := ask(uint16(id), name); got != name {
			t.Errorf("%s: %s", name, got)
		}
		time.Sleep(5 * time.Second)
	}
}

func TestResolver(t *testing.T)     { resolves(t, true) }
func TestResolverNoID(t *testing.T) { resolves(t, false) } // fails

// A server takes the place of another one, by the name of its socket.
func renames(t *testing.T, waits bool) {
	path := filepath.Join(t.TempDir(), "s")
	serve := func(at, word string) {
		l, err := net.Listen("unix", at)
		if err != nil {
			t.Error(err)
			return
		}
		l.(*net.UnixListener).SetUnlinkOnClose(false)
		t.Cleanup(func() { l.Close() })
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				io.WriteString(c, word)
				c.Close()
			}
		}()
	}
	serve(path, "old")
	done := make(chan bool)
	go func() {
		defer close(done)
		serve(path+".new", "new")
		if err := os.Rename(path+".new", path); err != nil {
			t.Error(err)
		}
	}()
	if waits {
		<-done
	}
	c, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if got, err := io.ReadAll(c); string(got) != "new" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	<-done
}

func TestRenamed(t *testing.T)      { renames(t, true) }
func TestRenamedEarly(t *testing.T) { renames(t, false) } // fails

// What is said of pipes: by what is done to them, and where.

func pair() (net.Conn, net.Conn) { return net.Pipe() }

func TestPipeLate(t *testing.T) { // fails: the deadline and the message are at the same time
	a, b := pair()
	go func() {
		time.Sleep(time.Second)
		b.Write([]byte("x"))
	}()
	a.SetReadDeadline(time.Now().Add(time.Second))
	if _, err := a.Read(make([]byte, 1)); err != nil {
		t.Error(err)
	}
	a.Close()
}

func TestPipeStuck(t *testing.T) { // a deadlock: both write
	a, b := pair()
	done := make(chan bool)
	go func() {
		io.WriteString(b, "ok")
		close(done)
	}()
	io.WriteString(a, "x")
	<-done
}

func TestPipeRaced(t *testing.T) { // a race: with who reads from the pipe
	a, b := pair()
	p := []byte("hello")
	go io.ReadAll(b)
	go a.Write(p)
	p[0] = 'j'
}

func TestPipeUnread(t *testing.T) { // fails: who writes second may hear that nobody reads
	r, w := io.Pipe()
	defer r.Close()
	for _, s := range []string{"a", "b"} {
		go io.WriteString(w, s)
	}
	p := make([]byte, 1)
	if r.Read(p); p[0] != 'a' {
		t.Errorf("%q", p)
	}
}

// Who writes waits for a reader, and another one for its turn.
func TestPipeWaits(t *testing.T) {
	r, w := io.Pipe()
	defer r.Close()
	go w.Write([]byte("x"))
	w.Write([]byte("y"))
}
