package fetch

import (
	"context"
	"testing"
)

func TestCancelWhileFetching(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go cancel() // the user goes elsewhere, at any time
	switch got, err := Fetch(ctx, func() string { return "page" }); {
	case err == nil && got != "page":
		t.Errorf("got %q", got)
	case err != nil && err != context.Canceled:
		t.Error(err)
	}
}

func TestFetch(t *testing.T) {
	got, err := Fetch(context.Background(), func() string { return "page" })
	if got != "page" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}
