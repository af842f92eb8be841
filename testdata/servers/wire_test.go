package servers

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"io"
	"net"
	"net/netip"
	"net/smtp"
	"net/textproto"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// A client of the standard library, and a server by hand.

func TestSMTP(t *testing.T) {
	l := listen(t)
	var got []string
	done := make(chan struct{})
	go func() {
		defer close(done)
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		p := textproto.NewConn(c)
		p.PrintfLine("220 ready")
		for {
			line, err := p.ReadLine()
			if err != nil {
				return
			}
			got = append(got, strings.Fields(line)[0])
			switch {
			case line == "DATA":
				p.PrintfLine("354 go on")
				b, _ := p.ReadDotBytes()
				got = append(got, string(b))
				p.PrintfLine("250 ok")
			case line == "QUIT":
				p.PrintfLine("221 bye")
				return
			default:
				p.PrintfLine("250 ok")
			}
		}
	}()
	if err := smtp.SendMail(l.Addr().String(), nil, "a@b.c", []string{"d@e.f"}, []byte("Subject: x\r\n\r\nhello\r\n")); err != nil {
		t.Error(err)
	}
	<-done
	if s := strings.Join(got, "|"); s != "EHLO|MAIL|RCPT|DATA|Subject: x\n\nhello\n|QUIT" {
		t.Errorf("%q", s)
	}
}

// Values over a unix socket.

type msg struct {
	N    int
	Rest []string
}

func TestGobUnix(t *testing.T) {
	l, err := net.Listen("unix", filepath.Join(t.TempDir(), "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		d, e := gob.NewDecoder(c), gob.NewEncoder(c)
		for {
			var m msg
			if d.Decode(&m) != nil {
				return
			}
			m.N++
			e.Encode(m)
		}
	}()
	c := dial(t, l)
	d, e := gob.NewDecoder(c), gob.NewEncoder(c)
	for i := range 3 {
		e.Encode(msg{N: i, Rest: []string{"a"}})
		var m msg
		if err := d.Decode(&m); err != nil || m.N != i+1 {
			t.Errorf("%v %v", m, err)
		}
	}
}

// Answers come by number, in any order.

func mux(t *testing.T, locked bool) {
	l := listen(t)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		for {
			var n uint32
			if binary.Read(c, binary.BigEndian, &n) != nil {
				return
			}
			go binary.Write(c, binary.BigEndian, n)
		}
	}()
	c := dial(t, l)
	var mu sync.Mutex
	waits := map[uint32]chan bool{}
	go func() {
		for {
			var n uint32
			if binary.Read(c, binary.BigEndian, &n) != nil {
				return
			}
			mu.Lock()
			w := waits[n]
			delete(waits, n)
			mu.Unlock()
			if w != nil {
				w <- true
			}
		}
	}()
	call := func(n uint32) {
		w := make(chan bool, 1)
		if locked {
			mu.Lock()
			waits[n] = w
			mu.Unlock()
			binary.Write(c, binary.BigEndian, n)
		} else {
			binary.Write(c, binary.BigEndian, n)
			mu.Lock()
			waits[n] = w
			mu.Unlock()
		}
		<-w
	}
	var wg sync.WaitGroup
	for n := range uint32(2) {
		wg.Go(func() { call(n) })
	}
	wg.Wait()
}

func TestMux(t *testing.T)    { mux(t, true) }
func TestMuxBad(t *testing.T) { mux(t, false) } // a deadlock: the answer comes before somebody waits

// Less usual calls of package net.

func TestBuffers(t *testing.T) {
	l := listen(t)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		b := net.Buffers{[]byte("ab"), []byte("cd")}
		if n, err := b.WriteTo(c); n != 4 || err != nil {
			t.Error(n, err)
		}
		f, err := os.CreateTemp(t.TempDir(), "")
		if err != nil {
			t.Error(err)
			return
		}
		defer f.Close()
		f.WriteString("efgh")
		f.Seek(0, 0)
		if n, err := io.Copy(c, f); n != 4 || err != nil {
			t.Error(n, err)
		}
	}()
	c := dial(t, l)
	b, err := io.ReadAll(c)
	if string(b) != "abcdefgh" || err != nil {
		t.Errorf("%q %v", b, err)
	}
}

func TestListenConfig(t *testing.T) {
	var called bool
	lc := net.ListenConfig{Control: func(network, address string, c syscall.RawConn) error {
		called = true
		return c.Control(func(fd uintptr) {
			if err := syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1); err != nil {
				t.Error(err)
			}
		})
	}, KeepAlive: -1}
	l, err := lc.Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if !called {
		t.Error("not called")
	}
	a := netip.MustParseAddrPort(l.Addr().String())
	go func() {
		c, err := net.DialTCP("tcp", nil, net.TCPAddrFromAddrPort(a))
		if err != nil {
			t.Error(err)
			return
		}
		c.SetNoDelay(true)
		c.SetKeepAlive(true)
		c.CloseWrite()
		io.ReadAll(c)
		c.Close()
	}()
	c, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(c); len(b) != 0 || err != nil {
		t.Error(b, err)
	}
	c.Close()
}

// A leader's lease: it has to end by the clock of when it was asked for.

func lease(t *testing.T, early bool) {
	l := listen(t)
	var mu sync.Mutex
	holder, until := "", time.Time{}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				who, err := bufio.NewReader(c).ReadString('\n')
				if err != nil {
					return
				}
				mu.Lock()
				defer mu.Unlock()
				if holder == "" || time.Now().After(until) {
					holder, until = who, time.Now().Add(time.Second)
					io.WriteString(c, "yes")
				}
			}()
		}
	}()
	var leads atomic.Int32
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			time.Sleep(time.Duration(i) * 1500 * time.Millisecond)
			asked := time.Now()
			c := dial(t, l)
			fmt.Fprintf(c, "%d\n", i)
			b, _ := io.ReadAll(c)
			if string(b) != "yes" {
				return
			}
			end := asked.Add(time.Second)
			if !early {
				end = time.Now().Add(2 * time.Second)
			}
			if leads.Add(1) > 1 {
				t.Error("two lead")
			}
			time.Sleep(time.Until(end))
			leads.Add(-1)
		})
	}
	wg.Wait()
}

func TestLease(t *testing.T)    { lease(t, true) }
func TestLeaseBad(t *testing.T) { lease(t, false) } // fails
