package gocheck

import "embed"

// ModuleSource is the source of this module that test binaries are linked with,
// for cmd/gocheck, which puts it beside the rewritten packages: so these always
// meet the runtime of the command's own version. Nothing else should mention
// it, and then the linker leaves it out. Files are named by kind, for a folder
// would come with whatever lies in it: test data, forgotten test binaries.
//
//go:embed *.go checker/*.go checker/race/*.go checker/explore/*.go checker/explain/*.go checker/internal/*/*.go checker/internal/papers/*/*.go runtime/*.go runtime/*.pprof runtime/internal/*/*.go runtime/internal/*/*.s runtime/access/*.go runtime/access/*/*.go runtime/atomics/*.go runtime/fuzzing/*.go runtime/loops/*.go runtime/reflected/*.go runtime/surroundings/*.go runtime/telling/*.go runtime/testbin/*.go runtime/tracing/*.go internal/wire/*.go internal/verbs/*.go internal/wording/*.go internal/machine/*.go regress/*.go linear/*.go
var ModuleSource embed.FS
