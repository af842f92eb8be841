package findings

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"
)

// A Read of an empty reader writes nothing: two at a time are no race.
func readTwice(r io.Reader) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { var b [1]byte; r.Read(b[:]) })
	}
	wg.Wait()
}

func TestEmptyBytes(t *testing.T)   { readTwice(bytes.NewReader(nil)) }
func TestEmptyStrings(t *testing.T) { readTwice(strings.NewReader("")) }
