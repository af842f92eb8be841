package jetroad

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gocheck.dev/internal/cluster"
)

// Names, of which docs/design/cluster.md has a table.
const (
	runsBucket = "gc_runs"
	leaseTime  = 15 * time.Second // a run whose coordinator has said nothing for so long has none
	leaseEvery = 3 * time.Second
	takeWait   = 5 * time.Second
	followWait = 20 * time.Second
	objectWait = 10 * time.Second // to send or get an object, before it is tried again, for twice as long
)

func partsStream(run string) string       { return "gc_" + run + "_parts" }
func doneStream(run string) string        { return "gc_" + run + "_done" }
func objects(run string) string           { return "gc_" + run }
func subject(run, what string) string     { return "gc." + run + "." + what }
func partSubject(run, id string) string   { return subject(run, "part."+id) }
func doneSubject(run, id string) string   { return subject(run, "done."+id) }
func wordOf(subject string) (last string) { return subject[strings.LastIndexByte(subject, '.')+1:] }

// Road implements cluster.Road.
type Road struct {
	nc       *nats.Conn
	js       jetstream.JetStream
	replicas int
	dir      string // where what is large is, if all who connect are of this process; "": on the servers
	words    *words

	mu        sync.Mutex
	went      time.Time // to another server
	consumers map[string]jetstream.Consumer
	streams   map[string]jetstream.Stream
	stores    map[string]jetstream.ObjectStore
}

// newRoad makes a road of a connection. What is kept is kept so many times.
func newRoad(nc *nats.Conn, replicas int, w *words) (*Road, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, fmt.Errorf("using JetStream: %w", err)
	}
	return &Road{nc: nc, js: js, replicas: replicas, words: w, consumers: map[string]jetstream.Consumer{}, streams: map[string]jetstream.Stream{}, stores: map[string]jetstream.ObjectStore{}}, nil
}

// make makes what a run is kept in, if it is not there: all at once, as each waits for a disk.
func (r *Road) make(ctx context.Context, run cluster.Run) error {
	return r.again(ctx, "making the streams of the run", func(ctx context.Context) error {
		var all sync.WaitGroup
		var parts, done, large error
		all.Go(func() {
			_, parts = r.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
				Name: partsStream(run.ID), Subjects: []string{partSubject(run.ID, "*")}, Retention: jetstream.WorkQueuePolicy, Replicas: r.replicas,
			})
			if parts == nil {
				_, parts = r.js.CreateOrUpdateConsumer(ctx, partsStream(run.ID), jetstream.ConsumerConfig{
					Durable: "workers", AckPolicy: jetstream.AckExplicitPolicy, AckWait: run.AckWait, MaxDeliver: -1, MaxAckPending: -1,
				})
			}
		})
		all.Go(func() {
			_, done = r.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: doneStream(run.ID), Subjects: []string{doneSubject(run.ID, "*")}, Replicas: r.replicas})
		})
		if r.dir == "" {
			_, large = r.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: objects(run.ID), Replicas: r.replicas})
		}
		all.Wait()
		return cmp.Or(parts, done, large)
	})
}

// runs is the bucket of the runs. Who leads one makes it.
func (r *Road) runs(ctx context.Context, leads bool) (kv jetstream.KeyValue, err error) {
	err = r.again(ctx, "looking for runs", func(ctx context.Context) error {
		kv, err = r.js.KeyValue(ctx, runsBucket)
		if leads && errors.Is(err, jetstream.ErrBucketNotFound) {
			kv, err = r.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: runsBucket, TTL: leaseTime, Replicas: r.replicas})
		}
		return err
	})
	return kv, err
}

// Lead implements cluster.Road.
func (r *Road) Lead(ctx context.Context, run cluster.Run) (<-chan struct{}, error) {
	kv, err := r.runs(ctx, true)
	if err != nil {
		return nil, err
	}
	var revision uint64
	began := time.Now()
	for {
		run.Epoch = time.Now().UnixNano()
		text, err := json.Marshal(run)
		if err != nil {
			return nil, fmt.Errorf("describing the run: %w", err)
		}
		if revision, err = kv.Create(ctx, run.ID, text); err == nil {
			break
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := r.stays(err); err != nil && !errors.Is(err, jetstream.ErrKeyExists) {
			return nil, fmt.Errorf("taking the lease of the run: %w", err)
		}
		if time.Since(began) > leaseTime+leaseEvery {
			by := "another process"
			if e, err := kv.Get(ctx, run.ID); err == nil {
				var other cluster.Run
				if json.Unmarshal(e.Value(), &other) == nil {
					by = fmt.Sprintf("process %d of %s", other.PID, other.Host)
				}
			}
			return nil, fmt.Errorf("%s explores the same tests on this cluster", by)
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if err := r.make(ctx, run); err != nil {
		return nil, err
	}
	lost := make(chan struct{})
	go r.renew(ctx, kv, run, revision, lost)
	return lost, nil
}

// renew says that the coordinator lives.
func (r *Road) renew(ctx context.Context, kv jetstream.KeyValue, run cluster.Run, revision uint64, lost chan struct{}) {
	tick := time.NewTicker(leaseEvery)
	defer tick.Stop()
	renewed := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		text, _ := json.Marshal(run) // as before
		next, err := kv.Update(ctx, run.ID, text, revision)
		if err == nil {
			revision, renewed = next, time.Now()
			continue
		}
		if time.Since(renewed) > trouble && ctx.Err() == nil {
			r.words.troubled("renewing the lease of the run", err)
			r.elsewhere()
		}
		if e, err := kv.Get(ctx, run.ID); err == nil {
			var now cluster.Run
			switch json.Unmarshal(e.Value(), &now) {
			case nil:
				if now.Epoch != run.Epoch {
					close(lost)
					return
				}
				revision = e.Revision() // our own update, whose answer was lost
			}
		} else if errors.Is(err, jetstream.ErrKeyNotFound) {
			// It has run out, while there was no connection.
			if next, err := kv.Create(ctx, run.ID, text); err == nil {
				revision = next
			}
		}
	}
}

// Runs implements cluster.Road.
func (r *Road) Runs(ctx context.Context, f func([]cluster.Run)) error {
	live := &liveRuns{road: r, tell: f, all: map[string]liveRun{}}
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for ctx.Err() == nil {
		kv, err := r.runs(ctx, false)
		if errors.Is(err, jetstream.ErrBucketNotFound) { // nobody has led one yet
			select {
			case <-tick.C:
				continue
			case <-ctx.Done():
				return nil
			}
		}
		if err != nil {
			return err
		}
		w, err := kv.WatchAll(ctx)
		if err != nil {
			if err := r.stays(err); err != nil {
				return fmt.Errorf("looking for runs: %w", err)
			}
			continue
		}
		live.follow(ctx, w, tick.C)
	}
	return nil
}

// liveRuns are the runs that somebody leads.
type liveRuns struct {
	road *Road
	tell func([]cluster.Run) // what is called whenever they change
	all  map[string]liveRun  // by ID
}

type liveRun struct {
	cluster.Run
	at time.Time // when its lease was seen last
}

func (l *liveRuns) say() {
	var runs []cluster.Run
	for _, k := range l.all {
		runs = append(runs, k.Run)
	}
	slices.SortFunc(runs, func(a, b cluster.Run) int { return strings.Compare(a.ID, b.ID) })
	l.tell(runs)
}

// follow follows a watcher until its connection is lost or the context ends.
func (l *liveRuns) follow(ctx context.Context, w jetstream.KeyWatcher, tick <-chan time.Time) {
	for {
		select {
		case e, ok := <-w.Updates():
			if !ok {
				return
			}
			if e != nil { // else that was all that was there
				l.updated(e)
			}
		case <-tick:
			l.expire()
		case <-ctx.Done():
			_ = w.Stop()
			return
		}
	}
}

// updated takes note of a lease that was made, renewed or given up.
func (l *liveRuns) updated(e jetstream.KeyValueEntry) {
	if e.Operation() != jetstream.KeyValuePut {
		delete(l.all, e.Key())
		l.say()
		return
	}
	var run cluster.Run
	if json.Unmarshal(e.Value(), &run) != nil || run.ID != e.Key() || time.Since(e.Created()) > leaseTime {
		return
	}
	old, there := l.all[run.ID]
	l.all[run.ID] = liveRun{run, time.Now()}
	if !there || old.Run != run {
		l.road.forget(run.ID)
		l.say()
	}
}

// expire forgets the runs whose leases have run out: their coordinators are dead, or on another
// side of a network that is cut.
func (l *liveRuns) expire() {
	n := len(l.all)
	for id, run := range l.all {
		if time.Since(run.at) > leaseTime {
			delete(l.all, id)
		}
	}
	if len(l.all) != n {
		l.road.elsewhere()
		l.say()
	}
}

// forget forgets what is known of a run.
func (r *Road) forget(run string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.consumers, run)
	delete(r.streams, partsStream(run))
	delete(r.streams, doneStream(run))
	delete(r.stores, run)
}

// End implements cluster.Road.
func (r *Road) End(ctx context.Context, run string) error {
	kv, err := r.runs(ctx, true)
	if err == nil {
		err = kv.Delete(ctx, run)
	}
	for _, e := range []error{r.js.DeleteStream(ctx, partsStream(run)), r.js.DeleteStream(ctx, doneStream(run)), r.remove(ctx, run)} {
		if err == nil && e != nil {
			err = e
		}
	}
	if err != nil {
		return fmt.Errorf("removing the run from the cluster: %w", err)
	}
	return nil
}

// Tell implements cluster.Road.
func (r *Road) Tell(run, what string, data []byte) error {
	return r.nc.Publish(subject(run, what), data)
}

// Hear implements cluster.Road.
func (r *Road) Hear(run, what string, f func(subject string, data []byte)) (stop func(), err error) {
	sub, err := r.nc.Subscribe(subject(run, what), func(m *nats.Msg) { f(m.Subject, m.Data) })
	if err != nil {
		return nil, fmt.Errorf("listening: %w", err)
	}
	return func() { _ = sub.Unsubscribe() }, nil
}
