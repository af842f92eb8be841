package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestRows: what the rows want to run is there, and the papers' numbers are
// complete.
func TestRows(t *testing.T) {
	recorded, err := emTables("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, tables := range [][]table{eventTables(), optimalTables(), recorded} {
		for _, table := range tables {
			names := map[string]bool{}
			for _, r := range table.rows {
				if names[r.name] {
					t.Errorf("%s: two rows %s", table.title, r.name)
				}
				names[r.name] = true
				if len(r.paper) != len(table.paper) {
					t.Errorf("%s: %d numbers of the paper for %d columns", r.name, len(r.paper), len(table.paper))
				}
				if r.args[0] == "explore" {
					if _, err := os.Stat(filepath.Join("../..", r.args[1], "trace.txt")); err != nil {
						t.Error(err)
					}
				} else {
					hasTest(t, &r)
				}
			}
			for _, c := range table.ours {
				if _, known := table.rows[0].want(c); c.exact && !known {
					t.Errorf("%s: nothing to hold %s against", table.title, c.algorithm)
				}
			}
		}
	}
}

func hasTest(t *testing.T, r *row) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../..", r.args[2], "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Errorf("%s: no package %s (%v)", r.name, r.args[2], err)
		return
	}
	name := strings.Trim(r.args[1], "^$")
	declared := regexp.MustCompile(`func ` + name + `\(t \*testing\.T\)`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if declared.Match(text) {
			return
		}
	}
	t.Errorf("%s: no test %s in %s", r.name, name, r.args[2])
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, printed string
		want          cell
		text          string
	}{
		{
			"pass", `{"Action":"run","Test":"TestX"}
{"Action":"result","Test":"TestX","Verdict":"pass","Exhaustive":true,"Executions":24,"Blocked":3,"Events":480,"Elapsed":0.012}`,
			cell{state: complete, executions: 24, blocked: 3, events: 480, seconds: 0.012}, "24+3",
		},
		{
			"incomplete", `{"Action":"output","Test":"TestX","Output":"--- INCOMPLETE: TestX (1.00s)\n"}
{"Action":"output","Test":"TestX","Output":"    -budget 1s: 7 executions explored\n"}
{"Action":"result","Test":"TestX","Verdict":"incomplete","Executions":7}`,
			cell{state: incomplete, executions: 7, reason: "-budget 1s: 7 executions explored"}, "> 7",
		},
		{
			"refused", `{"Action":"output","Test":"TestX","Output":"--- UNSUPPORTED: TestX\n"}
{"Action":"output","Test":"TestX","Output":"    x_test.go:3: no locks\n"}
{"Action":"result","Test":"TestX","Verdict":"unsupported"}`,
			cell{state: refused, reason: "x_test.go:3: no locks"}, "refused",
		},
		{
			"a test fails", `{"Action":"result","Test":"TestX","Verdict":"fail","Exhaustive":true,"Executions":7,"Failing":2}`,
			cell{state: complete, executions: 7, failing: 2}, "7",
		},
		{"error", `{"Action":"result","Test":"TestX","Verdict":"error","Executions":7}`, cell{state: failed, executions: 7}, "failed"},
	} {
		got, err := read([]byte(c.printed), "")
		if err != nil || got != c.want || got.text() != c.text {
			t.Errorf("%s: %+v %q, want %+v %q (%v)", c.name, got, got.text(), c.want, c.text, err)
		}
	}
	if _, err := read([]byte(`{"Action":"pass"}`), "no tests"); err == nil {
		t.Error("no result is no error")
	}
}

// TestCheck: what an exact algorithm must come to is demanded, and a number
// that is not the paper's is marked.
func TestCheck(t *testing.T) {
	r := row{name: "p(1)", paper: []string{"20+4", "0.1", "30"}, right: map[int]int64{2: 32}}
	first, third := column{algorithm: "a", paper: 0, exact: true}, column{algorithm: "b", paper: 2, exact: true}
	loose := column{algorithm: "c", paper: 0}
	for _, c := range []struct {
		column         column
		got            cell
		differs, wrong bool
	}{
		{first, cell{executions: 24}, false, false},
		{first, cell{executions: 23}, true, true},
		{first, cell{executions: 24, blocked: 1}, true, true},
		{loose, cell{executions: 23, blocked: 1}, false, false},
		{third, cell{executions: 32}, true, false},
		{third, cell{executions: 30}, false, true},
		{first, cell{state: incomplete, executions: 3}, false, false},
		{loose, cell{state: failed}, false, true},
		{loose, cell{executions: 24, failing: 1}, false, true},
	} {
		var p page
		differs := p.check(&r, c.column, c.got)
		if differs != c.differs || len(p.wrong) > 0 != c.wrong {
			t.Errorf("%s %+v: differs %v, wrong %v, want %v, %v", c.column.algorithm, c.got, differs, p.wrong, c.differs, c.wrong)
		}
	}
}

// TestTable: a cell has its time where it took any; one line tells of columns that are the
// paper's.
func TestTable(t *testing.T) {
	tab := &table{
		title: "T", size: "program", paper: []string{"traces"},
		ours: []column{{algorithm: "a", paper: -1}, {algorithm: "b", paper: 0, exact: true}, {algorithm: "c", paper: 0, exact: true}},
		rows: []row{{name: "p(1)", paper: []string{"2"}}, {name: "p(2)", paper: []string{"4"}}},
	}
	cells := [][]cell{
		{{executions: 2, blocked: 1, seconds: 0.4}, {executions: 2}, {executions: 2}},
		{{state: incomplete, executions: 3, seconds: 14}, {executions: 4}, {executions: 4, seconds: 0.51}},
	}
	var b bytes.Buffer
	p := page{w: &b}
	p.table(tab, cells)
	const want = `### T

| program | traces | **a** | **c** |
| --- | --- | --- | --- |
| p(1) | 2 | 2+1 | 2 |
| p(2) | 4 | > 3 | 4 (0.5s) |

As in the column "traces", in every row: **b**.

`
	if b.String() != want || p.right != 4 || len(p.wrong) > 0 {
		t.Errorf("%d right, %v, the table is\n%s\nwant\n%s", p.right, p.wrong, b.String(), want)
	}
}

// TestSum: rows that are complete are one, others stand by themselves.
func TestSum(t *testing.T) {
	tab := &table{
		title: "T", size: "programs", paper: []string{"traces"}, sum: true,
		ours: []column{{algorithm: "a", paper: -1}, {algorithm: "b", paper: 0, exact: true}},
		rows: []row{{name: "p", paper: []string{"2"}}, {name: "q", paper: []string{"4"}}, {name: "r", paper: []string{"8"}}},
	}
	cells := [][]cell{
		{{executions: 2, blocked: 1}, {executions: 2}},
		{{state: incomplete, executions: 3}, {executions: 4}},
		{{executions: 8, blocked: 5}, {executions: 8}},
	}
	var b bytes.Buffer
	p := page{w: &b}
	p.table(tab, cells)
	const want = `### T

| programs | traces | **a** |
| --- | --- | --- |
| q | 4 | > 3 |
| 2 | 10 | 10+6 |

As in the column "traces", in every row: **b**.

`
	if b.String() != want || p.right != 3 || len(p.wrong) > 0 {
		t.Errorf("%d right, %v, the table is\n%s\nwant\n%s", p.right, p.wrong, b.String(), want)
	}
}
