package jetroad

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"gocheck.dev/internal/cluster"
)

// TestFiles: a server to which nobody else connects has what is large as files, from one process to
// the next. One that is of another kind begins anew, as it looks elsewhere.
func TestFiles(t *testing.T) {
	dir, name := t.TempDir(), "abcd"
	with := func(where string, f func(r cluster.Road)) {
		t.Helper()
		r, end, err := Open(t.Context(), where, dir, func(text string) { t.Error(text) })
		if err != nil {
			t.Fatal(err)
		}
		defer end()
		f(r)
	}
	has := func(r cluster.Road, want bool) {
		t.Helper()
		if there, err := r.Has(t.Context(), "run", name); err != nil || there != want {
			t.Errorf("has it: %t, %v, want %t", there, err, want)
		}
	}
	with("embedded", func(r cluster.Road) {
		has(r, false)
		if err := r.Get(t.Context(), "run", name, &bytes.Buffer{}); err == nil || errors.Is(err, cluster.ErrOver) {
			t.Errorf("got what is not there: %v", err)
		}
		if err := r.Put(t.Context(), "run", name, strings.NewReader("text")); err != nil {
			t.Fatal(err)
		}
	})
	with("embedded", func(r cluster.Road) {
		has(r, true)
		var got bytes.Buffer
		if err := r.Get(t.Context(), "run", name, &got); err != nil || got.String() != "text" {
			t.Errorf("got %q, %v", &got, err)
		}
	})
	with("embedded:127.0.0.1:-1", func(r cluster.Road) {
		if err := r.(*Road).make(t.Context(), cluster.Run{ID: "run", Settings: cluster.DefaultSettings()}); err != nil {
			t.Fatal(err)
		}
		has(r, false)
		if err := r.Put(t.Context(), "run", name, strings.NewReader("text")); err != nil {
			t.Fatal(err)
		}
		has(r, true)
	})
	with("embedded", func(r cluster.Road) {
		has(r, false)
		if err := r.End(t.Context(), "run"); err == nil {
			t.Error("a run that nobody has led was ended")
		}
		if err := r.Get(t.Context(), "run", name, &bytes.Buffer{}); !errors.Is(err, cluster.ErrOver) {
			t.Errorf("got from a run that has ended: %v", err)
		}
	})
}
