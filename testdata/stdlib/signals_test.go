package stdlib

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"testing"
)

// TestNotify: no signal comes.
func TestNotify(t *testing.T) {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	defer signal.Stop(stop)
	done := make(chan bool)
	go func() { close(done) }()
	select {
	case <-stop:
		t.Error("interrupted")
	case <-done:
	}
}

// TestSignalSelf: a signal that the program sends to itself, which may come
// after the end: 2 traces.
func TestSignalSelf(t *testing.T) {
	got := make(chan os.Signal, 1)
	signal.Notify(got, syscall.SIGUSR1)
	defer signal.Stop(got)
	if err := syscall.Kill(os.Getpid(), syscall.SIGUSR1); err != nil {
		t.Error(err)
	}
	select {
	case s := <-got:
		if s != syscall.SIGUSR1 {
			t.Error(s)
		}
	default:
		<-got
	}
}

func TestNotifyContext(t *testing.T) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	self.Signal(os.Interrupt)
	<-ctx.Done()
	if err := ctx.Err(); err != context.Canceled {
		t.Error(err)
	}
}

// TestSignalNobody: it would end the process.
func TestSignalNobody(t *testing.T) {
	syscall.Kill(os.Getpid(), syscall.SIGTERM)
}
