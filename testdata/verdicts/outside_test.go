package verdicts

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"testing"
)

// After a call that is not under control nothing that the test says counts.

func TestOutsideDeferred(t *testing.T) {
	served := false
	defer func() {
		if !served {
			t.Error("the handler was not called")
		}
	}()
	if _, err := net.ListenIP("ip4:icmp", nil); err != nil {
		t.Fatal(err)
	}
	served = true
}

func TestOutsideRecover(t *testing.T) {
	func() {
		defer func() {
			if recover() == nil {
				t.Fatal("did not panic")
			}
		}()
		exec.Command("true").Run()
		panic(1)
	}()
}

func TestOutsidePanic(t *testing.T) {
	defer func() {
		if recover() == nil {
			panic("did not panic")
		}
	}()
	exec.Command("true").Run()
	panic(1)
}

func TestOutsideNil(t *testing.T) {
	var l net.PacketConn
	defer func() { fmt.Fprintln(os.Stderr, l.LocalAddr()) }() // l is nil
	l, _ = net.ListenIP("ip4:icmp", nil)
}

func TestOutsideExit(t *testing.T) {
	defer os.Exit(1)
	exec.Command("true").Run()
}

func TestOutsideCleanup(t *testing.T) {
	served := false
	t.Cleanup(func() {
		if !served {
			t.Error("the handler was not called")
		}
	})
	l, err := net.ListenIP("ip4:icmp", nil)
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	served = true
}

func TestOutsideGoroutine(t *testing.T) {
	var addr string
	done := make(chan bool)
	go func() {
		defer close(done)
		if l, err := net.ListenIP("ip4:icmp", nil); err == nil {
			addr = l.LocalAddr().String()
			l.Close()
		}
	}()
	<-done
	if addr == "" {
		t.Fatal("no address")
	}
}

func TestOutsideSubtest(t *testing.T) {
	ok := false
	t.Run("a", func(t *testing.T) {
		defer func() {
			if !ok {
				t.Error("not done")
			}
		}()
		exec.Command("true").Run()
		ok = true
	})
	if !ok {
		t.Error("not done")
	}
}

// What was said before counts.
func TestOutsideTooLate(t *testing.T) {
	t.Error("before")
	exec.Command("true").Run()
}
