package hub

import (
	"fmt"
	"sync"
	"testing"
)

// talk has a user and guests in a room.
func talk(guests int) {
	h := New()
	var all sync.WaitGroup
	for i := range guests {
		all.Go(func() { h.Visit(fmt.Sprint("guest", i), "hi") })
	}
	all.Go(func() { h.Visit("user", "hello") })
	all.Wait()
	h.Close()
}

func TestHub(t *testing.T) { talk(0) }

func TestHubLarge(t *testing.T) { talk(40) }
