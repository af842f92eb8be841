package innards

import "unsafe"

// closedWord is the offset of the word in a channel's memory that closing
// sets, or negative if it was not found. Go has no other way to ask whether a
// channel is closed that does not take a value from it.
var closedWord = findClosedWord()

// findClosedWord compares a channel before and after it is closed. Only the
// head of the structure is looked at: it has been longer than that in every
// release of Go, and locks and queues come behind it.
func findClosedWord() int {
	const words = 10
	ch := make(chan struct{}, 1)
	p := *(**[words]uint32)(unsafe.Pointer(&ch))
	before := *p
	close(ch)
	found := -1
	for i, w := range *p {
		if w != before[i] {
			if found >= 0 || before[i] != 0 || w != 1 {
				return -1
			}
			found = i * 4
		}
	}
	return found
}

// Closed tells whether a channel is closed. The chance that plain code
// closed a channel that rewritten code uses is all that is lost when the word
// was not found.
func Closed(p unsafe.Pointer) bool {
	return closedWord >= 0 && p != nil && *(*uint32)(unsafe.Add(p, closedWord)) != 0
}

// Len is how many elements wait in a channel, of whatever type.
func Len(p unsafe.Pointer) int { return len(anyChan(p)) }

// Cap is its capacity.
func Cap(p unsafe.Pointer) int { return cap(anyChan(p)) }

func anyChan(p unsafe.Pointer) chan struct{} { return *(*chan struct{})(unsafe.Pointer(&p)) }
