package worker

import (
	"errors"
	"testing"
)

// TestOverflowInOperation: a recursion that overflows its stack within an
// operation, in gocheck's own code, is the program's fault all the same.
func TestOverflowInOperation(t *testing.T) {
	const stack = `runtime: goroutine stack exceeds 67108864-byte limit
fatal error: stack overflow

runtime stack:
runtime.throw({0x1?, 0x2?})
	/go/src/runtime/panic.go:1229 +0x48

goroutine 20 [running]:
gocheck.dev/runtime.(*task).access(0x1)
	/cache/runtime/memory.go:139 +0x106
gocheck.dev/runtime/access.Get[...](0x1)
	/cache/runtime/access/access.go:13 +0x10
example.com/m.(*node).walk(0x1)
	m_test.go:8 +0x52
`
	failure, result := lastWords(&ending{stderr: stack, err: errors.New("exit status 2")})
	if failure == nil || failure.Kind != "panic" || failure.Pos != "m_test.go:8" || failure.Message != "fatal error: stack overflow" || result.Verdict != "fail" {
		t.Errorf("%+v, %+v", failure, result)
	}
}
