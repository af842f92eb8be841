//go:build !linux && !darwin

package cli

import "os"

// terminalWidth: it cannot be asked for here without a dependency.
func terminalWidth(*os.File) int { return 0 }
