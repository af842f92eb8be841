package jetroad

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gocheck.dev/internal/cluster"
)

// This file keeps what is large: on the servers, or, where all who connect are of this process, as
// files. To send a test binary to oneself by messages took longer than many a test.

// store is where what is large is.
func (r *Road) store(ctx context.Context, run string) (jetstream.ObjectStore, error) {
	return once(r, r.stores, run, func() (jetstream.ObjectStore, error) { return r.js.ObjectStore(ctx, objects(run)) })
}

// Put implements cluster.Road.
func (r *Road) Put(ctx context.Context, run, name string, from io.Reader) error {
	if r.dir != "" {
		return r.putFile(name, from)
	}
	// What is read once cannot be read again.
	s, err := r.store(ctx, run)
	if err != nil {
		return fmt.Errorf("sending %s: %w", name, err)
	}
	seek, can := from.(io.Seeker)
	wait := objectWait
	return r.again(ctx, "sending "+name, func(context.Context) error {
		try, cancel := context.WithTimeout(ctx, wait)
		wait *= 2
		defer cancel()
		_, err := s.Put(try, jetstream.ObjectMeta{Name: name}, from)
		if err != nil && can {
			if _, e := seek.Seek(0, io.SeekStart); e != nil {
				return e
			}
		} else if err != nil {
			return errors.New(err.Error())
		}
		return err
	})
}

// Get implements cluster.Road. When the connection is lost on the way, it goes on where it was: an
// object of that name has no other content. A server that follows another may not have it yet.
func (r *Road) Get(ctx context.Context, run, name string, w io.Writer) error {
	if r.dir != "" {
		return r.getFile(name, w)
	}
	began, written, wait := time.Now(), int64(0), objectWait
	return r.again(ctx, "getting "+name, func(context.Context) error {
		try, cancel := context.WithTimeout(ctx, wait)
		wait *= 2
		defer cancel()
		n, err := r.get(try, run, name, written, w)
		written += n
		switch {
		case errors.Is(err, jetstream.ErrObjectNotFound) && time.Since(began) < followWait:
			return fmt.Errorf("%w: %w", errFollows, err)
		case errors.Is(err, jetstream.ErrBucketNotFound), errors.Is(err, jetstream.ErrStreamNotFound):
			return cluster.ErrOver
		}
		return r.ended(try, "OBJ_"+objects(run), err)
	})
}

// get writes what an object has after so many bytes.
func (r *Road) get(ctx context.Context, run, name string, from int64, w io.Writer) (int64, error) {
	s, err := r.store(ctx, run)
	if err != nil {
		return 0, err
	}
	o, err := s.Get(ctx, name)
	if err != nil {
		return 0, err
	}
	defer o.Close()
	if _, err := io.CopyN(io.Discard, o, from); err != nil {
		return 0, err
	}
	return io.Copy(w, o)
}

// Has implements cluster.Road.
func (r *Road) Has(ctx context.Context, run, name string) (bool, error) {
	if r.dir != "" {
		_, err := os.Stat(filepath.Join(r.dir, name))
		return err == nil, nil
	}
	s, err := r.store(ctx, run)
	if err != nil {
		return false, fmt.Errorf("looking for %s: %w", name, err)
	}
	_, err = s.GetInfo(ctx, name)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return false, nil
	}
	return err == nil, err
}

// remove forgets what is large.
func (r *Road) remove(ctx context.Context, run string) error {
	if r.dir != "" {
		return os.RemoveAll(r.dir)
	}
	return r.js.DeleteObjectStore(ctx, objects(run))
}

// putFile makes a file, which is whole if it is there.
func (r *Road) putFile(name string, from io.Reader) error {
	f, err := os.CreateTemp(r.dir, "object")
	if err != nil {
		return fmt.Errorf("keeping %s: %w", name, err)
	}
	defer os.Remove(f.Name()) // if it was not renamed
	_, err = io.Copy(f, from)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(r.dir, name))
	}
	if err != nil {
		return fmt.Errorf("keeping %s: %w", name, err)
	}
	return nil
}

func (r *Road) getFile(name string, w io.Writer) error {
	f, err := os.Open(filepath.Join(r.dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		if _, e := os.Stat(r.dir); errors.Is(e, fs.ErrNotExist) {
			return cluster.ErrOver
		}
	}
	if err == nil {
		_, err = io.Copy(w, f)
		f.Close()
	}
	if err != nil {
		return fmt.Errorf("reading %s: %w", name, err)
	}
	return nil
}
