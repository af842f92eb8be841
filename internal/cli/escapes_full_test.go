package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/wire"
)

// leaves calls f for each string in v, which it may change meanwhile.
func leaves(v reflect.Value, path string, f func(path string, s reflect.Value)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			leaves(v.Elem(), path, f)
		}
	case reflect.String:
		f(path, v)
	case reflect.Slice:
		for i := range v.Len() {
			leaves(v.Index(i), fmt.Sprintf("%s[%d]", path, i), f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			leaves(v.Field(i), path+"."+v.Type().Field(i).Name, f)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			for _, changesKey := range []bool{false, true} {
				value := reflect.New(v.Type().Elem()).Elem()
				value.Set(v.MapIndex(key))
				to := reflect.New(v.Type().Key()).Elem()
				to.Set(key)
				at := value
				if changesKey {
					at = to
				}
				// f sees the map with its string in it: it sets the string, and runs.
				leaves(at, fmt.Sprintf("%s[%v]", path, key), func(p string, s reflect.Value) {
					was := s.String()
					s.SetString(evil)
					v.SetMapIndex(key, reflect.Value{})
					v.SetMapIndex(to, value)
					f(p, reflect.Value{})
					v.SetMapIndex(to, reflect.Value{})
					s.SetString(was)
					v.SetMapIndex(key, value)
				})
			}
		}
	}
}

// indexes are those of a path.
var indexes = regexp.MustCompile(`\[[^]]*\]`)

// each makes each string in v evil, one after the other, then all of those that were
// not kept, and calls f. What takes a process each is done once for all elements of a slice or a
// map, and in a short test once for each name of a field.
func each(v any, kept *regexp.Regexp, processes bool, f func(path string)) {
	var all []reflect.Value
	tried := map[string]bool{}
	leaves(reflect.ValueOf(v), "", func(path string, s reflect.Value) {
		if kept != nil && kept.MatchString(path) {
			return
		}
		name := indexes.ReplaceAllString(path, "")
		if !longtest.Asked() {
			name = path[strings.LastIndexByte(path, '.')+1:]
		}
		if tried[name] && processes {
			if s.IsValid() {
				all = append(all, s)
			}
			return
		}
		tried[name] = true
		if !s.IsValid() {
			f(path)
			return
		}
		was := s.String()
		s.SetString(evil)
		f(path)
		s.SetString(was)
		all = append(all, s)
	})
	for _, s := range all {
		s.SetString(evil)
	}
	f("everything")
}

// full is a schedule that has all that there is, so that each thing is said.
func full() *wire.Schedule {
	accesses := func() []wire.Access {
		return []wire.Access{{Task: "main", Op: "read", Object: "x", Pos: "x.go:1:1"}, {Task: "main/1", Op: "write", Object: "x", Pos: "x.go:2:1"}}
	}
	steps := func() []wire.Step {
		return []wire.Step{
			{Task: "main", Op: "begin", Pos: "x.go:1:1"},
			{Task: "main", Op: "spawn", Pos: "x.go:2:1", Value: "v", Blocked: []string{"main/1"}, Waits: accesses()},
			{Task: "main/1", Op: "begin", Pos: "x.go:1:1", Created: "x.go:2:1", Runs: "f"},
			{Task: "main", Op: "send", Object: "c", Pos: "x.go:1:1", Partner: "main/1", Value: "7"},
			{Task: "main/2", Op: "begin", Object: "handler", Pos: "x.go:1:1", Created: "x.go:2:1"},
			{Task: "main", Op: "signal", Object: "cond", Pos: "x.go:2:1", Partner: "main/1", Blocked: []string{"main/1", "main/2"}},
			{Task: "main", Op: "choose", Pos: "x.go:2:1", Choice: 1},
			{Task: "clock", Op: "tick", Value: "1s"},
			{Task: "main/1", Op: "write", Object: "x", Pos: "$GOROOT/src/x.go:1:1", Value: "3", Racing: accesses(), Failed: "main/1"},
		}
	}
	return &wire.Schedule{
		Package: "example.com/p", Test: "TestX", Options: map[string]string{"queue": "fifo", "races": "report", "time": "idle"},
		Failure: &wire.Failure{Kind: "race", Message: "data race: x", Pos: "x.go:1:1", Details: []string{"write of x by goroutine 1 at x.go:1", "  f at x.go:2"}},
		Steps:   steps(),
		Passing: &wire.Passing{Pairs: []wire.Pair{{First: 3, Second: 2}, {First: 6, Second: 6, Choice: true}, {First: 4, Second: 4}}, Steps: steps()},
	}
}

// evilSource is the source that positions name, which is nobody's friend either.
func evilSource(t testing.TB, dir string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "x.go"), []byte(strings.ReplaceAll(evil, "\n", " ")+"\n"+evil), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/p\n"), 0o666); err != nil {
		t.Fatal(err)
	}
}
