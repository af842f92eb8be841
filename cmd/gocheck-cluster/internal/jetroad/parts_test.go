package jetroad

import (
	"context"
	"net/url"
	"testing"
	"time"

	"gocheck.dev/internal/cluster"
)

// TestRecordsBefore: who asks a server for records that does not have their stream yet, like one
// that has just come up, is told of them when it has.
func TestRecordsBefore(t *testing.T) {
	road, end, err := embedded("embedded", t.TempDir(), url.Values{}, func(s string) { t.Log(s) })
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	r := road.(*Road)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	told := make(chan string, 1)
	over := make(chan error, 1)
	go func() {
		over <- r.Records(ctx, "run", func(id string, data []byte) { told <- id + " " + string(data) })
	}()
	time.Sleep(300 * time.Millisecond) // it has been refused
	if err := r.make(ctx, cluster.Run{ID: "run", Settings: cluster.DefaultSettings()}); err != nil {
		t.Fatal(err)
	}
	if won, err := r.Commit(ctx, "run", "x", []byte("done")); !won || err != nil {
		t.Fatal(won, err)
	}
	select {
	case got := <-told:
		if got != "x done" {
			t.Error(got)
		}
	case err := <-over:
		t.Error("it tells of none:", err)
	case <-ctx.Done():
		t.Error("nothing is told")
	}
}
