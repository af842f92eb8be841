// Package oracle says, by brute force, which traces a small program has. It is
// what the algorithms of package checker are measured against, and so it is
// written apart from them: the slow, literal reading of the definition, with
// no clock, no race, no reversal.
//
// # The trace of an execution
//
// An execution is a sequence of events. An event e comes directly after an
// earlier event f (f is a predecessor of e) when
//
//   - program order: f is the previous event of e's task, or of the partner's
//     task in a rendezvous; or f created e's task (Spawn, Post, TimerSet);
//   - memory: both access one location, in their operation or in an Effect, and
//     one of them writes. A failed CAS and an Await are reads, and so is a Store
//     that finds its value there. Inc, Mask and Merge write, but two Incs are
//     not ordered, nor two Masks, nor two Merges;
//   - handlers: Post and PostFront (PostClosed too) read, CloseHandler writes
//     the handler. The order of messages, and that of posts, is no part of it;
//   - locks: the acquisitions (Lock, a successful TryLock, and for the Lock of an
//     RWMutex the Arrive before it, not the Lock itself) of one lock are
//     ordered with each other and with RLocks; RLocks are not. LockBusy and
//     BadUnlock observe: they are ordered with every acquisition and RLock, not
//     with each other. A release has its program order only (and the
//     acquisition that it ends, when that was another task's). Every
//     acquisition and RLock comes after the Unlocks before it, and Lock after
//     the RUnlocks before it as well; Arrive does not wait for readers;
//   - channels: sends, the close, and failing sends and closes (SendClosed) of
//     one channel are totally ordered, and so are receives of elements. The
//     i-th receive comes after the i-th send, the i-th send after the receive
//     i-cap. A rendezvous is one event of both sequences. A receive from a
//     closed and drained channel comes after the close and the receives of
//     elements, and is ordered with nothing else. Len is ordered with every
//     member of both sequences, Lens are not with each other. Default does the
//     same for each case with a buffered channel; it reads the flag of an Await
//     case and observes the timer of a TimerRecv case, and nothing of a case
//     with cap 0;
//   - WaitGroup: Add (AddNegative too) and Wait are ordered with each other,
//     Adds are not, Waits are not;
//   - Cond: Enqueue reads and Signal and Broadcast write the Cond; Wake comes
//     after the event that chose it;
//   - Once: OnceDone comes after OnceEnd;
//   - Join comes after the last event of the task joined;
//   - timers: operations on one timer are totally ordered; a Default observes;
//   - Tick comes after every event before it, and every event after it comes
//     after it, whether something else could run (a pause) or not;
//   - Spin reads every location, observes every timer and is ordered with every
//     member of both sequences of every channel that its round has used (Cases). Of
//     a lock that the round has held it is ordered with the LockBusy's and
//     BadUnlocks;
//   - all else depends on program order only.
//
// Two executions are equivalent when they have the same events with the same
// predecessors: when an isomorphism of the two graphs keeps task, number in the
// task, kind, decision. So an event gets an id, interned from these and the
// ids of its predecessors: equal ids mean the same event with the same history.
// The trace of an execution, finished or not, is the set of its ids. As events of
// a task are in program order, the id of the last event of every task determines it.
//
// A maximal execution ends where nothing is enabled: deadlocks are traces too.
//
// # Serial traces
//
// Where the papers compare with algorithms that know no handlers, a handler is
// a lock that a message takes for its whole life. The trace is then finer
// (NewSerialTrace): a message's Begin also comes after all events of the
// messages served before it by the same handler, and posts to one FIFO handler
// are ordered with each other, as their order is that of the messages.
//
// # Traces apart
//
// EM-DPOR takes locks of messages of one handler to be independent, since they
// cannot contend. The trace is then coarser (NewApartTrace): what two messages
// of one handler do to a lock is not ordered.
//
// # Enumeration
//
// Count walks through all states of the program from its initial one, merging
// states of equal partial trace. This is sound as the state is a function of
// the partial trace, but for one thing: the order of a FIFO mailbox, which is
// therefore added to what is compared.
package oracle
