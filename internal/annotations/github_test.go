package annotations

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestGitHub(t *testing.T) {
	for _, tt := range []struct {
		a    Annotation
		want string
	}{
		{Annotation{Level: "error", File: "a/b.go", Line: 3, Col: 4, Title: "TestX", Message: "no"}, "::error file=a/b.go,line=3,col=4,title=TestX::no\n"},
		{Annotation{Level: "warning", File: "b.go", Line: 3, Message: "no"}, "::warning file=b.go,line=3::no\n"},
		{Annotation{Level: "notice", Line: 3, Col: 1, Message: "no file, no line"}, "::notice::no file, no line\n"},
		{Annotation{Level: "error", File: "b.go", Col: 7, Title: "t"}, "::error file=b.go,title=t::\n"},
		{
			Annotation{Level: "error", File: "C:,a.go", Line: 1, Title: "50%: a,b\r\nc", Message: "50%: a,b\r\n::stop-commands::x"},
			"::error file=C%3A%2Ca.go,line=1,title=50%25%3A a%2Cb%0D%0Ac::50%25: a,b%0D%0A::stop-commands::x\n",
		},
	} {
		if got := tt.a.GitHub(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// Whatever is in it, an annotation is one line, and is read as it was meant:
// here by the rules of GitHub's runner.
func FuzzGitHub(f *testing.F) {
	f.Add("a.go", "t", "m")
	f.Add("%3A", "::error::", "%0A%25\r\n")
	f.Fuzz(func(t *testing.T, file, title, message string) {
		line := Annotation{Level: "error", File: file, Title: title, Message: message}.GitHub()
		if strings.IndexAny(line, "\r\n") != len(line)-1 {
			t.Fatalf("%q", line)
		}
		head, body, ok := strings.Cut(strings.TrimSuffix(line, "\n")[2:], "::")
		unescape := strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",").Replace
		got := map[string]string{}
		_, properties, _ := strings.Cut(head, " ")
		for _, p := range strings.Split(properties, ",") {
			name, value, _ := strings.Cut(p, "=")
			got[name] = unescape(value)
		}
		if !ok || got["file"] != file || got["title"] != title || unescape(body) != message {
			t.Errorf("%q is read as %v, %q", line, got, body)
		}
	})
}

func TestRoot(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(top, "repo", "sub", "pkg")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GITHUB_WORKSPACE", "")
	if got := Root(dir); got != dir {
		t.Errorf("without a repository: %s", got)
	}
	if err := os.WriteFile(filepath.Join(top, "repo", ".git"), []byte("gitdir: elsewhere\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := Root(dir); got != filepath.Join(top, "repo") {
		t.Errorf("in a worktree: %s", got)
	}
	t.Setenv("GITHUB_WORKSPACE", top)
	if got := Root(dir); got != top {
		t.Errorf("in GitHub's workspace: %s", got)
	}
	t.Setenv("GITHUB_WORKSPACE", filepath.Join(top, "other"))
	if got := Root(dir); got != filepath.Join(top, "repo") {
		t.Errorf("outside of GitHub's workspace: %s", got)
	}
}

func TestRelative(t *testing.T) {
	top := t.TempDir()
	if err := os.Mkdir(filepath.Join(top, "real"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", filepath.Join(top, "link")); err != nil {
		t.Skip(err)
	}
	for _, tt := range []struct {
		root, file, want string
	}{
		{"real", "real/a/b.go", "a/b.go"},
		{"real", "b.go", ""},
		{"link", "real/b.go", "b.go"},
		{"real", "link/b.go", "b.go"},
	} {
		got, ok := Relative(filepath.Join(top, tt.root), filepath.Join(top, tt.file))
		if got != tt.want || ok != (tt.want != "") {
			t.Errorf("%s in %s: %q, %v", tt.file, tt.root, got, ok)
		}
	}
}
