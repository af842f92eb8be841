package cli

import (
	"fmt"
	"os"
	"time"

	"gocheck.dev/internal/page"
	"gocheck.dev/internal/schedule"
)

// writePage is `gocheck show -html FILE SCHEDULE`.
func writePage(to string, file *schedule.File) error {
	html, err := page.Write(file.Schedule, func(name string) []byte { return readSource(sourcePath(file.Path, name), time.Time{}) })
	if err != nil {
		return err
	}
	if err := os.WriteFile(to, html, 0o666); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return nil
}
