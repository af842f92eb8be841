package jetroad

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gocheck.dev/internal/cluster"
)

// Offer implements cluster.Road. A second message for the same work does no harm: its record is
// there when it is taken, or it is done twice and counts once.
func (r *Road) Offer(ctx context.Context, run, id string, data []byte) error {
	return r.again(ctx, "offering work", func(ctx context.Context) error {
		_, err := r.js.Publish(ctx, partSubject(run, id), data, jetstream.WithExpectStream(partsStream(run)), jetstream.WithExpectLastSequencePerSubject(0))
		if taken(err) {
			return nil
		}
		return r.ended(ctx, partsStream(run), err)
	})
}

// ended is cluster.ErrOver if a message could not be kept because its stream is gone.
func (r *Road) ended(ctx context.Context, stream string, err error) error {
	if errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders) {
		if _, e := r.js.Stream(ctx, stream); errors.Is(e, jetstream.ErrStreamNotFound) {
			return cluster.ErrOver
		}
	}
	return err
}

// Offered implements cluster.Road.
func (r *Road) Offered(ctx context.Context, run, id string) (bool, error) {
	data, err := r.lastOf(ctx, partsStream(run), partSubject(run, id))
	return data != nil, err
}

// once is what known has of that name, or else what ask gets: each time would be a message more.
func once[T any](r *Road, known map[string]T, name string, ask func() (T, error)) (T, error) {
	r.mu.Lock()
	of, ok := known[name]
	r.mu.Unlock()
	if ok {
		return of, nil
	}
	of, err := ask()
	if err == nil {
		r.mu.Lock()
		known[name] = of
		r.mu.Unlock()
	}
	return of, err
}

func (r *Road) stream(ctx context.Context, name string) (jetstream.Stream, error) {
	return once(r, r.streams, name, func() (jetstream.Stream, error) { return r.js.Stream(ctx, name) })
}

// lastOf is the last message of a subject, nil if there is none.
func (r *Road) lastOf(ctx context.Context, stream, subject string) (data []byte, err error) {
	err = r.again(ctx, "looking for "+subject, func(ctx context.Context) error {
		s, err := r.stream(ctx, stream)
		if err != nil {
			return err
		}
		m, err := s.GetLastMsgForSubject(ctx, subject)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err == nil {
			data = m.Data
		}
		return err
	})
	return data, err
}

// Withdraw implements cluster.Road.
func (r *Road) Withdraw(ctx context.Context, run, id string) error {
	return r.again(ctx, "taking work back", func(ctx context.Context) error {
		s, err := r.js.Stream(ctx, partsStream(run))
		if err != nil {
			return err
		}
		return s.Purge(ctx, jetstream.WithPurgeSubject(partSubject(run, id)))
	})
}

// Take implements cluster.Road. One is taken at a time: what waits here would count as in hand.
func (r *Road) Take(ctx context.Context, run string) (cluster.Delivery, error) {
	c, err := once(r, r.consumers, run, func() (jetstream.Consumer, error) { return r.js.Consumer(ctx, partsStream(run), "workers") })
	if err != nil {
		return nil, fmt.Errorf("taking work: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, takeWait)
	defer cancel()
	b, err := c.Fetch(1, jetstream.FetchContext(ctx))
	if err != nil {
		return nil, fmt.Errorf("taking work: %w", err)
	}
	m, ok := <-b.Messages()
	if !ok {
		if err := b.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
			return nil, fmt.Errorf("taking work: %w", err)
		}
		return nil, cluster.ErrNone
	}
	meta, err := m.Metadata()
	if err != nil {
		return nil, fmt.Errorf("taking work: %w", err)
	}
	return &delivery{m, int(meta.NumDelivered)}, nil
}

// delivery implements cluster.Delivery.
type delivery struct {
	m       jetstream.Msg
	attempt int
}

func (d *delivery) ID() string        { return wordOf(d.m.Subject()) }
func (d *delivery) Data() []byte      { return d.m.Data() }
func (d *delivery) Attempt() int      { return d.attempt }
func (d *delivery) InProgress() error { return d.m.InProgress() }
func (d *delivery) Ack() error        { return d.m.Ack() }

// Commit implements cluster.Road: there is one message for each subject, the first.
func (r *Road) Commit(ctx context.Context, run, id string, data []byte) (won bool, err error) {
	err = r.again(ctx, "committing a record", func(ctx context.Context) error {
		_, err := r.js.Publish(ctx, doneSubject(run, id), data, jetstream.WithExpectStream(doneStream(run)), jetstream.WithExpectLastSequencePerSubject(0))
		if taken(err) {
			return nil
		}
		won = err == nil
		return r.ended(ctx, doneStream(run), err)
	})
	return won, err
}

// taken reports whether a subject that was to have no message has one.
func taken(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}

// Record implements cluster.Road.
func (r *Road) Record(ctx context.Context, run, id string) ([]byte, error) {
	return r.lastOf(ctx, doneStream(run), doneSubject(run, id))
}

// Records implements cluster.Road.
func (r *Road) Records(ctx context.Context, run string, f func(id string, data []byte)) error {
	var cc jetstream.ConsumeContext
	err := r.again(ctx, "reading the records", func(ctx context.Context) error {
		c, err := r.js.OrderedConsumer(ctx, doneStream(run), jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverAllPolicy})
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			err = fmt.Errorf("%w: %w", errFollows, err)
		}
		if err == nil {
			cc, err = c.Consume(func(m jetstream.Msg) { f(wordOf(m.Subject()), m.Data()) })
		}
		return err
	})
	if err != nil {
		return err
	}
	<-ctx.Done()
	cc.Stop()
	return nil
}

// Queue implements cluster.Road.
func (r *Road) Queue(ctx context.Context, run string) (q cluster.Queue, err error) {
	c, err := r.js.Consumer(ctx, partsStream(run), "workers")
	if err != nil {
		return q, fmt.Errorf("counting work: %w", err)
	}
	i, err := c.Info(ctx)
	if err != nil {
		return q, fmt.Errorf("counting work: %w", err)
	}
	s, err := r.js.Stream(ctx, doneStream(run))
	if err != nil {
		return q, fmt.Errorf("counting work: %w", err)
	}
	return cluster.Queue{Waiting: i.NumPending, InHand: uint64(i.NumAckPending), Done: s.CachedInfo().State.Msgs}, nil
}
