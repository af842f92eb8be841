package std

import (
	"slices"
	"strings"
)

// A StdSetting is state of a standard package that functions change: statements that keep it in
// OLD when the process begins, and one that sets it. PKG stands for the package's name, STRING for
// that type. Variables are those of the package that hold it, where the package may be rewritten.
type StdSetting struct{ Path, Keep, Set, Variables string }

var (
	logOutput = StdSetting{"log", "OLD := PKG.Writer()", "PKG.SetOutput(OLD)", ""}
	logFlags  = StdSetting{"log", "OLD := PKG.Flags()", "PKG.SetFlags(OLD)", ""}
	logPrefix = StdSetting{"log", "OLD := PKG.Prefix()", "PKG.SetPrefix(OLD)", ""}
	slogged   = StdSetting{"log/slog", "OLD := PKG.Default()", "PKG.SetDefault(OLD)", ""}
	procs     = StdSetting{"runtime", "OLD := PKG.GOMAXPROCS(0)", "if PKG.GOMAXPROCS(0) != OLD { PKG.GOMAXPROCS(OLD) }", ""}
	mux       = StdSetting{"net/http", standardHandlers, freshMux, "DefaultServeMux defaultServeMux"}
)

// standardHandlers are those that standard packages have registered. They are asked for once, as
// the locks of a rewritten ServeMux would be steps of each execution.
const standardHandlers = `var OLD [6]struct {
		at STRING
		h  PKG.Handler
	}
	for i, p := range [...]STRING{"/debug/vars", "/debug/pprof/", "/debug/pprof/cmdline", "/debug/pprof/profile", "/debug/pprof/symbol", "/debug/pprof/trace"} {
		q, _ := PKG.NewRequest("GET", p, PKG.NoBody)
		OLD[i].h, OLD[i].at = PKG.DefaultServeMux.Handler(q)
	}`

const freshMux = `PKG.DefaultServeMux = PKG.NewServeMux()
		for _, o := range OLD {
			if gocheckrt.Standard(o.h) {
				PKG.DefaultServeMux.Handle(o.at, o.h)
			}
		}`

// Changers are the functions that change settings, in the order in which they
// have to be put back: slog.SetDefault makes package log write to the handler.
var Changers = []struct {
	Key      string
	Settings []StdSetting
}{
	{"log/slog.SetDefault", []StdSetting{slogged, logOutput, logFlags}},
	{"log.SetOutput", []StdSetting{logOutput}},
	{"log.SetFlags", []StdSetting{logFlags}},
	{"log.SetPrefix", []StdSetting{logPrefix}},
	{"log.Default", []StdSetting{logOutput, logFlags, logPrefix}},
	{"net/http.Handle", []StdSetting{mux}},
	{"net/http.HandleFunc", []StdSetting{mux}},
	{"net/http.DefaultServeMux", []StdSetting{mux}},
	{"net/rpc.HandleHTTP", []StdSetting{mux}},
	{"runtime.GOMAXPROCS", []StdSetting{procs}},
}

// HoldsSetting reports whether a variable of a standard package holds a setting.
func HoldsSetting(path, variable string) bool {
	for _, c := range Changers {
		for _, s := range c.Settings {
			if s.Path == path && slices.Contains(strings.Fields(s.Variables), variable) {
				return true
			}
		}
	}
	return false
}

// Drawing are the packages whose functions draw at random by themselves: see package
// access/entropy. (The hashes below crypto do not; nor does crypto/cipher, but for one mode.)
var Drawing = strings.Fields("crypto/cipher crypto/dsa crypto/ecdh crypto/ecdsa crypto/ed25519 crypto/elliptic crypto/hpke crypto/mlkem crypto/rand crypto/rsa crypto/tls crypto/x509")
