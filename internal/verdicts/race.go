package verdicts

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Source is a file of a package, formatted: the body, and before it the imports that it mentions.
// An import is a path, or name=path where the name is not the last element of the path.
func Source(pkg string, imports []string, body string) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "package %s\n\nimport (\n", pkg)
	for _, spec := range imports {
		name, path, named := strings.Cut(spec, "=")
		if !named {
			name, path = spec[strings.LastIndexByte(spec, '/')+1:], spec
		}
		switch {
		case !strings.Contains(body, name+"."):
		case named:
			fmt.Fprintf(&b, "\t%s %q\n", name, path)
		default:
			fmt.Fprintf(&b, "\t%q\n", path)
		}
	}
	fmt.Fprintf(&b, ")\n%s", body)
	text, err := format.Source(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, b.Bytes())
	}
	return text, nil
}

// Races names the tests of the package in dir, a folder of a module, during which go test -race
// reports a race in any of some runs: count with each number of processors.
func Races(ctx context.Context, dir string, count int) (map[string]bool, error) {
	binary := filepath.Join(dir, "raced.test")
	defer os.Remove(binary)
	build := exec.CommandContext(ctx, "go", "test", "-race", "-vet=off", "-c", "-o", binary, ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOWORK=off")
	if text, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building %s: %w\n%s", dir, err, text)
	}
	found := make(map[string]bool)
	early := make(map[string]string) // panics before any report: another run has to report the race
	for _, cpu := range []string{"1", "2", "4"} {
		// A race may tear a value, so that its program panics, and the binary ends there. Its
		// tests are run again without that one.
		var torn []string
		for again := true; again; {
			again = false
			cmd := exec.CommandContext(ctx, binary, "-test.v", fmt.Sprintf("-test.count=%d", count), "-test.cpu="+cpu, "-test.timeout=5m",
				"-test.skip=^("+strings.Join(append(torn, "none"), "|")+")$")
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0 halt_on_error=0")
			text, err := cmd.CombinedOutput()
			if exited := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exited) {
				return nil, err
			}
			running, raced, ended := "", false, false
			for line := range strings.Lines(string(text)) {
				line = strings.TrimSpace(line)
				if name, ok := strings.CutPrefix(line, "=== RUN   "); ok {
					running, raced = name, false
				}
				// Go's maps may see that they are used by two before the race detector does.
				raced = raced || line == "WARNING: DATA RACE" || strings.HasPrefix(line, "fatal error: concurrent map ")
				if strings.Contains(line, "race detected during execution of test") {
					found[running] = true
				}
				ended = ended || line == "PASS" || line == "FAIL"
				if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
					if again = true; raced {
						found[running] = true
					} else {
						early[running] = line
					}
					torn = append(torn, running)
					break
				}
			}
			if !ended && !again {
				return nil, fmt.Errorf("%s did not end well: %s", dir, text[max(0, len(text)-3000):])
			}
		}
	}
	for name, line := range early {
		if !found[name] {
			return nil, fmt.Errorf("%s of %s: %s", name, dir, line)
		}
	}
	return found, nil
}
