package tracefile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const traces = "../../testdata/traces"

func TestLoad(t *testing.T) {
	tr, err := Load(filepath.Join(traces, "apps", "remind-me"), "")
	if err != nil {
		t.Fatal(err)
	}
	if len(tr.Ops) != 445 || len(tr.Edges) != 12 {
		t.Errorf("%d operations, %d edges, want 445 and 12", len(tr.Ops), len(tr.Edges))
	}
	op := tr.Ops[118]
	if op.Name != "WRITE" || op.Number != 119 || op.Line != 119 || op.Get("field") != "272" || tr.Tasks[op.Task].Message != "2" {
		t.Errorf("operation 119 is %+v of %+v", op, tr.Tasks[op.Task])
	}
	e := tr.Edges[2]
	if tr.Ops[e.From].Number != 115 || tr.Ops[e.To].Number != 118 {
		t.Errorf("third edge from %d to %d", tr.Ops[e.From].Number, tr.Ops[e.To].Number)
	}
	if _, err := Load(filepath.Join(traces, "none"), ""); err == nil || !strings.Contains(err.Error(), "reading a trace") {
		t.Errorf("error for a trace that is not there: %v", err)
	}
	if _, err := Load(filepath.Join(traces, "apps", "remind-me"), "none"); err == nil || !strings.Contains(err.Error(), "reading the dependences") {
		t.Errorf("error for a dependence file that is not there: %v", err)
	}
}

// TestErrors: what is wrong, where, and what to do.
func TestErrors(t *testing.T) {
	const queue = "1 FORK par-tid:1 child-tid:2\n2 ATTACH-Q tid:2\n3 LOOP tid:2\n"
	const posted = queue + "4 POST src:1 msg:m dest:2\n"
	for _, c := range []struct{ text, want string }{
		{"", `t:1: no operations`},
		{"\n# nothing\n", `t:2: no operations`},
		{"READ tid:1 obj:x", `t:1: want a numbered operation, like: 12 READ tid:1 obj:x; have "READ tid:1 obj:x"`},
		{"1", `t:1: operation 1 has no name: is the file cut off here?`},
		{"1 START\n\n1 NOP tid:1", `t:3: operation 1 after operation 1: the numbers must rise`},
		{"1 REED tid:1 obj:x", `t:1: unknown operation "REED": docs/trace-format.md lists`},
		{"1 READ tid:1", `t:1: READ without obj: — it is written: READ tid:… obj:…`},
		{"1 READ tid: obj:x", `t:1: READ without a value of tid:`},
		{"1 READ obj:x", `t:1: READ without a value of tid:`},
		{"1 READ tid:1 obj:x colour:red", `t:1: READ has no field "colour:red"`},
		{"1 READ tid:1 obj:x obj:y", `t:1: field obj twice`},
		{"1 READ tid:1 " + strings.Repeat("x", 1000), `has no field "` + strings.Repeat("x", 40) + `…"`},
		{"1 NOP tid:1\nEnd of trace!!\n2 NOP tid:1", `t:3: an operation after "End of trace" on line 2`},
		{"1 NOP tid:2\n2 FORK par-tid:1 child-tid:2", `t:1: NOP: thread 2 is forked only later, on line 2`},
		{"1 FORK par-tid:1 child-tid:2\n2 FORK par-tid:1 child-tid:2", `t:2: FORK: thread 2 is forked a second time, after line 1`},
		{"1 FORK par-tid:1 child-tid:1", `t:1: FORK: thread 1 forks itself`},
		{"1 THREADEXIT tid:1\n2 NOP tid:1", `t:2: NOP: thread 1 has ended before, on line 1`},
		{"1 LOOP tid:1", `t:1: LOOP: thread 1 has no queue: its ATTACH-Q is missing`},
		{"1 ATTACH-Q tid:1\n2 ATTACH-Q tid:1", `t:2: ATTACH-Q: thread 1 has a queue since line 1`},
		{"1 POST src:1 msg:m dest:2", `t:1: POST: thread 2 has no queue yet: its ATTACH-Q is missing`},
		{queue + "4 NOP tid:2", `t:4: NOP: thread 2 serves its queue since line 3`},
		{queue + "4 CALL tid:2 msg:m", `t:4: CALL: message m has not been posted: its POST is missing`},
		{posted + "5 POST src:1 msg:m dest:2", `t:5: POST: message m is posted a second time, after line 4`},
		{posted + "5 CALL tid:1 msg:m", `t:5: CALL: message m was posted to thread 2, not to 1, on line 4`},
		{posted + "5 RET tid:2 msg:m", `t:5: RET: thread 2 serves its queue since line 3`},
		{posted + "5 CALL tid:2 msg:m\n6 RET tid:2 msg:n", `t:6: RET: thread 2 does not run message n here: its CALL is missing`},
		{posted + "5 CALL tid:2 msg:m\n6 THREADEXIT tid:2", `t:6: THREADEXIT: thread 2 is in message m: its RET is missing`},
		{posted + "5 CALL tid:2 msg:m\n6 CALL tid:2 msg:m", `t:6: CALL: message m was called before, on line 5`},
		{"1 FORK par-tid:1 child-tid:2\n2 ATTACH-Q tid:2\n3 POST src:1 msg:m dest:2\n4 CALL tid:2 msg:m", `t:4: CALL: thread 2 does not serve its queue yet: its LOOP is missing`},
		{"1 UNLOCK tid:1 lock-obj:l", `t:1: UNLOCK: thread 1 does not hold l: its LOCK is missing`},

		{"1 NOP tid:1\n2 START", `t:2: START: it has to be the first line`},
		{"1 START recorder:other", `t:1: START: traces recorded by other are not known here`},
		{"1 START races:some", `t:1: START: races:some is none of report, explore, off`},
		{"1 OBJECT obj:x kind:thing", `t:1: OBJECT: kind:thing is none of mutex, rwmutex, `},
		{"1 OBJECT obj:x kind:once\n2 OBJECT obj:x kind:once", `t:2: OBJECT: x is declared a second time`},
		{"1 OBJECT obj:x kind:channel cap:-1", `t:1: OBJECT: cap:-1 is no capacity`},
		{"1 OBJECT obj:x kind:channel cap:many", `t:1: OBJECT: want a number after cap:, have "many"`},
		{"1 OBJECT obj:h kind:handler", `t:1: OBJECT: a handler needs queue:fifo or queue:unordered`},
		{"1 NOP tid:h\n2 OBJECT obj:h kind:handler queue:fifo", `t:2: OBJECT: h is a thread: a handler needs a name of its own`},
		{"1 OBJECT obj:h kind:handler queue:fifo\n2 THREADEXIT tid:h", `t:2: THREADEXIT: h is a handler`},
		{"1 SEND tid:1 chan:c", `t:1: SEND: c is not declared: a line like "OBJECT obj:c kind:channel" is missing before`},
		{"1 OBJECT obj:c kind:once\n2 SEND tid:1 chan:c", `t:2: SEND: c is declared as once, not as channel`},
		{"1 START recorder:gocheck\n2 LOCK tid:1 lock-obj:l", `t:2: LOCK: l is not declared`},
		{"1 OBJECT obj:l kind:mutex\n2 RLOCK tid:1 lock-obj:l", `t:2: RLOCK: l is declared as mutex, not as rwmutex`},
		{"1 SELECT tid:1 cases:send/c", `t:1: SELECT: c is not declared`},
		{"1 SELECT tid:1 cases:sand/c", `t:1: SELECT: "sand" is no case: want send/…, recv/…, await/…, timer/… or nil`},
		{"1 SELECT tid:1 cases:await", `t:1: SELECT: case await: want an object`},
		{"1 CLOSE-HANDLER tid:1 dest:h", `t:1: CLOSE-HANDLER: h is not declared`},
		{"1 OBJECT obj:v kind:variable init:3\n2 AWAIT tid:1 obj:v", `t:2: AWAIT: v is 3 at first: what is awaited has to be 0`},
		{"1 OBJECT obj:v kind:variable init:3\n2 SELECT tid:1 cases:await/v", `t:2: SELECT: v is 3 at first: what is awaited has to be 0`},
		{"1 AWAIT tid:1 obj:v\n2 OBJECT obj:v kind:variable init:3", `t:2: OBJECT: v is awaited before this`},
		{"1 WG-ADD tid:1 wg:g", `t:1: WG-ADD without val: — it is written: WG-ADD tid:… wg:… val:…`},
	} {
		_, err := Parse("t", []byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q:\nhave %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestDependenceErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"src:2", `d:1: want two numbers of operations, like: src:25 dest:39; have "src:2"`},
		{"\nsrc:2 dst:3", `d:2: want dest: and the number of an operation; have "dst:3"`},
		{"src:x dest:3", `d:1: want src: and the number of an operation; have "src:x"`},
		{"src:2 dest:4", `d:1: the trace has no operation 4`},
		{"src:1 dest:3", `d:1: operation 1 is START, which no thread does`},
		{"src:3 dest:2", `d:1: operation 2 is recorded before 3: it cannot have come after it`},
	} {
		tr, err := Parse("t", []byte("1 START\n2 NOP tid:1\n3 NOP tid:1\n"))
		if err != nil {
			t.Fatal(err)
		}
		if err := tr.AddEdges("d", []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q:\nhave %v\nwant %s", c.text, err, c.want)
		}
	}
}

// FuzzParse: a damaged file is an error with a line, never a crash, and a
// trace that is accepted has every operation with its task.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"single-queue/trace13", "multi-queue/trace1", "apps/remind-me"} {
		data, err := os.ReadFile(filepath.Join(traces, name, "trace.txt"))
		if err != nil {
			f.Fatal(err)
		}
		depend, err := os.ReadFile(filepath.Join(traces, name, "dependence.txt"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, depend)
	}
	data, err := os.ReadFile(filepath.Join("testdata", "go.txt"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data, []byte(""))
	f.Fuzz(func(t *testing.T, data, depend []byte) {
		tr, err := Parse("t", data)
		if err == nil {
			err = tr.AddEdges("d", depend)
		}
		if err != nil {
			if e, ok := err.(*Error); !ok || e.Line < 1 || e.Text == "" {
				t.Errorf("error without line or text: %v", err)
			}
			return
		}
		for k := range tr.Tasks {
			for _, i := range tr.Tasks[k].Ops {
				if tr.Ops[i].Task != k {
					t.Errorf("operation %d is of task %d and %d", i, tr.Ops[i].Task, k)
				}
			}
		}
	})
}
