//go:build !unix

package usage

import (
	"os"
	"time"
)

// CPU is not told here.
func CPU() time.Duration { return 0 }

// Peak is not told here.
func Peak() int64 { return 0 }

// PeakOf is not told here.
func PeakOf(*os.ProcessState) int64 { return 0 }
