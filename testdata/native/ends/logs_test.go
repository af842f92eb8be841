package ends

import (
	"bytes"
	"encoding/gob"
	"log"
	"log/slog"
	"strings"
	"sync"
	"testing"
)

// together runs two functions at the same time, and waits for them.
func together(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

// LogOrder: the order of two messages in a buffer.
func TestLogOrderBad(t *testing.T) {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	together(func() { l.Print("a") }, func() { l.Print("b") })
	if b.String() != "a\nb\n" {
		t.Fatal(b.String())
	}
}

func TestLogOrderGood(t *testing.T) {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	together(func() { l.Print("a") }, func() { l.Print("b") })
	if len(b.String()) != 4 {
		t.Fatal(b.String())
	}
}

// SlogOrder: of two records, by handlers that share a lock.
func TestSlogOrderBad(t *testing.T) {
	var b strings.Builder
	l := slog.New(slog.NewTextHandler(&b, nil))
	together(func() { l.With("n", 1).Info("first") }, func() { l.WithGroup("g").Info("second") })
	if strings.Index(b.String(), "first") > strings.Index(b.String(), "second") {
		t.Fatal(b.String())
	}
}

func TestSlogOrderGood(t *testing.T) {
	var b strings.Builder
	l := slog.New(slog.NewTextHandler(&b, nil))
	together(func() { l.With("n", 1).Info("first") }, func() { l.WithGroup("g").Info("second") })
	if strings.Count(b.String(), "\n") != 2 {
		t.Fatal(b.String())
	}
}

// GobOrder: of two values of an encoder.
func TestGobOrderBad(t *testing.T) {
	var b bytes.Buffer
	e, x := gob.NewEncoder(&b), 0
	together(func() { _ = e.Encode(1) }, func() { _ = e.Encode(2) })
	if err := gob.NewDecoder(&b).Decode(&x); err != nil || x != 1 {
		t.Fatal(x, err)
	}
}

func TestGobOrderGood(t *testing.T) {
	var b bytes.Buffer
	e, x, y := gob.NewEncoder(&b), 0, 0
	together(func() { _ = e.Encode(1) }, func() { _ = e.Encode(2) })
	d := gob.NewDecoder(&b)
	if err := d.Decode(&x); err != nil {
		t.Fatal(err)
	}
	if err := d.Decode(&y); err != nil || x+y != 3 {
		t.Fatal(x, y, err)
	}
}

// LogRead: the buffer is read while somebody logs.
func TestLogReadBad(t *testing.T) {
	var b bytes.Buffer
	l, n := log.New(&b, "", 0), 0
	together(func() { l.Print("a") }, func() { n = b.Len() })
	_ = n
}

func TestLogReadGood(t *testing.T) {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	together(func() { l.Print("a") }, func() { l.Print("a") })
	if b.Len() != 4 {
		t.Fatal(b.Len())
	}
}
