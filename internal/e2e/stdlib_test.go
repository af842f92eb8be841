package e2e

import (
	"strconv"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// TestStdlib: each part of the standard library that calls back, blocks, orders
// tasks or draws at random is under control, or says that it is not
// (docs/stdlib.md). The numbers are of traces: most tests let a task that takes
// a lock n times meet one that takes it once, which makes n+1.
func TestStdlib(t *testing.T) {
	longtest.Only(t)
	r := explore(t, root, "-save=false", "-rand=seeded", "./testdata/stdlib")
	const (
		passes = "Fmt:2 FmtString:2 Errors:2 JSON:2 JSONStream:3 Template:3 Regexp:3 Sort:2 Slices:2 Maps:9 Heap:2 Bufio:2 Bytes:3 Iotest:2 Quick:4 Expvar:2" +
			" LogWriter:2 LogDefault:2 LogInterface:2 LogBlocks:1 LogBuffer:2 LogCallback:3 LogLine:1 LogPanic:1 LogEmbedded:2 SlogValuer:4 Slog:2 SlogJSON:2" +
			" Pipe:2 PipeWriters:4 PipePlain:2 PipeReaderCloses:3 NetPipe:2 NetPipeDeadline:1 NetPipeRace:8 OwnConn:1" +
			" OSPipeCapture:18 OSPipeReadFirst:18 OSPipeBroken:1 OSPipeFull:8 OSPipeScanner:18 OSPipeCloseWakes:2 OSPipeDeadline:1 OSPipeDiscard:6 OSPipeOrdered:2 OSPipeDescriptor:1" +
			" Recorder:2 Files:2 Unique:1 Weak:1 CryptoRand:1 Keys:2 SeededKeys:1 SeededInTurn:2 SeededAlone:1 Verify:1 Maphash:1 OwnTransport:2" +
			" Pull:3 PullBlocks:1 PullPasses:1 PullInPull:4 PullLeft:1 PullPanic:2 PullHanded:1" +
			" ReflectSelect:2 ReflectSelectSend:2 ReflectSendRecv:1 ReflectTry:3 ReflectTimer:1 ReflectCall:2 ReflectLock:2 ReflectMethods:4" +
			" Bubble:1 BubbleWait:2 BubbleTimeout:1 BubbleTwice:1 BubbleTimer:1 BubbleOutcomes:2 BubbleSelect:1" +
			" Notify:1 SignalSelf:2 NotifyContext:1 Cleanup:8" +
			" SQL:1 SQLRegister:32 SQLOneConnection:6 SQLBadConnection:1 SQLTimeout:1 SQLIdleTime:1 SQLCancel:30"
		fails = "LogSetOutput:fatal LogSetPrefix:fatal SlogSetDefault:fatal SlogSetDefaultOfLog:fatal SlogLevel:fatal ServeMux:fatal TemplateFile:fatal TemplateFiles:fatal TemplateFilesValue:fatal LogOrder:fatal LogFileOrder:fatal SlogOrder:fatal SlogDefaultOrder:fatal GobOrder:fatal LogRead:race SlogRead:race LogDeadlock:deadlock SlogDeadlock:deadlock PipeDeadlock:deadlock OSPipeOrder:fatal OSPipeRaceRead:race OSPipeRaceWrite:race OSPipeDeadlock:deadlock PullFatal:fatal PullDeadlock:deadlock PullRace:race ReflectSendClosed:close ReflectDeadlock:deadlock" +
			" BubbleRace:race BubbleDeadlock:deadlock BubbleLeft:deadlock BubbleLock:deadlock BubbleFatal:fatal BubbleClose:panic WaitOutside:panic" +
			" SQLCancelled:fatal SQLLostUpdate:fatal SQLDeadlock:deadlock"
		unsupported = "OSPipeDescriptorWaits PullYieldElsewhere Gob Listen Exec Client SignalNobody"
	)
	const prefix = "gocheck.dev/testdata/stdlib.Test"
	wanted := 0
	for _, list := range []string{passes, fails, unsupported} {
		for w := range strings.FieldsSeq(list) {
			wanted++
			name, want, _ := strings.Cut(w, ":")
			got := r.results[prefix+name]
			if list == unsupported {
				if got.Verdict != "unsupported" {
					t.Errorf("%s: want unsupported, got %+v", name, got)
				}
			} else if n, err := strconv.ParseInt(want, 10, 64); err != nil {
				if got.Verdict != "fail" || r.failures[prefix+name].Kind != want {
					t.Errorf("%s: want a failure of kind %s, got %+v %+v", name, want, got, r.failures[prefix+name])
				}
			} else if got.Verdict != "pass" || !got.Exhaustive || got.Executions != n || got.Blocked != 0 {
				t.Errorf("%s: want a pass with %d executions, got %+v %s", name, n, got, r.failures[prefix+name].Message)
			}
		}
	}
	if len(r.results) != wanted {
		t.Errorf("%d tests have results, want %d", len(r.results), wanted)
	}
	if t.Failed() {
		t.Logf("gocheck printed:\n%s", r.text)
	}
}
