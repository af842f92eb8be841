package cli

import (
	"os"
	"os/signal"
	"syscall"
	"testing"
	"time"
)

// TestBrokenPipes: a reader of what is printed who has gone ends the work. A pipe to a test binary
// that has ended does not: its SIGPIPE once interrupted explorations by chance.
func TestBrokenPipes(t *testing.T) {
	broken := func() *os.File {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { w.Close() })
		r.Close()
		return w
	}
	app := &App{Stdout: broken(), Stderr: broken()}
	ctx, stop := interruptible(app)
	defer stop()

	arrived := make(chan os.Signal, 1)
	signal.Notify(arrived, syscall.SIGPIPE)
	defer signal.Stop(arrived)
	if _, err := broken().WriteString("to a test binary"); err == nil {
		t.Skip("this system tells nothing of a broken pipe")
	}
	select {
	case <-arrived:
	case <-time.After(100 * time.Millisecond): // a system without SIGPIPE
	}
	select {
	case <-ctx.Done():
		t.Fatal("a broken pipe to a test binary interrupts gocheck")
	case <-time.After(100 * time.Millisecond):
	}

	if _, err := app.Stdout.Write([]byte("to a reader")); err == nil {
		t.Fatal("printing to nobody is no error")
	}
	select {
	case <-ctx.Done():
	default:
		t.Fatal("gocheck goes on although nobody reads what it prints")
	}
}
