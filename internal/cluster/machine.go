package cluster

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"sync"

	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/worker"
)

// A Machine is what the slots of a worker share: the binaries that it has got, and who wants to be
// alone.
type Machine struct {
	road Road
	dir  string // its own
	mu   sync.Mutex
	jobs map[string]*worker.Job         // by run and name
	busy map[*worker.Hand]chan struct{} // closed when it is idle
	solo sync.Mutex                     // held by who is alone
}

// NewMachine keeps what it gets in dir.
func NewMachine(road Road, dir string) *Machine {
	return &Machine{road: road, dir: dir, jobs: map[string]*worker.Job{}, busy: map[*worker.Hand]chan struct{}{}}
}

// Slot is a Doer whose processes run on this machine.
func (m *Machine) Slot(n int) Doer { return &slot{m: m, n: n} }

// slot has one process at a time.
type slot struct {
	m    *Machine
	n    int
	job  string // run and name, of hand
	hand *worker.Hand
}

// Close implements Doer.
func (s *slot) Close() {
	if s.hand != nil {
		s.hand.Close()
		s.hand = nil
	}
}

// Do implements Doer.
func (s *slot) Do(ctx context.Context, run, job string, w *worker.Work, times worker.Times, hints <-chan worker.Hint, says func(wire.Message)) (worker.Answer, error) {
	m := s.m
	if s.job != run+" "+job || s.hand == nil {
		j, err := m.get(ctx, run, job)
		if err != nil {
			return worker.Answer{}, err
		}
		s.Close()
		s.job, s.hand = run+" "+job, worker.NewHand(*j)
	}
	dir, err := os.MkdirTemp(m.dir, "work")
	if err != nil {
		return worker.Answer{}, fmt.Errorf("making a folder for what is left: %w", err)
	}
	defer os.RemoveAll(dir)
	work := *w
	if f := w.Command.File; f != "" {
		work.Command.File = filepath.Join(dir, "part")
		if err := m.fetch(ctx, run, f, work.Command.File, 0o600); err != nil {
			return worker.Answer{}, err
		}
	}
	hand := s.hand
	if w.Alone {
		resume := m.alone(ctx)
		defer resume()
	} else {
		m.solo.Lock()
		idle := make(chan struct{})
		m.mu.Lock()
		m.busy[hand] = idle
		m.mu.Unlock()
		m.solo.Unlock()
		defer func() {
			m.mu.Lock()
			delete(m.busy, hand)
			m.mu.Unlock()
			close(idle)
		}()
	}
	a, err := hand.Do(ctx, &work, dir, times, hints, says)
	if err != nil {
		s.Close()
		return a, err
	}
	for i := range a.Messages {
		u := a.Messages[i].Unit
		if u == nil || u.File == "" {
			continue
		}
		f, err := os.Open(u.File)
		if err != nil {
			return a, fmt.Errorf("sending what is left: %w", err)
		}
		name := hex.EncodeToString(u.Rest)
		err = m.road.Put(ctx, run, name, f)
		f.Close()
		if err != nil {
			return a, fmt.Errorf("sending what is left: %w", err)
		}
		u.File = name
	}
	return a, nil
}

// alone waits until no other process of the machine works, until the function that it returns is
// called.
func (m *Machine) alone(ctx context.Context) (resume func()) {
	m.solo.Lock()
	m.mu.Lock()
	others := maps.Clone(m.busy)
	m.mu.Unlock()
	for hand, idle := range others {
		hand.Pause(ctx, idle)
	}
	return func() {
		for hand, idle := range others {
			hand.Resume(ctx, idle)
		}
		m.solo.Unlock()
	}
}

// get is the job of that name, whose binary and files are brought to this machine.
func (m *Machine) get(ctx context.Context, run, name string) (*worker.Job, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if j := m.jobs[run+" "+name]; j != nil {
		return j, nil
	}
	var text bytes.Buffer
	if err := m.road.Get(ctx, run, name, &text); err != nil {
		return nil, err
	}
	var d job
	if err := json.Unmarshal(text.Bytes(), &d); err != nil {
		return nil, fmt.Errorf("reading what to do: %w", err)
	}
	j := &worker.Job{Config: d.Config, Grace: d.Grace, Begin: d.Begin, Path: filepath.Join(m.dir, d.Binary)}
	if _, err := os.Stat(j.Path); err != nil {
		if err := m.fetch(ctx, run, d.Binary, j.Path, 0o700); err != nil {
			return nil, err
		}
	}
	var err error
	if j.Dir, err = m.folder(ctx, run, &d); err != nil {
		return nil, err
	}
	m.jobs[run+" "+name] = j
	return j, nil
}

// fetch writes an object to a file, which is whole if it is there.
func (m *Machine) fetch(ctx context.Context, run, object, to string, mode os.FileMode) error {
	f, err := os.CreateTemp(m.dir, "object")
	if err != nil {
		return fmt.Errorf("getting %s: %w", object, err)
	}
	defer os.Remove(f.Name()) // if it was not renamed
	h := newHash()
	err = m.road.Get(ctx, run, object, h.beside(f))
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil && h.name() != object {
		err = fmt.Errorf("it is damaged")
	}
	if err == nil {
		err = os.Chmod(f.Name(), mode)
	}
	if err == nil {
		err = os.Rename(f.Name(), to)
	}
	if err != nil {
		return fmt.Errorf("getting %s: %w", object, err)
	}
	return nil
}
