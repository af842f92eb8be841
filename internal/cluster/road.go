package cluster

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"
)

// A Road carries work and records between the coordinators and workers of many runs. Everything
// but Tell is kept until the run ends, also if all processes of the cluster are started again.
// An operation whose answer is lost is tried again by the road, until ctx ends.
type Road interface {
	// Lead makes the run known to workers for as long as ctx lasts. It waits while another
	// process leads it, and returns an error if that is not to be expected to end. lost is
	// closed when another process has taken over.
	Lead(ctx context.Context, run Run) (lost <-chan struct{}, err error)
	// Runs calls f with the runs that are led now, and again whenever that changes, until ctx ends.
	Runs(ctx context.Context, f func([]Run)) error
	// End forgets a run.
	End(ctx context.Context, run string) error

	// Offer adds a piece of work to those that workers take. It may be there already.
	Offer(ctx context.Context, run, id string, data []byte) error
	// Offered reports whether a piece of work waits for a worker, or for the end of its work.
	Offered(ctx context.Context, run, id string) (bool, error)
	// Withdraw takes a piece of work back.
	Withdraw(ctx context.Context, run, id string) error
	// Take waits for a piece of work. It is given to another worker if InProgress is not called
	// for Run.AckWait.
	Take(ctx context.Context, run string) (Delivery, error)

	// Commit makes data the record of a piece of work, unless it has one: won says so.
	Commit(ctx context.Context, run, id string, data []byte) (won bool, err error)
	// Record is the record of a piece of work, nil if it has none.
	Record(ctx context.Context, run, id string) ([]byte, error)
	// Records calls f with each record from the first one on, in order, until ctx ends.
	Records(ctx context.Context, run string, f func(id string, data []byte)) error

	// Queue counts a run's work.
	Queue(ctx context.Context, run string) (Queue, error)

	// Put keeps what is large by a name, Get reads it, Has reports whether it is there.
	Put(ctx context.Context, run, name string, r io.Reader) error
	Get(ctx context.Context, run, name string, w io.Writer) error
	Has(ctx context.Context, run, name string) (bool, error)

	// Tell tells those who listen now, if nothing is lost. A subject is words with dots between.
	Tell(run, subject string, data []byte) error
	// Hear calls f with what is told by subjects that match: * stands for a word.
	Hear(run, subject string, f func(subject string, data []byte)) (stop func(), err error)
}

// Delivery is a piece of work that was taken.
type Delivery interface {
	ID() string
	Data() []byte
	Attempt() int // 1: nobody has taken it before
	InProgress() error
	Ack() error
}

// Queue counts work.
type Queue struct {
	Waiting uint64 // for a worker
	InHand  uint64
	Done    uint64
}

// Embedded reports whether the value of -cluster asks for a server in the process of gocheck.
func Embedded(where string) bool {
	base, _, _ := strings.Cut(where, "?")
	return base == "embedded" || strings.HasPrefix(base, "embedded:")
}

// ErrNone is the error of Take when nothing has come for some time.
var ErrNone = errors.New("there is no work")

// ErrOver is the error of Offer, Commit and Get when the run has ended.
var ErrOver = errors.New("the run has ended")

// Run is what workers have to know of the work of one command.
type Run struct {
	ID           string
	Protocol     int
	Version      string // of gocheck
	GOOS, GOARCH string
	Host         string // of the coordinator
	PID          int
	Epoch        int64 // of its lease: each coordinator has a later one
	Settings
}

// Settings are the times of a run.
type Settings struct {
	AckWait time.Duration // work of which nothing is heard for so long is given to another worker
	Slice   time.Duration // work that takes longer is divided in time
	Least   time.Duration // and no work is divided before
	Deaths  int           // workers that may die of a piece of work
}

// Protocol is the version of what is said between coordinators and workers.
const Protocol = 3

// DefaultSettings are those that nobody has asked to change.
func DefaultSettings() Settings {
	return Settings{AckWait: 30 * time.Second, Slice: 30 * time.Second, Least: 300 * time.Millisecond, Deaths: 3}
}
