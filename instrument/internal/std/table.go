package std

import (
	"go/types"
	"strconv"
	"strings"
)

// An Entry is a function or method whose calls become calls of an entry point
// of the runtime.
type Entry struct {
	Name string // of the entry point
	Recv bool   // it is a method: the receiver is the first argument, before the site
	In   string // the package that it is in, as rewritten files name it
}

// Helpers are the packages that hold entry points, by their names in rewritten
// files, with something to refer to.
var Helpers = map[string]struct{ Path, Ref string }{
	"gocheckrt":   {RuntimePath, "_ gocheckrt.Site"},
	"gocheckatm":  {RuntimePath + "/atomics", "_ = gocheckatm.AtomicAddInt32"},
	"gocheckmem":  {AccessPath, "_ = gocheckmem.Get[gocheckrt.Site]"},
	"gochecknet":  {AccessPath + "/nets", "_ = gochecknet.NetPipe"},
	"gochecklog":  {AccessPath + "/logs", "_ = gochecklog.SlogNewTextHandler"},
	"gocheckhdr":  {AccessPath + "/headers", "_ = gocheckhdr.Gets[map[string][]string]"},
	"gocheckerr":  {AccessPath + "/faults", "_ = gocheckerr.Reads"},
	"gochecksyn":  {AccessPath + "/syntax", "_ = gochecksyn.Inspects"},
	"gochecktst":  {AccessPath + "/testers", "_ = gochecktst.Testing[gocheckrt.Site]"},
	"gocheckdec":  {AccessPath + "/decoding", "_ = gocheckdec.Gob"},
	"gocheckxml":  {AccessPath + "/xmls", "_ = gocheckxml.Decodes"},
	"gocheckpart": {AccessPath + "/parts", "_ = gocheckpart.Searches"},
	"gocheckset":  {AccessPath + "/states", "_ = gocheckset.Procs"},
	"gocheckseed": {AccessPath + "/draws", "_ = gocheckseed.Seed"},
	"gocheckmime": {AccessPath + "/mimes", "_ = gocheckmime.TypeByExtension"},
	"gocheckvar":  {AccessPath + "/variables", "_ = gocheckvar.Reads[gocheckrt.Site]"},
	"gocheckpath": {AccessPath + "/paths", "_ = gocheckpath.Rename"},
	"gocheckpars": {AccessPath + "/parsing", "_ = gocheckpars.ParseFile"},
	"gocheckciph": {AccessPath + "/ciphers", "_ = gocheckciph.Crypts[gocheckrt.Site]"},
	"gocheckmux":  {AccessPath + "/muxes", "_ = gocheckmux.HandlesByDefault"},
	"gocheckelem": {AccessPath + "/elements", "_ = gocheckelem.SortInts"},
	"gocheckpipe": {AccessPath + "/pipes", "_ = gocheckpipe.IOPipe"},
	"gochecksig":  {AccessPath + "/signals", "_ = gochecksig.Stop"},
	"gocheckstk":  {AccessPath + "/stacks", "_ = gocheckstk.Stack"},
	"gocheckdir":  {RuntimePath + "/surroundings", "_ = gocheckdir.TTempDir"},
	"gochecktell": {RuntimePath + "/telling", "_ = gochecktell.TLog"},
	"gocheckrefl": {RuntimePath + "/reflected", "_ = gocheckrefl.ReflectSelect"},
	"gocheckloop": {RuntimePath + "/loops", "_ = gocheckloop.OrderTimes"},
	"gocheckgc":   {AccessPath + "/garbage", "_ = gocheckgc.GC"},
	"gocheckcert": {AccessPath + "/certificates", "_ = gocheckcert.Verify"},
	"gocheckhash": {AccessPath + "/hashes", "_ = gocheckhash.Linked[func()]"},
	"gocheckent":  {AccessPath + "/entropy", "_ = gocheckent.SetGlobalRandom"},
	"gocheckfuzz": {RuntimePath + "/fuzzing", "_ = gocheckfuzz.FFuzz"},
}

// inAccess are functions and methods whose entry points are in package access.
var inAccess = Words("maps.All maps.Keys maps.Values container/ring.Ring.Do flag.Parse flag.Set reflect.DeepEqual reflect.Swapper reflect.Copy reflect.Append reflect.AppendSlice os.Environ os.Getwd os.Setenv os.Unsetenv os.Clearenv os.Chdir testing.T.Setenv testing.T.Chdir reflect.Value.Len reflect.Value.Method reflect.Value.MethodByName")

// aboutGarbage are those whose entry points are in package access/garbage, besides whole packages.
var aboutGarbage = Words("testing.AllocsPerRun runtime.ReadMemStats runtime.GC runtime.SetFinalizer runtime.Cleanup.Stop runtime.AddCleanup")

// ofTasks are methods of testing.T that concern tasks: their entry points are in package runtime.
var ofTasks = Words("testing.T.Run testing.T.Parallel testing.T.Context")

// prefixes of entry point names by package path.
var prefixes = map[string]string{
	"sync": "", "testing": "", "runtime": "", "gocheck.dev": "",
	"sync/atomic": "Atomic", "time": "Time", "context": "Context", "os": "OS", "log": "Log", "runtime/pprof": "Pprof", "maps": "Maps",
	"reflect": "Reflect", "iter": "Iter", "weak": "Weak", "runtime/debug": "Debug", "io": "IO", "io/ioutil": "Ioutil", "net": "Net", "log/slog": "Slog", "testing/synctest": "Synctest", "flag": "Flag",
}

// Intercepted lists, by package path, the functions ("" as the type) and the
// methods by type that the runtime has an entry point for. Interfaces are
// marked by being interfaces in their package.
var Intercepted = map[string]map[string]string{
	"sync": {
		"":          "OnceFunc OnceValue OnceValues",
		"Mutex":     "Lock TryLock Unlock",
		"RWMutex":   "Lock Unlock RLock RUnlock TryLock TryRLock RLocker",
		"WaitGroup": "Add Done Wait Go",
		"Once":      "Do",
		"Cond":      "Wait Signal Broadcast",
		"Pool":      "Get Put",
		"Map":       "Load Store LoadOrStore LoadAndDelete Delete Swap CompareAndSwap CompareAndDelete Clear Range",
	},
	"sync/atomic": {
		"": "AddInt32 AddInt64 AddUint32 AddUint64 AddUintptr" +
			" AndInt32 AndInt64 AndUint32 AndUint64 AndUintptr OrInt32 OrInt64 OrUint32 OrUint64 OrUintptr" +
			" CompareAndSwapInt32 CompareAndSwapInt64 CompareAndSwapUint32 CompareAndSwapUint64 CompareAndSwapUintptr CompareAndSwapPointer" +
			" LoadInt32 LoadInt64 LoadUint32 LoadUint64 LoadUintptr LoadPointer" +
			" StoreInt32 StoreInt64 StoreUint32 StoreUint64 StoreUintptr StorePointer" +
			" SwapInt32 SwapInt64 SwapUint32 SwapUint64 SwapUintptr SwapPointer",
		"Bool":    "CompareAndSwap Load Store Swap",
		"Int32":   "Add And CompareAndSwap Load Or Store Swap",
		"Int64":   "Add And CompareAndSwap Load Or Store Swap",
		"Uint32":  "Add And CompareAndSwap Load Or Store Swap",
		"Uint64":  "Add And CompareAndSwap Load Or Store Swap",
		"Uintptr": "Add And CompareAndSwap Load Or Store Swap",
		"Pointer": "CompareAndSwap Load Store Swap",
		"Value":   "CompareAndSwap Load Store Swap",
	},
	"time": {
		"":       "Sleep After AfterFunc NewTimer NewTicker Tick Now Since Until",
		"Timer":  "Stop Reset",
		"Ticker": "Stop Reset",
	},
	"context": {
		"": "WithCancel WithCancelCause WithDeadline WithDeadlineCause WithTimeout WithTimeoutCause WithValue WithoutCancel AfterFunc Cause",
	},
	"path/filepath": {"": "EvalSymlinks Glob Walk WalkDir"},
	"os":            {"": "Link Open ReadDir Readlink Remove Rename Symlink Exit Pipe Setenv Unsetenv Clearenv Chdir Environ Getwd MkdirTemp CreateTemp", "Process": "Signal"},
	"log":           {"": logging + settingsOfLog, "Logger": logging + settingsOfLog},
	"weak":          {"": "Make"},
	"runtime/debug": {"": "FreeOSMemory"},
	"runtime":       {"Cleanup": "Stop", "": "Gosched Goexit Stack NumGoroutine GoroutineProfile SetFinalizer AddCleanup GC ReadMemStats"},
	// Profiles tell how many goroutines there are, or where, if asked for that; labels are names.
	"runtime/pprof": {"": "Do SetGoroutineLabels", "Profile": "Count WriteTo"},
	"reflect": {
		"":      "Select MakeChan DeepEqual Swapper Copy Append AppendSlice",
		"Value": "Send Recv TrySend TryRecv Close Len MapKeys Seq Seq2 SetIterKey SetIterValue Method MethodByName", "MapIter": "Next Key Value Reset",
	},
	"iter":        {"": "Pull Pull2"},
	"io":          {"": "Pipe"},
	"crypto/x509": {"Certificate": "Verify"},
	"go/parser":   {"": "ParseFile ParseExprFrom"},
	"mime":        {"": "AddExtensionType TypeByExtension ExtensionsByType"},
	"io/ioutil":   {"": "ReadDir TempDir TempFile"},
	"net":         {"": "Pipe"},
	"net/http":    {"": "StripPrefix MaxBytesHandler AllowQuerySemicolons"},
	"log/slog": {"": "NewTextHandler NewJSONHandler SetDefault Default SetLogLoggerLevel With " + recording, "Logger": "With " + recording,
		"Handler": "Handle WithAttrs", "TextHandler": "Handle WithAttrs", "JSONHandler": "Handle WithAttrs"},
	// Iterators in the order of rewritten loops.
	"maps":           {"": "All Keys Values"},
	"container/ring": {"Ring": "Do"},
	"flag":           {"": "Parse Set"},
	"testing": {
		"":   "AllocsPerRun",
		"T":  testingTB + " Run Parallel Deadline",
		"TB": testingTB,
		"F":  testingTB + " Fuzz",
		"M":  "Run",
	},
	"testing/synctest": {"": "Test Wait"},
	"os/signal":        {"": "Notify NotifyContext Stop"},
	"syscall":          {"": "Kill Rename Link Symlink Rmdir Flock"},

	"golang.org/x/sys/unix": {"": "Flock"},
	"gocheck.dev": {
		"":        "Assert Choose Observe Always AlwaysOrUnreachable Sometimes Reachable Unreachable",
		"Handler": "Post PostAfter PostFront Close",
	},
}

const logging = "Print Printf Println Fatal Fatalf Fatalln Panic Panicf Panicln Output"

// settingsOfLog are looked at by each message.
const settingsOfLog = " SetOutput SetFlags SetPrefix Writer Flags Prefix"

// recording are functions and methods of log/slog.
const recording = "Debug DebugContext Info InfoContext Warn WarnContext Error ErrorContext Log LogAttrs"

const testingTB = "ArtifactDir Attr Output Error Errorf Fail FailNow Failed Fatal Fatalf Log Logf Skip Skipf SkipNow Skipped Cleanup Helper TempDir Context Name Setenv Chdir"

// Replaced says, by key, which function or method value of package access, or of
// one of those below it (Helpers), stands for a function. It takes what the function
// takes: there is nothing to announce, so no site.
var Replaced = func() map[string]string {
	m := map[string]string{
		"runtime/debug.Stack": "gocheckstk.DebugStack", "runtime.Callers": "gocheckstk.Callers", "runtime.Caller": "gocheckstk.Caller", "math/rand.Read": "RandRead", "math/rand.Seed": "RandSeed", "math/rand/v2.N": "RandN",
		"math/rand.NewSource":                "RandNewSource",
		"testing/cryptotest.SetGlobalRandom": "gocheckent.SetGlobalRandom",
		"runtime.LockOSThread":               "LockOSThread", "runtime.UnlockOSThread": "UnlockOSThread",
	}
	const both = "Float32 Float64 ExpFloat64 NormFloat64 Int Perm Shuffle Uint32 Uint64"
	for name := range strings.FieldsSeq(both + " Int31 Int31n Int63 Int63n Intn") {
		m["math/rand."+name] = "Rand." + name
	}
	for name := range strings.FieldsSeq(both + " Int32 Int32N Int64 Int64N IntN Uint Uint32N Uint64N UintN") {
		m["math/rand/v2."+name] = "RandV2." + name
	}
	return m
}()

// Seeded says, by key, which function of package access gives a function that
// draws for itself the calling task's source.
var Seeded = map[string]string{"testing/quick.Check": "QuickCheck", "testing/quick.CheckEqual": "QuickCheckEqual"}

// KeepsImport is, for each intercepted package, a declaration that refers to
// it, for files in which every other reference has been rewritten.
var KeepsImport = map[string]string{
	"sync": "_ %sLocker", "sync/atomic": "_ = %sAddInt32", "time": "_ %sDuration", "context": "_ %sContext",
	"os": "_ = %sExit", "log": "_ = %sFatal", "runtime": "_ = %sGosched", "runtime/debug": "_ = %sFreeOSMemory", "testing": "_ %sTB", "gocheck.dev": "_ = %sAssert",
	"math/rand": "_ %sSource", "math/rand/v2": "_ %sSource", "runtime/pprof": "_ %sProfile", "maps": "_ = %sCopy[map[gocheckrt.Site]gocheckrt.Site, map[gocheckrt.Site]gocheckrt.Site]", "slices": "_ = %sMax[[]gocheckrt.Site]", "sort": "_ = %sSearch", "bytes": "_ = %sEqual", "unicode/utf8": "_ = %sRuneLen", "encoding/binary": "_ = %sSize",
	"reflect": "_ = %sSelect", "iter": "_ %sSeq[gocheckrt.Site]", "io": "_ %sReader", "testing/synctest": "_ = %sWait", "os/signal": "_ = %sStop", "syscall": "_ %sSignal", "net": "_ %sConn", "net/http": "_ %sHandler", "log/slog": "_ %sHandler", "encoding/json": "_ %sMarshaler", "go/ast": "_ %sNode", "go/parser": "_ %sMode", "flag": "_ %sValue", "testing/cryptotest": "_ = %sSetGlobalRandom", "container/ring": "_ %sRing", "io/ioutil": "_ = %sDiscard", "path/filepath": "_ = %sClean", "weak": "_ %sPointer[gocheckrt.Site]", "mime": "_ = %sTypeByExtension", "golang.org/x/sys/unix": "_ = %sFlock",
}

// Entries is the table: "path.F" or "path.T.M" → entry.
var Entries = func() map[string]Entry {
	m := make(map[string]Entry)
	for path, byType := range Intercepted {
		for typ, names := range byType {
			for name := range strings.FieldsSeq(names) {
				k, en := path+"."+name, Entry{Name: prefixes[path] + name, In: "gocheckrt"}
				if typ != "" {
					k, en.Name, en.Recv = path+"."+typ+"."+name, typePrefix(path, typ)+name, true
				}
				switch {
				case ofPaths[k] != "":
					en.Name, en.In = ofPaths[k], "gocheckpath"
				case path == "runtime/pprof", k == "runtime.Stack", k == "runtime.GoroutineProfile":
					en.In = "gocheckstk"
				case path == "weak", path == "runtime/debug", aboutGarbage[k]:
					en.In = "gocheckgc"
				case path == "reflect" && (typ == "MapIter" || name == "MapKeys" || strings.HasPrefix(name, "Seq") || strings.HasPrefix(name, "SetIter")):
					en.Name, en.In = name, "gocheckpart"
				case path == "sync/atomic" && typ != "Value":
					en.In = "gocheckatm"
				case k == "testing.F.Fuzz":
					en.Name, en.In = "FFuzz", "gocheckfuzz"
				case k == "testing.T.TempDir", k == "testing.T.ArtifactDir":
					en.In = "gocheckdir"
				case path == "testing" && typ == "T" && !inAccess[k] && !ofTasks[k]:
					en.In = "gochecktell"
				case path == "testing" && typ == "F": // as those of the interface that it has
					en.Name, en.In = "TB"+name, "gocheckmem"
				case path == "io", k == "os.Pipe":
					en.In = "gocheckpipe"
				case path == "os/signal", path == "syscall":
					en.In = "gochecksig"
				case k == "os.Process.Signal":
					en.Name, en.In = "ProcessSignal", "gochecksig"
				case inAccess[k], path == "log",
					path == "sync" && (typ == "Pool" || typ == "Map"), path == "testing" && typ == "TB":
					en.In = "gocheckmem"
				case path == "reflect":
					en.In = "gocheckrefl"
				case path == "crypto/x509":
					en.Name, en.In = name, "gocheckcert"
				case path == "mime":
					en.In = "gocheckmime"
				case path == "go/parser":
					en.In = "gocheckpars"
				case path == "net":
					en.In = "gochecknet"
				case path == "net/http":
					en.In = "gocheckmux"
				case path == "log/slog":
					en.In = "gochecklog"
				}
				m[k] = en
			}
		}
	}
	return m
}()

// typePrefix is what the entry points of a type's methods begin with; types
// that say their package already (time.Timer) do not repeat it.
func typePrefix(path, typ string) string {
	if path == "time" {
		return typ
	}
	return prefixes[path] + typ
}

// Key is the table's key of a function or method: "path.F" or "path.T.M".
func Key(f *types.Func) string {
	f = f.Origin()
	if f.Pkg() == nil {
		return f.Name() // error.Error
	}
	if recv := f.Signature().Recv(); recv != nil {
		return f.Pkg().Path() + "." + ReceiverName(recv.Type()) + "." + f.Name()
	}
	return f.Pkg().Path() + "." + f.Name()
}

// SplitKey takes a key of the tables apart.
func SplitKey(k string) (path, typ, name string) {
	slash := strings.LastIndexByte(k, '/') + 1
	if strings.HasPrefix(k, "gocheck.dev.") {
		slash = len("gocheck.")
	}
	path, rest, _ := strings.Cut(k[slash:], ".")
	path = k[:slash] + path
	if typ, name, ok := strings.Cut(rest, "."); ok {
		return path, typ, name
	}
	return path, "", rest
}

// ReceiverName is the name of a method's receiver type, without a pointer; "": it has none.
func ReceiverName(t types.Type) string {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// DependsOn says, by key, what is asked for that is not a function of the schedule, and
// stays: who passes is told.
var DependsOn = map[string]string{
	"os.Hostname": "the machine's name", "net.Interfaces": "the machine's network", "net.InterfaceAddrs": "the machine's network",
	"os.Getpid": "the process's number", "os.Getppid": "the parent process's number", "os.Executable": "where the test binary is",
	"syscall.Getpid": "the process's number", "syscall.Getppid": "the parent process's number", "syscall.Gettid": "the thread's number",
	"reflect.Value.Pointer": "an address", "reflect.Value.UnsafePointer": "an address", "reflect.Value.UnsafeAddr": "an address",
	"text/template.Template.Templates": "the order of a map", "html/template.Template.Templates": "the order of a map",
	"syscall.Gettimeofday":         "real time",
	"syscall.Getrusage":            "what the process has used",
	"runtime/metrics.Read":         "what the Go runtime counts",
	"runtime/debug.ReadGCStats":    "what the Go runtime counts",
	"runtime.NumCgoCall":           "what the Go runtime counts",
	"golang.org/x/sys/unix.Getpid": "the process's number", "golang.org/x/sys/unix.Getppid": "the parent process's number",
	"golang.org/x/sys/unix.Gettid": "the thread's number",
}

// ThroughTransport are types of net/http whose methods are outside of control
// if what they send requests through is.
var ThroughTransport = Words("Client")

// Outside says, by key, what cannot be controlled: it blocks for real, or
// orders tasks in a way that gocheck does not see. A call gets a
// gocheckrt.Unsupported before it, so that only tests that reach it suffer. Of
// an interface's method the dynamic type decides (access.OutsideOf).
var Outside = func() map[string]bool {
	m := keyed(map[string]string{
		"net":       "DialIP ListenIP LookupAddr LookupCNAME LookupMX LookupNS LookupPort LookupSRV LookupTXT",
		"os":        "Process.Wait StartProcess",
		"os/exec":   "Cmd.Run Cmd.Start Cmd.Wait Cmd.Output Cmd.CombinedOutput",
		"os/signal": "Ignore Reset",
		"testing":   "B.Run B.RunParallel Benchmark",
		"syscall":   "Select Read Wait4",
	})
	for k := range Networked {
		m[k] = true
	}
	return m
}()

// Networked says, by key, what of Outside is under control in binaries whose package net
// is changed (layout.OverlaySockets).
var Networked = keyed(map[string]string{
	"net": "DialUDP ListenPacket ListenUDP ListenConfig.ListenPacket PacketConn.ReadFrom LookupHost Resolver.LookupHost Dial DialTimeout DialTCP DialUnix Dialer.Dial Dialer.DialContext Listen ListenTCP ListenUnix" +
		" ListenConfig.Listen Listener.Accept Conn.Read Conn.Write TCPListener.Accept TCPListener.AcceptTCP UnixListener.Accept LookupIP Resolver.LookupIP Resolver.LookupIPAddr",
	"net/http": "TimeoutHandler Get Head Post PostForm ListenAndServe ListenAndServeTLS Serve ServeTLS Client.Do Client.Get Client.Head Client.Post Client.PostForm" +
		" Server.ListenAndServe Server.ListenAndServeTLS Server.Serve Server.ServeTLS Server.Shutdown RoundTripper.RoundTrip Transport.RoundTrip",
	"net/http/httptest": "NewServer NewTLSServer NewUnstartedServer Server.Close",
	"net/rpc":           "Dial DialHTTP " + rpcTasks,
	"net/rpc/jsonrpc":   "Dial NewClient ServeConn",
})

// rpcTasks are what of package net/rpc has tasks, or waits for some, whatever the connection is.
const rpcTasks = "Client.Call Client.Go NewClient NewClientWithCodec Server.Accept Server.ServeConn Server.ServeCodec Server.ServeRequest" +
	" ServeConn ServeCodec ServeRequest Accept"

// A Use is what a function looks at, as reports call it, and the function of a helpers' package
// that announces it, with a further argument.
type Use struct{ Of, Helper, More string }

// Uses are functions that read variables of the environment, or what a verdict depends on as it
// does on these.
var Uses = func() map[string]Use {
	m := make(map[string]Use)
	for name, key := range map[string]string{
		"os.UserHomeDir": "HOME", "os.TempDir": "TMPDIR", "os.UserCacheDir": "XDG_CACHE_HOME", "os.UserConfigDir": "XDG_CONFIG_HOME", "syscall.Environ": "",
		"os/user.Current": "the user", "os.Getuid": "the user", "os.Geteuid": "the user", "os.Getgid": "the user", "os.Getegid": "the user", "os.Getgroups": "the user",
		"os.SameFile": "which files they are", "io/fs.FileInfo.Sys": "which files they are",
		"runtime.NumCPU": "the processors", "runtime.GOMAXPROCS": "the processors",
		"syscall.Getuid": "the user", "syscall.Geteuid": "the user", "syscall.Getgid": "the user", "syscall.Getegid": "the user", "syscall.Getgroups": "the user",
	} {
		m[name] = Use{key, "gocheckset.AsksVar", strconv.Quote(key)}
	}
	for name := range strings.FieldsSeq("Stat Lstat Fstat") {
		m["syscall."+name], m["golang.org/x/sys/unix."+name] = m["os.SameFile"], m["os.SameFile"]
	}
	return m
}()

// MakePipes are functions of rewritten standard packages that make an io.Pipe.
var MakePipes = Words("net/http/httputil.DumpRequestOut net/http.NewFileTransport net/http.NewFileTransportFS")

// keyed is a set of keys: those of names by package path.
func keyed(byPath map[string]string) map[string]bool {
	keys := make(map[string]bool)
	for path, names := range byPath {
		for name := range strings.FieldsSeq(names) {
			keys[path+"."+name] = true
		}
	}
	return keys
}

// Serves says, by key, who gets such a binary: who mentions one of them. To whom nobody
// listens, all connections lead outside of the test. (A TimeoutHandler calls the program's handler
// in a goroutine of its own.)
var Serves = keyed(map[string]string{
	"net":               "Listen ListenTCP ListenUnix ListenConfig.Listen ListenPacket ListenUDP ListenUnixgram ListenConfig.ListenPacket",
	"net/http":          "TimeoutHandler ListenAndServe ListenAndServeTLS Serve ServeTLS Server.ListenAndServe Server.ListenAndServeTLS Server.Serve Server.ServeTLS",
	"net/http/httptest": "NewServer NewTLSServer NewUnstartedServer",
	"net/rpc":           rpcTasks,
	"net/rpc/jsonrpc":   "NewClient ServeConn",
})

// Dials says, by key, what needs sockets in files of tests: what happens to who finds nobody. In
// others it may be a client that the test does without.
var Dials = keyed(map[string]string{"net": "Dial DialTimeout DialTCP DialUDP DialUnix Dialer.Dial Dialer.DialContext"})

// Verbatim are declarations of rewritten standard packages that stay as they are, by key: nothing
// of the program's is called within them, and what they share they keep behind locks.
var Verbatim = keyed(map[string]string{
	"database/sql":  "drivers", // access.Registers
	"text/template": "builtinFuncs addValueFuncs",
})

// Loops has, by key, functions of rewritten standard packages with loops over maps, and the
// function of package access that gives the keys. What such a loop has done when it is over is the
// same in each order; of one that adds templates to a set, others may see a part.
var Loops = map[string]string{
	"text/template.addFuncs": "SortedKeys", "text/template.Template.Clone": "SortedKeys",
	"text/template.Template.Parse": "KeysBeside", "html/template.Template.Clone": "SortedKeys", "html/template.escaper.commit": "SortedKeys",
	"html/template.escaper.escapeListConditionally": "SortedKeys", "html/template.escaper.arbitraryTemplate": "SortedKeys",
	"text/template.Template.Templates": "SortedKeys", "html/template.Template.Templates": "SortedKeys",
}

// The packages of the project that rewritten code imports.
const (
	RootPath    = "gocheck.dev"
	RuntimePath = RootPath + "/runtime"
	AccessPath  = RuntimePath + "/access"
	TestbinPath = RuntimePath + "/testbin" // who runs the tests
)

// Registers are the functions that enter something into a table of the
// standard library for good, and fail where it is there already. When packages
// are initialised again such a call is left out; but where its result counts
// (true) the initialiser or init function that makes it is not run again.
var Registers = func() map[string]bool {
	m := map[string]bool{"runtime/pprof.NewProfile": true, "expvar.Publish": false}
	for name := range strings.FieldsSeq("database/sql.Register image.RegisterFormat archive/zip.RegisterCompressor archive/zip.RegisterDecompressor net/rpc.Register net/rpc.RegisterName") {
		m[name] = false
	}
	for name := range strings.FieldsSeq("NewInt NewFloat NewString NewMap") {
		m["expvar."+name] = true
	}
	return m
}()
