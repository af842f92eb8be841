package cores

import (
	"os"
	"slices"
	"testing"

	"gocheck.dev"
	"gocheck.dev/testdata/cores/pause"
)

// arrivals has n messages arrive at a handler, in any order: n! traces. The last one
// to arrive calls end with the order.
func arrivals(n int, end func(order []int)) {
	pause.Now()
	h := gocheck.NewHandler("h")
	var order []int
	for i := range n {
		go func() {
			h.Post(func() {
				if order = append(order, i); len(order) == n {
					end(order)
				}
			})
		}()
	}
}

// fallen is the order that comes late, by one process.
func fallen(order []int) bool {
	return slices.Equal(order, []int{1, 2, 3, 5, 4, 0})
}

func TestArrive(t *testing.T) {
	arrivals(6, func(order []int) {
		gocheck.Observe("first", order[0])
		gocheck.Observe("last", order[5])
	})
}

func TestArriveFails(t *testing.T) {
	arrivals(6, func(order []int) { gocheck.Assert(!fallen(order), "fallen") })
}

// In half of the traces; the test fails as it does not in the others.
func TestArriveLeaks(t *testing.T) {
	arrivals(6, func(order []int) {
		if fallen(order) {
			go func() { select {} }()
		}
	})
}

// In all of them: that is no failure.
func TestArriveRests(t *testing.T) {
	arrivals(6, func([]int) { go func() { select {} }() })
}

func TestArriveExits(t *testing.T) {
	arrivals(6, func(order []int) {
		if fallen(order) {
			os.Exit(3)
		}
	})
}

// A process is killed once, at a random moment.
func TestArriveKilled(t *testing.T) {
	if name := os.Getenv("CORES_KILLED"); name != "" {
		f, _ := os.Open("/dev/urandom")
		random := make([]byte, 2)
		_, _ = f.Read(random)
		f.Close()
		if random[0] == 0 && random[1] < 128 {
			kills(name)
		}
	}
	arrivals(6, func([]int) {})
}

// Whoever comes there is killed.
func TestArriveAlways(t *testing.T) {
	arrivals(6, func(order []int) {
		if fallen(order) && os.Getenv("CORES_KILLED") != "" {
			p, _ := os.FindProcess(os.Getpid())
			_ = p.Kill()
			select {}
		}
	})
}

// It is not known to revisit, but that comes late: closure takes over then.
func TestArriveLate(t *testing.T) {
	if late(9) {
		arrivals(5, func([]int) {})
	}
}
