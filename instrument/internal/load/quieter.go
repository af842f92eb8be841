package load

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// A quieter is what is changed in a file of the standard library so that fewer orders of steps are
// told apart that nobody can tell: texts, and what stands for each of them on as many lines. It is
// made if all of the texts are there once, as they are in the releases of Go that are known; else
// the file stays as it is, and is right, too.
type quieter [][2]string

// quieters are those of each file.
var quieters = map[string]quieter{
	// Server.mu guards three things that have nothing to do with each other. The listeners get a
	// lock of their own: else what Serve does when it returns is ordered with what each connection
	// does when it ends, and with every closing of idle ones.
	//
	// A connReader wakes who waits for a read to end. Whether somebody does is known under its lock:
	// where nobody does, who wakes comes in no order with others that wake or begin to wait.
	"net/http/server.go": {
		{"\taborted bool  // set true before conn.rwc deadline is set to past\n", "\taborted bool; waits int // for inRead to be false: see there\n"},
		{"\t\tcr.cond.Wait()\n", "\t\tcr.waits++; cr.cond.Wait(); cr.waits--\n"},
		{"\tcr.inRead = false\n\tcr.unlock()\n\tcr.cond.Broadcast()\n", "\tcr.inRead = false; waits := cr.waits > 0\n\tcr.unlock()\n\tif waits { cr.cond.Broadcast() }\n"},
		{"\tcr.remain -= int64(n)\n\tcr.unlock()\n\n\tcr.cond.Broadcast()\n", "\tcr.remain -= int64(n); waits := cr.waits > 0\n\tcr.unlock()\n\n\tif waits { cr.cond.Broadcast() }\n"},
		{"\tmu         sync.Mutex\n\tlisteners  map[*net.Listener]struct{}\n", "\tmu, listenersMu sync.Mutex\n\tlisteners  map[*net.Listener]struct{}\n"},
		{
			"func (s *Server) closeListenersLocked() error {\n\tvar err error\n",
			"func (s *Server) closeListenersLocked() error {\n\ts.listenersMu.Lock(); defer s.listenersMu.Unlock(); var err error\n",
		},
		{
			"func (s *Server) trackListener(ln *net.Listener, add bool) bool {\n\ts.mu.Lock()\n\tdefer s.mu.Unlock()\n",
			"func (s *Server) trackListener(ln *net.Listener, add bool) bool {\n\ts.listenersMu.Lock()\n\tdefer s.listenersMu.Unlock()\n",
		},
	},
	// Certificates that several connections have are parsed once, if a collection of garbage did not
	// come between, and known by their bytes, which no test determines of those that it has made.
	"crypto/tls/cache.go": {
		{
			"func (wcc *weakCertCache) newCert(der []byte) (*x509.Certificate, error) {\n",
			"func (wcc *weakCertCache) newCert(der []byte) (*x509.Certificate, error) { if der != nil { return x509.ParseCertificate(der) }\n",
		},
	},
	// Who only looks at a set of templates, as all do that execute one which has been escaped, does
	// not care who else does.
	"html/template/template.go": {
		{"\tmu      sync.Mutex\n", "\tmu      sync.RWMutex\n"},
		{"\tns.mu.Lock()\n\tdefer ns.mu.Unlock()\n", "\tns.mu.RLock()\n\tdefer ns.mu.RUnlock()\n"},
		{
			"\tt.nameSpace.mu.Lock()\n\tdefer t.nameSpace.mu.Unlock()\n\tif t.nameSpace.escaped {\n",
			"\tt.nameSpace.mu.RLock()\n\tdefer t.nameSpace.mu.RUnlock()\n\tif t.nameSpace.escaped {\n",
		},
		{
			"\tt.nameSpace.mu.Lock()\n\tdefer t.nameSpace.mu.Unlock()\n\treturn t.set[name]\n",
			"\tt.nameSpace.mu.RLock()\n\tdefer t.nameSpace.mu.RUnlock()\n\treturn t.set[name]\n",
		},
		{
			"func (t *Template) escape() error {\n",
			"func (t *Template) escape() error { t.nameSpace.mu.RLock(); escaped, err := t.nameSpace.escaped, t.escapeErr; t.nameSpace.mu.RUnlock()" +
				"; if escaped && err == escapeOK { return nil }\n",
		},
		{
			"(tmpl *Template, err error) {\n\tt.nameSpace.mu.Lock()\n",
			"(tmpl *Template, err error) { t.nameSpace.mu.RLock(); escaped, tmpl := t.nameSpace.escaped, t.set[name]; escaped = escaped && tmpl != nil && tmpl.escapeErr == escapeOK" +
				"; t.nameSpace.mu.RUnlock(); if escaped { return tmpl, nil }\n\tt.nameSpace.mu.Lock()\n",
		},
	},
	// wroteRequest looks whether the request's writer is done before it makes a timer and waits for
	// it. A timer costs nothing here: it is made in any case, and whether the writer is done is
	// looked at once more if it fires.
	//
	// roundTrip is told that the request was written, or finds the response without: it is told only
	// where it does something then, which a channel for two elements says to the writer.
	//
	// Whose context ends lets its connection be closed, and finds that it is. Until it looks at that,
	// and not at the context once more, it would do the same again, any number of times.
	//
	// readLoop closes its connection at its end. Where it has found it closed, or has closed it, when
	// nothing was expected, it does not look a second time.
	//
	// Who has dialed says so under a lock, so that CloseIdleConnections does not cancel the context of
	// what is done. That can be told only by who has kept the context: a function of the program that
	// dials, or is asked about a proxy, or resolves names. (Certificates are asked for with a context
	// that ends with the handshake.) Where there is none, as nearly always, it is left to cancel.
	//
	// How to cancel a request is in a map, for CancelRequest. Nobody sees in which order entries of
	// different requests come and go: each has a lock of its own. It stays when the entry is gone, as
	// the request may be used again, and does not keep the request.
	"net/http/transport_default_other.go": {
		{
			"\treturn dialer.DialContext\n",
			"\treturn func(ctx context.Context, network, addr string) (net.Conn, error) { return dialer.DialContext(ctx, network, addr) }\n",
		},
	},
	"net/http/transport.go": {
		{"\t\"reflect\"\n", "\t\"reflect\"; \"runtime\"; \"unsafe\"; \"weak\"; isync \"internal/sync\"\n"},
		{
			"\treqCanceler map[*Request]context.CancelCauseFunc\n",
			"\treqCanceler isync.HashTrieMap[weak.Pointer[Request], *struct{ sync.Mutex; cancel context.CancelCauseFunc }]\n",
		},
		{
			"\tcancel := func(err error) {\n\t\torigCancel(err)\n\t\tt.reqMu.Lock()\n\t\tdelete(t.reqCanceler, req)\n\t\tt.reqMu.Unlock()\n\t}\n" +
				"\tt.reqMu.Lock()\n\tif t.reqCanceler == nil {\n\t\tt.reqCanceler = make(map[*Request]context.CancelCauseFunc)\n\t}\n" +
				"\tt.reqCanceler[req] = cancel\n\tt.reqMu.Unlock()\n",
			"\tof, _ := t.reqCanceler.LoadOrStore(weak.Make(req), new(struct{ sync.Mutex; cancel context.CancelCauseFunc }))\n" +
				"\tcancel := func(err error) {\n\t\torigCancel(err)\n\t\tof.Lock()\n\t\tof.cancel = nil\n\t\tof.Unlock()\n\t}\n" +
				"\tof.Lock()\n\n\n\tof.cancel = cancel\n\tof.Unlock()\n",
		},
		{
			"\tt.reqMu.Lock()\n\tcancel := t.reqCanceler[req]\n\tt.reqMu.Unlock()\n\tif cancel != nil {\n",
			"\tof, _ := t.reqCanceler.LoadOrStore(weak.Make(req), new(struct{ sync.Mutex; cancel context.CancelCauseFunc }))" +
				"; of.Lock()\n\tcancel := of.cancel\n\tof.Unlock()\n\tif cancel != nil {\n",
		},
		{
			"\tgo func() {\n\t\tt.dialConnFor(w)\n",
			"\tgo func() { host, _, _ := net.SplitHostPort(w.cm.targetAddr); alone := net.ParseIP(host) != nil && w.cm.proxyURL == nil && t.DialTLSContext == nil" +
				"; if dial := t.DialContext; alone && dial != nil { name := runtime.FuncForPC(**(**uintptr)(unsafe.Pointer(&dial))).Name()" +
				"; alone = strings.HasPrefix(name, \"net/http.\") || strings.HasPrefix(name, \"net/http/httptest.\") }\n" +
				"\t\tt.dialConnFor(w); if alone { return }\n",
		},
		{"\t\t\tw.cancelCtx()\n", "\t\t\tw.cancelCtx(); w.cancelCtx = nil\n"},
		{
			"\twriteErrCh := make(chan error, 1)\n\tpc.writech <- writeRequest{",
			"\twriteErrCh := make(chan error, 1); if pc.t.ResponseHeaderTimeout > 0 { writeErrCh = make(chan error, 2) }\n\tpc.writech <- writeRequest{",
		},
		{
			"\t\t\tpc.cancelRequest(context.Cause(req.ctx))\n",
			"\t\t\tpc.cancelRequest(context.Cause(req.ctx)); ctxDoneChan = nil\n",
		},
		{
			"\t\t\twr.ch <- err         // to the roundTrip function\n",
			"\t\t\tif err != nil || cap(wr.ch) > 1 { wr.ch <- err }\n",
		},
		{
			"\tdefer func() {\n\t\tpc.close(closeErr)\n\t\tpc.t.removeIdleConn(pc)\n",
			"\tdefer func() {\n\t\tif closeErr != nil { pc.close(closeErr) }\n\t\tpc.t.removeIdleConn(pc)\n",
		},
		{
			"\t\t\tpc.readLoopPeekFailLocked(err)\n\t\t\tpc.mu.Unlock()\n\t\t\treturn\n",
			"\t\t\tpc.readLoopPeekFailLocked(err)\n\t\t\tpc.mu.Unlock(); closeErr = nil\n\t\t\treturn\n",
		},
		{
			"\tselect {\n\tcase err := <-pc.writeErrCh:\n\t\t// Common case: the write happened well before the response, so\n",
			"\tselect {\n\tcase err := <-(chan error)(nil):\n\t\t// Common case: the write happened well before the response, so\n",
		},
		{
			"\t\tcase err := <-pc.writeErrCh:\n\t\t\treturn err == nil\n\t\tcase <-t.C:\n\t\t\treturn false\n",
			"\t\tcase err := <-pc.writeErrCh:\n\t\t\treturn err == nil\n\t\tcase <-t.C: select { case err := <-pc.writeErrCh: return err == nil; default: }\n\t\t\treturn false\n",
		},
	},
}

// ReadSource reads a Go file of the package path, as it is to be rewritten.
func ReadSource(path, name string) ([]byte, error) {
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("reading the original: %w", err)
	}
	src, _ = quieters[path+"/"+filepath.Base(name)].made(src)
	return src, nil
}

// made is the text with all that q says, or as it was.
func (q quieter) made(src []byte) ([]byte, bool) {
	to := src
	for _, texts := range q {
		if bytes.Count(to, []byte(texts[0])) != 1 {
			return src, false
		}
		to = bytes.Replace(to, []byte(texts[0]), []byte(texts[1]), 1)
	}
	return to, true
}
