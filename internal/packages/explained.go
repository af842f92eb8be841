package main

import (
	"slices"
	"strings"
)

// A class says who is at fault when a test fails.
type class int

const (
	bugOfPackage class = iota // the code under test
	bugOfTest                 // the test, whatever the machine's speed
	realTime                  // the test assumes that some code has run after some time
	shortfall                 // gocheck: it cannot happen natively
)

func (c class) String() string {
	switch c {
	case bugOfPackage:
		return "Bugs of the packages"
	case bugOfTest:
		return "Faults of the tests"
	case realTime:
		return "Tests that rely on real time"
	default:
		return "Shortfalls of gocheck"
	}
}

// An explanation says what causes a failure. It is written by hand.
type explanation struct {
	pkg   string
	tests string // names, separated by spaces
	kind  string // the failure's
	class class
	why   string
}

// explain is the explanation of a failure of t, or nil.
func explain(t *test, f *failure) *explanation {
	for i := range explained {
		e := &explained[i]
		if e.pkg == t.Pkg && e.kind == f.Kind && slices.Contains(strings.Fields(e.tests), t.Name) {
			return e
		}
	}
	return nil
}

var explained = []explanation{
	{
		"github.com/benbjohnson/clock", "TestMock_AfterRace", "deadlock", bugOfPackage,
		"Two goroutines can tick one timer: `Mock.runNextTimer` picks it under the lock (clock.go:167) " +
			"and ticks it afterwards (clock.go:179), and `After` and `Sleep` call it, too (clock.go:264). " +
			"The timer's channel holds one value, and the second value is sent with the lock held " +
			"(clock.go:353). If the receiver is still in `After`, all wait for ever. Natively: it hangs " +
			"within 300 runs with random sleeps of 2 to 3 ms; 2,000 runs without did not show it.",
	},
	{
		"github.com/jonboulle/clockwork", "TestFakeClockRace", "leak", bugOfTest,
		"The test starts four goroutines and ends. If `Advance` comes before `Sleep` has registered its " +
			"waiter, nobody advances the clock again, and the goroutine sleeps for ever.",
	},
	{
		"github.com/jonboulle/clockwork", "TestFakeTicker_DeliveryOrder", "fatal", bugOfTest,
		"The other goroutine can have advanced the clock ten times before the test receives for the " +
			"first time. The ticker has dropped all ticks but the first by then. Natively: 1 of some 20,000 " +
			"runs with GOMAXPROCS=2 hung.",
	},
	{
		"github.com/cskr/pubsub", "TestTryPub", "fatal", bugOfTest,
		"The test assumes that both messages have been handled when it receives the first one. Natively: " +
			"23 of 10,000 runs once the test calls `runtime.Gosched` three times after its receive; none of " +
			"200,000 without.",
	},
	{
		"github.com/cskr/pubsub", "Example", "fatal", bugOfTest,
		"The example expects the sixth message to be the last. How many come before the goroutine's `Unsub` " +
			"is a matter of who goes first (example_test.go:21).",
	},
	{
		"github.com/oklog/run", "ExampleGroup_Add_basic", "fatal", bugOfTest,
		"The first actor is cancelled by its interrupt function, and may print so before `Run` calls that " +
			"of the second one (group.go:47): the example expects the other order.",
	},
	{
		"github.com/sony/gobreaker", "TestCustomCircuitBreaker", "race", bugOfTest,
		"The test reads the counts without the lock, 50 ms after it has started the goroutine that " +
			"writes them (gobreaker_test.go:258). `go test -race` reports it, too.",
	},
	{
		"github.com/sony/gobreaker", "TestGeneration", "race", bugOfTest,
		"As in TestCustomCircuitBreaker, 500 ms after (gobreaker_test.go:334).",
	},
	{
		"github.com/alitto/pond/v2", "TestTaskGroupWaitShouldNotDeadlockWhenPoolContextCanceledWithQueuedTasks", "fatal", bugOfTest,
		"`Wait` returns when the group's tasks are done; only then the worker counts the task " +
			"(pool.go:267) and itself out (pool.go:467). Natively: 9 of 20,000 runs with GOMAXPROCS=4.",
	},
	{
		"github.com/alitto/pond/v2", "TestResultPoolSubmitContextCanceled", "fatal", bugOfTest,
		"The second task cancels the pool's context. If it does so before the third is submitted, that " +
			"one is dropped, not cancelled. Natively: 5 of 20,000 runs with GOMAXPROCS=4.",
	},
	{
		"github.com/alitto/pond/v2", "TestPoolWithQueueSizeZero", "fatal", bugOfTest,
		"A task's `Wait` returns before the worker has counted the task (pool.go:267). Natively: 938 of " +
			"1,000 runs with a `runtime.Gosched` before the counting; none of 6,000 without.",
	},
	{
		"github.com/robfig/cron/v3", "TestStopAndWait", "fatal", realTime,
		"The test sleeps for a second and assumes that the jobs due at the next full second have been " +
			"started. An execution begins at a full second, so both are due at the same time, and `Stop` may " +
			"come first.",
	},
	{
		"github.com/panjf2000/ants/v2", "TestNonblockingSubmit", "fatal", bugOfTest,
		"The task closes `ch1` before its worker is back in the pool (worker.go:72): a `Submit` right " +
			"after may find the pool full. Natively: 196 of 200 runs with a `runtime.Gosched` between the " +
			"two; none of 900 without.",
	},
	{
		"github.com/panjf2000/ants/v2", "TestNonblockingSubmitWithFunc", "fatal", bugOfTest,
		"As in TestNonblockingSubmit: `wg.Done` comes before the worker is back in the pool (worker_func.go).",
	},
	{
		"github.com/panjf2000/ants/v2", "TestNonblockingSubmitWithFuncGeneric", "fatal", bugOfTest,
		"As in TestNonblockingSubmit.",
	},
	{
		"github.com/panjf2000/ants/v2", "TestReleaseWhenRunningPool", "panic", bugOfTest,
		"The goroutines call `wg.Done` before `t.Log` (ants_test.go:975): the test may be over by then, " +
			"and `Log` panics. Natively: at once with a millisecond's sleep between the two.",
	},
	{
		"github.com/panjf2000/ants/v2", "TestReleaseWhenRunningPoolWithFunc", "panic", bugOfTest,
		"As in TestReleaseWhenRunningPool (ants_test.go:1020).",
	},
	{
		"github.com/panjf2000/ants/v2", "TestReleaseWhenRunningPoolWithFuncGeneric", "panic", bugOfTest,
		"As in TestReleaseWhenRunningPool (ants_test.go:1057).",
	},
	{
		"github.com/panjf2000/ants/v2", "TestRebootNewPool TestRebootDefaultPool", "race", bugOfPackage,
		"A worker that ends reads `w.pool.once` after it has counted itself out (worker.go:52). If `Release` " +
			"looks for running workers in between, it closes `allDone` itself, and `Reboot` writes `once` " +
			"(ants.go:500) with nothing between the two; the worker may close the new `allDone`. Natively: " +
			"`go test -race` reports it with a sleep of 2 ms before ants.go:409 and one of 5 ms before worker.go:52.",
	},
	{
		"github.com/gammazero/workerpool/pacer", "TestPauseWithWaitingCallers", "fatal", shortfall,
		"`Pause` waits to send on a full channel, and the next caller of `Next` sends there, too " +
			"(pacer.go:83). Go's runtime hands the room to the sender that has waited longest, and " +
			"pacer.go:81 relies on that. The language does not promise it, and to gocheck waiters have no " +
			"order. Natively none of 900 runs failed.",
	},
	{
		"github.com/ThreeDotsLabs/watermill/message", "TestRouter_Context_Stringer TestRouter_Context_TypeName", "panic", bugOfPackage,
		"`Run` cancels the context of the handlers (router.go:411). A handler that comes to its " +
			"`select` only then (router.go:793) may never close the subscriber, and `Close` waits until " +
			"its timeout.",
	},
	{
		"github.com/ThreeDotsLabs/watermill/message", "TestRouter_ack_on_publishing_success TestRouter_nack_on_publishing_failure TestRouter_nack_on_panic", "fatal", bugOfPackage,
		"As in TestRouter_Context_Stringer: router.go:793.",
	},
	{
		"github.com/ThreeDotsLabs/watermill/message/router/middleware", "TestPoisonQueue_context_values", "leak", bugOfPackage,
		"As in TestRouter_Context_Stringer: the subscriber is not closed (router.go:793), and its goroutine waits for ever.",
	},
	{
		"github.com/ThreeDotsLabs/watermill/message", "TestRouter_AddMiddleware_to_router", "race", bugOfPackage,
		"`GoChannel.Close` sets `persistedMessages` to nil without the lock that `Publish` reads it with (pubsub.go:117, 334).",
	},
	{
		"github.com/ThreeDotsLabs/watermill/message", "TestRouter_context_cancel_does_not_log_error TestRouter_stopping_all_handlers_logs_error", "race", bugOfPackage,
		"`CaptureLoggerAdapter.Captured` returns the map itself (log.go:226), which is read without the " +
			"lock while the router still logs.",
	},
	{
		"github.com/ThreeDotsLabs/watermill/components/requestreply", "TestRequestReply_timeout", "fatal", bugOfPackage,
		"At the timeout the subscription is closed as well, and the `select` at backend_pubsub.go:179 " +
			"may see that first: the error is \"subscriber closed\", not the deadline.",
	},
	{
		"github.com/ThreeDotsLabs/watermill/message", "TestRouter_wait_for_handlers_before_shutdown", "panic", bugOfTest,
		"`Close` gives up after 30 s, long after the test has ended, and the goroutine's `assert.NoError` " +
			"(router_test.go:1266) uses the test's T then.",
	},
	{
		"github.com/ThreeDotsLabs/watermill/message", "TestRouter_functional_nack", "fatal", bugOfTest,
		"The handler hands the message to the test before it calls `Nack`. If the test's `Ack` comes " +
			"first, nothing is sent again.",
	},
	{
		"github.com/ThreeDotsLabs/watermill/message", "TestRouter_nack_on_context_canceled", "leak", bugOfTest,
		"The message is sent again after each Nack, and each time the handler sends on a channel from " +
			"which the test receives only a few times.",
	},
	{
		"github.com/ThreeDotsLabs/watermill/message/router/middleware", "TestRetry_ctx_cancel", "fatal", bugOfTest,
		"The goroutine may have called the handler before the test cancels: then the handler's messages " +
			"are returned.",
	},
	{
		"github.com/ThreeDotsLabs/watermill/message/router/middleware", "TestThrottle_Middleware", "leak", bugOfTest,
		"Goroutines that count send on a channel from which the test receives only until its time is " +
			"over.",
	},
	{
		"github.com/ThreeDotsLabs/watermill/pubsub/gochannel", "TestSubscribe_race_condition_when_closing", "fatal", bugOfTest,
		"`Close`, in another goroutine, may come before `Subscribe`, which then returns an error.",
	},
	{
		"github.com/go-co-op/gocron/v2", "TestSchedulerMonitor_MultipleStartStop TestSchedulerMonitor_ConcurrentAccess TestSchedulerMonitor_StartWithoutJobs TestSchedulerMonitor_IntegrationWithJobs TestSchedulerMonitor_Basic", "fatal", bugOfPackage,
		"`ShutdownWithContext` cancels, and looks at `started` afterwards (scheduler.go:999). If the " +
			"scheduler has stopped by then, it returns without telling the monitor.",
	},
	{
		"github.com/go-co-op/gocron/v2", "TestScheduler_Shutdown", "fatal", bugOfPackage,
		"The scheduler sends its result before it clears `started` (scheduler.go:286). A second " +
			"`Shutdown` in between waits for another result until its timeout.",
	},
	{
		"github.com/jellydator/ttlcache/v3", "Test_Cache_OnInsertion Test_Cache_OnUpdate Test_Cache_OnEviction", "fatal", bugOfTest,
		"A poll of `assert.Never` may still be under way when its time has ended. It receives what the " +
			"later `assert.Eventually` polls for.",
	},
	{
		"github.com/jellydator/ttlcache/v3", "Test_Cache_OnInsertion Test_Cache_OnUpdate Test_Cache_OnEviction", "race", bugOfTest,
		"As above: what the late poll has received orders nothing for the test, which then reads the map " +
			"without the lock (cache_test.go:1241). None of 20 runs with -race reports it.",
	},
	{
		"github.com/jellydator/ttlcache/v3", "Test_Cache_Start", "fatal", bugOfTest,
		"The test starts the cache twice, and assumes that the second start does nothing. If it comes " +
			"after the test's `Stop`, it runs on, and goleak says so.",
	},
	{
		"github.com/looplab/fsm", "TestContextInCallbacks", "deadlock", bugOfTest,
		"If the other goroutine cancels before the callback is called, `Event` returns without calling " +
			"it, and nobody closes the channel that the test waits for. Natively: 20 runs with -race hung.",
	},
	{
		"github.com/looplab/fsm", "TestEventAndCanInGoroutines", "race", bugOfPackage,
		"`enterStateCallbacks` reads `f.current` without a lock, after `eventMu` has been given back (fsm.go:475): another `Event` writes it (fsm.go:357).",
	},
	{
		"github.com/qmuntal/stateless", "TestStateMachine_ToGraph", "fatal", bugOfTest,
		"It fails natively, too: the module's golden files are not those of its code.",
	},
	{
		"github.com/smallnest/chanx", "TestLen TestLen_DataRace", "race", bugOfPackage,
		"`Len` and `BufLen` have the struct itself as receiver: calling them copies `bufCount`, while " +
			"the goroutine adds to it atomically (unbounded_chan.go:22, 105).",
	},
	{
		"github.com/hashicorp/memberlist", "TestMemberList_Ping", "fatal", bugOfPackage,
		"`Ping` reads the time after it has sent (state.go:547). If the answer is stamped before that, " +
			"the round trip that it returns is not more than 0. Natively: 33 of 200 runs on a busy machine, " +
			"by 67 µs to 8 ms.",
	},
	{
		"github.com/hashicorp/memberlist", "TestMemberList_MergeState", "race", bugOfTest,
		"The test reads the states of nodes without the lock, and does not stop the timers that mark " +
			"suspects as dead 4 s later (state.go:1292). `go test -race` reports it if the test sleeps for 6 s " +
			"before it reads; none of 300 runs without.",
	},
	{
		"github.com/hashicorp/memberlist", "TestMemberList_ProbeNode_Suspect", "race", bugOfTest,
		"As in TestMemberList_MergeState: the test reads the state of a node without the lock " +
			"(state_test.go:151), which the timer of its suspicion writes 250 ms later. " +
			"`go test -race` reports it if the test sleeps for 600 ms before it reads.",
	},
	{
		"github.com/hashicorp/memberlist", "TestMemberList_ProbeNode_Awareness_OldProtocol", "race", bugOfTest,
		"The test reads `sequenceNum` as it is, after a sleep (state_test.go:960); the other members add " +
			"to it atomically (state.go:805), and a sleep orders nothing. None of 3 runs with -race reports it.",
	},
	{
		"github.com/hashicorp/memberlist", "TestMemberList_ProbeNode_Awareness_Degraded", "race", bugOfTest,
		"As in TestMemberList_ProbeNode_Suspect (state_test.go:658).",
	},
	{
		"github.com/hashicorp/memberlist", "TestMemberlist_Join_Cancel TestMemberlist_Join_Cancel_Passive", "race", bugOfTest,
		"The test reads what its delegate has noted as soon as `Join` has returned; the goroutine of the other " +
			"node writes it, with nothing between (memberlist_test.go:1005, 1021).",
	},
	{
		"github.com/hashicorp/memberlist", "TestMemberlist_Join_Cancel_Passive", "panic", bugOfTest,
		"That goroutine logs by the test's T (memberlist_test.go:1025), which may have ended.",
	},
	{
		"github.com/hashicorp/memberlist", "TestMemberlist_Join_IPv6", "fatal", bugOfTest,
		"`Join` returns when this node has the other one's members; that the other one has this node's " +
			"comes a little later, and the test looks at once (memberlist_test.go:1798).",
	},
	{
		"github.com/hashicorp/raft", "TestFileSS_BadPerm", "fatal", bugOfTest,
		"It fails natively, too, for root, whom permissions do not stop.",
	},
	{
		"github.com/hashicorp/raft", "TestNetworkTransport_ListenBackoff", "race", bugOfTest,
		"The test reads the count of calls without synchronisation, after a sleep (net_transport_test.go:906).",
	},
	{
		"github.com/hashicorp/raft", "TestRaft_NoRestoreOnStart", "panic", bugOfTest,
		"The test does not shut down the second Raft, which logs by the test's T after the end.",
	},
	{
		"github.com/redis/go-redis/v9/internal/auth/streaming", "TestConcurrentReAuthAndUsage", "fatal", realTime,
		"One goroutine takes the connection for every other millisecond, the other one asks for it every " +
			"two milliseconds (pool_hook_state_test.go:174, 196). If they stay in step, it is taken each time.",
	},
	{
		"go.uber.org/zap", "TestConfig TestConfigWithSamplingHook", "fatal", bugOfTest,
		"They fail natively, too, if the module's folder has a dot in its name, as the copy has.",
	},
}
