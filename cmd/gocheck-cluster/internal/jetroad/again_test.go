package jetroad

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// TestPasses: what servers say while they start, or have no room, is tried again; what they refuse
// is not.
func TestPasses(t *testing.T) {
	for _, err := range []error{
		&jetstream.APIError{Code: 400, ErrorCode: noPeers}, &jetstream.APIError{Code: 503, ErrorCode: 10008},
		&jetstream.APIError{Code: 500, ErrorCode: 10077}, nats.ErrTimeout, errFollows,
		fmt.Errorf("%w: %w", errFollows, &jetstream.APIError{Code: 404, ErrorCode: 10059}),
		&net.OpError{Op: "read", Net: "pipe", Err: os.ErrDeadlineExceeded}, // of a reader who was stopped
	} {
		if !passes(err) {
			t.Errorf("%v is not tried again", err)
		}
	}
	for _, err := range []error{&jetstream.APIError{Code: 400, ErrorCode: 10074}, errors.New("bad"), nats.ErrPermissionViolation} {
		if passes(err) {
			t.Errorf("%v is tried again", err)
		}
	}
}

// TestTroubled: the user hears what to do, once.
func TestTroubled(t *testing.T) {
	var said []string
	w := &words{say: func(s string) { said = append(said, s) }}
	for range 2 {
		w.troubled("looking for runs", &jetstream.APIError{Code: 400, ErrorCode: noPeers, Description: "no suitable peers for placement"})
	}
	if len(said) != 1 || !strings.Contains(said[0], "replicas=") || !strings.Contains(said[0], "no suitable peers") {
		t.Errorf("%q", said)
	}
}
