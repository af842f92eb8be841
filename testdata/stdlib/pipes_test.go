package stdlib

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"testing"
	"time"
)

func TestPipe(t *testing.T) {
	r, w := io.Pipe()
	go func() {
		fmt.Fprint(w, "hello")
		w.Close()
	}()
	b, err := io.ReadAll(r)
	if string(b) != "hello" || err != nil {
		t.Errorf("%q %v", b, err)
	}
}

// TestPipeWriters: two writers, whose data does not mix. 2 orders.
func TestPipeWriters(t *testing.T) {
	r, w := io.Pipe()
	go func() {
		both(func() { io.WriteString(w, "ab") })
		w.CloseWithError(io.ErrUnexpectedEOF)
	}()
	var got []byte
	p := make([]byte, 1)
	for {
		n, err := r.Read(p)
		got = append(got, p[:n]...)
		if err != nil {
			if err != io.ErrUnexpectedEOF {
				t.Error(err)
			}
			break
		}
	}
	if string(got) != "abab" {
		t.Errorf("%q", got)
	}
}

// TestPipePlain: plain code is on both ends.
func TestPipePlain(t *testing.T) {
	r, w := io.Pipe()
	go func() {
		w.CloseWithError(json.NewEncoder(w).Encode(map[string]int{"a": 1}))
	}()
	var b bytes.Buffer
	if _, err := io.Copy(&b, bufio.NewReader(r)); err != nil || b.String() != "{\"a\":1}\n" {
		t.Errorf("%q %v", b.String(), err)
	}
}

// TestPipeReaderCloses: the writer is told why.
func TestPipeReaderCloses(t *testing.T) {
	r, w := io.Pipe()
	why := errors.New("why")
	done := make(chan bool)
	go func() {
		n, err := w.Write([]byte("abc"))
		if err != why || n != 1 && n != 0 {
			t.Error(n, err)
		}
		if _, err := w.Write(nil); err != why {
			t.Error(err)
		}
		done <- true
	}()
	r.Read(make([]byte, 1))
	r.CloseWithError(why)
	if _, err := r.Read(nil); err != io.ErrClosedPipe {
		t.Error(err)
	}
	<-done
	w.Close()
}

// TestPipeDeadlock: nobody reads.
func TestPipeDeadlock(t *testing.T) {
	_, w := io.Pipe()
	fmt.Fprint(w, "x")
}

func TestNetPipe(t *testing.T) {
	a, b := net.Pipe()
	go func() {
		defer a.Close()
		line, err := bufio.NewReader(a).ReadString('\n')
		if err != nil {
			t.Error(err)
		}
		fmt.Fprint(a, "got ", line)
	}()
	fmt.Fprintln(b, "x")
	got, err := io.ReadAll(b)
	if string(got) != "got x\n" || err != nil {
		t.Errorf("%q %v", got, err)
	}
	if _, err := b.Write(nil); err != io.ErrClosedPipe {
		t.Error(err)
	}
}

// TestNetPipeDeadline: in virtual time.
func TestNetPipeDeadline(t *testing.T) {
	a, b := net.Pipe()
	defer b.Close()
	start := time.Now()
	a.SetReadDeadline(start.Add(time.Hour))
	_, err := a.Read(make([]byte, 1))
	var timeout net.Error
	if !errors.Is(err, os.ErrDeadlineExceeded) || !errors.As(err, &timeout) || !timeout.Timeout() || time.Since(start) < time.Hour {
		t.Error(err, time.Since(start))
	}
	a.SetDeadline(time.Time{})
	go func() { time.Sleep(time.Hour); a.SetDeadline(time.Now()) }()
	if _, err := a.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(err)
	}
	a.Close()
	if err := a.SetDeadline(start); err == nil {
		t.Error("a closed pipe has deadlines")
	}
}

// TestNetPipeRace: who closes first, the reader or the other end.
func TestNetPipeRace(t *testing.T) {
	a, b := net.Pipe()
	done := make(chan bool)
	go func() { a.Close(); done <- true }()
	go func() { b.Close(); done <- true }()
	if _, err := a.Read(make([]byte, 1)); err != io.EOF && err != io.ErrClosedPipe {
		t.Error(err)
	}
	<-done
	<-done
}

// conn is a connection of the program's own.
type conn struct{ net.Conn }

func (conn) Read(p []byte) (int, error) { return 0, io.EOF }

func TestOwnConn(t *testing.T) {
	var c net.Conn = conn{}
	if _, err := c.Read(nil); err != io.EOF {
		t.Error(err)
	}
}

// TestListen: a real socket.
func TestListen(t *testing.T) {
	l, err := net.ListenIP("ip4:icmp", nil)
	t.Log(l, err)
}
