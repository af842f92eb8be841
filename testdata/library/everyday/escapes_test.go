package everyday

import (
	"runtime"
	"testing"
	"unsafe"
)

// What a number points to that is an argument of a function with //go:uintptrescapes is there until
// it has returned, however it is called.

const ruined = "collected"

func finalized() unsafe.Pointer {
	s := "there"
	runtime.SetFinalizer(&s, func(s *string) { *s = ruined })
	return unsafe.Pointer(&s)
}

//go:noinline
//go:uintptrescapes
func kept(t *testing.T, ended chan bool, addresses ...uintptr) bool {
	runtime.GC()
	runtime.GC()
	for _, p := range addresses {
		if *(*string)(unsafe.Pointer(p)) == ruined {
			t.Error(ruined)
		}
	}
	if ended != nil {
		ended <- true
	}
	return true
}

func TestOKKeptByCall(t *testing.T) { kept(t, nil, uintptr(finalized()), uintptr(finalized())) }

func TestOKKeptByGo(t *testing.T) {
	ended := make(chan bool)
	go kept(t, ended, uintptr(finalized()), (uintptr(finalized())))
	<-ended
}

func TestOKKeptByDefer(t *testing.T) {
	for range 2 {
		defer kept(t, nil, uintptr(finalized()), uintptr(unsafe.Pointer(new(string))))
	}
}

func TestOKKeptByReturn(t *testing.T) {
	f := func() bool { return kept(t, nil, uintptr(finalized()), uintptr(finalized())) }
	if !f() || !kept(t, nil, uintptr(finalized())) {
		t.Error("not called")
	}
}

func TestOKKeptByMethod(t *testing.T) {
	ended := make(chan bool, 1)
	k := keeper{ended}
	defer func() { <-ended }()
	defer k.kept(t, uintptr(finalized()), uintptr(finalized()))
}

type keeper struct{ ended chan bool }

//go:noinline
//go:uintptrescapes
func (k keeper) kept(t *testing.T, a, b uintptr) { kept(t, k.ended, a, b) }
