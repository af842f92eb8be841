package bench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"
)

// started are modules to begin with: what there is from the command to the first
// execution.
var started = []struct {
	name     string
	module   string            // from the proxy, with its own tests
	files    map[string]string // or these
	packages string
	test     string
	edited   string // a file of the package under test
}{
	{
		name: "small", packages: ".", test: "TestTransfer", edited: "bank.go",
		files: map[string]string{"go.mod": "module example.com/bank\n\ngo 1.25\n", "bank.go": "", "bank_test.go": ""},
	},
	{name: "sync", module: "golang.org/x/sync@v0.24.0", packages: "./...", test: "TestZeroGroup", edited: "errgroup/errgroup.go"},
	{
		name: "client-go", packages: ".", test: "TestQueue", edited: "q.go",
		files: map[string]string{
			"go.mod": "module example.com/q\n\ngo 1.25\n\nrequire k8s.io/client-go v0.18.0\n",
			"q.go": "package q\n\nimport (\n\t\"fmt\"\n\n\t\"k8s.io/client-go/tools/cache\"\n)\n\n" +
				"func Queue() *cache.FIFO {\n\treturn cache.NewFIFO(func(o interface{}) (string, error) { return fmt.Sprint(o), nil })\n}\n",
			"q_test.go": "package q\n\nimport \"testing\"\n\nfunc TestQueue(t *testing.T) { Queue().Close() }\n",
		},
	},
}

// BenchmarkStart takes the time to the first execution: with nothing compiled
// yet (cold), with what go test has compiled (first), after an edit of the
// package, and with nothing changed (warm). Beside each is `go test` doing the
// same.
func BenchmarkStart(b *testing.B) {
	command := filepath.Join(b.TempDir(), "gocheck")
	build := exec.Command("go", "build", "-o", command, "./cmd/gocheck")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("building gocheck: %v\n%s", err, out)
	}
	for _, m := range started {
		b.Run(m.name, func(b *testing.B) {
			dir := b.TempDir()
			if err := lay(dir, m.module, m.files); err != nil {
				b.Skip(err)
			}
			commands := []struct {
				name string
				args []string
			}{
				{"gocheck", []string{command, "-v", "-count=1", "-save=false", "-p", "1", "-progress", "off", "-executions", "1", "-run", "^" + m.test + "$", m.packages}},
				{"go", []string{"go", "test", "-vet=off", "-count=1", "-run", "^" + m.test + "$", m.packages}},
			}
			compiled := b.TempDir() // a GOCACHE
			for _, c := range commands {
				b.Run("cold/"+c.name, func(b *testing.B) {
					start(b, dir, c.args, func() (string, string) { return b.TempDir(), b.TempDir() })
				})
			}
			prepare := exec.Command("go", "test", "-vet=off", "-run", "^$", m.packages)
			prepare.Dir, prepare.Env = dir, append(os.Environ(), "GOCACHE="+compiled)
			if out, err := prepare.CombinedOutput(); err != nil {
				b.Fatalf("go test: %v\n%s", err, out)
			}
			b.Run("first/gocheck", func(b *testing.B) {
				start(b, dir, commands[0].args, func() (string, string) { return compiled, b.TempDir() })
			})
			kept := b.TempDir()
			once := exec.Command(command, commands[0].args[1:]...)
			once.Dir, once.Env = dir, append(os.Environ(), "GOCACHE="+compiled, "GOCHECKCACHE="+kept)
			once.Run() // what fails here does so below
			for _, c := range commands {
				same := func() (string, string) { return compiled, kept }
				n := 0
				edit := func() (string, string) {
					n++
					name := filepath.Join(dir, m.edited)
					text, err := os.ReadFile(name)
					if err == nil {
						err = os.WriteFile(name, fmt.Appendf(text, "\nvar _ = %d // by %s\n", n, c.name), 0o666)
					}
					if err != nil {
						b.Fatal(err)
					}
					return compiled, kept
				}
				b.Run("edited/"+c.name, func(b *testing.B) { start(b, dir, c.args, edit) })
				b.Run("warm/"+c.name, func(b *testing.B) { start(b, dir, c.args, same) })
			}
		})
	}
}

// phase is a part of the line in which gocheck -v says what it was at.
var phase = regexp.MustCompile(`[:,] ([a-z' ]+) ([0-9.]+)s`)

// start runs a command, with the caches that prepare names each time, and
// reports the CPU time of all its processes, and gocheck's phases by the clock.
func start(b *testing.B, dir string, args []string, prepare func() (goCache, ownCache string)) {
	var cpu time.Duration
	phases := map[string]float64{}
	for b.Loop() {
		b.StopTimer()
		goCache, ownCache := prepare()
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOCACHE="+goCache, "GOCHECKCACHE="+ownCache)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		b.StartTimer()
		out, err := cmd.Output()
		if code := cmd.ProcessState.ExitCode(); code != 0 && code != 1 { // 1: the test has failed
			b.Fatalf("%v: %v\n%s%s", args, err, out, &stderr)
		}
		cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		for _, part := range phase.FindAllSubmatch(stderr.Bytes(), -1) {
			seconds, err := strconv.ParseFloat(string(part[2]), 64)
			if err != nil {
				b.Fatal(err)
			}
			phases[string(bytes.Fields(part[1])[0])] += seconds
		}
	}
	b.ReportMetric(cpu.Seconds()/float64(b.N), "cpu-s/op")
	for what, seconds := range phases {
		b.ReportMetric(seconds/float64(b.N), what+"-s/op")
	}
}

// lay puts a module into a folder. Files without content are those of the
// example bank.
func lay(dir, module string, files map[string]string) error {
	if module != "" {
		out, err := exec.Command("go", "mod", "download", "-json", module).Output()
		var m struct{ Dir string }
		if err == nil {
			err = json.Unmarshal(out, &m)
		}
		if err != nil {
			return fmt.Errorf("downloading %s: %w", module, err)
		}
		if err := os.CopyFS(dir, os.DirFS(m.Dir)); err != nil {
			return fmt.Errorf("copying %s: %w", module, err)
		}
		return exec.Command("chmod", "-R", "u+w", dir).Run()
	}
	for name, text := range files {
		data := []byte(text)
		if text == "" {
			var err error
			if data, err = os.ReadFile(filepath.Join(root, "testdata", "examples", "bank", name)); err != nil {
				return err
			}
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return err
		}
	}
	tidy := exec.Command("go", "mod", "tidy")
	tidy.Dir = dir
	if out, err := tidy.CombinedOutput(); err != nil {
		return fmt.Errorf("go mod tidy: %w\n%s", err, out)
	}
	return nil
}
