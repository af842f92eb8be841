package findings

import "testing"

// A conversion reads.
func TestConversionString(t *testing.T) {
	b := []byte("abc")
	done := make(chan string)
	go func() { done <- string(b) }()
	b[0] = 'x'
	<-done
}

func TestConversionRunes(t *testing.T) {
	b := []rune("abc")
	done := make(chan string)
	go func() { done <- string(b) }()
	b[0] = 'x'
	<-done
}

func TestConversionArray(t *testing.T) {
	s := []int{1, 2}
	done := make(chan [2]int)
	go func() { done <- [2]int(s) }()
	s[1] = 3
	<-done
}

func TestConversionArrayPtr(t *testing.T) {
	s := []int{1, 2}
	done := make(chan [2]int)
	go func() { done <- *(*[2]int)(s) }()
	s[1] = 3
	<-done
}

func TestConversionStringOfSlice(t *testing.T) {
	b := []byte("abc")
	done := make(chan bool)
	go func() { done <- string(b[1:]) == "bc" }()
	b[1] = 'x'
	<-done
}

func TestConversionMapKey(t *testing.T) {
	b := []byte("abc")
	m := map[string]int{"abc": 1}
	done := make(chan int)
	go func() { done <- m[string(b)] }()
	b[1] = 'x'
	<-done
}

func TestConversionRangeString(t *testing.T) {
	b := []byte("abc")
	done := make(chan int)
	go func() {
		n := 0
		for range string(b) {
			n++
		}
		done <- n
	}()
	b[1] = 'x'
	<-done
}

// What it can lead to.
func TestConversionConsequence(t *testing.T) {
	b := []byte("aa")
	done := make(chan string)
	go func() { done <- string(b) }()
	b[0] = 'b'
	if <-done == "aa" {
		t.Fatal("old")
	}
}
