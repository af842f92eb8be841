// Package tapctcp samples by taPCTCP (Ozkan, Majumdar, Oraee: Trace Aware Random Testing for
// Distributed Systems, OOPSLA 2019): PCT over the chains of a partial order, for programs of
// messages. tapctcp.go has the chains, racy.go the steps at which priorities may change.
package tapctcp
