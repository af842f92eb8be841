package main

// unordered is how Event-DPOR's benchmarks are run: mailboxes are multisets,
// every shared access is an event, and reads and writes are all there is.
var unordered = []string{"-queue=unordered", "-races=explore", "-commute=off"}

// eventTables are Tables 2, 3 and 4 of the paper on Event-DPOR (Table 1 has
// rows of them), without the columns of GenMC: those are other tools.
func eventTables() []table {
	paper := []string{"optimal", "event"}
	ours := []column{
		{algorithm: "optimal", paper: 0, exact: true},
		{algorithm: "event", paper: 1, exact: true},
		{algorithm: "auto", paper: 1, exact: true},
	}
	const symmetric = "the clients do the same, so the number of traces is a multiple of the number of their orders; the paper's is not. " +
		"[oracle.md](../design/oracle.md) has the proof, and LAPOR explores as many (paper, Table 4)"
	return []table{
		{
			title: "Event-DPOR, Table 2: the algorithms explore as many executions",
			about: "If the client's assumption does not hold, 2PC is blocked in the paper; here the client returns.",
			args:  unordered, size: "benchmark", paper: paper, ours: ours,
			rows: []row{
				{name: "writers(6)", args: test("writers.TestWriters6"), paper: []string{"720", "720"}},
				{name: "writers(8)", args: test("writers.TestWriters8"), paper: []string{"40320", "40320"}},
				{name: "posters(4)", args: test("posters.TestPosters4"), paper: []string{"2520", "2520"}},
				{name: "posters(5)", args: test("posters.TestPosters5"), paper: []string{"113400", "113400"}},
				{name: "2PC(7)", args: test("twophase.TestTwoPhaseCommit7"), paper: []string{"5040+5040", "5040+5040"}},
				{name: "2PC(8)", args: test("twophase.TestTwoPhaseCommit8"), paper: []string{"40320+40320", "40320+40320"}},
			},
		},
		{
			title: "Event-DPOR, Table 3: the same, where LAPOR begins executions in vain",
			args:  unordered, size: "benchmark", paper: paper, ours: ours,
			rows: []row{
				{name: "buyers(7)", args: test("buyers.TestBuyers7"), paper: []string{"5040", "5040"}},
				{name: "buyers(8)", args: test("buyers.TestBuyers8"), paper: []string{"40320", "40320"}},
				{name: "ping-pong(7)", args: test("pingpong.TestPingPong7"), paper: []string{"27252", "27252"}},
				{name: "ping-pong(8)", args: test("pingpong.TestPingPong8"), paper: []string{"253296", "253296"}},
			},
		},
		{
			title: "Event-DPOR, Table 4: programs in which it matters that handlers are not locks",
			about: "⏱ is the paper's timeout.",
			args:  unordered, size: "benchmark", paper: paper, ours: ours,
			rows: []row{
				{name: "consensus(3)", args: test("consensus.TestConsensus3"), paper: []string{"216", "125"}},
				{name: "consensus(4)", args: test("consensus.TestConsensus4"), paper: []string{"331776", "50625"}},
				{name: "db-cache(2)", args: test("dbcache.TestDBCache2"), paper: []string{"4608", "32"}},
				{name: "db-cache(3)", args: test("dbcache.TestDBCache3"), paper: []string{"3048192", "1711"}, right: map[int]int64{1: 1764}, why: symmetric},
				{name: "db-cache(4)", args: test("dbcache.TestDBCache4"), paper: []string{"⏱", "218527"}, right: map[int]int64{1: 235224}, why: symmetric},
				{name: "prolific(7)", args: test("prolific.TestProlific7"), paper: []string{"5040", "126"}},
				{name: "prolific(9)", args: test("prolific.TestProlific9"), paper: []string{"362880", "510"}},
				{name: "sparse-mat(4,5)", args: test("sparsemat.TestSparseMat5"), paper: []string{"185520", "1546"}},
				{name: "sparse-mat(4,7)", args: test("sparsemat.TestSparseMat7"), paper: []string{"⏱", "130922"}},
				{name: "mat-mult(4,3,5)", args: test("matmult.TestMatMult3"), paper: []string{"13824", "1"}},
				{name: "mat-mult(4,4,5)", args: test("matmult.TestMatMult4"), paper: []string{"331776", "1"}},
				{name: "mat-mult(4,5,5)", args: test("matmult.TestMatMult5"), paper: []string{"⏱", "1"}},
				{name: "plb(6)", args: test("plb.TestBalance6"), paper: []string{"10395", "1"}},
				{name: "plb(8)", args: test("plb.TestBalance8"), paper: []string{"2027025", "1"}},
			},
		},
		{
			title: "The same programs with FIFO mailboxes",
			about: "What one thread posts to one handler comes in its order. `em` promises less than every trace once.",
			args:  []string{"-queue=fifo", "-races=explore", "-commute=off"}, size: "benchmark", paper: []string{"traces", "unordered"},
			ours: []column{{algorithm: "em", paper: -1}, {algorithm: "auto", paper: 0, exact: true}},
			rows: []row{
				{name: "posters(2)", args: test("posters.TestPosters2"), paper: []string{"4", "6"}},
				{name: "posters(3)", args: test("posters.TestPosters3"), paper: []string{"30", "90"}},
				{name: "ping-pong(6)", args: test("pingpong.TestPingPong6"), paper: []string{"1", "3276"}},
				{name: "ping-pong(7)", args: test("pingpong.TestPingPong7"), paper: []string{"1", "27252"}},
				{name: "prolific(7)", args: test("prolific.TestProlific7"), paper: []string{"1", "126"}},
			},
		},
	}
}
