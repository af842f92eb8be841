package cores

import (
	"os"
	"sync"
	"testing"

	"gocheck.dev"
	"gocheck.dev/testdata/cores/pause"
)

// crowd has n goroutines that are alike take a lock twice each. It says who was there, by how
// often he had been there before: (2n)!/(2^n n!) traces up to names.
func crowd(n int, end func(turns []int)) {
	pause.Now()
	var mu sync.Mutex
	var wg sync.WaitGroup
	var turns []int
	for range n {
		wg.Go(func() {
			for i := range 2 {
				mu.Lock()
				turns = append(turns, i)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	end(turns)
}

// rounds says whether nobody was there twice before all were there: in n! traces up to names.
func rounds(turns []int) bool {
	for i, n := range turns {
		if n != i/(len(turns)/2) {
			return false
		}
	}
	return true
}

func TestCrowd(t *testing.T) { // 945
	crowd(5, func(turns []int) { gocheck.Observe("second", turns[1]) })
}

// For many kills, from outside.
func TestCrowdLong(t *testing.T) { crowd(6, func([]int) {}) } // 10,395

func TestCrowdFails(t *testing.T) {
	crowd(5, func(turns []int) { gocheck.Assert(!rounds(turns), "rounds") })
}

func TestCrowdLeaks(t *testing.T) {
	crowd(5, func(turns []int) {
		if rounds(turns) {
			go func() { select {} }()
		}
	})
}

// Some of the goroutines are told apart, which the first execution does not show.
func TestCrowdApart(t *testing.T) {
	pause.Now()
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	for range 4 {
		wg.Go(func() {
			mu.Lock()
			before := n
			mu.Unlock()
			mu.Lock()
			if n == 3 && before == 3 {
				gocheck.Observe("before", before)
			}
			n++
			mu.Unlock()
		})
	}
	wg.Wait()
}

type job struct{ done chan int }

// Workers of a pool, and two who wait for what they have done.
func TestCrowdPool(t *testing.T) {
	pause.Now()
	jobs := make(chan job)
	var mu sync.Mutex
	var workers, clients sync.WaitGroup
	sum := 0
	for range 3 {
		workers.Go(func() {
			for j := range jobs {
				mu.Lock()
				sum++
				mu.Unlock()
				j.done <- 1
			}
		})
	}
	for range 2 {
		clients.Go(func() {
			j := job{make(chan int, 1)}
			jobs <- j
			<-j.done
			jobs <- j
			<-j.done
		})
	}
	clients.Wait()
	close(jobs)
	workers.Wait()
}

// A process is killed once, at a random moment.
func TestCrowdKilled(t *testing.T) {
	if name := os.Getenv("CORES_KILLED"); name != "" {
		f, _ := os.Open("/dev/urandom")
		random := make([]byte, 2)
		_, _ = f.Read(random)
		f.Close()
		if random[0] == 0 && random[1] < 128 {
			kills(name)
		}
	}
	crowd(5, func([]int) {})
}
