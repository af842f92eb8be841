package instrument

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// GODEBUG defaults follow the user's go.mod and //go:debug lines; in a workspace of his, his
// go.work and not go.mod.
func TestGodebug(t *testing.T) {
	for name, more := range map[string]string{
		"module": "",
		"workspace": `-- go.work --
go 1.25

toolchain go1.25.1

use .

godebug asynctimerchan=1
`,
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, `
-- go.mod --
module example.com/old

go 1.20

godebug http2client=0
-- old_test.go --
package old

import "testing"

func TestNothing(t *testing.T) {}
`+more)
			bin := b.mustBuild(".")[0]
			out, err := exec.Command("go", "version", "-m", bin.Path).Output()
			if err != nil {
				t.Fatal(err)
			}
			plain := filepath.Join(t.TempDir(), "plain.test")
			b.goCmd(b.dir, "test", "-c", "-o", plain, ".")
			want, err := exec.Command("go", "version", "-m", plain).Output()
			if err != nil {
				t.Fatal(err)
			}
			if got, want := setting(out, "DefaultGODEBUG"), setting(want, "DefaultGODEBUG"); got != want || want == "" {
				t.Errorf("DefaultGODEBUG\n got %s\nwant %s", got, want)
			}
		})
	}
}

// setting finds a build setting in what go version -m prints.
func setting(out []byte, name string) string {
	for _, line := range strings.Split(string(out), "\n") {
		if _, value, ok := strings.Cut(line, name+"="); ok {
			return value
		}
	}
	return ""
}
