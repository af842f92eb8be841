package cli

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"gocheck.dev/instrument"
	"gocheck.dev/internal/cluster"
	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/worker"
)

// A Road opens the way to other machines that -cluster names. dir is for what a server in this
// process keeps; "": there is to be none. What a user has to know of the way is told to say.
type Road func(ctx context.Context, where, dir string, say func(string)) (road cluster.Road, end func(), err error)

// road opens what -cluster names.
func (a *App) road(ctx context.Context, o *options, dir string, say func(string)) (cluster.Road, func(), error) {
	if a.Road == nil {
		return nil, nil, usagef("this gocheck was built without the road to other machines. The one with it does all that this one does: go install gocheck.dev/cmd/gocheck-cluster@latest")
	}
	return a.Road(ctx, o.cluster, dir, say)
}

// lead makes this process the coordinator of its tests on a cluster.
func (a *App) lead(ctx context.Context, o *options, targets []target, by *processes) (leave func(), err error) {
	run, err := runOf(o, targets)
	if err != nil {
		return nil, err
	}
	embedded := cluster.Embedded(o.cluster)
	dir := ""
	if embedded {
		cache, err := instrument.CacheDir()
		if err != nil {
			return nil, fmt.Errorf("finding a folder for the cluster: %w", err)
		}
		dir = filepath.Join(cache, "cluster", run.ID)
	}
	warn := func(text string) { fmt.Fprintf(a.Stderr, "gocheck: cluster: %s\n", printable.Line(text)) }
	road, end, err := a.road(ctx, o, dir, warn)
	if err != nil {
		return nil, err
	}
	by.cores = worker.NewCores(1)
	c, err := cluster.Lead(context.WithoutCancel(ctx), road, run, by.cores, warn)
	if err != nil {
		end()
		return nil, err
	}
	by.far = c
	stop := func() {}
	if embedded {
		if stop, err = a.hands(context.WithoutCancel(ctx), road, o, warn); err != nil {
			c.Leave()
			end()
			return nil, err
		}
	}
	return func() {
		stop()
		if err := c.Close(); err != nil {
			warn(err.Error())
		}
		end()
		if dir != "" {
			if err := os.RemoveAll(dir); err != nil {
				warn(err.Error())
			}
		}
	}, nil
}

// runOf is the run of these tests. The same tests are the same run, so who starts the command
// again goes on with what one that was killed has left.
func runOf(o *options, targets []target) (cluster.Run, error) {
	h := sha256.New()
	c := o.config()
	c.BudgetMS = 0
	if err := json.NewEncoder(h).Encode(c); err != nil {
		return cluster.Run{}, fmt.Errorf("encoding the options: %w", err)
	}
	fmt.Fprintln(h, ownVersion())
	for _, b := range targets {
		if b.Binary == nil || b.Path == "" {
			continue
		}
		f, err := os.Open(b.Path)
		if err != nil {
			return cluster.Run{}, fmt.Errorf("reading a test binary: %w", err)
		}
		fmt.Fprintln(h, b.ImportPath)
		_, err = io.Copy(h, f)
		f.Close()
		if err != nil {
			return cluster.Run{}, fmt.Errorf("reading a test binary: %w", err)
		}
	}
	host, err := os.Hostname()
	if err != nil {
		host = "a machine without a name" // it is for people
	}
	run := cluster.Run{
		ID: hex.EncodeToString(h.Sum(nil)[:8]), Protocol: cluster.Protocol, Version: ownVersion(),
		GOOS: cmp.Or(os.Getenv("GOOS"), runtime.GOOS), GOARCH: cmp.Or(os.Getenv("GOARCH"), runtime.GOARCH), Host: host, PID: os.Getpid(),
	}
	if run.Settings, err = cluster.SettingsOf(o.cluster); err != nil {
		return run, usagef("flag -cluster: %v", err)
	}
	return run, nil
}

// farOf makes a package known to the workers.
func farOf(c *cluster.Coordinator, job *worker.Job) (worker.Far, error) {
	binary, err := os.Open(job.Path)
	if err != nil {
		return nil, fmt.Errorf("reading the test binary: %w", err)
	}
	defer binary.Close()
	files, err := cluster.Beside(job.Dir)
	if err != nil {
		return nil, err
	}
	if files == nil {
		return c.Package(*job, binary, nil)
	}
	return c.Package(*job, binary, bytes.NewReader(files))
}

// worker is `gocheck worker`.
func (a *App) worker(ctx context.Context, args []string) (int, error) {
	var o options
	rest, err := parse(flagsOf(commandOf("worker"), &o), &o, "", args)
	switch {
	case err != nil:
		return exitUsage, err
	case len(rest) > 0:
		return exitUsage, usagef("gocheck worker takes no arguments but flags")
	case o.cluster == "":
		return exitUsage, usagef("gocheck worker wants -cluster=nats://HOST:PORT")
	}
	if _, err := cluster.SettingsOf(o.cluster); err != nil {
		return exitUsage, usagef("flag -cluster: %v", err)
	}
	say := func(text string) {
		fmt.Fprintf(a.Stderr, "%s gocheck worker: %s\n", time.Now().Format(time.RFC3339), printable.Line(text))
	}
	road, end, err := a.road(ctx, &o, "", say)
	for said := false; a.Road != nil && !cluster.Embedded(o.cluster) && err != nil && ctx.Err() == nil; road, end, err = a.road(ctx, &o, "", say) {
		// The servers may be started later, as on a machine that comes up.
		if !said {
			said = true
			say(err.Error() + "; it is tried again")
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
	if err != nil {
		return exitUsage, err
	}
	defer end()
	w, remove, err := a.workerOn(road, &o, say)
	if err != nil {
		return exitUsage, err
	}
	defer remove()
	say(fmt.Sprintf("%d processes, %s %s/%s", w.Status.Slots, w.Status.Version, w.Status.GOOS, w.Status.GOARCH))
	if err := w.Work(ctx, context.WithoutCancel(ctx)); err != nil {
		return exitUsage, err
	}
	return exitOK, nil
}

// workerOn is a worker of this machine.
func (a *App) workerOn(road cluster.Road, o *options, say func(string)) (w *cluster.Worker, remove func(), err error) {
	dir, err := os.MkdirTemp("", "gocheck-worker")
	if err != nil {
		return nil, nil, fmt.Errorf("making a folder for what comes from the cluster: %w", err)
	}
	machine := cluster.NewMachine(road, dir)
	host, _ := os.Hostname() // for people
	w = &cluster.Worker{
		Road: road, Doer: machine.Slot, Log: say,
		Status: cluster.Status{Worker: strings.ToLower(rand.Text()), Host: host, PID: os.Getpid(), Version: ownVersion(), GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, Slots: o.p},
	}
	return w, func() { os.RemoveAll(dir) }, nil
}

// hands has this process work for its own run, until the function that it returns is called.
func (a *App) hands(ctx context.Context, road cluster.Road, o *options, say func(string)) (stop func(), err error) {
	w, remove, err := a.workerOn(road, o, say)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	var done sync.WaitGroup
	done.Go(func() {
		if err := w.Work(ctx, ctx); err != nil {
			say(err.Error())
		}
	})
	return func() {
		cancel()
		done.Wait()
		remove()
	}, nil
}

// cluster is `gocheck cluster`.
func (a *App) cluster(ctx context.Context, args []string) (int, error) {
	var o options
	rest, err := parse(flagsOf(commandOf("cluster"), &o), &o, "", args)
	switch {
	case err != nil:
		return exitUsage, err
	case len(rest) != 1 || rest[0] != "status":
		return exitUsage, usagef("gocheck cluster wants: status, like: gocheck cluster -cluster=nats://HOST:PORT status")
	case o.cluster == "":
		return exitUsage, usagef("gocheck cluster wants -cluster=nats://HOST:PORT")
	}
	road, end, err := a.road(ctx, &o, "", func(text string) { fmt.Fprintf(a.Stderr, "gocheck: cluster: %s\n", printable.Line(text)) })
	if err != nil {
		return exitUsage, err
	}
	defer end()
	text, err := cluster.Show(ctx, road)
	if err != nil {
		return exitUsage, err
	}
	fmt.Fprint(a.Stdout, text)
	return exitOK, nil
}
