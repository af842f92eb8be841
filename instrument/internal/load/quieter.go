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
	"net/http/server.go": {
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
	"net/http/transport.go": {
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
