package process

import (
	"bytes"
	"flag"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

var dirs []string

// spread makes some executions.
func spread() {
	var n atomic.Int32
	done := make(chan bool)
	for range 2 {
		go func() { n.Add(1); n.Add(1); done <- true }()
	}
	<-done
	<-done
}

func is[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s is %v, not %v: an earlier execution shows", what, got, want)
	}
}

func TestEnvironment(t *testing.T) {
	is(t, "GOCHECK_STATE", os.Getenv("GOCHECK_STATE"), "")
	wd, _ := os.Getwd()
	is(t, "the working directory", filepath.Base(wd), "process")
	dir := t.TempDir()
	if files, _ := filepath.Glob(dir + "/*"); len(files) > 0 {
		t.Error(files)
	}
	os.WriteFile(filepath.Join(dir, "f"), nil, 0o600)
	Configure()
	spread()
}

func TestFlags(t *testing.T) {
	is(t, "level", *level, 3)
	is(t, "name", name, "nobody")
	is(t, "own", flag.Lookup("own") == nil, true)
	is(t, "set", flag.NFlag() < 30, true)
	flag.String("own", "", "")
	if err := flag.Set("level", "7"); err != nil {
		t.Error(err)
	}
	is(t, "level", *level, 7)
	flag.Set("name", "somebody")
	is(t, "cache", cache["level"], 3)
	cache["level"] = 0
	spread()
}

func TestServeMux(t *testing.T) {
	get := func(path string) string {
		w := httptest.NewRecorder()
		http.DefaultServeMux.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		return w.Body.String()
	}
	is(t, "/hello", get("/hello"), "hello "+name)
	name = "somebody"
	is(t, "/own", get("/own"), "404 page not found\n")
	http.HandleFunc("/own", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("own")) })
	is(t, "/own", get("/own"), "own")
	if vars := get("/debug/vars"); !bytes.Contains([]byte(vars), []byte(`"cache": 1`)) {
		t.Error(vars)
	}
	spread()
}

func TestExpvar(t *testing.T) {
	is(t, "requests", requests.Value(), 0)
	requests.Add(1)
	is(t, "by name", byName.Get("x") == nil, true)
	byName.Add("x", 1)
	spread()
}

func TestStandardVariables(t *testing.T) {
	is(t, "log.Flags", log.Flags(), log.LstdFlags)
	is(t, "log.Prefix", log.Prefix(), "")
	is(t, "log.Writer", log.Writer() == os.Stderr, true)
	var b bytes.Buffer
	slog.SetDefault(slog.New(slog.NewTextHandler(&b, nil)))
	log.Print("x")
	is(t, "slog", bytes.Contains(b.Bytes(), []byte("msg=x")), true)
	log.SetOutput(&b)
	log.SetFlags(0)
	log.SetPrefix("p")

	is(t, "Args", len(os.Args) < 50, true)
	os.Args = append(os.Args[:1:1], make([]string, 60)...)
	is(t, "Local", time.Local != time.UTC, true)
	time.Local = time.UTC
	is(t, "Timeout", http.DefaultClient.Timeout, 0)
	http.DefaultClient.Timeout = time.Second
	is(t, "DefaultTransport", http.DefaultTransport.(*http.Transport).MaxIdleConns, 100)
	http.DefaultTransport.(*http.Transport).MaxIdleConns = 1
	http.DefaultTransport = nil
	is(t, "GOMAXPROCS", runtime.GOMAXPROCS(0) != 77, true)
	runtime.GOMAXPROCS(77)
	old := os.Stdout
	os.Stdout = nil
	is(t, "Stdout", old != nil, true)
	spread()
}
