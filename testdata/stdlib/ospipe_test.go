package stdlib

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// captured is what many tests have.
func captured(f func()) string {
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	old := os.Stdout
	os.Stdout = w
	out := make(chan string)
	go func() {
		var buf bytes.Buffer
		io.Copy(&buf, r)
		out <- buf.String()
	}()
	f()
	w.Close()
	os.Stdout = old
	return <-out
}

func TestOSPipeCapture(t *testing.T) {
	if got := captured(func() { fmt.Println("hello"); fmt.Print("you") }); got != "hello\nyou" {
		t.Error(got)
	}
}

func TestOSPipeReadFirst(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() { w.Write([]byte("a")); w.WriteString("b"); w.Close() }()
	b, err := io.ReadAll(r)
	if err != nil || string(b) != "ab" {
		t.Error(err, b)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if err := r.Close(); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
	if _, err := r.Read(b); !errors.Is(err, os.ErrClosed) || err.Error() != "read |0: file already closed" {
		t.Error(err)
	}
}

func TestOSPipeBroken(t *testing.T) {
	r, w, _ := os.Pipe()
	r.Close()
	n, err := w.Write([]byte("x"))
	if n != 0 || !errors.Is(err, syscall.EPIPE) || err.Error() != "write |1: broken pipe" {
		t.Error(n, err)
	}
	w.Close()
	if _, err = w.Write([]byte("x")); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}

func TestOSPipeFull(t *testing.T) {
	r, w, _ := os.Pipe()
	go func() {
		if n, err := w.Write(bytes.Repeat([]byte("x"), 100_000)); n != 100_000 || err != nil {
			t.Error(n, err)
		}
		w.Close()
	}()
	for _, want := range []int{65536, 34464} {
		if n, err := r.Read(make([]byte, 100_000)); n != want || err != nil {
			t.Error(n, err)
		}
	}
}

func TestOSPipeScanner(t *testing.T) {
	r, w, _ := os.Pipe()
	go func() {
		fmt.Fprintf(w, "a\nb\n")
		io.Copy(w, strings.NewReader("c\nd\n"))
		w.Close()
	}()
	s := bufio.NewScanner(r)
	var all []string
	for s.Scan() {
		all = append(all, s.Text())
	}
	if strings.Join(all, "") != "abcd" {
		t.Error(all)
	}
}

func TestOSPipeCloseWakes(t *testing.T) {
	r, w, _ := os.Pipe()
	defer w.Close()
	go func() { r.Close() }()
	_, err := r.Read(make([]byte, 1))
	if !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}

func TestOSPipeDeadline(t *testing.T) {
	r, w, _ := os.Pipe()
	defer w.Close()
	defer r.Close()
	if err := r.SetReadDeadline(time.Now().Add(10 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	_, err := r.Read(make([]byte, 1))
	if !errors.Is(err, os.ErrDeadlineExceeded) || err.Error() != "read |0: i/o timeout" {
		t.Error(err)
	}
	if _, err = r.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(err)
	}
	r.SetDeadline(time.Time{})
	w.Write([]byte("a"))
	if n, err := r.Read(make([]byte, 1)); n != 1 || err != nil {
		t.Error(n, err)
	}
}

func TestOSPipeDiscard(t *testing.T) {
	r, w, _ := os.Pipe()
	go func() { io.WriteString(w, "abc"); w.Close() }()
	n, err := io.Copy(io.Discard, r)
	if n != 3 || err != nil {
		t.Error(n, err)
	}
}

func TestOSPipeOrder(t *testing.T) {
	r, w, _ := os.Pipe()
	var wg sync.WaitGroup
	wg.Go(func() { w.Write([]byte("a")) })
	wg.Go(func() { w.Write([]byte("b")) })
	wg.Wait()
	w.Close()
	if b, _ := io.ReadAll(r); string(b) != "ab" {
		t.Error(string(b))
	}
}

func TestOSPipeRaceRead(t *testing.T) {
	r, w, _ := os.Pipe()
	p := make([]byte, 1)
	go func() { w.Write([]byte("a")) }()
	var wg sync.WaitGroup
	wg.Go(func() { r.Read(p) })
	wg.Go(func() { p[0] = 2 })
	wg.Wait()
}

func TestOSPipeRaceWrite(t *testing.T) {
	r, w, _ := os.Pipe()
	p := make([]byte, 1)
	var wg sync.WaitGroup
	wg.Go(func() { w.Write(p) })
	wg.Go(func() { p[0] = 2 })
	wg.Wait()
	r.Close()
}

// TestOSPipeOrdered: what comes before a write comes before the end of a read that it wakes.
func TestOSPipeOrdered(t *testing.T) {
	r, w, _ := os.Pipe()
	n := 0
	go func() { n = 1; w.Write([]byte("a")) }()
	r.Read(make([]byte, 1))
	if n != 1 {
		t.Error(n)
	}
}

func TestOSPipeDescriptor(t *testing.T) {
	r, w, _ := os.Pipe()
	syscall.Write(int(w.Fd()), []byte("a"))
	w.Close()
	if b, _ := io.ReadAll(r); string(b) != "a" {
		t.Error(string(b))
	}
}

func TestOSPipeDescriptorWaits(t *testing.T) {
	r, w, _ := os.Pipe()
	go syscall.Write(int(w.Fd()), []byte("a"))
	r.Read(make([]byte, 1))
}

func TestOSPipeDeadlock(t *testing.T) {
	r, w, _ := os.Pipe()
	fmt.Fprint(w, "a")
	io.ReadAll(r)
}
