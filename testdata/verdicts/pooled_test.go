package verdicts

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"sync"
	"testing"
	"time"
)

// The standard library keeps buffers for the process, and collections come when they come.

func lines(t *testing.T, r io.Reader, w io.WriteCloser) {
	go func() {
		defer w.Close()
		for i := range 10 {
			garbage = make([]byte, 1<<20)
			fmt.Fprintf(w, "%02x\n", i)
		}
	}()
	n := 0
	for s := bufio.NewScanner(r); s.Scan(); {
		n++
	}
	if n != 10 {
		t.Error(n)
	}
}

func TestFprintfIntoPipe(t *testing.T) {
	for range 3 {
		r, w := io.Pipe()
		lines(t, r, w)
	}
}

func TestFprintfIntoNetPipe(t *testing.T) {
	for range 3 {
		r, w := net.Pipe()
		lines(t, r, w)
	}
}

func TestDiscardPipe(t *testing.T) {
	for range 3 {
		r, w := io.Pipe()
		go func() {
			defer w.Close()
			for range 5 {
				garbage = make([]byte, 1<<20)
				io.WriteString(w, "ab")
			}
		}()
		if n, err := io.Copy(io.Discard, r); n != 10 || err != nil {
			t.Fatal(n, err)
		}
	}
}

// Time stamps are of virtual time, and as long as that makes them.

func TestSlogTime(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	var buf bytes.Buffer
	l := slog.New(slog.NewJSONHandler(&buf, nil)).With("a", 1).WithGroup("g")
	begin := time.Now()
	n := 0
	for range 3 {
		wg.Go(func() { mu.Lock(); n++; l.Info("m", "n", n); mu.Unlock() })
	}
	wg.Wait()
	read := 0
	for line := range bytes.SplitSeq(buf.Bytes(), []byte{'\n'}) {
		var m struct{ Time time.Time }
		if len(line) == 0 {
			continue
		}
		if err := json.Unmarshal(line, &m); err != nil {
			t.Fatal(err)
		}
		if m.Time.Before(begin) || m.Time.Sub(begin) > time.Second {
			t.Error(m.Time, begin)
		}
		read++
	}
	if read != 3 {
		t.Fatal(read)
	}
}

func TestLogTime(t *testing.T) {
	begin := time.Now().Local().Truncate(time.Microsecond)
	var buf bytes.Buffer
	l := log.New(&buf, "p: ", log.LstdFlags|log.Lmicroseconds|log.Lshortfile|log.Lmsgprefix)
	l.Printf("%d\nb", 1)
	var day, clock, file, rest string
	if _, err := fmt.Sscanf(buf.String(), "%s %s %s p: %s\nb\n", &day, &clock, &file, &rest); err != nil {
		t.Fatal(err, buf.String())
	}
	at, err := time.ParseInLocation("2006/01/02 15:04:05.000000", day+" "+clock, time.Local)
	if err != nil || at.Before(begin) || at.Sub(begin) > time.Second || file != "pooled_test.go:102:" || rest != "1" {
		t.Error(at, begin, file, rest, err)
	}
}
