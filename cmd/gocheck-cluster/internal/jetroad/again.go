package jetroad

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// words tells the user what becomes of the connection.
type words struct {
	say    func(string)
	mu     sync.Mutex
	denied error                // what these credentials may not do, but have to
	said   map[string]time.Time // of trouble, by what it is
}

// trouble is how long something is tried in silence, repeatEvery the time until it is said again.
const (
	trouble     = 5 * time.Second
	repeatEvery = time.Minute
)

// A stream whose servers have no leader yet says nothing at all, so the first answer is not waited
// for as long as the later ones.
const (
	firstWait = 2 * time.Second
	lastWait  = 10 * time.Second
)

func (w *words) options() []nats.Option {
	return []nats.Option{
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				w.say(fmt.Sprintf("the connection to the servers is lost (%v): it is tried again, and what is explored twice meanwhile counts once", err))
			}
		}),
		nats.ReconnectHandler(func(c *nats.Conn) { w.say("connected again, to " + redacted(c.ConnectedUrl())) }),
		nats.PermissionErrOnSubscribe(true),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if errors.Is(err, nats.ErrPermissionViolation) {
				w.mu.Lock()
				first := w.denied == nil
				w.denied = err
				w.mu.Unlock()
				if first {
					w.say(w.refused().Error())
				}
			}
		}),
	}
}

// refused is what the servers do not permit, nil if they have permitted all so far.
func (w *words) refused() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.denied == nil {
		return nil
	}
	return fmt.Errorf("%w: docs/design/cluster.md has what commands and workers have to be permitted", w.denied)
}

// again tries until it succeeds, or fails in a way that does not pass. The user is told when it
// takes long.
func (r *Road) again(ctx context.Context, what string, f func(ctx context.Context) error) error {
	pause, wait := 50*time.Millisecond, firstWait
	began := time.Now()
	for {
		try, cancel := context.WithTimeout(ctx, wait)
		err := f(try)
		cancel()
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := r.stays(err); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		if time.Since(began) > trouble {
			r.words.troubled(what, err)
			r.elsewhere()
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
		pause, wait = min(2*pause, 2*time.Second), min(2*wait, lastWait)
	}
}

// elsewhere goes to another server, if there is one: this one may be cut off from the rest. Then it
// says nothing, or what it last knew.
func (r *Road) elsewhere() {
	r.mu.Lock()
	now := time.Since(r.went) > trouble
	if now {
		r.went = time.Now()
	}
	r.mu.Unlock()
	if now && r.nc.IsConnected() && len(r.nc.Servers()) > 1 {
		_ = r.nc.ForceReconnect() // or the next time
	}
}

// stays is err if it does not pass, or what the servers do not permit.
func (r *Road) stays(err error) error {
	if denied := r.words.refused(); denied != nil {
		return denied
	}
	if passes(err) {
		return nil
	}
	return err
}

// troubled says why nothing goes on, and what can be done about it.
func (w *words) troubled(what string, err error) {
	text := fmt.Sprintf("no answer from the servers of the cluster (%v): are they reached, and more than half of them up?", err)
	var api *jetstream.APIError
	switch {
	case errors.As(err, &api) && full[api.ErrorCode]:
		text = fmt.Sprintf("the servers of the cluster have no room (%s): make some, or raise max_file_store; `nats stream ls` lists what is kept.", api.Description)
	case errors.As(err, &api) && api.ErrorCode == noPeers:
		text = fmt.Sprintf("fewer servers of the cluster are up, with room, than replicas= says (%s): start the others, or say fewer.", api.Description)
	case errors.As(err, &api):
		text = fmt.Sprintf("the servers of the cluster cannot keep anything now (%s): are more than half of them up, with JetStream and room on their disks?", api.Description)
	}
	w.mu.Lock()
	old, there := w.said[text]
	if w.said == nil {
		w.said = map[string]time.Time{}
	}
	now := !there || time.Since(old) > repeatEvery
	if now {
		w.said[text] = time.Now()
	}
	w.mu.Unlock()
	if now {
		w.say(what + ": " + text + " It is tried again.")
	}
}

// full are the errors of servers that have no room. The client names none of them.
var full = map[jetstream.ErrorCode]bool{10002: true, 10023: true, 10028: true, 10047: true, 10077: true}

// noPeers is the error where a stream is to be on more servers than there are: one may have been
// started a moment ago.
const noPeers jetstream.ErrorCode = 10005

// errFollows is of a server that may not have yet what the servers have.
var errFollows = errors.New("not here yet")

// passes reports whether an error may be over when the servers have a leader, or room, again.
func passes(err error) bool {
	if errors.Is(err, errFollows) { // whatever it wraps
		return true
	}
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return full[api.ErrorCode] || api.ErrorCode == noPeers || api.Code == 503 || api.Code == 500 && api.ErrorCode != 0
	}
	return errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, nats.ErrNoResponders) ||
		errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrDisconnected) || errors.Is(err, nats.ErrReconnectBufExceeded) ||
		errors.Is(err, jetstream.ErrJetStreamNotEnabled)
}
