package plain

import (
	"crypto/tls"
	"crypto/x509"
	"go/token"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"runtime"
	"runtime/debug"
	"syscall"
	"testing"
)

// What goroutines share behind functions and objects of the library that have locks of their own:
// there is no race, but programs see the order.

func TestBugLockedMuxBehindHandler(t *testing.T) {
	m := http.NewServeMux()
	var h http.Handler = m
	w := httptest.NewRecorder()
	two(func() { m.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {}) }, func() { h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil)) })
	if w.Code == 404 {
		t.Error(w.Code)
	}
}

// behindLocked has a pattern registered beside a request to what leads to the ServeMux.
func behindLocked(t *testing.T, wrap func(http.Handler) http.Handler) {
	m := http.NewServeMux()
	h, w := wrap(m), httptest.NewRecorder()
	two(func() { m.HandleFunc("/b", func(http.ResponseWriter, *http.Request) {}) }, func() { h.ServeHTTP(w, httptest.NewRequest("GET", "/a/b", nil)) })
	if w.Code == 404 {
		t.Error(w.Code)
	}
}

func TestBugLockedMuxStripped(t *testing.T) {
	behindLocked(t, func(h http.Handler) http.Handler { return http.StripPrefix("/a", h) })
}

func TestBugLockedMuxStrippedTwice(t *testing.T) {
	behindLocked(t, func(h http.Handler) http.Handler {
		strip := http.StripPrefix
		return http.AllowQuerySemicolons(strip("", http.MaxBytesHandler(strip("/a", h), 100)))
	})
}

func TestBugLockedMuxMounted(t *testing.T) {
	behindLocked(t, func(h http.Handler) http.Handler {
		m := http.NewServeMux()
		m.Handle("/a/", http.StripPrefix("/a", h))
		return m
	})
}

func TestBugLockedDefaultMux(t *testing.T) {
	w := httptest.NewRecorder()
	two(func() { http.HandleFunc("/xy", func(w http.ResponseWriter, _ *http.Request) {}) }, func() { http.DefaultServeMux.ServeHTTP(w, httptest.NewRequest("GET", "/xy", nil)) })
	if w.Code == 404 {
		t.Error(w.Code)
	}
}

func TestBugLockedMuxNestedDirect(t *testing.T) {
	m := http.NewServeMux()
	outer := http.NewServeMux()
	outer.Handle("/", m)
	w := httptest.NewRecorder()
	two(func() { m.HandleFunc("/x", func(w http.ResponseWriter, _ *http.Request) {}) }, func() { outer.ServeHTTP(w, httptest.NewRequest("GET", "/x", nil)) })
	if w.Code == 404 {
		t.Error(w.Code)
	}
}

func TestBugLockedCSRF(t *testing.T) {
	c := http.NewCrossOriginProtection()
	r := httptest.NewRequest("POST", "https://a.example/x", nil)
	r.Header.Set("Origin", "https://b.example")
	var err error
	two(func() { c.AddTrustedOrigin("https://b.example") }, func() { err = c.Check(r) })
	if err != nil {
		t.Error(err)
	}
}

func TestBugLockedCSRFBypass(t *testing.T) {
	c := http.NewCrossOriginProtection()
	r := httptest.NewRequest("POST", "https://a.example/x", nil)
	r.Header.Set("Origin", "https://b.example")
	var err error
	two(func() { c.AddInsecureBypassPattern("/x") }, func() { err = c.Check(r) })
	if err != nil {
		t.Error(err)
	}
}

func TestBugLockedCookieJar(t *testing.T) {
	j, _ := cookiejar.New(nil)
	u, _ := url.Parse("http://a.example/")
	n := 0
	two(func() { j.SetCookies(u, []*http.Cookie{{Name: "a", Value: "1"}}) }, func() { n = len(j.Cookies(u)) })
	if n != 1 {
		t.Error(n)
	}
}

func TestBugLockedCookieJarBehind(t *testing.T) {
	cj, _ := cookiejar.New(nil)
	var j http.CookieJar = cj
	u, _ := url.Parse("http://a.example/")
	two(func() { j.SetCookies(u, []*http.Cookie{{Name: "a", Value: "1"}}) }, func() { j.SetCookies(u, []*http.Cookie{{Name: "a", Value: "2"}}) })
	if v := j.Cookies(u)[0].Value; v != "1" {
		t.Error(v)
	}
}

func TestBugLockedSyscallEnv(t *testing.T) {
	var v string
	two(func() { syscall.Setenv("H17", "1") }, func() { v, _ = syscall.Getenv("H17") })
	syscall.Unsetenv("H17")
	if v == "" {
		t.Error(v)
	}
}

func TestBugLockedSyscallEnvOS(t *testing.T) {
	var v string
	two(func() { os.Setenv("H17", "1") }, func() { v, _ = syscall.Getenv("H17") })
	os.Unsetenv("H17")
	if v == "" {
		t.Error(v)
	}
}

func TestBugLockedHome(t *testing.T) {
	old := os.Getenv("HOME")
	defer os.Setenv("HOME", old)
	var v string
	two(func() { os.Setenv("HOME", "/h17") }, func() { v, _ = os.UserHomeDir() })
	if v != "/h17" {
		t.Error(v)
	}
}

func TestBugLockedTempDir(t *testing.T) {
	var v string
	two(func() { os.Setenv("TMPDIR", "/h17") }, func() { v = os.TempDir() })
	os.Unsetenv("TMPDIR")
	if v != "/h17" {
		t.Error(v)
	}
}

func TestBugLockedConfigDir(t *testing.T) {
	var v string
	two(func() { os.Setenv("XDG_CONFIG_HOME", "/h17") }, func() { v, _ = os.UserConfigDir() })
	os.Unsetenv("XDG_CONFIG_HOME")
	if v != "/h17" {
		t.Error(v)
	}
}

func TestBugLockedGOMAXPROCS(t *testing.T) {
	n := 0
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	two(func() { runtime.GOMAXPROCS(3) }, func() { n = runtime.GOMAXPROCS(0) })
	if n != 3 {
		t.Error(n)
	}
}

func TestBugLockedSetGCPercent(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	n := 0
	two(func() { debug.SetGCPercent(50) }, func() { n = debug.SetGCPercent(70) })
	if n != 50 {
		t.Error(n)
	}
}

func TestBugLockedSetGCPercent2(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	n := 0
	two(func() { debug.SetGCPercent(50) }, func() { n = debug.SetGCPercent(70) })
	if n != 100 {
		t.Error(n)
	}
}

func TestBugLockedSessionCache(t *testing.T) {
	c := tls.NewLRUClientSessionCache(2)
	ok := false
	two(func() { c.Put("a", &tls.ClientSessionState{}) }, func() { _, ok = c.Get("a") })
	if !ok {
		t.Error(ok)
	}
}

func TestBugLockedCertPool(t *testing.T) {
	p := x509.NewCertPool()
	two(func() { p.AddCert(&x509.Certificate{Raw: []byte{1}}) }, func() { sink = p.Subjects() })
}

func TestOKLockedTicketKeys(t *testing.T) {
	c := &tls.Config{}
	two(func() { c.SetSessionTicketKeys([][32]byte{{1}}) }, func() { c2 := c.Clone(); sink = c2 })
}

func TestBugLockedFileSet(t *testing.T) {
	s := token.NewFileSet()
	var a *token.File
	two(func() { a = s.AddFile("a", -1, 10) }, func() { s.AddFile("b", -1, 10) })
	if a.Base() != 1 {
		t.Error(a.Base())
	}
}

func TestBugLockedFileSetIterate(t *testing.T) {
	s := token.NewFileSet()
	n := 0
	two(func() { s.AddFile("a", -1, 10) }, func() { s.Iterate(func(*token.File) bool { n++; return true }) })
	if n != 1 {
		t.Error(n)
	}
}

func TestBugLockedFileLines(t *testing.T) {
	s := token.NewFileSet()
	f := s.AddFile("a", -1, 10)
	n := 0
	two(func() { f.AddLine(3) }, func() { n = f.LineCount() })
	if n != 2 {
		t.Error(n)
	}
}

func TestBugLockedFilePosition(t *testing.T) {
	s := token.NewFileSet()
	f := s.AddFile("a", -1, 10)
	n := 0
	two(func() { f.SetLines([]int{0, 2}) }, func() { n = s.Position(4).Line })
	if n != 2 {
		t.Error(n)
	}
}

// Who only looks does not care who else does.
func TestOKLockedLooks(t *testing.T) {
	m := http.NewServeMux()
	m.HandleFunc("/", func(http.ResponseWriter, *http.Request) {})
	s := token.NewFileSet()
	s.AddFile("a", -1, 10).AddLine(3)
	look := func() {
		m.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
		if s.Position(5).Line != 2 || runtime.GOMAXPROCS(0) < 1 || os.TempDir() == "" {
			t.Error("not as it was")
		}
	}
	two(look, look)
}

// Sets of their own have nothing to do with each other.
func TestOKLockedOwn(t *testing.T) {
	add := func() {
		s := token.NewFileSet()
		if s.AddFile("a", -1, 10).Base() != 1 {
			t.Error("not the first one")
		}
	}
	two(add, add)
}
