package std

import "strings"

// Threaded lists, by key, functions that show on which thread they are called, or change
// that thread. For a task that is locked to its thread they are outside of control: it has
// no thread of its own. Who is not locked cannot rely on them natively either. Functions
// of cgo files are of this kind, too.
var Threaded = func() map[string]bool {
	m := make(map[string]bool)
	const (
		raw   = "Syscall Syscall6 RawSyscall RawSyscall6 "
		linux = "Gettid Unshare Setfsuid Setfsgid PtraceAttach PtraceCont PtraceDetach PtraceGetEventMsg PtraceGetRegs PtracePeekData PtracePeekText" +
			" PtracePokeData PtracePokeText PtraceSetOptions PtraceSetRegs PtraceSingleStep PtraceSyscall Setpriority Getpriority Tgkill "
	)
	for path, names := range map[string]string{
		"syscall": raw + linux + "Syscall9 SyscallN Syscall12 Syscall15 Syscall18",
		"golang.org/x/sys/unix": raw + linux + "SyscallNoError RawSyscallNoError Setns Prctl PrctlRetInt Capget Capset SchedSetaffinity SchedGetaffinity SchedSetAttr" +
			" SchedGetAttr PthreadSigmask PtraceInterrupt PtraceListen PtraceSeize PtracePeekUser PtracePokeUser PtraceGetRegsAmd64 PtraceSetRegsAmd64" +
			" PtraceGetRegsArm64 PtraceSetRegsArm64 PthreadChdir PthreadFchdir Setcontext Sigaltstack KeyctlGetKeyringID KeyctlJoinSessionKeyring",
		"golang.org/x/sys/windows": "GetCurrentThreadId CurrentThread GetCurrentThread SetThreadToken OpenThreadToken OpenCurrentThreadToken ImpersonateSelf RevertToSelf" +
			" CoInitializeEx CoUninitialize LazyProc.Call Proc.Call",
	} {
		for name := range strings.FieldsSeq(names) {
			m[path+"."+name] = true
		}
	}
	return m
}()
