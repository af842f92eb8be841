package library

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sync"
	"testing"
)

// The standard files of package os, which are variables, beside functions that use them.

func standardPar(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	g()
	wg.Wait()
}

// captured is what f prints.
func captured(t *testing.T, f func()) string {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	old := os.Stdout
	os.Stdout = w
	text := make(chan string)
	go func() {
		b, _ := io.ReadAll(r)
		text <- string(b)
	}()
	f()
	w.Close()
	os.Stdout = old
	return <-text
}

func TestBugStandardPrint(t *testing.T) {
	old := os.Stdout
	defer func() { os.Stdout = old }()
	standardPar(func() { os.Stdout = nil }, func() { fmt.Print() })
}
func TestBugStandardPrintf(t *testing.T) {
	old := os.Stdout
	defer func() { os.Stdout = old }()
	standardPar(func() { os.Stdout = os.Stderr }, func() { fmt.Printf("%s", "") })
}
func TestBugStandardScan(t *testing.T) {
	old := os.Stdin
	defer func() { os.Stdin = old }()
	standardPar(func() { os.Stdin = nil }, func() { fmt.Scan() })
}
func TestBugStandardValue(t *testing.T) {
	old := os.Stdout
	defer func() { os.Stdout = old }()
	p := fmt.Println
	standardPar(func() { os.Stdout = os.Stderr }, func() { p() })
}
func TestOKStandardAfter(t *testing.T) {
	old := os.Stdout
	defer func() { os.Stdout = old }()
	done := make(chan string)
	go func() {
		os.Stdout = os.Stderr
		done <- ""
	}()
	fmt.Print(<-done) // reads the variable when it is called
}
func TestOKStandardFprint(t *testing.T) {
	old := os.Stdout
	defer func() { os.Stdout = old }()
	var b bytes.Buffer
	standardPar(func() { os.Stdout = os.Stderr }, func() { fmt.Fprint(&b, "x") })
}
func TestOKStandardTwo(t *testing.T) { standardPar(func() { fmt.Print() }, func() { fmt.Print() }) }
func TestOKStandardCaptured(t *testing.T) {
	if s := captured(t, func() { fmt.Print("a", 1) }); s != "a1" {
		t.Error(s)
	}
}
func TestBugStandardCaptured(t *testing.T) {
	go fmt.Print("late")
	captured(t, func() { fmt.Print("a") })
}
func TestBugStandardCapturedOrder(t *testing.T) {
	s := captured(t, func() {
		standardPar(func() { fmt.Print("a") }, func() { fmt.Print("b") })
	})
	if s != "ab" {
		t.Error(s)
	}
}
