package hub

import (
	"sync"
	"testing"
)

func TestUnsubscribeWhilePublishing(t *testing.T) {
	var hub Hub
	stays, leaves := hub.Subscribe(), hub.Subscribe()
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		hub.Unsubscribe(leaves)
	}()
	go func() {
		defer wg.Done()
		hub.Publish("hello")
	}()
	wg.Wait()
	if got := <-stays; got != "hello" {
		t.Errorf("got %q", got)
	}
}

func TestPublish(t *testing.T) {
	var hub Hub
	a, b := hub.Subscribe(), hub.Subscribe()
	go hub.Publish("hello")
	if x, y := <-a, <-b; x != "hello" || y != "hello" {
		t.Errorf("got %q and %q", x, y)
	}
}
