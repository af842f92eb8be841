package found

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/pubsub/gochannel"
	EventBus "github.com/asaskevich/EventBus"
	"github.com/eapache/channels"
	"github.com/r3labs/sse/v2"
	"github.com/samber/mo"
)

// TestEventBusOnce: github.com/asaskevich/EventBus. Publish gives up the lock before a
// transactional handler, and goes on with its copy of the handlers: one that was removed meanwhile
// is called again. Not found in its tracker.
func TestEventBusOnce(t *testing.T) {
	bus := EventBus.New()
	var once atomic.Int32
	bus.SubscribeAsync("t", func() {}, true)
	bus.SubscribeOnce("t", func() { once.Add(1) })
	done := make(chan bool)
	go func() { bus.Publish("t"); close(done) }()
	bus.Publish("t")
	<-done
	bus.WaitAsync()
	if n := once.Load(); n != 1 {
		t.Errorf("subscribed once, called %d times", n)
	}
}

// TestEventBusWait: github.com/asaskevich/EventBus. Publish adds to the WaitGroup that WaitAsync
// waits for, with nothing that orders the two: the wait may not wait. Known: pull request 49,
// which is open.
func TestEventBusWait(t *testing.T) {
	bus := EventBus.New()
	bus.SubscribeAsync("t", func() {}, false)
	go bus.Publish("t")
	bus.WaitAsync()
}

// TestSSEClose: github.com/r3labs/sse/v2. A client that subscribes while the server is closed
// sends to a channel that nobody receives from: its handler never returns. Not found in its
// tracker.
func TestSSEClose(t *testing.T) {
	s := sse.New()
	s.CreateStream("messages")
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan bool)
	go func() {
		r := httptest.NewRequest(http.MethodGet, "/?stream=messages", nil).WithContext(ctx)
		s.ServeHTTP(httptest.NewRecorder(), r)
		close(served)
	}()
	s.Close()
	cancel()
	<-served
}

// TestWatermillClose: github.com/ThreeDotsLabs/watermill. Publish looks whether the GoChannel is
// closed and then adds to the map that Close has set to nil: a race, or a panic. Not found in its
// tracker.
func TestWatermillClose(t *testing.T) {
	p := gochannel.NewGoChannel(gochannel.Config{Persistent: true}, watermill.NopLogger{})
	go p.Close()
	p.Publish("t", message.NewMessage("1", nil))
}

// TestChannelsResize: github.com/eapache/channels. The goroutine behind a ResizableChannel closes
// the channel that Resize sends to: Resize panics. Not found in its tracker.
func TestChannelsResize(t *testing.T) {
	c := channels.NewResizableChannel()
	go c.Resize(10)
	c.Close()
	for range c.Out() {
	}
}

// TestMoCancel: github.com/samber/mo. A future that is resolved holds its lock while it locks the
// next one; Cancel locks them the other way round. Not found in its tracker.
func TestMoCancel(t *testing.T) {
	next := mo.NewFuture(func(resolve func(int), _ func(error)) { resolve(1) }).
		Then(func(n int) (int, error) { return n + 1, nil })
	next.Cancel()
}

// TestMoTwoThen: github.com/samber/mo. A future has room for one successor. Of two that Then has
// made the first is forgotten: its Collect waits for ever. Not found in its tracker.
func TestMoTwoThen(t *testing.T) {
	f := mo.NewFuture(func(resolve func(int), _ func(error)) { resolve(1) })
	a := f.Then(func(n int) (int, error) { return n + 1, nil })
	b := f.Then(func(n int) (int, error) { return n + 2, nil })
	a.Collect()
	b.Collect()
}
