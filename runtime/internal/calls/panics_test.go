package calls

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Values to panic with.
type (
	text      string
	flag      bool
	number    int
	small     int8
	big       uint64
	address   uintptr
	real      float64
	single    float32
	both      complex128
	pair      struct{ a, b int }
	mistake   struct{}
	failing   struct{ why string }
	worded    int
	call      func()
	table     map[string]int
	of[T any] struct{ x T }

	badError  struct{}
	badString struct{}
)

func (mistake) Error() string    { return "a mistake" }
func (f *failing) Error() string { return "fails: " + f.why }
func (w worded) String() string  { return fmt.Sprint("number ", int(w)) }
func (badError) Error() string   { panic("no words") }
func (badString) String() string { panic("no words") }

var values = []any{
	"a text", "two\nlines", text("a text"), text("two\nlines \"quoted\""), true, flag(true), 42, number(-42), small(7), 'x', byte(3),
	uint(5), big(1 << 63), uintptr(255), address(255), 1.5, 1e100, 1e20, 123456789.0, 1e-7, real(0.1), float32(0.1), single(2.5), 1 + 2i, both(1 - 2i),
	mistake{}, &failing{"x"}, worded(3), errors.New("an error"), fmt.Errorf("with %w", mistake{}), time.Second,
	pair{1, 2}, &pair{1, 2}, (*pair)(nil), []int{1}, [2]string{"a", "b"}, table{"a": 1}, func() {}, call(nil), make(chan int),
	struct{ X int }{1}, of[int]{1}, of[*pair]{&pair{}}, badError{}, badString{},
}

const whichValue = "GOCHECK_TEST_PANIC"

// TestWords: what is said of a panic's value is what Go says, without the addresses.
func TestWords(t *testing.T) {
	if which := os.Getenv(whichValue); which != "" {
		n, err := strconv.Atoi(which)
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan bool)
		go func() { // its own: package testing would panic again
			defer close(done)
			panic(values[n])
		}()
		<-done
	}
	for i, v := range values {
		cmd := exec.Command(os.Args[0], "-test.run=^TestWords$")
		cmd.Env = append(os.Environ(), whichValue+"="+strconv.Itoa(i))
		out, _ := cmd.CombinedOutput()
		natively, _, _ := strings.Cut(string(out), "\n\n")
		natively = strings.ReplaceAll(natively, "\n\t", "\n")
		natively = strings.TrimPrefix(strings.TrimPrefix(natively, "fatal error: "), "panic: ")
		got := Words(v)
		// Go prints where the value is. What is printed instead is a function of the value.
		if kind, at, ok := strings.Cut(natively, ") 0x"); ok && strings.HasPrefix(natively, "(") && at != "0" {
			if !strings.HasPrefix(got, kind+") ") || got != Words(values[i]) || strings.Contains(strings.ReplaceAll(got, "0x…", ""), "0x") {
				t.Errorf("%#v: %q, natively %q", v, got, natively)
			}
			continue
		}
		if first, _, _ := strings.Cut(natively, "\n[recovered"); got != first && !strings.HasPrefix(natively, got+"\n") {
			t.Errorf("%#v: %q, natively %q", v, got, natively)
		}
	}
}
