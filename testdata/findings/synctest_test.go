package findings

import (
	"testing"
	"testing/synctest"
)

// What a bubble does not allow.
func TestBubbleDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		defer func() {
			if recover() == nil {
				t.Error("got no panic, want one")
			}
		}()
		t.Deadline()
	})
}

func TestBubbleRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		defer func() {
			if recover() == nil {
				t.Error("got no panic, want one")
			}
		}()
		t.Run("a", func(t *testing.T) {})
	})
}

func TestBubbleParallel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		defer func() {
			if recover() == nil {
				t.Error("got no panic, want one")
			}
		}()
		t.Parallel()
	})
}
