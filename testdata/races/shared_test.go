package races

import (
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"
)

// Races on what an analysis that is too clever would take for private.

type cell struct {
	n     int
	words [2]int
	inner struct{ k int }
}

var (
	cells     = []cell{{}, {}}
	rows      = [][2]int{{}, {}}
	numbers   = []int{1, 2}
	behind    = &[2]int{}
	someArray [2]int
	hits      atomic.Int64
)

func readCells() {
	for _, c := range cells { // race
		_ = c
	}
}

func TestFieldOfTableElement(t *testing.T) {
	together(func() {
		cells[0].n = 1 // race
	}, readCells)
}

func TestNestedFieldOfTableElement(t *testing.T) {
	together(func() {
		cells[0].inner.k++ // race
	}, readCells)
}

func TestPointerIntoTable(t *testing.T) {
	together(func() {
		p := &cells[0].inner.k
		*p = 1 // race
	}, readCells)
}

func TestSliceOfTableElement(t *testing.T) {
	together(func() {
		s := cells[0].words[:]
		s[0] = 1 // race
	}, readCells)
}

func TestArrayInTable(t *testing.T) {
	together(func() {
		rows[0][1] = 1 // race
	}, func() {
		for _, r := range rows { // race
			_ = r
		}
	})
}

func readNumbers() {
	for _, n := range numbers { // race
		_ = n
	}
}

func TestSliceDataOfTable(t *testing.T) {
	together(func() {
		*unsafe.SliceData(numbers) = 1 // race
	}, readNumbers)
}

func TestCopyOfTable(t *testing.T) {
	together(func() {
		again := new([]int)
		*again = numbers
		(*again)[0] = 1 // race
	}, readNumbers)
}

func TestArrayBehindPointer(t *testing.T) {
	together(func() {
		behind[0] = 1 // race
	}, func() {
		for _, v := range behind { // race
			_ = v
		}
	})
}

func TestRangeOverArray(t *testing.T) {
	together(func() {
		someArray[1] = 1 // race
	}, func() {
		for _, v := range someArray { // race
			_ = v
		}
	})
}

func TestRangeOverArrayInPlace(t *testing.T) {
	together(func() {
		someArray[1] = 1 // race
	}, func() {
		for _, v := range &someArray { // race
			_ = v
		}
	})
}

func TestBodyOfRangeOverFunc(t *testing.T) {
	var wg sync.WaitGroup
	ready := make(chan bool)
	n := 0
	for range func(yield func(int) bool) {
		wg.Go(func() { yield(1) })
		<-ready
	} {
		close(ready)
		n++ // race
	}
	n++ // race
	wg.Wait()
}

func TestVariableOfRangeOverFunc(t *testing.T) {
	var wg sync.WaitGroup
	ready := make(chan bool)
	n := 0
	for n = range func(yield func(int) bool) { // race
		wg.Go(func() { close(ready); yield(1) })
		<-ready
	} {
	}
	n++ // race
	wg.Wait()
}

func TestCopyOfAtomic(t *testing.T) {
	var x atomic.Int64
	together(func() {
		x.Add(1) // race
	}, func() {
		y := x // race
		_ = y.Load()
	})
}

func TestCopyOfPackageAtomic(t *testing.T) {
	together(func() {
		hits.Add(1) // race
	}, func() {
		y := hits // race
		_ = y.Load()
	})
}

func TestCopyOfWhatEmbedsAnAtomic(t *testing.T) {
	var x struct {
		atomic.Int64
		n int
	}
	together(func() {
		x.Add(1) // race
	}, func() {
		y := x // race
		_ = y.Load()
	})
}

func TestHalfOfAnInt(t *testing.T) {
	var x int64
	p := (*[2]int32)(unsafe.Pointer(&x))
	together(func() {
		p[1] = 1 // race
	}, func() {
		x = 5 // race
	})
}

func TestBytesOfAnInt(t *testing.T) {
	x := new(uint32)
	b := unsafe.Slice((*byte)(unsafe.Pointer(x)), 4)
	together(func() {
		b[3] = 1 // race
	}, func() {
		_ = *x // race
	})
}

func TestFieldByOffset(t *testing.T) {
	x := new(uint64)
	together(func() {
		*(*uint16)(unsafe.Add(unsafe.Pointer(x), 6)) = 1 // race
	}, func() {
		_ = *x // race
	})
}

func TestHeaderOfASlice(t *testing.T) {
	type header struct {
		data     unsafe.Pointer
		len, cap int
	}
	x := make([]int, 4)
	together(func() {
		(*header)(unsafe.Pointer(&x)).len = 1 // race
	}, func() {
		_ = len(x) // race
	})
}

func TestStringOfBytes(t *testing.T) {
	b := []byte("abc")
	s := unsafe.String(&b[0], len(b))
	together(func() {
		b[1] = 'x' // race
	}, func() {
		_ = s[1] // race
	})
}

func TestPartOfAStringOfBytes(t *testing.T) {
	b := []byte("abc")
	s := (*(*string)(unsafe.Pointer(&b)))[1:]
	together(func() {
		b[1] = 'x' // race
	}, func() {
		_ = s == "bc" // race
	})
}

// What follows has no race.

func TestHalvesOfAnInt(t *testing.T) {
	var x int64
	x++
	p := (*[2]int32)(unsafe.Pointer(&x))
	together(func() { p[1] = 1 }, func() { p[0] = 5 })
	x++
}

func TestRestOfAStringOfBytes(t *testing.T) {
	b := []byte("abc")
	s := unsafe.String(&b[0], 2)
	together(func() { b[2] = 'x' }, func() { _ = s[1] })
}

func TestResultOfRangeOverFunc(t *testing.T) {
	f := func() (n int) {
		defer func() { n++ }()
		for range func(yield func(int) bool) {
			done := make(chan bool)
			go func() { defer close(done); yield(1) }()
			<-done
		} {
			return 5
		}
		return 6
	}
	if n := f(); n != 6 {
		t.Fatal(n)
	}
}

func TestLoopOverIterator(t *testing.T) {
	n := 0
	for range func(yield func(int) bool) {
		done := make(chan bool)
		go func() { defer close(done); yield(1) }()
		<-done
	} {
		n++
	}
	n++
}
