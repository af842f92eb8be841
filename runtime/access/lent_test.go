package access

import (
	"bufio"
	"fmt"
	"io"
	"testing"
)

// probe says whether what it was given last is memory that a pool lends.
type probe struct{ lent bool }

func (p *probe) Read(b []byte) (int, error) {
	_, p.lent = Private(b, 1)
	return 0, io.EOF
}

func (p *probe) Write(b []byte) (int, error) {
	p.lent = p.lends()
	return len(b), nil
}

//go:noinline
func (p *probe) lends() bool { return Pooled(1) }

// bare hides what else a reader can do.
type bare struct{ io.Reader }

// TestLentThrough: io.Discard's buffer and fmt's come through readers and writers that hand
// them on, and a buffer of the caller's own does not become one.
func TestLentThrough(t *testing.T) {
	for name, wrap := range map[string]func(io.Reader) io.Reader{
		"itself":  func(r io.Reader) io.Reader { return r },
		"limited": func(r io.Reader) io.Reader { return io.LimitReader(r, 9) },
		"multi":   func(r io.Reader) io.Reader { return bare{io.MultiReader(r, new(probe))} },
		"tee":     func(r io.Reader) io.Reader { return io.TeeReader(r, io.Discard) },
		"bufio":   func(r io.Reader) io.Reader { return bare{bufio.NewReader(r)} },
		"nested":  func(r io.Reader) io.Reader { return io.LimitReader(bare{bufio.NewReader(io.LimitReader(r, 9))}, 9) },
	} {
		var p probe
		if _, err := io.Copy(io.Discard, wrap(&p)); err != nil || !p.lent {
			t.Errorf("%s: the buffer of io.Discard is not known, or %v", name, err)
		}
		if _, err := wrap(&p).Read(make([]byte, 8192)); err != io.EOF || p.lent {
			t.Errorf("%s: a buffer of the caller's is taken for a pool's, or %v", name, err)
		}
	}
	for name, wrap := range map[string]func(io.Writer) io.Writer{
		"itself": func(w io.Writer) io.Writer { return w },
		"multi":  func(w io.Writer) io.Writer { return io.MultiWriter(io.Discard, w) },
		"bufio":  func(w io.Writer) io.Writer { return bufio.NewWriterSize(w, 1) },
	} {
		var p probe
		if fmt.Fprintf(wrap(&p), "%064d", 1); !p.lent {
			t.Errorf("%s: the buffer of fmt is not known", name)
		}
		if wrap(&p).Write(make([]byte, 64)); p.lent {
			t.Errorf("%s: a buffer of the caller's is taken for a pool's", name)
		}
	}
}
