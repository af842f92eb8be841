package cluster

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/worker"
)

// offer is a piece of work as workers take it.
type offer struct {
	Job  string // the name of its job
	Work worker.Work
}

// job is a test binary with what it is to do, as an object of the run.
type job struct {
	Binary string // the object that it is: its SHA-256
	Files  string // the object with the files beside the tests; "": there are none, or too many
	Dir    string // where they are on the coordinator's machine
	Config wire.Config
	Grace  time.Duration
	Begin  time.Duration
}

// record is what has come of a piece of work.
type record struct {
	By     string // a worker
	Answer worker.Answer
}

// Status is what a worker says of itself, every beat.
type Status struct {
	Worker       string
	Host         string
	PID          int
	Version      string
	GOOS, GOARCH string
	Slots        int    // processes that it has
	Done         int64  // records that it has committed
	Lost         int64  // and that somebody else had committed
	Refuses      string // why it does nothing for the run
	Works        []Working
}

// Working is a piece of work that a worker has in hand.
type Working struct {
	ID, Test string
	Seconds  float64
}

const (
	beat   = time.Second     // between two of a worker's Status
	silent = 5 * time.Second // a worker that has said nothing for so long is gone
	sweep  = 10 * time.Second
)

// inlineBytes is the size of data that is no object of its own.
const inlineBytes = 512 << 10

// large stands for data that is an object.
type large struct{ Object string }

// pack encodes a message. One that is too large for a message becomes an object.
func pack(ctx context.Context, road Road, run string, v any) ([]byte, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encoding a message: %w", err)
	}
	if len(data) <= inlineBytes {
		return data, nil
	}
	name := nameOf(data)
	if err := road.Put(ctx, run, name, bytes.NewReader(data)); err != nil {
		return nil, err
	}
	return json.Marshal(large{name})
}

// unpack decodes what pack has made.
func unpack(ctx context.Context, road Road, run string, data []byte, v any) error {
	var l large
	if err := json.Unmarshal(data, &l); err != nil {
		return fmt.Errorf("decoding a message: %w", err)
	}
	if l.Object != "" {
		var b bytes.Buffer
		if err := road.Get(ctx, run, l.Object, &b); err != nil {
			return err
		}
		if nameOf(b.Bytes()) != l.Object {
			return fmt.Errorf("decoding a message: the object %s is damaged", l.Object)
		}
		data = b.Bytes()
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("decoding a message: %w", err)
	}
	return nil
}

// nameOf is the name of an object with that content.
func nameOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
