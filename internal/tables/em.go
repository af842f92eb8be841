package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// traces is where EM-Explorer's recorded traces are.
const traces = "testdata/traces"

// emTables are Table 2 of the paper on EM-DPOR, and what EM-Explorer explores
// on its smaller traces (em-explorer.tsv in testdata/traces).
func emTables(root string) ([]table, error) {
	small, err := emExplorer(filepath.Join(root, traces, "em-explorer.tsv"))
	if err != nil {
		return nil, err
	}
	return []table{emApplications(), small}, nil
}

// emColumns are ours: the paper's DPOR has no sleep sets. distinct is the
// column that has the number of traces.
func emColumns(distinct int) []column {
	return []column{
		{algorithm: "dpor-nosleep", paper: -1},
		{algorithm: "dpor", paper: -1},
		{algorithm: "em", paper: -1},
		{algorithm: "auto", paper: distinct, exact: true},
	}
}

func recorded(name string) []string { return []string{"explore", traces + "/" + name} }

func emApplications() table {
	return table{
		title: "EM-DPOR, Table 2: traces of Android applications",
		about: "*: explored when the paper's run was stopped. EM-Explorer counts the transitions of its tree; ours are all steps\n" +
			"executed, repeated prefixes included. The paper has no number of distinct traces. For Remind Me,\n" +
			"My Tracks and Character Recognition it is the oracle's (internal/tracerun), for the others that of `auto`.",
		size: "application", paper: []string{"DPOR", "transitions", "EM-DPOR", "transitions", "distinct"},
		ours: emColumns(4), events: true,
		rows: []row{
			{name: "Remind Me", args: recorded("apps/remind-me"), paper: []string{"24", "1864", "3", "875", "2"}},
			{name: "My Tracks", args: recorded("apps/mytracks"), paper: []string{"1610684*", "113299092*", "405013", "26745327", "10"}},
			{name: "Music Player", args: recorded("apps/music"), paper: []string{"1508413*", "93254810*", "266", "34333", "36"}},
			{name: "Character Recognition", args: recorded("apps/character-recognition"), paper: []string{"1284788", "67062526", "756", "39422", "20"}},
			{name: "Aard Dictionary", args: recorded("apps/aarddict"), paper: []string{"359961*", "14397143*", "14", "4772", "2"}},
		},
	}
}

// emExplorer makes a table of the file's, without the applications.
func emExplorer(file string) (table, error) {
	t := table{
		title: "EM-Explorer on its smaller traces",
		about: "EM-Explorer's own numbers (`" + traces + "/em-explorer.tsv`), added up but for a trace that its DPOR has none of;\n" +
			"distinct is by an independent enumeration.",
		size: "traces", paper: []string{"DPOR", "EM-DPOR", "distinct"},
		ours: emColumns(2), sum: true,
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return t, fmt.Errorf("reading EM-Explorer's numbers: %w", err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		f := strings.Split(line, "\t")
		if len(f) != 9 {
			return t, fmt.Errorf("%s:%d: %d fields, want 9", file, i+1, len(f))
		}
		if i == 0 || strings.HasPrefix(f[0], "apps/") {
			continue
		}
		t.rows = append(t.rows, row{
			name: f[0], args: recorded(f[0]), paper: []string{f[5], f[2], f[8]},
			fails: strings.Contains(f[8], "+"), // deadlocked ones
		})
	}
	return t, nil
}
