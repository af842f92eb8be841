package tracefile

import (
	"strings"
	"testing"

	"gocheck.dev/internal/wire"
)

// TestFormat writes a record and reads it again.
func TestFormat(t *testing.T) {
	rec := &wire.Recorded{
		Package: "example.com/p", Test: "TestX", Races: "report",
		Objects: []wire.RecordedObject{{Kind: "handler", Name: "my handler", FIFO: true}, {Kind: "variable", Name: "a.b", Init: -3}, {Kind: "rwmutex"}, {Kind: "mutex"}, {Kind: "cond"}, {Kind: "channel", Cap: 2}},
		Ops: []wire.RecordedOp{
			{Task: "main", Op: "begin", Event: "begin", Pos: "p_test.go:1:2"},
			{Task: "main", Op: "post", Event: "post", Object: 1, Other: "main/1", Effects: []wire.RecordedEffect{{Task: "main", Object: 2, Write: true, Pos: "p_test.go:2:3"}}},
			{Task: "main/1", Handler: 1, Op: "begin", Event: "begin", Object: 1},
			{Task: "main/1", Handler: 1, Op: "cas", Event: "read", Object: 2, Act: "cas", Arg: -3, Val: 4, Last: true},
			{Task: "main", Op: "arrive", Event: "arrive", Object: 3},
			{Task: "main", Op: "lock", Event: "lock", Object: 3},
			{Task: "main", Op: "trylock", Event: "lockbusy", Object: 4},
			{Task: "main", Op: "choose", Event: "choose"},
			{Task: "main", Op: "spawn", Object: 0},
			{Task: "main", Op: "enqueue", Event: "enqueue", Object: 5},
			{Task: "main", Op: "unlock", Event: "unlock", Object: 4},
			{Task: "main", Op: "select", Cases: []wire.RecordedCase{{Kind: "send", Object: 6}, {Kind: ""}}, Default: true},
		},
	}
	rec.Ops = append(rec.Ops[:11], append([]wire.RecordedOp{
		{Task: "main", Op: "wake", Event: "wake", Object: 5}, {Task: "main", Op: "lock", Event: "lock", Object: 4},
	}, rec.Ops[11:]...)...)
	const want = `1 START recorder:gocheck package:example.com/p test:TestX races:report
2 OBJECT obj:h1 kind:handler queue:fifo name:myhandler
3 OBJECT obj:v2 kind:variable init:-3 name:a.b
4 OBJECT obj:k3 kind:rwmutex
5 OBJECT obj:l4 kind:mutex
6 OBJECT obj:q5 kind:cond
7 OBJECT obj:c6 kind:channel cap:2
8 THREADINIT tid:main at:p_test.go:1:2
9 POST src:main msg:main/1 dest:h1
10 WRITE tid:main obj:v2 at:p_test.go:2:3
11 CALL tid:h1 msg:main/1
12 CAS tid:h1 obj:v2 old:-3 new:4
13 RET tid:h1 msg:main/1
14 LOCK tid:main lock-obj:k3
15 TRYLOCK tid:main lock-obj:l4 ok:0
16 FORK par-tid:main child-tid:none-16
17 COND-WAIT tid:main cond:q5 lock-obj:l4
18 SELECT tid:main cases:send/c6,nil default:1
`
	text, err := Format(rec)
	if err != nil || string(text) != want {
		t.Fatalf("%v\n%s", err, text)
	}
	tr, err := Parse("t", text)
	if err != nil {
		t.Fatal(err)
	}
	if !tr.Go || !tr.Coarse || !tr.Races || tr.Objects["v2"].Init != -3 || !tr.Objects["h1"].FIFO || tr.Objects["c6"].Cap != 2 {
		t.Errorf("read again: %+v", tr)
	}
	if cases := tr.Ops[17].Cases(); len(cases) != 2 || cases[0] != (Case{"send", "c6"}) || cases[1] != (Case{"nil", ""}) {
		t.Errorf("cases: %+v", cases)
	}
}

// TestCannotHold: what has no line is refused with its place.
func TestCannotHold(t *testing.T) {
	objects := []wire.RecordedObject{{Kind: "timer"}, {Kind: "cond"}, {Kind: "rwmutex"}}
	for _, c := range []struct {
		ops  []wire.RecordedOp
		want string
	}{
		{[]wire.RecordedOp{{Task: "main", Op: "timerset", Act: "reset", Object: 1, Other: "main/2", Pos: "x.go:1:1"}}, "x.go:1:1: a trace cannot hold the Reset of an AfterFunc that has fired"},
		{[]wire.RecordedOp{{Task: "main", Op: "enqueue", Object: 2, Pos: "x.go:1:1"}, {Task: "main", Op: "unlock", Object: 3}}, "x.go:1:1: a trace can hold a Wait with a sync.Mutex only"},
		{[]wire.RecordedOp{{Task: "main", Op: "enqueue", Object: 2, Pos: "x.go:1:1"}}, "x.go:1:1: the record ends in a Wait"},
		{[]wire.RecordedOp{{Task: "main", Op: "tick", Pos: "x.go:1:1"}}, "x.go:1:1: a trace cannot hold the operation tick"},
	} {
		if _, err := Format(&wire.Recorded{Objects: objects, Ops: c.ops}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("have %v, want %s", err, c.want)
		}
	}
}
