package stdlib

import (
	"crypto/rand"
	"fmt"
	"hash/maphash"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unique"
	"weak"
)

func TestRecorder(t *testing.T) {
	var mu sync.Mutex
	n := 0
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		n++
		mu.Unlock()
		fmt.Fprint(w, "ok")
	})
	both(func() {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest("GET", "/x", nil))
		if w.Code != 200 || w.Body.String() != "ok" {
			t.Error(w.Code, w.Body)
		}
	})
	if n != 2 {
		t.Error(n)
	}
}

func TestFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x")
	both(func() {
		if err := os.WriteFile(name, []byte("x"), 0o666); err != nil {
			t.Error(err)
		}
	})
	if b, err := os.ReadFile(name); err != nil || string(b) != "x" {
		t.Error(string(b), err)
	}
}

func TestExec(t *testing.T) {
	out, err := exec.Command("true").Output()
	t.Log(out, err)
}

func TestUnique(t *testing.T) {
	var a, b unique.Handle[string]
	done := make(chan bool)
	go func() { a = unique.Make("x"); done <- true }()
	b = unique.Make("x")
	<-done
	if a != b {
		t.Error("two handles")
	}
}

func TestWeak(t *testing.T) {
	x := new(int)
	p := weak.Make(x)
	if p.Value() != x {
		t.Error("lost")
	}
	runtime.KeepAlive(x)
}

func TestCleanup(t *testing.T) {
	var n atomic.Int32
	x := new([100]int)
	runtime.AddCleanup(x, func(int) { n.Add(1) }, 1)
	runtime.SetFinalizer(new([200]int), func(*[200]int) { n.Add(1) })
	runtime.GC()
	if n.Load() > 2 {
		t.Error(n.Load())
	}
}

func TestCryptoRand(t *testing.T) {
	boxes := make([]chan int, 1000)
	for i := range boxes {
		boxes[i] = make(chan int, 1)
	}
	both(func() {
		var b [2]byte
		rand.Read(b[:])
		k, err := rand.Int(rand.Reader, big.NewInt(100))
		if err != nil {
			t.Error(err)
		}
		i := (int(b[0])<<8 + int(b[1]) + int(k.Int64()) + len(rand.Text())) % 1000
		boxes[i] <- i
		<-boxes[i]
	})
}

func TestMaphash(t *testing.T) {
	boxes := make([]chan int, 1000)
	for i := range boxes {
		boxes[i] = make(chan int, 1)
	}
	var h maphash.Hash
	h.WriteString("x")
	i := (maphash.String(maphash.MakeSeed(), "x")/2 + h.Sum64()/2) % 1000
	boxes[i] <- 1
	<-boxes[i]
}

func TestClient(t *testing.T) {
	_, err := http.Get("http://localhost:1/")
	t.Log(err)
}

// transport answers in memory, after it has let others run.
type transport struct{ v *value }

func (r transport) RoundTrip(q *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	fmt.Fprint(w, r.v.get())
	return w.Result(), nil
}

// TestOwnTransport: a client is what its transport is.
func TestOwnTransport(t *testing.T) {
	v := new(value)
	c := http.Client{Transport: transport{v}, Timeout: time.Minute}
	one(t, against(t, v, func() string {
		r, err := c.Get("http://localhost/")
		if err != nil {
			return err.Error()
		}
		defer r.Body.Close()
		b, err := io.ReadAll(r.Body)
		return fmt.Sprint(string(b), err)
	}), "0<nil>", "1<nil>")
}
