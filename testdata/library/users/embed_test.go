package users

import (
	"embed"
	"io"
	"io/fs"
	"testing"
)

//go:embed text.txt
var files embed.FS

//go:embed text.txt
var raw []byte

//go:embed text.txt
var text string

func TestOKEmbedRead(t *testing.T) {
	f := func() { b, _ := files.ReadFile("text.txt"); b[0] = 'x' }
	two(f, f)
}
func TestBugEmbedRaw(t *testing.T) {
	two(func() { raw[0] = 'x' }, func() { sink = raw[0] })
}
func TestOKEmbedReset(t *testing.T) { // the next execution has it as it was
	if raw[0] != 'p' {
		t.Error(raw[0])
	}
	raw[0] = 'x'
	two(func() {}, func() {})
}
func TestBugEmbedFile(t *testing.T) {
	h, _ := files.Open("text.txt")
	f := func() { h.Read(make([]byte, 1)) }
	two(f, f)
}
func TestOKEmbedWalk(t *testing.T) {
	f := func() {
		fs.WalkDir(files, ".", func(string, fs.DirEntry, error) error { return nil })
		sink2(text[0])
	}
	two(f, f)
}
func TestOKEmbedSeeker(t *testing.T) {
	f := func() { h, _ := files.Open("text.txt"); h.(io.Seeker).Seek(1, 0); io.ReadAll(h) }
	two(f, f)
}
