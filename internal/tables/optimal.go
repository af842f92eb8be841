package main

import "fmt"

// everyAccess is how programs without handlers are run.
var everyAccess = []string{"-races=explore", "-commute=off"}

// optimalTables are Tables 1 to 4 of the paper on source sets and
// Optimal-DPOR, and the programs of Concuerror's test suite. Its Tables 5 and
// 6 are of Erlang applications.
func optimalTables() []table {
	ours := []column{
		{algorithm: "dpor", paper: -1},
		{algorithm: "source", paper: -1},
		{algorithm: "optimal", paper: 2, exact: true},
		{algorithm: "auto", paper: 2, exact: true},
	}
	paper := []string{"classic", "source", "optimal"}
	return []table{
		figure10(),
		wakeupStress(),
		{
			title: "Optimal-DPOR, Table 3: two standard benchmarks",
			about: "Classic is Flanagan and Godefroid's algorithm with sleep sets, here `dpor`. It and source sets depend on the order of exploration.",
			args:  everyAccess, size: "benchmark", paper: paper, ours: ours,
			rows: []row{
				{name: "filesystem(18)", args: test("filesystem.TestFilesystem18"), paper: []string{"1024", "32", "32"}},
				{name: "filesystem(19)", args: test("filesystem.TestFilesystem19"), paper: []string{"4096", "64", "64"}},
				{name: "indexer(15)", args: test("indexer.TestIndexer15"), paper: []string{"341832", "4096", "4096"}},
			},
		},
		{
			title: "Optimal-DPOR, Table 4: two synthetic benchmarks",
			about: "The paper's numbers contain sleep-set blocked executions. On readers, where the order of exploration does\n" +
				"not matter, ours for classic add up to them. For source on lastzero(15) the paper prints 3,025,87.",
			args: everyAccess, size: "benchmark", paper: paper, ours: ours,
			rows: []row{
				{name: "readers(8)", args: test("readers.TestReaders8"), paper: []string{"3281", "256", "256"}},
				{name: "readers(13)", args: test("readers.TestReaders13"), paper: []string{"797162", "8192", "8192"}},
				{name: "lastzero(10)", args: test("lastzero.TestLastZero10"), paper: []string{"53198", "7204", "3328"}},
				{name: "lastzero(15)", args: test("lastzero.TestLastZero15"), paper: []string{"9378091", "302587", "147456"}},
			},
		},
		concuerror(),
	}
}

// figure10 is Table 1. What source sets explore there has the blocked ones in
// it, which stand in a column of their own, too.
func figure10() table {
	t := table{
		title: "Optimal-DPOR, Table 1: the program of Figure 10 with n groups",
		about: "The paper's number for source contains sleep-set blocked executions. As in the paper's program, and not in its\n" +
			"text, s reads y only if it has found z written.",
		args: everyAccess, size: "benchmark", paper: []string{"source", "blocked", "optimal"},
		ours: []column{
			{algorithm: "source", paper: -1},
			{algorithm: "optimal", paper: 2, exact: true},
			{algorithm: "auto", paper: 2, exact: true},
		},
	}
	for i, paper := range [][]string{
		{"145", "124", "21"},
		{"373", "344", "29"},
		{"1222", "1185", "37"},
	} {
		n := 2*i + 5
		t.rows = append(t.rows, row{name: fmt.Sprintf("figure 10 (%d)", n), args: test(fmt.Sprintf("figure10.TestFigure10x%d", n)), paper: paper})
	}
	return t
}

// wakeupStress is Table 2, without the sizes of wakeup trees and of memory.
func wakeupStress() table {
	t := table{
		title: "Optimal-DPOR, Table 2: wakeup_stress(n)",
		args:  everyAccess, size: "benchmark", paper: []string{"traces"},
		ours: []column{
			{algorithm: "source", paper: 0},
			{algorithm: "optimal", paper: 0, exact: true},
			{algorithm: "auto", paper: 0, exact: true},
		},
	}
	for i, paper := range [][]string{
		{"10080"},
		{"725760"},
	} {
		n := 2*i + 7
		t.rows = append(t.rows, row{name: fmt.Sprintf("wakeup_stress(%d)", n), args: test(fmt.Sprintf("wakeupstress.TestWakeupStress%d", n)), paper: paper})
	}
	return t
}

// concuerror has the programs of testdata/benchmarks/concuerror.
func concuerror() table {
	t := table{
		title: "Concuerror's test suite",
		about: "Small programs of its dpor_tests, as plain loads and stores, added up. sleeping_races_3_write is\n" +
			"reconstructed from sleeping_races_3_read and its number.",
		args: everyAccess, size: "programs", paper: []string{"traces"}, sum: true,
		ours: []column{
			{algorithm: "dpor", paper: -1},
			{algorithm: "source", paper: -1},
			{algorithm: "optimal", paper: 0, exact: true},
			{algorithm: "event", paper: 0, exact: true},
			{algorithm: "auto", paper: 0, exact: true},
		},
	}
	for _, p := range []struct{ name, test, traces string }{
		{"POPL_optimal_example", "POPLOptimalExample", "5"},
		{"combination_lock_1", "CombinationLock1", "6"},
		{"complete_test_1", "CompleteTest1", "48"},
		{"complete_test_2", "CompleteTest2", "60"},
		{"conditional_readers_3", "ConditionalReaders3", "6"},
		{"depend_1", "Depend1", "12"},
		{"depend_3", "Depend3", "30"},
		{"depend_4", "Depend4", "30"},
		{"depend_5", "Depend5", "12"},
		{"depend_6", "Depend6", "18"},
		{"diff_dep_2", "DiffDep2", "9"},
		{"diff_dep_3", "DiffDep3", "6"},
		{"difficult_readers", "DifficultReaders", "18"},
		{"ets_cross", "ETSCross", "3"},
		{"ets_dependencies", "ETSDependencies", "4"},
		{"ets_dependencies_n(3)", "ETSDependenciesN", "8"},
		{"hairbrush_teeth_1", "HairbrushTeeth1", "6"},
		{"hairbrush_teeth_2", "HairbrushTeeth2", "20"},
		{"long_chain", "LongChain", "20"},
		{"many_initials", "ManyInitials", "5"},
		{"manywrite", "ManyWrite", "4"},
		{"manywrite_2", "ManyWrite2", "16"},
		{"readers_basic", "ReadersBasic", "4"},
		{"sleeping_races_1", "SleepingRaces1", "3"},
		{"sleeping_races_2", "SleepingRaces2", "5"},
		{"sleeping_races_3_read", "SleepingRaces3Read", "6"},
		{"sleeping_races_3_write", "SleepingRaces3Write", "10"},
		{"sleeping_races_4", "SleepingRaces4", "12"},
		{"sleeping_races_5", "SleepingRaces5", "24"},
		{"sleeping_races_6", "SleepingRaces6", "10"},
		{"two_writers_readers_1", "TwoWritersReaders1", "9"},
		{"two_writers_readers_2", "TwoWritersReaders2", "18"},
	} {
		t.rows = append(t.rows, row{name: p.name, args: test("concuerror.Test" + p.test), paper: []string{p.traces}})
	}
	return t
}
