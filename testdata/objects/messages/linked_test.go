package messages

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

type kept struct{}

// Unreached is called by nobody.
func (*kept) Unreached() {}

var keeper any = &kept{}

// What announces the objects must not make the linker keep every exported method
// there is, as it does for programs that look methods up by names in variables:
// binaries of large trees had 1.5 times the size.
func TestLinked(t *testing.T) {
	if keeper == nil {
		t.Fatal("nothing is kept")
	}
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	binary, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// The names are not to stand in the binary as they are looked for.
	if !bytes.Contains(binary, []byte(strings.Join([]string{"messages", "TestLinked"}, "."))) {
		t.Fatal("the binary has no names of functions")
	}
	if bytes.Contains(binary, []byte(strings.Join([]string{"messages", "(*kept)", "Unreached"}, "."))) {
		t.Error("a method is linked that nobody calls")
	}
}
