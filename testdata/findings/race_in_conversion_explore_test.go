package findings

import "testing"

// Each fails in some order, and is a race in all.
func TestExploredConv(t *testing.T) {
	b := []byte("aa")
	done := make(chan string)
	go func() { done <- string(b) }()
	b[0] = 'b'
	if <-done == "aa" {
		t.Fatal("old")
	}
}

func TestExploredConvNew(t *testing.T) {
	b := []byte("aa")
	done := make(chan string)
	go func() { done <- string(b) }()
	b[0] = 'b'
	if <-done == "ba" {
		t.Fatal("new")
	}
}
