package usage

import (
	"runtime"
	"testing"
)

func TestUsage(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("not told")
	}
	from := CPU()
	sum := 0
	for i := 0; CPU() == from; i++ {
		sum += i
	}
	kept := make([]byte, 64<<20)
	for i := 0; i < len(kept); i += 4096 {
		kept[i] = byte(sum)
	}
	if p := Peak(); p < 64<<20 || p > 64<<30 {
		t.Errorf("the peak is %d bytes, with %d at once", p, len(kept))
	}
	runtime.KeepAlive(kept)
}
