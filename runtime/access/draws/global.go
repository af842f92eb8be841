package draws

import (
	"math/rand"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	rt "gocheck.dev/runtime"
)

// rand.Seed does nothing unless GODEBUG has randseednop=0, as it has by default where go.mod
// asks for a version before Go 1.24. Then the functions of math/rand give the numbers of that seed,
// which are no chance, to all goroutines in turn.

// obeyed says whether rand.Seed has ever done something.
var obeyed atomic.Bool

// A global is what the functions of math/rand draw from: chance, if it has no Rand.
type global struct{ r *rand.Rand }

// before is what has been seeded out of executions, by an initialiser or TestMain, and drawn since.
var before struct {
	sync.Mutex
	global
	seed  int64
	drawn int
}

// counted is the source of before.
type counted struct{ rand.Source64 }

func (c counted) Uint64() uint64 {
	before.drawn++
	return c.Source64.Uint64()
}

func (c counted) Int63() int64 { return int64(c.Uint64() & (1<<63 - 1)) }

func source(seed int64) rand.Source64 { return rand.NewSource(seed).(rand.Source64) }

// ofExecution is the global of this execution.
func ofExecution() *global {
	return rt.Kept(unsafe.Pointer(&before), func() any {
		before.Lock()
		defer before.Unlock()
		if before.r == nil {
			return new(global)
		}
		src := source(before.seed)
		for range before.drawn {
			src.Uint64()
		}
		return &global{rand.New(src)}
	}).(*global)
}

// Reseed is rand.Seed. consult announces that the calling task changes what all draw from.
func Reseed(seed int64, consult func(change bool)) {
	rand.Seed(seed) //lint:ignore SA1019 it is what the program calls
	if rand.Uint64() != source(seed).Uint64() {
		return
	}
	rand.Seed(seed) //lint:ignore SA1019 a number has been drawn
	obeyed.Store(true)
	if rt.Controlled() {
		consult(true)
		g := ofExecution()
		if g.r = nil; !clockwise(uint64(seed)) {
			g.r = rand.New(source(seed))
		}
		return
	}
	before.Lock()
	defer before.Unlock()
	before.seed, before.drawn, before.r = seed, 0, nil
	if constant(seed) {
		before.r = rand.New(counted{source(seed)})
	}
}

// constant reports whether a seed out of executions is likely the same in each process: what is
// large is made of the clock or of chance.
func constant(seed int64) bool {
	now := time.Now().Unix()
	return seed == int64(int32(seed)) && seed != int64(os.Getpid()) && (seed < now-24*60*60 || seed > now)
}

// mayObey says that the program calls rand.Seed, where that does something. Then a number that is
// drawn by chance is one that might have come after it. It is known before the first execution.
var mayObey bool

// MaySeed is called by packages that mention rand.Seed.
func MaySeed() {
	settings := os.Getenv("GODEBUG")
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "DefaultGODEBUG" {
				settings = s.Value + "," + settings
			}
		}
	}
	for s := range strings.SplitSeq(settings, ",") {
		if value, ok := strings.CutPrefix(s, "randseednop="); ok {
			mayObey = value == "0"
		}
	}
}

// Seeded reports whether the functions of math/rand give the numbers of a seed. consult announces
// that the calling task looks at it.
func Seeded(consult func(change bool)) bool {
	if rt.Controlled() && mayObey && ofExecution().r == nil {
		consult(false)
	}
	if !obeyed.Load() {
		return false
	}
	if rt.Controlled() {
		return ofExecution().r != nil
	}
	before.Lock()
	defer before.Unlock()
	return before.r != nil
}

// Global calls draw with what is seeded, and reports whether anything is. consult announces that
// the calling task changes it.
func Global(consult func(change bool), draw func(*rand.Rand)) bool {
	if !Seeded(consult) {
		return false
	}
	if rt.Controlled() {
		consult(true)
		g := ofExecution()
		if g.r == nil { // meanwhile
			return false
		}
		draw(g.r)
		return true
	}
	before.Lock()
	defer before.Unlock()
	draw(before.r)
	return true
}
