package findings

import (
	"bufio"
	"fmt"
	"io"
	"testing"
)

var written []byte

// fmt lends the pipe a buffer of a pool, which a collection may empty.
func throughPipe(t *testing.T, n int, write func(w io.Writer, i int)) {
	for range 3 {
		r, w := io.Pipe()
		go func() {
			defer w.Close()
			for i := range n {
				written = make([]byte, 1<<20)
				write(w, i)
			}
		}()
		s := bufio.NewScanner(r)
		k := 0
		for s.Scan() {
			k++
		}
		if k != n {
			t.Fatal(k)
		}
	}
}

func TestFprintf(t *testing.T) {
	throughPipe(t, 30, func(w io.Writer, i int) { fmt.Fprintf(w, "%02x\n", i) })
}
func TestWriteString(t *testing.T) {
	throughPipe(t, 30, func(w io.Writer, i int) { io.WriteString(w, "ab\n") })
}
func TestWrite(t *testing.T) {
	throughPipe(t, 30, func(w io.Writer, i int) { w.Write([]byte("ab\n")) })
}
