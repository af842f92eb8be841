package main

import (
	"strings"
	"testing"
)

func TestR4Line(t *testing.T) {
	run, err := readR4(strings.NewReader(`{"Action":"run","Package":"p","Test":"T"}
{"Action":"sequence","Sequence":0,"Parent":-1,"Reversals":0,"Events":["a","b","c"]}
{"Action":"sequence","Sequence":1,"Parent":0,"Reversals":1,"Events":["b","a"]}
{"Action":"conflict","Class":"different","Reversals":2,"Parts":[{"Name":"failure"}]}
{"Action":"conflict","Class":"different","Reversals":1,"Parts":[{"Name":"state"}]}
{"Action":"conflict","Class":"equal","Reversals":1}
{"Action":"result","Verdict":"fail","Events":77,"Reversals":{"Sequences":[1,1],"Completed":1,"Enabled":100,"Explored":23},"Bound":"time"}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := "| x | 3 | 2 (0.0s) | 2 | 1 | 2 (0.0s) | 1/0/2 | 77% |"
	if got := (&r4Row{name: "x", bug: true, found: run, explored: run}).line(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	run.result.Bound = "timers"
	want = "| x | 3 | not found |  | 1, all | 2 (0.0s) | 1/0/2 | 77% |"
	if got := (&r4Row{name: "x", bug: true, explored: run}).line(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestSpliced(t *testing.T) {
	doc := "a\n" + r4Begin + "\nold\n" + r4End + "\nb\n"
	if got, err := spliced(doc, "new\n"); err != nil || got != strings.Replace(doc, "old", "new", 1) {
		t.Errorf("%v\n%s", err, got)
	}
	if _, err := spliced("a\n", "new\n"); err == nil {
		t.Error("no error where there is no place for the table")
	}
}
