package golist

import (
	"strings"
	"testing"

	"gocheck.dev/instrument/internal/cache"
)

// Timers that plain code sets are found by syntax.
func TestTimersOfPlainCode(t *testing.T) {
	for name, c := range map[string]struct{ imports, body, want string }{
		"none":    {`import "time"`, `_ = time.Second; time.Sleep(1)`, ""},
		"after":   {`import "time"`, `<-time.After(1)`, "x.go:5"},
		"renamed": {`import clock "time"`, `clock.AfterFunc(1, nil)`, "x.go:5"},
		"dot":     {`import . "context"`, `WithTimeout(nil, 1)`, "x.go:5"},
		"value":   {`import "context"`, `f := context.WithDeadline`, "x.go:5"},
		"other":   {`import time "example.com/clock"`, `time.After(1)`, ""},
	} {
		dir := t.TempDir()
		text := "package x\n" + c.imports + "\n\nfunc f() {\n\t" + c.body + "\n}\n"
		if err := cache.WriteTree(dir, map[string][]byte{"x.go": []byte(text)}); err != nil {
			t.Fatal(err)
		}
		got, err := (&Package{ImportPath: "x", Dir: dir, Sources: Sources{GoFiles: []string{"x.go"}}}).timer()
		if err != nil || strings.TrimPrefix(got, dir+"/") != c.want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, c.want)
		}
	}
}
