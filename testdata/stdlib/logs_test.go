package stdlib

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"log"
	"log/slog"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// sink is a writer that takes a lock, lets others run and sends.
type sink struct {
	mu    sync.Mutex
	lines int
	ch    chan string
}

func (s *sink) Write(p []byte) (int, error) {
	s.mu.Lock()
	s.lines++
	s.mu.Unlock()
	if s.ch != nil {
		s.ch <- string(p)
	}
	return len(p), nil
}

// both runs f in two tasks.
func both(f func()) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() { defer wg.Done(); f() }()
	}
	wg.Wait()
}

func TestLogWriter(t *testing.T) {
	s := new(sink)
	l := log.New(s, "", 0)
	both(func() { l.Print("x") })
	if s.lines != 2 {
		t.Error(s.lines)
	}
}

func TestLogDefault(t *testing.T) {
	s := new(sink)
	defer log.SetOutput(log.Writer())
	log.SetOutput(s)
	both(func() { log.Printf("x") })
	if s.lines != 2 {
		t.Error(s.lines)
	}
}

// TestLogInterface: a logger behind an interface is one.
func TestLogInterface(t *testing.T) {
	s := new(sink)
	var l interface{ Printf(string, ...any) } = log.New(s, "", 0)
	both(func() { l.Printf("x %d", 1) })
	if s.lines != 2 {
		t.Error(s.lines)
	}
}

// TestLogBlocks: one waits inside of Print for a receiver that logs itself.
func TestLogBlocks(t *testing.T) {
	s := &sink{ch: make(chan string)}
	l := log.New(s, "", 0)
	go l.Println("a")
	<-s.ch
	go l.Println("b")
	<-s.ch
}

// TestLogDeadlock: the receiver logs before it receives.
func TestLogDeadlock(t *testing.T) {
	s := &sink{ch: make(chan string)}
	l := log.New(s, "", 0)
	go func() { l.Println("a") }()
	l.Println("b")
	<-s.ch
}

// TestLogBuffer: the messages are in some order.
func TestLogBuffer(t *testing.T) {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	both(func() { l.Print("x") })
	if b.String() != "x\nx\n" {
		t.Error(b.String())
	}
}

// inOrder fails unless a comes before b.
func inOrder(t *testing.T, text string) {
	if strings.Index(text, "a") > strings.Index(text, "b") {
		t.Fatal(text)
	}
}

// TestLogOrder: in another one.
func TestLogOrder(t *testing.T) {
	var b strings.Builder
	l := log.New(&b, "", 0)
	a := make(chan bool)
	go func() { l.Print("a"); close(a) }()
	l.Print("b")
	<-a
	inOrder(t, b.String())
}

// TestLogFileOrder: in a file as well.
func TestLogFileOrder(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "log")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	l := log.New(f, "", 0)
	a := make(chan bool)
	go func() { l.Print("a"); close(a) }()
	l.Print("b")
	<-a
	text, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	inOrder(t, string(text))
}

// TestSlogOrder: and of package log/slog.
func TestSlogOrder(t *testing.T) {
	var b bytes.Buffer
	var h slog.Handler = slog.NewJSONHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.MessageKey {
			return a
		}
		return slog.Attr{}
	}})
	l := slog.New(h.WithGroup("x"))
	a := make(chan bool)
	go func() { l.Info("A"); close(a) }()
	l.Info("B")
	<-a
	inOrder(t, strings.ToLower(strings.ReplaceAll(b.String(), "msg", "")))
}

// TestSlogDefaultOrder: by the default handler, which writes by package log.
func TestSlogDefaultOrder(t *testing.T) {
	var b bytes.Buffer
	old := log.Writer()
	defer log.SetOutput(old)
	log.SetOutput(&b)
	defer log.SetFlags(log.Flags())
	log.SetFlags(0)
	a := make(chan bool)
	go func() { slog.Info("a"); close(a) }()
	log.Print("b")
	<-a
	inOrder(t, b.String())
}

// TestGobOrder: an encoder orders what it is given by itself.
func TestGobOrder(t *testing.T) {
	var b bytes.Buffer
	e := gob.NewEncoder(&b)
	done := make(chan error)
	go func() { done <- e.Encode("a") }()
	if err := e.Encode("b"); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	inOrder(t, b.String())
}

// TestLogRead: who reads the buffer meanwhile races with who logs.
func TestLogRead(t *testing.T) {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	go l.Print("x")
	_ = b.String()
}

// TestSlogRead is the same of package log/slog.
func TestSlogRead(t *testing.T) {
	var b bytes.Buffer
	l := slog.New(slog.NewTextHandler(&b, nil))
	go l.Info("x")
	_ = b.Len()
}

// TestSlog: a handler locks while its writer writes.
func TestSlog(t *testing.T) {
	s := new(sink)
	l := slog.New(slog.NewTextHandler(s, nil))
	both(func() { l.Info("x", "a", 1) })
	if s.lines != 2 {
		t.Error(s.lines)
	}
}

// TestSlogJSON: clones of a handler have its lock.
func TestSlogJSON(t *testing.T) {
	s := &sink{ch: make(chan string)}
	l := slog.New(slog.NewJSONHandler(s, nil))
	go l.With("a", 1).Info("x")
	go l.WithGroup("b").Info("y")
	<-s.ch
	<-s.ch
}

// TestSlogDeadlock: the receiver logs before it receives.
func TestSlogDeadlock(t *testing.T) {
	s := &sink{ch: make(chan string)}
	l := slog.New(slog.NewTextHandler(s, nil))
	go l.Info("a")
	l.Info("b")
	<-s.ch
}

// TestGob: an encoder locks while it encodes, in plain code.
func TestGob(t *testing.T) {
	s := new(sink)
	e := gob.NewEncoder(s)
	both(func() { e.Encode(1) })
	if s.lines < 2 {
		t.Error(s.lines)
	}
}

type valuer struct{ v *value }

func (v valuer) LogValue() slog.Value { return slog.IntValue(v.v.get()) }

func TestSlogValuer(t *testing.T) {
	v := new(value)
	var b bytes.Buffer
	l := slog.New(slog.NewTextHandler(&b, nil))
	both(func() { l.Info("x", "a", valuer{v}) })
	if v.calls != 2 {
		t.Error(v.calls)
	}
}

// TestLogCallback: what is printed is asked before the lock is taken, by all at
// a time, and may log itself.
func TestLogCallback(t *testing.T) {
	s, v := new(sink), new(value)
	l := log.New(s, "", 0)
	first := make(chan bool)
	go func() { l.Print(callback(func() { close(first); l.Print("in") })) }()
	l.Print(callback(func() { <-first; v.get() }))
}

type callback func()

func (f callback) String() string { f(); return "" }

// TestLogLine: the line that logs is that of the program.
func TestLogLine(t *testing.T) {
	var b bytes.Buffer
	l := log.New(&b, "", log.Lshortfile)
	log.SetFlags(log.Lshortfile)
	defer log.SetOutput(log.Writer())
	log.SetOutput(&b)
	_, _, line, _ := runtime.Caller(0)
	l.Print("x")
	l.Output(1, "y")
	log.Println("z")
	var behind interface{ Print(...any) } = l
	behind.Print("i")
	want := ""
	for i, message := range []string{"x", "y", "z", "", "i"} {
		if message == "" {
			continue
		}
		want += fmt.Sprintf("logs_test.go:%d: %s\n", line+1+i, message)
	}
	if b.String() != want {
		t.Errorf("%q, not %q", b.String(), want)
	}
}

func TestLogPanic(t *testing.T) {
	l := log.New(new(sink), "", 0)
	defer func() {
		if r := recover(); r != "boom 1" {
			t.Error(r)
		}
	}()
	l.Panicf("boom %d", 1)
}

// embedding structs have the methods of loggers, promoted by the compiler.
type (
	embedsLogger struct{ *log.Logger }
	embedsSlog   struct{ *slog.Logger }
	prints       interface{ Print(...any) }
	embedsPrint  struct{ prints }
)

func TestLogEmbedded(t *testing.T) {
	s := new(sink)
	l := log.New(s, "", 0)
	e := embedsSlog{slog.New(slog.NewTextHandler(s, nil))}
	both(func() { embedsLogger{l}.Print("x") })
	embedsPrint{l}.Print("y")
	e.Info("z")
	if s.lines != 4 {
		t.Error(s.lines)
	}
}
