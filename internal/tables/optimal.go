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
		{algorithm: "optimal", paper: 4, exact: true},
		{algorithm: "auto", paper: 4, exact: true},
	}
	paper := []string{"classic", "s", "source", "s", "optimal", "s"}
	return []table{
		figure10(),
		wakeupStress(),
		{
			title: "Optimal-DPOR, Table 3: two standard benchmarks",
			about: "Classic is Flanagan and Godefroid's algorithm with sleep sets, here `dpor`. It and source sets depend on the order of exploration.",
			args:  everyAccess, size: "benchmark", paper: paper, ours: ours,
			rows: []row{
				{name: "filesystem(14)", args: test("filesystem.TestFilesystem14"), paper: []string{"4", "0.54", "2", "0.36", "2", "0.35"}},
				{name: "filesystem(16)", args: test("filesystem.TestFilesystem16"), paper: []string{"64", "8.13", "8", "1.82", "8", "1.78"}},
				{name: "filesystem(18)", args: test("filesystem.TestFilesystem18"), paper: []string{"1024", "131", "32", "8.52", "32", "8.86"}},
				{name: "filesystem(19)", args: test("filesystem.TestFilesystem19"), paper: []string{"4096", "513", "64", "18.62", "64", "19.57"}},
				{name: "indexer(12)", args: test("indexer.TestIndexer12"), paper: []string{"78", "0.74", "8", "0.11", "8", "0.10"}},
				{name: "indexer(15)", args: test("indexer.TestIndexer15"), paper: []string{"341832", "3380", "4096", "50.24", "4096", "52.35"}},
			},
		},
		{
			title: "Optimal-DPOR, Table 4: two synthetic benchmarks",
			about: "The paper's numbers contain sleep-set blocked executions. On readers, where the order of exploration does\n" +
				"not matter, ours for classic add up to them. For source on lastzero(15) the paper prints 3,025,87.",
			args: everyAccess, size: "benchmark", paper: paper, ours: ours,
			rows: []row{
				{name: "readers(2)", args: test("readers.TestReaders2"), paper: []string{"5", "0.02", "4", "0.02", "4", "0.02"}},
				{name: "readers(8)", args: test("readers.TestReaders8"), paper: []string{"3281", "13.98", "256", "1.31", "256", "1.29"}},
				{name: "readers(13)", args: test("readers.TestReaders13"), paper: []string{"797162", "5167", "8192", "86", "8192", "86"}},
				{name: "lastzero(5)", args: test("lastzero.TestLastZero5"), paper: []string{"241", "1.08", "79", "0.38", "64", "0.32"}},
				{name: "lastzero(10)", args: test("lastzero.TestLastZero10"), paper: []string{"53198", "287", "7204", "45.21", "3328", "27.61"}},
				{name: "lastzero(15)", args: test("lastzero.TestLastZero15"), paper: []string{"9378091", "92351", "302587", "3304", "147456", "1813"}},
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
		about: "The paper's number for source contains sleep-set blocked executions. In the text of the figure s always reads y, which makes\n" +
			"7 traces for n = 1. The paper's numbers are of a program in which s reads y only if it has found z written; so is ours.",
		args: everyAccess, size: "benchmark", paper: []string{"source", "blocked", "s", "optimal", "s"},
		ours: []column{
			{algorithm: "source", paper: -1},
			{algorithm: "optimal", paper: 3, exact: true},
			{algorithm: "auto", paper: 3, exact: true},
		},
	}
	for i, paper := range [][]string{
		{"8", "3", "0.03", "5", "0.02"},
		{"20", "11", "0.08", "9", "0.04"},
		{"41", "28", "0.20", "13", "0.07"},
		{"78", "61", "0.41", "17", "0.10"},
		{"145", "124", "0.81", "21", "0.17"},
		{"268", "243", "1.56", "25", "0.20"},
		{"373", "344", "2.38", "29", "0.26"},
		{"674", "641", "4.70", "33", "0.34"},
		{"1222", "1185", "8.79", "37", "0.44"},
	} {
		n := i + 1
		t.rows = append(t.rows, row{name: fmt.Sprintf("figure 10 (%d)", n), args: test(fmt.Sprintf("figure10.TestFigure10x%d", n)), paper: paper})
	}
	return t
}

// wakeupStress is Table 2, without the sizes of wakeup trees and of memory.
func wakeupStress() table {
	t := table{
		title: "Optimal-DPOR, Table 2: wakeup_stress(n)",
		args:  everyAccess, size: "benchmark", paper: []string{"traces", "source s", "optimal s"},
		ours: []column{
			{algorithm: "source", paper: 0},
			{algorithm: "optimal", paper: 0, exact: true},
			{algorithm: "auto", paper: 0, exact: true},
		},
	}
	for i, paper := range [][]string{
		{"2", "0.01", "0.01"},
		{"4", "0.02", "0.02"},
		{"12", "0.05", "0.06"},
		{"48", "0.24", "0.24"},
		{"240", "1.21", "1.23"},
		{"1440", "8.74", "8.96"},
		{"10080", "62", "67"},
		{"80640", "570", "588"},
		{"725760", "5354", "5942"},
	} {
		n := i + 1
		t.rows = append(t.rows, row{name: fmt.Sprintf("wakeup_stress(%d)", n), args: test(fmt.Sprintf("wakeupstress.TestWakeupStress%d", n)), paper: paper})
	}
	return t
}

// concuerror has the programs of testdata/benchmarks/concuerror.
func concuerror() table {
	t := table{
		title: "Concuerror's test suite",
		about: "Small programs of its dpor_tests, as plain loads and stores. sleeping_races_3_write is reconstructed from\n" +
			"sleeping_races_3_read and its number.",
		args: everyAccess, size: "program", paper: []string{"traces"}, brief: true,
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
