package rewrite

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"strings"

	"gocheck.dev/instrument/internal/addresses"
	"gocheck.dev/instrument/internal/std"
)

// threaded lists, by key, functions that show on which thread they are called, or change
// that thread. For a task that is locked to its thread they are outside of control: it has
// no thread of its own. Who is not locked cannot rely on them natively either. Functions
// of cgo files are of this kind, too (ofC).
var threaded = func() map[string]bool {
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

// ofC reports whether f is declared in a file that uses cgo: it may call C, where what is
// kept by thread is common.
func (r *fileRewriter) ofC(f *types.Func) bool {
	file := r.fset.File(f.Pos())
	if file == nil {
		return false
	}
	// What cgo makes of such a file is in the build cache, under a name of its own.
	name := filepath.Base(file.Name())
	return !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, ".cgo1.go") || name == "_cgo_gotypes.go"
}

// depends wraps a function value whose results are no function of the schedule.
func (r *fileRewriter) depends(e ast.Expr, f *types.Func, text frag) frag {
	if a := r.addresses(); a.Formats(f) && (!r.calls(e) || a.Shows(r.calledNow, f)) {
		return r.cat(e.Pos(), r.helper("Formats")+"("+r.site(e.Pos(), e)+", ", text, ")")
	}
	if v := std.Uses[std.Key(f)]; v != "" {
		return r.cat(e.Pos(), r.announcer("gocheckpipe.Uses")+"("+r.site(e.Pos(), &ast.BasicLit{Value: v})+", "+r.announcer("gocheckpipe."+v[3:])+", ", text, ")")
	}
	what := std.DependsOn[std.Key(f)]
	if what == "" {
		return text
	}
	return r.cat(e.Pos(), r.helper("DependsOn")+"("+r.site(e.Pos(), e)+", "+quote(what)+", ", text, ")")
}

// addresses finds who depends on one in this package.
func (r *fileRewriter) addresses() addresses.Package {
	return addresses.Package{Path: r.unit.ImportPath, Files: r.unit.Pkg.Syntax, Info: r.info}
}

// unsupported wraps a function value that is outside of gocheck's control.
func (r *fileRewriter) unsupported(e ast.Expr, f *types.Func, text frag) frag {
	k := std.Key(f)
	if std.MakePipes[k] && r.unit.ImportPath != f.Pkg().Path() {
		r.unit.Out.Pipes = true
	}
	if _, ok := std.Registers[k]; ok {
		return r.cat(e.Pos(), r.helper("Registers")+"("+r.site(e.Pos(), e)+", "+quote(k)+", ", text, ")")
	}
	if threaded[k] && !strings.HasPrefix(r.unit.ImportPath, "golang.org/x/sys/") || r.ofC(f) {
		helper := "BoundLater"
		if r.calls(e) {
			helper = "Bound"
		}
		return r.cat(e.Pos(), r.helper(helper)+"("+r.site(e.Pos(), e)+", "+quote(k)+", ", text, ")")
	}
	if !std.Outside[k] {
		return r.depends(e, f, text)
	}
	helper := "Outside"
	switch {
	case std.Networked[k]:
		helper = "OnNetwork"
		r.unit.Out.Network = r.unit.Out.Network || std.Serves[k]
	case k == "syscall.Read" && types.Identical(f.Signature().Params().At(0).Type(), types.Typ[types.Int]):
		helper = "ReadDescriptor"
	default:
		r.diagnose(e.Pos(), k+" is outside of gocheck's control")
	}
	return r.cat(e.Pos(), r.helper(helper)+"("+r.site(e.Pos(), e)+", "+quote(k)+", ", text, ")")
}
