package hits

import (
	"sync"
	"testing"
)

func TestVisits(t *testing.T) {
	page := &Page{Path: "/"}
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			page.Visit()
		}()
	}
	wg.Wait()
	if got := page.Hits(); got != 2 {
		t.Errorf("%d visits, want 2", got)
	}
}
