package reach

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"strings"
	"sync"
	"testing"
)

// What passes through readers and writers.

func TestThroughFineSections(t *testing.T) {
	r := bytes.NewReader([]byte("hello world"))
	together(func() { io.ReadAll(io.NewSectionReader(r, 0, 4)) }, func() { io.ReadAll(io.NewSectionReader(r, 2, 4)) })
}

func TestThroughFineSectionsMade(t *testing.T) {
	r := strings.NewReader("hello world")
	a, b := io.NewSectionReader(r, 0, 4), io.NewSectionReader(r, 2, 4)
	together(func() { io.ReadAll(a) }, func() { io.ReadAll(b) })
}

func TestThroughFineCSV(t *testing.T) {
	r := csv.NewReader(strings.NewReader("a,b\nc,d\n"))
	rec, _ := r.Read()
	together(func() { use(rec[0]) }, func() { r.Read() })
}

func TestThroughFineErrorsAs(t *testing.T) {
	var target *fs.PathError
	err := errors.New("x")
	together(func() { use(target) }, func() { errors.As(err, &target) })
}

func TestThroughFineCopyInside(t *testing.T) {
	b := []byte("hello")
	var mu sync.Mutex
	together(func() { b[1] = 'x' }, func() { io.Copy(lockWriter{&mu}, bytes.NewReader(b)) })
}

func TestThroughFineCopyDiscard(t *testing.T) {
	b := []byte("hello")
	together(func() { b[1] = 'x' }, func() { io.Copy(io.Discard, bytes.NewReader(b)) })
}

func TestThroughFineWriteToDiscard(t *testing.T) {
	b := []byte("hello")
	together(func() { b[1] = 'x' }, func() { bytes.NewBuffer(b).WriteTo(io.Discard) })
}
