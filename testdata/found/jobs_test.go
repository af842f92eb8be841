package found

import (
	"context"
	"github.com/Workiva/go-datastructures/batcher"
	"testing"
	"time"

	"github.com/jasonlvhit/gocron"
	"github.com/looplab/fsm"
	"github.com/reugn/go-quartz/quartz"
	"github.com/robfig/cron/v3"
)

// TestCronRestart: github.com/robfig/cron/v3. Stop waits for running jobs in a goroutine. After
// Start a new job is added to the same WaitGroup, unordered against that wait. Known: a comment of
// issue 98.
func TestCronRestart(t *testing.T) {
	c := cron.New()
	c.AddFunc("@every 1s", func() {})
	c.Start()
	c.Stop()
	c.Start()
	time.Sleep(1500 * time.Millisecond)
	<-c.Stop().Done()
}

// TestGocronClear: github.com/jasonlvhit/gocron. The scheduler that Start starts, and Clear,
// Remove and Every, use the list of jobs without a lock. Not found in its tracker.
func TestGocronClear(t *testing.T) {
	s := gocron.NewScheduler()
	s.Every(1).Second().Do(func() {})
	stop := s.Start()
	time.Sleep(time.Second)
	s.Clear()
	stop <- true
}

// TestQuartzRestart: github.com/reugn/go-quartz. The goroutine of the first Start stops the
// scheduler when its context ends: after Stop and Start, the second run. Not found in its tracker.
func TestQuartzRestart(t *testing.T) {
	s, err := quartz.NewStdScheduler()
	if err != nil {
		t.Fatal(err)
	}
	s.Start(t.Context())
	s.Stop()
	s.Start(t.Context())
	time.Sleep(100 * time.Millisecond)
	if !s.IsStarted() {
		t.Error("it was started again, and is not running")
	}
	s.Stop()
}

// TestFSMSetState: github.com/looplab/fsm. Event gives up the lock of the state, and reads it once
// more: a race with SetState. Not found in its tracker.
func TestFSMSetState(t *testing.T) {
	f := fsm.NewFSM("a", fsm.Events{{Name: "go", Src: []string{"a"}, Dst: "b"}},
		fsm.Callbacks{"before_go": func(_ context.Context, e *fsm.Event) { e.FSM.Current() }})
	go f.SetState("a")
	f.Event(t.Context(), "go")
}

// TestBatcherDispose: github.com/Workiva/go-datastructures. Dispose goes on looking for the lock
// when it is done. If somebody has it then, Dispose drains a channel that it has closed, for ever.
// Not found in its tracker.
func TestBatcherDispose(t *testing.T) {
	b, err := batcher.New(0, 10, 0, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	go b.IsDisposed()
	b.Dispose()
}
