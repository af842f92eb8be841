package verdicts

import (
	"reflect"
	"testing"
)

func TestRead(t *testing.T) {
	got, err := Read([]byte(`{"Action":"start","Package":"p"}
{"Action":"run","Package":"p","Test":"TestX"}
{"Action":"failure","Package":"p","Test":"TestX","Kind":"fatal","Message":"want 1\nmore","Pos":"p_test.go:7:2"}
{"Action":"output","Package":"p","Test":"TestX","Output":"--- FAIL: TestX (0.02s)\n"}
{"Action":"output","Package":"p","Test":"TestX","Output":"    fatal: want 1\n"}
{"Action":"run","Package":"p","Test":"TestX/sub"}
{"Action":"output","Package":"p","Test":"TestX/sub","Output":"=== RUN   TestX/sub\n"}
{"Action":"output","Package":"p","Test":"TestX/sub","Output":"--- FAIL: TestX/sub (0.00s)\n"}
{"Action":"fail","Package":"p","Test":"TestX/sub"}
{"Action":"result","Package":"p","Test":"TestX","Verdict":"fail","Executions":3,"Elapsed":0.02}
{"Action":"run","Package":"p","Test":"TestY"}
{"Action":"output","Package":"p","Test":"TestY","Output":"--- UNSUPPORTED: TestY (1.00s)\n"}
{"Action":"output","Package":"p","Test":"TestY","Output":"    net.Listen at y.go:1\n"}
{"Action":"result","Package":"p","Test":"TestY","Verdict":"unsupported","Executions":1,"Elapsed":1}
{"Action":"run","Package":"p","Test":"TestZ"}
{"Action":"result","Package":"p","Test":"TestZ","Verdict":"pass","Executions":1}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := []Test{
		{
			Package: "p", Name: "TestX", Verdict: "fail", Executions: 3, Seconds: 0.02, Reason: "fatal: want 1",
			Failures: []Failure{{Kind: "fatal", Message: "want 1\nmore", Pos: "p_test.go:7:2"}},
			Said:     []string{"--- FAIL: TestX (0.02s)\n", "    fatal: want 1\n"},
		},
		{
			Package: "p", Name: "TestY", Verdict: "unsupported", Executions: 1, Seconds: 1, Reason: "net.Listen at y.go:1",
			Said: []string{"--- UNSUPPORTED: TestY (1.00s)\n", "    net.Listen at y.go:1\n"},
		},
		{Package: "p", Name: "TestZ", Verdict: "pass", Executions: 1},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	for i, text := range []string{"fail: fatal: want 1 (p_test.go:7:2)", "unsupported: net.Listen at y.go:1", "pass"} {
		if got[i].String() != text {
			t.Errorf("%q, want %q", got[i].String(), text)
		}
	}
	if _, err := Read([]byte("panic: oh\n")); err == nil {
		t.Error("what is not JSON is no error")
	}
}
