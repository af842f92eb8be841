package users

import (
	"mime"
	"testing"
)

func TestBugMimeLookup(t *testing.T) {
	got := ""
	two(func() { mime.AddExtensionType(".xyzq", "text/q") }, func() { got = mime.TypeByExtension(".xyzq") })
	if got == "" {
		t.Error("before")
	}
}

func TestBugMimeLookupAfter(t *testing.T) {
	got := ""
	two(func() { mime.AddExtensionType(".xyzq", "text/q") }, func() { got = mime.TypeByExtension(".XYZQ") })
	if got != "" {
		t.Error("after")
	}
}

func TestBugMimeExtensions(t *testing.T) {
	var got []string
	two(func() { mime.AddExtensionType(".xyzr", "text/r") }, func() { got, _ = mime.ExtensionsByType("text/r") })
	if got == nil {
		t.Error("before")
	}
}

func TestBugMimeTwo(t *testing.T) {
	two(func() { mime.AddExtensionType(".xyzt", "text/1") }, func() { mime.AddExtensionType(".xyzt", "text/2") })
	if mime.TypeByExtension(".xyzt") != "text/2; charset=utf-8" {
		t.Error("1")
	}
}

func TestOKMime(t *testing.T) {
	if err := mime.AddExtensionType("xyz", "text/x"); err == nil {
		t.Error("no dot")
	}
	two(func() { mime.AddExtensionType(".Xyzu", "application/u") }, func() { mime.TypeByExtension(".html") })
	for ext, want := range map[string]string{".Xyzu": "application/u", ".xyzu": "application/u", ".XYZU": "application/u", ".html": "text/html; charset=utf-8", ".HTML": "text/html; charset=utf-8"} {
		if got := mime.TypeByExtension(ext); got != want {
			t.Error(ext, got)
		}
	}
	if got, _ := mime.ExtensionsByType("application/u"); len(got) != 1 || got[0] != ".xyzu" {
		t.Error(got)
	}
}
