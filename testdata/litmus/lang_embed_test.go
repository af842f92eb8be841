package litmus

import (
	"context"
	"io"
	"log"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Types of the standard library, embedded in structs of many kinds: what they
// promote has entry points, and nothing gets ambiguous that was not.
type (
	embedsLogger struct {
		*log.Logger
		sync.Map
	}
	embedsValue struct{ reflect.Value }
	embedsBoth  struct { // neither Stop is promoted
		*time.Ticker
		*time.Timer
	}
	embedsPool                         struct{ *sync.Pool }
	embedsPointer[K comparable, _ any] struct {
		atomic.Pointer[K]
		sync.Once
	}
	embedsInterfaces struct {
		clock
		io.Writer
		context.Context
	}
	clock interface {
		Stop() bool
		Reset(time.Duration) bool
		Now() time.Time
	}
	overridesStop struct{ embedsInterfaces }
	embedsDeep    struct{ overridesStop }
	embedsTest    struct{ *testing.T }
)

func (overridesStop) Stop() bool { return false }

// They are what they are, called by name and through interfaces.
//
// Outcomes: 1 2 3 false 5 true
func TestEmbeddedStandard(t *testing.T) {
	var pointer embedsPointer[int, string]
	logger := &embedsLogger{Logger: log.New(io.Discard, "", 0)}
	pool := embedsPool{&sync.Pool{New: func() any { return 3 }}}
	both := embedsBoth{time.NewTicker(time.Hour), time.NewTimer(time.Hour)}
	both.Ticker.Stop()
	both.Timer.Stop()
	one := 1
	pointer.Store(&one)
	pointer.Do(func() { logger.Store("k", 2) })
	logger.Println("to nobody")
	var load interface{ Load() *int } = &pointer
	var loadKey interface{ Load(any) (any, bool) } = logger
	var get interface{ Get() any } = pool
	var stop interface{ Stop() bool } = embedsDeep{}
	var print interface{ Printf(string, ...any) } = logger
	print.Printf("%d", 1)
	two, _ := loadKey.Load("k")
	c := make(chan int, 1)
	value := embedsValue{reflect.ValueOf(c)}
	value.Send(reflect.ValueOf(5))
	five, _ := value.Recv()
	see("%d %v %v %t %d %t", *load.Load(), two, get.Get(), stop.Stop(), five.Int(), embedsTest{t}.Name() == t.Name())
}
