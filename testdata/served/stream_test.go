package served

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Two lines are sent and answered one by one over HTTP/2. With a fault the caller hears of an
// error, or has both answers: nothing is lost in silence.
//
//gocheck:faults 1
func TestStream(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		lines := bufio.NewScanner(r.Body)
		for lines.Scan() {
			fmt.Fprintf(w, "got %s\n", lines.Text())
			if http.NewResponseController(w).Flush() != nil {
				return
			}
		}
		if lines.Err() != nil {
			panic(http.ErrAbortHandler)
		}
	}))
	s.EnableHTTP2 = true
	s.StartTLS()
	defer s.Close()
	body, in := io.Pipe()
	q, err := http.NewRequest("POST", s.URL, body)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for _, line := range []string{"a\n", "b\n"} {
			if _, err := io.WriteString(in, line); err != nil {
				return
			}
		}
		in.Close()
	}()
	r, err := s.Client().Do(q)
	if err != nil {
		body.Close()
		return
	}
	defer r.Body.Close()
	all, err := io.ReadAll(r.Body)
	const want = "got a\ngot b\n"
	if r.ProtoMajor != 2 || !strings.HasPrefix(want, string(all)) || err == nil && string(all) != want {
		t.Errorf("%s %q %v", r.Proto, all, err)
	}
}
