package environ

import (
	"flag"
	"os"
	"testing"
)

// TestUndoMain: TestMain finds all as it was before its native call, and again as that has left it
// when the executions are over.
func TestUndoMain(t *testing.T) {
	base, dir := t.TempDir(), t.TempDir()
	t.Chdir(base)
	t.Setenv("GOCHECK_CHANGED", "before")
	t.Setenv("GOCHECK_GONE", "before")
	os.Unsetenv("GOCHECK_NEW")
	t.Cleanup(func() { os.Unsetenv("GOCHECK_NEW") })
	is := func(when, changed, gone, made, in string) {
		t.Helper()
		at, _ := os.Getwd()
		if got := os.Getenv("GOCHECK_CHANGED") + os.Getenv("GOCHECK_GONE") + os.Getenv("GOCHECK_NEW"); got != changed+gone+made || at != in {
			t.Errorf("%s: %s in %s, want %s in %s", when, got, at, changed+gone+made, in)
		}
	}
	NoteBefore()
	if !InMain() || MainUndone() {
		t.Error("not within TestMain")
	}
	os.Setenv("GOCHECK_CHANGED", "after")
	os.Unsetenv("GOCHECK_GONE")
	os.Setenv("GOCHECK_NEW", "after")
	os.Chdir(dir)
	flag.Int("ofmain", 1, "")
	redo := UndoMain()
	is("undone", "before", "before", "", base)
	if InMain() || !MainUndone() {
		t.Error("still within TestMain")
	}
	UseFlags()
	FreshFlags()(false)
	if flag.Lookup("ofmain") != nil || flag.Lookup("test.run") == nil {
		t.Error("TestMain's flag is there, or package testing's is not")
	}
	GiveBackFlags()
	redo()
	is("redone", "after", "", "after", dir)
	if flag.Lookup("ofmain") == nil {
		t.Error("TestMain's flag is gone")
	}
}
