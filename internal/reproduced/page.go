package main

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// page writes the page.
func page(w io.Writer, rows []*row) {
	fmt.Fprintf(w, `# Native reproductions

Made by `+"`make repro`"+`. Of each failing test gocheck's first schedule is made a
folder by `+"`gocheck repro -budget %s`"+`, in which plain `+"`go test`"+` (`+"`go test -race`"+`, where it is a race)
is run %d times (%s, %s/%s). A reproduction is good if at least %.0f of 100 runs fail
as the schedule says. *Gates* are how many orders or choices are enforced.
Folders: %s.

| group | failures | good | without a gate | gates (median) |
| --- | ---: | ---: | ---: | ---: |
`, *budget, *runs, runtime.Version(), runtime.GOOS, runtime.GOARCH, 100*enough, cmp.Or(*only, "all"))
	for _, g := range groups {
		all, good, without := 0, 0, 0
		var gates []int
		for _, r := range rows {
			if r.group != g.name {
				continue
			}
			all++
			if r.good() {
				good++
				gates = append(gates, r.gates)
				if r.gates == 0 {
					without++
				}
			}
		}
		if all > 0 {
			fmt.Fprintf(w, "| %s | %d | %d (%d %%) | %d | %s |\n", g.name, all, good, 100*good/all, without, median(gates))
		}
	}
	others := slices.DeleteFunc(slices.Clone(rows), (*row).good)
	if len(others) == 0 {
		fmt.Fprint(w, "\nThere are no others.\n")
	} else {
		fmt.Fprint(w, "\nThe others, and why:\n\n| test | kind | failed | gates | reason |\n| --- | --- | ---: | ---: | --- |\n")
	}
	for _, r := range others {
		why := reasons[r.name()]
		if why == "" {
			why = "not looked into"
		}
		if r.trouble != "" {
			line, _, _ := strings.Cut(r.trouble, "\n")
			why = line
		}
		fmt.Fprintf(w, "| %s | %s | %d of %d | %d | %s |\n", r.name(), r.test.Kind(), r.failed, r.runs, r.gates, why)
	}
	var gates, lines []int
	least := 100
	for _, r := range rows {
		if r.good() && r.gates > 0 {
			gates, lines = append(gates, r.gates), append(lines, r.lines)
			least = min(least, 100*r.failed/r.runs)
		}
	}
	if len(gates) > 0 {
		half := median(gates)
		fmt.Fprintf(w, `
The good ones with gates: %d, with %d to %d gates, half of them with %s at most, and %d to %d lines
added. Of each at least %d %% of the runs failed.
`, len(gates), slices.Min(gates), slices.Max(gates), half, slices.Min(lines), slices.Max(lines), least)
	}
}

// median is of numbers, as text.
func median(all []int) string {
	if len(all) == 0 {
		return "–"
	}
	slices.Sort(all)
	return strconv.Itoa(all[len(all)/2])
}
