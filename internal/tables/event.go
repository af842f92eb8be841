package main

// unordered is how Event-DPOR's benchmarks are run: mailboxes are multisets,
// every shared access is an event, and reads and writes are all there is.
var unordered = []string{"-queue=unordered", "-races=explore", "-commute=off"}

// eventTables are Tables 2, 3 and 4 of the paper on Event-DPOR (Table 1 has
// rows of them), without the columns of GenMC: those are other tools.
func eventTables() []table {
	paper := []string{"optimal", "s", "event", "s"}
	ours := []column{
		{algorithm: "optimal", paper: 0, exact: true},
		{algorithm: "event", paper: 2, exact: true},
		{algorithm: "auto", paper: 2, exact: true},
	}
	const symmetric = "the clients do the same, so the number of traces is a multiple of the number of their orders; the paper's is not. " +
		"[oracle.md](../design/oracle.md) has the proof, and LAPOR explores as many (paper, Table 4)"
	return []table{
		{
			title: "Event-DPOR, Table 2: the algorithms explore as many executions",
			about: "If the client's assumption does not hold, 2PC is blocked in the paper; here the client returns.",
			args:  unordered, size: "benchmark", paper: paper, ours: ours,
			rows: []row{
				{name: "writers(4)", args: test("writers.TestWriters4"), paper: []string{"24", "0.07", "24", "0.07"}},
				{name: "writers(6)", args: test("writers.TestWriters6"), paper: []string{"720", "0.26", "720", "0.37"}},
				{name: "writers(8)", args: test("writers.TestWriters8"), paper: []string{"40320", "16.19", "40320", "25.96"}},
				{name: "posters(3)", args: test("posters.TestPosters3"), paper: []string{"90", "0.09", "90", "0.09"}},
				{name: "posters(4)", args: test("posters.TestPosters4"), paper: []string{"2520", "0.94", "2520", "1.42"}},
				{name: "posters(5)", args: test("posters.TestPosters5"), paper: []string{"113400", "50.87", "113400", "84.64"}},
				{name: "2PC(6)", args: test("twophase.TestTwoPhaseCommit6"), paper: []string{"720+720", "1.22", "720+720", "2.14"}},
				{name: "2PC(7)", args: test("twophase.TestTwoPhaseCommit7"), paper: []string{"5040+5040", "9.92", "5040+5040", "19.13"}},
				{name: "2PC(8)", args: test("twophase.TestTwoPhaseCommit8"), paper: []string{"40320+40320", "96.56", "40320+40320", "210.57"}},
			},
		},
		{
			title: "Event-DPOR, Table 3: the same, where LAPOR begins executions in vain",
			args:  unordered, size: "benchmark", paper: paper, ours: ours,
			rows: []row{
				{name: "buyers(6)", args: test("buyers.TestBuyers6"), paper: []string{"720", "0.36", "720", "0.51"}},
				{name: "buyers(7)", args: test("buyers.TestBuyers7"), paper: []string{"5040", "2.53", "5040", "3.96"}},
				{name: "buyers(8)", args: test("buyers.TestBuyers8"), paper: []string{"40320", "23.59", "40320", "37.70"}},
				{name: "ping-pong(6)", args: test("pingpong.TestPingPong6"), paper: []string{"3276", "1.45", "3276", "2.61"}},
				{name: "ping-pong(7)", args: test("pingpong.TestPingPong7"), paper: []string{"27252", "13.78", "27252", "26.42"}},
				{name: "ping-pong(8)", args: test("pingpong.TestPingPong8"), paper: []string{"253296", "149.26", "253296", "299.12"}},
			},
		},
		{
			title: "Event-DPOR, Table 4: programs in which it matters that handlers are not locks",
			about: "⏱ is the paper's timeout.",
			args:  unordered, size: "benchmark", paper: paper, ours: ours,
			rows: []row{
				{name: "consensus(2)", args: test("consensus.TestConsensus2"), paper: []string{"4", "0.06", "4", "0.06"}},
				{name: "consensus(3)", args: test("consensus.TestConsensus3"), paper: []string{"216", "0.20", "125", "0.20"}},
				{name: "consensus(4)", args: test("consensus.TestConsensus4"), paper: []string{"331776", "419.90", "50625", "177.63"}},
				{name: "db-cache(2)", args: test("dbcache.TestDBCache2"), paper: []string{"4608", "2.24", "32", "0.09"}},
				{name: "db-cache(3)", args: test("dbcache.TestDBCache3"), paper: []string{"3048192", "2322.91", "1711", "2.02"}, right: map[int]int64{2: 1764}, why: symmetric},
				{name: "db-cache(4)", args: test("dbcache.TestDBCache4"), paper: []string{"⏱", "⏱", "218527", "418.34"}, right: map[int]int64{2: 235224}, why: symmetric},
				{name: "prolific(5)", args: test("prolific.TestProlific5"), paper: []string{"120", "0.21", "30", "0.18"}},
				{name: "prolific(7)", args: test("prolific.TestProlific7"), paper: []string{"5040", "11.79", "126", "2.12"}},
				{name: "prolific(9)", args: test("prolific.TestProlific9"), paper: []string{"362880", "1363.31", "510", "26.28"}},
				{name: "sparse-mat(4,3)", args: test("sparsemat.TestSparseMat3"), paper: []string{"204", "0.16", "34", "0.09"}},
				{name: "sparse-mat(4,5)", args: test("sparsemat.TestSparseMat5"), paper: []string{"185520", "126.06", "1546", "1.66"}},
				{name: "sparse-mat(4,7)", args: test("sparsemat.TestSparseMat7"), paper: []string{"⏱", "⏱", "130922", "234.27"}},
				{name: "mat-mult(4,3,5)", args: test("matmult.TestMatMult3"), paper: []string{"13824", "21.82", "1", "0.07"}},
				{name: "mat-mult(4,4,5)", args: test("matmult.TestMatMult4"), paper: []string{"331776", "828.91", "1", "0.07"}},
				{name: "mat-mult(4,5,5)", args: test("matmult.TestMatMult5"), paper: []string{"⏱", "⏱", "1", "0.07"}},
				{name: "plb(4)", args: test("plb.TestBalance4"), paper: []string{"105", "0.10", "1", "0.06"}},
				{name: "plb(6)", args: test("plb.TestBalance6"), paper: []string{"10395", "6.61", "1", "0.06"}},
				{name: "plb(8)", args: test("plb.TestBalance8"), paper: []string{"2027025", "1808.24", "1", "0.06"}},
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
