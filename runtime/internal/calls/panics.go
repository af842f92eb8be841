package calls

import (
	"fmt"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"unsafe"
)

// PanicFrames is the stack of a task whose panic with v has just been recovered: its own
// functions, from the one that panicked to the next that has panicked before, for a function that
// is deferred there may have called it. Those are before. Who recovers a panic and panics with
// the same value passes it on: then it is where it began.
func PanicFrames(v any) (frames, before []string) {
	pcs := make([]uintptr, 64)
	stack := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	var panics [][]string // the calls that have led to each, from the last one on
	for more := true; more; {
		var f runtime.Frame
		f, more = stack.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panics = append(panics, nil)
		case Bottom(f.Function):
			more = false
		case IsOwnCall(f.Function, f.File), strings.HasPrefix(f.Function, "runtime."), len(panics) == 0:
		default:
			last := &panics[len(panics)-1]
			*last = append(*last, fmt.Sprintf("%s at %s:%d", f.Function, f.File, f.Line))
		}
	}
	at := -1
	for i, same := range passedOn(v, len(panics)) {
		if len(panics[i]) > 0 && (at < 0 || same) {
			at = i
		}
		if at >= 0 && !same {
			break
		}
	}
	if at < 0 {
		return nil, nil
	}
	for _, p := range panics[at+1:] {
		before = append(before, p...)
	}
	return panics[at], before
}

// passedOn says of each of the panics that the calling goroutine is in whether it is with v, and
// so are those after it. Only what Go prints of a stack tells: the words of a call's arguments.
func passedOn(v any, panics int) []bool {
	words := *(*[2]uintptr)(unsafe.Pointer(&v))
	same := make([]bool, panics)
	buf := make([]byte, 16<<10)
	i := 0
	for line := range strings.SplitSeq(string(buf[:runtime.Stack(buf, false)]), "\n") {
		arguments, ok := strings.CutPrefix(line, "panic({")
		if !ok {
			continue
		}
		if i == panics || strings.ReplaceAll(arguments, "?", "") != fmt.Sprintf("%#x, %#x})", words[0], words[1]) {
			break
		}
		same[i] = true
		i++
	}
	return same
}

// Words are what Go prints of the value of a panic. It prints the address of what is no text and
// no number: here that is the value.
func Words(v any) string {
	switch v := v.(type) {
	case error:
		return said(v.Error)
	case fmt.Stringer:
		return said(v.String)
	}
	r := reflect.ValueOf(v)
	// As Go tells the types that have no name of their own: of those it prints the value alone.
	kind, name := r.Kind(), fmt.Sprintf("%T", v)
	own := name != kind.String()
	switch {
	case kind == reflect.String && own:
		return name + `("` + r.String() + `")`
	case kind == reflect.String:
		return r.String()
	case kind == reflect.Complex64 || kind == reflect.Complex128:
		if own {
			return name + fmt.Sprint(r.Complex())
		}
		return fmt.Sprint(v)
	case reflect.Bool <= kind && kind <= reflect.Float64 && own:
		return fmt.Sprintf("%s(%v)", name, v)
	case reflect.Bool <= kind && kind <= reflect.Float64:
		return fmt.Sprint(v)
	}
	text := said(func() string { return fmt.Sprintf("%v", v) })
	switch {
	case text == "<nil>":
		text = "0x0"
	default:
		text = addresses.ReplaceAllString(text, "0x…")
	}
	return "(" + name + ") " + text
}

// addresses are what fmt prints of functions, channels, and pointers within a value.
var addresses = regexp.MustCompile(`0x[0-9a-f]{5,16}\b`)

// said is what say gives, or what Go says of it if it panics by itself then.
func said(say func() string) (text string) {
	defer func() {
		if v := recover(); v != nil {
			text = fmt.Sprintf("panic while printing panic value: %v", v)
		}
	}()
	return say()
}
