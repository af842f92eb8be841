package found

import (
	"bytes"
	"io"
	"sync"
	"testing"
	"time"

	"github.com/briandowns/spinner"
	"github.com/rs/zerolog/diode"
	"github.com/schollz/progressbar/v3"
)

// TestDiodeWrite: github.com/rs/zerolog. The waiter behind a diode.Writer (poll interval 0) is
// woken without its lock: a wake-up is lost, and the line is not written. Not found in its
// tracker.
func TestDiodeWrite(t *testing.T) {
	l := &lines{}
	w := diode.NewWriter(l, 10, 0, nil)
	w.Write([]byte("x"))
	time.Sleep(time.Second)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.b.Len() == 0 {
		t.Error("a second later nothing is written")
	}
}

// TestProgressSet: github.com/schollz/progressbar/v3. Set64 works out the difference under the
// lock and adds it after it: of two at once both are added. Not found in its tracker.
func TestProgressSet(t *testing.T) {
	bar := progressbar.NewOptions(10, progressbar.OptionSetWriter(io.Discard))
	done := make(chan bool)
	go func() { bar.Set(3); close(done) }()
	bar.Set(4)
	<-done
	if n := bar.State().CurrentNum; n != 3 && n != 4 {
		t.Errorf("set to 3 and to 4, and it is %d", n)
	}
}

// TestProgressString: github.com/schollz/progressbar/v3. String reads what Add has rendered
// without the lock. Not found in its tracker.
func TestProgressString(t *testing.T) {
	bar := progressbar.NewOptions(10, progressbar.OptionSetWriter(io.Discard))
	go bar.Add(1)
	_ = bar.String()
}

// TestSpinnerDisable: github.com/briandowns/spinner. Enable and Disable write a field without the
// lock that Start reads it under. Not found in its tracker.
func TestSpinnerDisable(t *testing.T) {
	s := spinner.New(spinner.CharSets[9], time.Second, spinner.WithWriter(io.Discard))
	go s.Disable()
	s.Start()
}

// lines is what was written.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}
