// Package process changes state of the process and of the standard library.
package process

import (
	"expvar"
	"flag"
	"image"
	"io"
	"net/http"
	"os"
)

var (
	level    = flag.Int("level", 3, "a flag")
	name     string
	requests = expvar.NewInt("requests")
	byName   = expvar.NewMap("by name")
	cache    map[string]int
)

// An init function that registers and makes state.
func init() {
	flag.StringVar(&name, "name", "nobody", "another flag")
	http.HandleFunc("/hello", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "hello "+name) })
	image.RegisterFormat("none", "none", nil, nil)
	expvar.Publish("cache", expvar.Func(func() any { return len(cache) }))
	cache = map[string]int{"level": *level}
}

// Configure does what programs do when they start.
func Configure() {
	os.Setenv("GOCHECK_STATE", "set")
	os.Chdir("/")
}
