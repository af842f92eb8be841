package instrument

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gocheck.dev/instrument/internal/load"
	"gocheck.dev/internal/longtest"
)

// depFiles are module versions, served to the go command by a proxy in the file
// system. The module cache of the bench is its own, because files beneath
// GOMODCACHE are what the overlay has to work around.
const depFiles = `
-- example.com/dep@v1.2.0/go.mod --
module example.com/dep

go 1.20

require example.com/unused v1.0.0
-- example.com/dep@v1.2.0/dep.go --
package dep

import (
	_ "embed"

	"example.com/deep/v2"
)

//go:embed greeting.txt
var Greeting string

func Deep() string { return deep.Name() }
-- example.com/dep@v1.2.0/greeting.txt --
hello from an embedded file
-- example.com/dep@v1.2.0/asm/asm.go --
package asm

func Answer() int64
-- example.com/dep@v1.2.0/asm/answer.h --
#define ANSWER 42
-- example.com/dep@v1.2.0/asm/asm_amd64.s --
#include "textflag.h"
#include "answer.h"

TEXT ·Answer(SB), NOSPLIT, $0-8
	MOVQ $ANSWER, ret+0(FP)
	RET
-- example.com/deep/v2@v2.0.1/go.mod --
module example.com/deep/v2

go 1.20
-- example.com/deep/v2@v2.0.1/deep.go --
package deep

func Name() string { return "deep" }
-- example.com/unused@v1.0.0/go.mod --
module example.com/unused
-- example.com/unused@v1.0.0/u.go --
package unused
`

const user = `
-- go.mod --
module example.com/user

go 1.22

require example.com/dep v1.2.0

require (
	example.com/deep/v2 v2.0.1 // indirect
	example.com/unused v1.0.0 // indirect
)
-- user.go --
package user

import "example.com/dep"

func Hello() string { return dep.Greeting + dep.Deep() }
-- user_test.go --
package user_test

import (
	"testing"

	"example.com/user"
)

func TestHello(t *testing.T) { t.Log(user.Hello()) }
`

// withDeps makes a bench whose go command finds depFiles through a proxy in the
// file system, and writes the user's go.sum.
func withDeps(t *testing.T, files string) *bench {
	t.Helper()
	b := newBench(t, files)
	top := filepath.Dir(b.dir)
	b.write(filepath.Join(top, "deps"), depFiles)
	proxy := filepath.Join(top, "proxy")
	for _, mod := range []string{"example.com/dep@v1.2.0", "example.com/deep/v2@v2.0.1", "example.com/unused@v1.0.0"} {
		path, version, _ := strings.Cut(mod, "@")
		makeProxyModule(t, proxy, path, version, filepath.Join(top, "deps", filepath.FromSlash(mod)))
	}
	b.cfg.Env = append(b.cfg.Env,
		"GOPROXY=file://"+filepath.ToSlash(proxy), "GONOSUMDB=*", "GONOSUMCHECK=1", "GOFLAGS=-modcacherw",
		"GOMODCACHE="+filepath.Join(top, "modcache"))
	return b
}

// goCmd runs the go command as the user would.
func (b *bench) goCmd(dir string, args ...string) string {
	b.t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = b.cfg.Env
	out, err := cmd.CombinedOutput()
	if err != nil {
		b.t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// changing is a rewriter that, besides the driver, makes every file a new one,
// so that a binary tells whether its rewritten files were compiled. It changes
// the string literal "deep" in package deep.
func changing(u *load.Unit) (*load.Rewritten, error) {
	r := driverOnly(u)
	r.Files = make(map[string][]byte)
	for _, name := range u.Pkg.GoFiles {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		text := strings.ReplaceAll(string(data), `"deep"`, `"rewritten"`)
		r.Files[name] = []byte("//line " + name + ":1\n" + text)
	}
	return r, nil
}

func TestModuleCache(t *testing.T) {
	b := withDeps(t, user)
	b.goCmd(b.dir, "mod", "tidy")
	b.rewrite = changing
	bins := b.mustBuild(".")
	b.run(bins[0], "hello from an embedded file", "rewritten", "driver of example.com/user [TestHello]")
	if b.last.rewritten != 4 {
		t.Errorf("%d units rewritten, want user, its external test, dep, deep", b.last.rewritten)
	}

	// A change at the top leaves the dependencies alone.
	b.write(b.dir, "-- user_test.go --\npackage user_test\nimport \"testing\"\nfunc TestOther(t *testing.T) {}\nfunc TestMore(t *testing.T) {}\n")
	bins = b.mustBuild(".")
	if b.last.rewritten != 1 || b.last.built != 1 {
		t.Errorf("after a change of the test: %+v", b.last)
	}
	if len(bins[0].Tests) != 2 {
		t.Errorf("tests %v", bins[0].Tests)
	}
}

// Where the user's own build works offline so does ours, also if go.mod files
// of modules that no package comes from were never downloaded.
func TestOffline(t *testing.T) {
	longtest.Only(t)
	b := withDeps(t, user)
	b.goCmd(b.dir, "mod", "tidy")
	b.goCmd(b.dir, "test", "-c", "-o", os.DevNull, ".")
	b.cfg.Env = append(b.cfg.Env, "GOPROXY=off")
	b.goCmd(b.dir, "test", "-c", "-o", os.DevNull, ".")
	b.rewrite = changing
	b.run(b.mustBuild(".")[0], "rewritten")
}

func TestVendor(t *testing.T) {
	longtest.Only(t)
	b := withDeps(t, user)
	b.goCmd(b.dir, "mod", "tidy")
	b.goCmd(b.dir, "mod", "vendor")
	if err := os.RemoveAll(filepath.Join(filepath.Dir(b.dir), "modcache")); err != nil {
		t.Fatal(err)
	}
	b.cfg.Env = append(b.cfg.Env, "GOPROXY=off")
	b.rewrite = changing
	b.run(b.mustBuild("./...")[0], "hello from an embedded file", "rewritten")

	b.write(b.dir, "-- vendor/example.com/deep/v2/deep.go --\npackage deep\nfunc Name() string { return \"edited\" }\n")
	b.run(b.mustBuild("./...")[0], "edited")
}

func TestAssembly(t *testing.T) {
	files := user + `
-- asm_test.go --
package user_test

import (
	"testing"

	"example.com/dep/asm"
)

func TestAnswer(t *testing.T) {
	if asm.Answer() != 42 {
		t.Fatal("wrong answer")
	}
}
`
	for _, vendored := range []bool{false, true} {
		b := withDeps(t, files)
		if b.goarch() != "amd64" {
			t.Skip("the assembly is for amd64")
		}
		b.goCmd(b.dir, "mod", "tidy")
		if vendored {
			b.goCmd(b.dir, "mod", "vendor")
		}
		b.rewrite = changing
		b.run(b.mustBuild(".")[0], "PASS: TestAnswer", "rewritten")
	}
}

func (b *bench) goarch() string {
	cmd := exec.Command("go", "env", "GOARCH")
	cmd.Env = b.cfg.Env
	out, err := cmd.Output()
	if err != nil {
		b.t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func TestReplace(t *testing.T) {
	b := withDeps(t, user)
	b.write(filepath.Join(filepath.Dir(b.dir), "local"), `
-- go.mod --
module example.com/deep/v2

go 1.20

require example.com/nowhere v1.9.9
-- deep.go --
package deep

func Name() string { return "deep" + " local" }
`)
	b.write(b.dir, "-- go.mod --\n"+`module example.com/user

go 1.16

require example.com/dep v1.2.0

replace example.com/deep/v2 v2.0.1 => ../local

replace example.com/nowhere => ../nowhere
`)
	b.write(filepath.Join(filepath.Dir(b.dir), "nowhere"), "-- go.mod --\nmodule example.com/nowhere\n")
	b.write(filepath.Join(filepath.Dir(b.dir), "deps"), "-- example.com/dep@v1.2.0/go.mod --\nmodule example.com/dep\nrequire example.com/deep/v2 v2.0.1\n")
	makeProxyModule(t, filepath.Join(filepath.Dir(b.dir), "proxy"), "example.com/dep", "v1.2.0", filepath.Join(filepath.Dir(b.dir), "deps/example.com/dep@v1.2.0"))
	b.goCmd(b.dir, "mod", "tidy")
	b.rewrite = changing
	b.run(b.mustBuild(".")[0], "rewritten local")
}

// The module that a versioned replacement names is the one that is rewritten.
func TestReplaceByFork(t *testing.T) {
	longtest.Only(t)
	b := withDeps(t, user)
	top := filepath.Dir(b.dir)
	b.write(filepath.Join(top, "fork"), "-- go.mod --\nmodule example.com/fork\n-- deep.go --\npackage deep\n\nfunc Name() string { return \"deep\" + \" fork\" }\n")
	makeProxyModule(t, filepath.Join(top, "proxy"), "example.com/fork", "v0.1.0", filepath.Join(top, "fork"))
	b.goCmd(b.dir, "mod", "edit", "-replace=example.com/deep/v2@v2.0.1=example.com/fork@v0.1.0")
	b.goCmd(b.dir, "mod", "tidy")
	b.rewrite = changing
	b.run(b.mustBuild(".")[0], "rewritten fork")
}

func TestWorkspace(t *testing.T) {
	for _, vendored := range []bool{false, true} {
		b := withDeps(t, `
-- go.work --
go 1.22

use (
	./a
	./b
)

replace example.com/c => ./c
-- a/go.mod --
module example.com/a

go 1.21

require example.com/c v1.0.0
-- a/a.go --
package a

import (
	"example.com/b"
	"example.com/c"
)

func Names() string { return b.Name() + c.Name() }
-- a/a_test.go --
package a

import "testing"

func TestNames(t *testing.T) { t.Log(Names()) }
-- b/go.mod --
module example.com/b

go 1.21

require example.com/deep/v2 v2.0.1
-- b/b.go --
package b

import "example.com/deep/v2"

func Name() string { return deep.Name() }
-- b/b_test.go --
package b

import "testing"

func TestB(t *testing.T) { t.Log(Name()) }
-- c/go.mod --
module example.com/c
-- c/c.go --
package c

func Name() string { return " and c" }
`)
		b.goCmd(filepath.Join(b.dir, "b"), "mod", "download", "example.com/deep/v2")
		b.write(b.dir, "-- go.work.sum --\n")
		b.goCmd(b.dir, "list", "./a", "./b")
		if vendored {
			b.goCmd(b.dir, "work", "vendor")
		}
		b.rewrite = changing
		bins := b.mustBuild("./a/...", "./b/...")
		if len(bins) != 2 {
			t.Fatalf("%d binaries", len(bins))
		}
		b.run(bins[0], "rewritten and c")
		b.run(bins[1], "rewritten")
		if bins[1].ModuleDir != filepath.Join(b.dir, "b") {
			t.Errorf("module of b is in %s", bins[1].ModuleDir)
		}
	}
}

// The packages under test may be those of a dependency, a command, or of a
// module that lies within the user's.
func TestWhatIsUnderTest(t *testing.T) {
	b := withDeps(t, user+`
-- cmd/tool/main.go --
package main

import "example.com/nested"

func main() { println(nested.Name()) }
-- cmd/tool/main_test.go --
package main

import "testing"

func TestMainPackage(t *testing.T) { main() }
-- nested/go.mod --
module example.com/nested
-- nested/nested.go --
package nested

func Name() string { return "deep" + " nested" }
-- use.go --
package user

import _ "example.com/nested"
`)
	b.write(filepath.Join(filepath.Dir(b.dir), "deps"), `
-- example.com/deep/v2@v2.0.1/deep_test.go --
package deep_test

import (
	_ "embed"
	"testing"

	"example.com/deep/v2"
)

//go:embed testdata/word
var word string

func TestDeep(t *testing.T) { t.Log(deep.Name(), word) }
-- example.com/deep/v2@v2.0.1/testdata/word --
embedded in a test
`)
	top := filepath.Dir(b.dir)
	makeProxyModule(t, filepath.Join(top, "proxy"), "example.com/deep/v2", "v2.0.1", filepath.Join(top, "deps/example.com/deep/v2@v2.0.1"))
	b.goCmd(b.dir, "mod", "edit", "-require=example.com/nested@v0.0.0", "-replace=example.com/nested=./nested")
	b.goCmd(b.dir, "mod", "tidy")
	b.rewrite = changing
	bins := b.mustBuild("./cmd/...", "example.com/deep/v2", "example.com/nested")
	if len(bins) != 3 {
		t.Fatalf("%d binaries", len(bins))
	}
	b.run(bins[0], "rewritten nested", "PASS: TestMainPackage")
	b.run(bins[1], "rewritten embedded in a test", "PASS: TestDeep")
	if !bins[2].NoTests {
		t.Errorf("%+v", bins[2])
	}
}

// Flags that select modules are for the user's build; ours has its own modules.
func TestModFlags(t *testing.T) {
	longtest.Only(t)
	b := withDeps(t, user)
	b.goCmd(b.dir, "mod", "tidy")
	b.rewrite = changing
	env := b.cfg.Env
	b.cfg.Env = append(env[:len(env):len(env)], "GOFLAGS=-modcacherw -mod=mod")
	b.run(b.mustBuild(".")[0], "rewritten")
	b.goCmd(b.dir, "mod", "vendor")
	b.cfg.Env = append(env[:len(env):len(env)], "GOFLAGS=-modcacherw -mod=vendor")
	b.run(b.mustBuild(".")[0], "rewritten")
}
