package loops

import "gocheck.dev/runtime"

// MayBeLate stands before a reading of the clock that is compared with a limit.
func MayBeLate(s runtime.Site) runtime.Site { return runtime.MayBeLate(s) }
