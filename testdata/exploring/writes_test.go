package exploring

import "testing"

// written fails if another goroutine's write of several elements is seen when it is over, or
// partly: each element is written when it is its turn.
func written(t *testing.T, write func(b []byte), is byte, partly bool) {
	b := []byte("----")
	done := make(chan bool)
	go func() {
		write(b)
		done <- true
	}()
	first, second := b[0], b[1]
	<-done
	if first == is && (second == '-') == partly {
		t.Fatal("seen")
	}
}

func copies(b []byte)     { copy(b, []byte("ab")) }
func copiesText(b []byte) { copy(b, "ab") }
func appends(b []byte)    { _ = append(b[:0], 'a', 'b') }
func clears(b []byte)     { clear(b[:2]) }

func TestCopied(t *testing.T)         { written(t, copies, 'a', false) }
func TestCopiedPartly(t *testing.T)   { written(t, copies, 'a', true) }
func TestTextPartly(t *testing.T)     { written(t, copiesText, 'a', true) }
func TestAppended(t *testing.T)       { written(t, appends, 'a', false) }
func TestAppendedPartly(t *testing.T) { written(t, appends, 'a', true) }
func TestCleared(t *testing.T)        { written(t, clears, 0, false) }
func TestClearedPartly(t *testing.T)  { written(t, clears, 0, true) }

// What is copied is what was read: the elements may be of two times.
func TestCopiedOfTwoTimes(t *testing.T) {
	type pair struct{ x, y int }
	a, b := make([]pair, 2), make([]pair, 2)
	done := make(chan bool)
	go func() {
		a[0].x, a[0].y, a[1].x = 1, 1, 1
		done <- true
	}()
	copy(b, a)
	<-done
	if b[0].x == 0 && b[0].y == 1 {
		t.Fatal("seen")
	}
}

// So is what is appended to a slice that is full.
func TestGrownOfTwoTimes(t *testing.T) {
	a := []int{0, 0}
	done := make(chan bool)
	go func() {
		a[0], a[1] = 1, 1
		done <- true
	}()
	b := append(a, 2)
	<-done
	if b[0] == 0 && b[1] == 1 {
		t.Fatal("seen")
	}
}
