// Package testmain has a TestMain that changes the process: it is called natively, and in each
// execution.
package testmain

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
)

var (
	rounds int
	seen   []string // what TestMain has found that an earlier call has left
)

type opener struct{}

func (opener) Open(string) (driver.Conn, error) { return nil, errors.New("no") }

func found(what string, there bool) {
	if there {
		seen = append(seen, what)
	}
}

func TestMain(m *testing.M) {
	flag.IntVar(&rounds, "rounds", 5, "")
	flag.Parse()
	found("a variable", os.Getenv("GOCHECK_STATE_MAIN") != "")
	os.Setenv("GOCHECK_STATE_MAIN", "set")
	dir, err := os.Getwd()
	found("a directory", err != nil || filepath.Base(dir) != "testmain")
	os.Chdir("..")
	found("a prefix", log.Prefix() != "")
	log.SetPrefix("main: ")
	http.HandleFunc("/main", func(http.ResponseWriter, *http.Request) {})
	sql.Register("testmain", opener{})
	os.Stdin, _ = os.Open(os.DevNull)
	os.Exit(m.Run())
}

func TestCalledAnew(t *testing.T) {
	if len(seen) > 0 {
		t.Error("left by another call:", seen)
	}
	if got := fmt.Sprintln(rounds, os.Getenv("GOCHECK_STATE_MAIN"), log.Prefix()); got != "5 set main: \n" {
		t.Error(got)
	}
	if dir, err := os.Getwd(); err != nil || filepath.Base(dir) != "state" {
		t.Error(dir, err)
	}
	flag.Set("rounds", "7")
	var n atomic.Int32
	done := make(chan bool)
	for range 2 {
		go func() { n.Add(1); n.Load(); done <- true }()
	}
	<-done
	<-done
}
