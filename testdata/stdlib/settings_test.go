package stdlib

import (
	"bytes"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"text/template"
)

// before runs f beside g, and waits for both.
func before(f, g func()) {
	done := make(chan bool)
	go func() { defer close(done); f() }()
	g()
	<-done
}

// Each of these fails if what is set comes later than who looks at it.

func TestLogSetOutput(t *testing.T) {
	var b bytes.Buffer
	l := log.New(io.Discard, "", 0)
	before(func() { l.SetOutput(&b) }, func() { l.Print("x") })
	if b.Len() == 0 {
		t.Fatal("not logged")
	}
}

func TestLogSetPrefix(t *testing.T) {
	var l interface {
		SetPrefix(string)
		Prefix() string
	} = log.New(io.Discard, "", 0)
	before(func() { l.SetPrefix("x") }, func() {
		if l.Prefix() == "" {
			t.Error("not set")
		}
	})
}

func TestSlogSetDefault(t *testing.T) {
	defer slog.SetDefault(slog.Default())
	var b bytes.Buffer
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil)))
	before(func() { slog.SetDefault(slog.New(slog.NewTextHandler(&b, nil))) }, func() { slog.Info("x") })
	if b.Len() == 0 {
		t.Fatal("not logged")
	}
}

func TestSlogSetDefaultOfLog(t *testing.T) {
	defer slog.SetDefault(slog.Default())
	var b bytes.Buffer
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil)))
	before(func() { slog.SetDefault(slog.New(slog.NewTextHandler(&b, nil))) }, func() { log.Print("x") })
	if b.Len() == 0 {
		t.Fatal("not logged")
	}
}

func TestSlogLevel(t *testing.T) {
	var v slog.LevelVar
	var b bytes.Buffer
	l := slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{Level: &v}))
	before(func() { v.Set(slog.LevelError) }, func() { l.Info("x") })
	if b.Len() > 0 {
		t.Fatal("logged")
	}
}

func TestServeMux(t *testing.T) {
	m, w := http.NewServeMux(), httptest.NewRecorder()
	before(
		func() { m.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }) },
		func() { m.ServeHTTP(w, httptest.NewRequest("GET", "/", nil)) },
	)
	if w.Code != 204 {
		t.Fatal(w.Code)
	}
}

func TestTemplateFile(t *testing.T) {
	templateFile(t, func(path string) (*template.Template, error) { return template.ParseFiles(path) })
}

// The files are in a slice.
func TestTemplateFiles(t *testing.T) {
	templateFile(t, func(path string) (*template.Template, error) {
		paths := []string{path}
		return template.ParseFiles(paths...)
	})
}

// The function is a value.
func TestTemplateFilesValue(t *testing.T) {
	parse := template.New("x").ParseFiles
	templateFile(t, func(path string) (*template.Template, error) { return parse(path) })
}

func templateFile(t *testing.T, parse func(path string) (*template.Template, error)) {
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	before(func() { _ = os.WriteFile(path, []byte("new"), 0o600) }, func() {
		var b strings.Builder
		if m, err := parse(path); err == nil && m.Execute(&b, nil) == nil && b.String() == "old" {
			t.Error("it is the old one")
		}
	})
}
